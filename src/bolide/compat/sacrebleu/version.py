"""The version of sacreBLEU that is replaced, and Bolide's version."""

from bolide._version import __version__ as _bolide

__version__ = version = f"2.6.0+bolide.{_bolide}"
__version_tuple__ = version_tuple = (2, 6, 0, f"bolide.{_bolide}")
