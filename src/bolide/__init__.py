"""Bolide scores machine translation and shows its work."""

from bolide._version import __version__ as __version__
