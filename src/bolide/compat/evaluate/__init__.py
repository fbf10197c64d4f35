"""Bolide's metrics for the package evaluate: `evaluate.load(bolide.compat.evaluate.path("chrf"))`.

The modules have the arguments, keys and numbers of the originals (bleu, chrf, meteor, sacrebleu, ter) and need no
network: everything they compute is in this package.
"""

from __future__ import annotations

from pathlib import Path

from bolide.system.errors import known_name

NAMES = ("bleu", "chrf", "meteor", "sacrebleu", "ter")

__all__ = ["NAMES", "path"]


def path(name: str) -> str:
    """The folder of a module, to pass to `evaluate.load`."""
    known_name("module for evaluate", name, NAMES)
    return str(Path(__file__).parent / "modules" / name)
