"""Which sacreBLEU this stands in for, and who computed the numbers."""

from bolide._version import __version__ as _own

__version__ = version = f"2.6.0+bolide.{_own}"
__version_tuple__ = version_tuple = (2, 6, 0, f"bolide.{_own}")
