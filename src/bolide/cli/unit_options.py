"""`--units`: the units of rgbF, made from plain text or read from parallel files."""

from __future__ import annotations

import argparse
from typing import Any

from bolide.text.analysis import UNITS


def add_units(parser: argparse.ArgumentParser) -> None:
    """`--units`."""
    letters = ", ".join(f"{name} ({unit.letter})" for name, unit in UNITS.items())
    parser.add_argument(
        "--units", nargs="+", metavar="UNIT",
        help=f"units that rgbF makes of plain text: {letters}, by name or letters; pos:spacy:NAME, pos:stanza:LANG for "
        "a pipeline you have; pos=HYP,…,REF,… for parallel files",
    )  # fmt: skip

    parser.add_argument(
        "--rgbf.unit", dest="units", nargs="+", action=_Besides, metavar="NAME=FILE",
        help="an additional unit from parallel files: pos=HYP,…,REF,…",
    )  # fmt: skip


class _Besides(argparse.Action):
    """Adds units to those asked for, or to the words where none were."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        namespace.units = [*(namespace.units or ["word"]), *values]
