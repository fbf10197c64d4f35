"""A dossier: all there is to know of a test set, as plain data. Scores and tests, where systems differ, every segment
with what each metric did in it. `bolide report` shows it as one HTML file."""

from typing import TYPE_CHECKING

from bolide.lazy import attach

if TYPE_CHECKING:
    from bolide.dossier.contents import Dossier as Dossier
    from bolide.dossier.making import unfold as unfold
    from bolide.dossier.material import Material as Material
else:
    __getattr__, __dir__, __all__ = attach(
        __name__,
        {
            "contents": ["Dossier"],
            "making": ["unfold"],
            "material": ["Material"],
        },
    )
