"""A dossier: all there is to know of a test set, as plain data. Scores and tests, where systems differ, every segment
with what each metric did in it. `bolide report` shows it as one HTML file."""

from bolide.dossier.contents import Dossier
from bolide.dossier.making import unfold
from bolide.dossier.material import Material

__all__ = ["Dossier", "Material", "unfold"]
