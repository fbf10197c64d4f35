"""A dossier: all there is to know of a test set, as plain data. Scores and tests, where systems differ, every segment
with what each metric did in it. `bolide report` shows it as one HTML file."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bolide.dossier.contents import Dossier
    from bolide.dossier.making import unfold
    from bolide.dossier.material import Material

_HOME = {"Dossier": "contents", "Material": "material", "unfold": "making"}  # numpy is needed for the last alone

__all__ = ["Dossier", "Material", "unfold"]


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'bolide.dossier' has no attribute {name!r}")
    return getattr(import_module(f"bolide.dossier.{_HOME[name]}"), name)
