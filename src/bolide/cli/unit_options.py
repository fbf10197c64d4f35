"""`--units`: the units of rgbF, made from plain text or read from parallel files."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from bolide.cli.progress import progress
from bolide.corpus import Corpus
from bolide.errors import OptionError
from bolide.metrics.base import Metric
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
        help="a parallel view beside the words themselves, from files: pos=HYP,…,REF,…",
    )  # fmt: skip


class _Besides(argparse.Action):
    """Adds units to those asked for, or to the words where none were."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        namespace.units = [*(namespace.units or ["word"]), *values]


def with_units(
    options: argparse.Namespace, systems: list[Corpus], metrics: Sequence[Metric], jobs: int
) -> list[Corpus]:
    """The systems as the metrics want them, with all costly analysis done, and a bar that shows it.

    Units from files come into the texts here, where only rgbF can read them.
    """
    for metric in metrics:
        if metric.reads_files:
            if len(metrics) > 1:
                raise OptionError(
                    f"Units from files are for {metric.name} alone; score the other metrics in a call of their own."
                )
            from bolide.cli.texts import segments_from

            given = (text.partition("=") for text in options.units if "=" in text)
            files = {kind: names.split(",") for kind, _, names in given}
            return metric.with_files(systems, files, segments_from(options))
    texts = list({text: None for system in systems for text in (*system.hyps, *system.refs)})
    for metric in metrics:
        with progress("preparing", len(texts)) as step:
            metric.prepare(texts, jobs=jobs, done=step)
    return systems
