"""`--units`: the units of rgbF, made from plain text or read from parallel files."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from typing import Any

from bolide.cli.progress import progress
from bolide.corpus import Corpus
from bolide.errors import OptionError
from bolide.metrics.base import Metric
from bolide.metrics.rgbf import FILE, RGBF
from bolide.text.analysis import UNITS, named_unit, spelled_out
from bolide.text.analysis.views import Plan, unit_texts


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


def units_from(options: argparse.Namespace, language: str | None) -> dict[str, Any]:
    """The fields of rgbF that `--units` asks for."""
    if not getattr(options, "units", None):
        return {}
    names, tools = [], []
    for text in spelled_out(options.units):
        kind, equals, _ = text.partition("=")
        name, tool = (kind, FILE) if equals else named_unit(text, language)
        names.append(name)
        tools.append(tool)
    return {"units": tuple(names), "analysers": tuple(tools)}


def with_units(
    options: argparse.Namespace, systems: list[Corpus], metrics: Sequence[Metric], jobs: int
) -> list[Corpus]:
    """The systems as the metrics want them, with all costly analysis done, and a bar that shows it.

    Units from files come into the texts here, where only rgbF can read them.
    """
    for metric in metrics:
        if isinstance(metric, RGBF) and FILE in metric.analysers:
            if len(metrics) > 1:
                raise OptionError(
                    "Units from files are for rgbF alone; score the other metrics in a call of their own."
                )
            return _from_files(options, systems, metric)
    texts = list({text: None for system in systems for text in (*system.hyps, *system.refs)})
    for metric in metrics:
        with progress("preparing", len(texts)) as step:
            metric.prepare(texts, jobs=jobs, done=step)
    return systems


def _from_files(options: argparse.Namespace, systems: list[Corpus], metric: RGBF) -> list[Corpus]:
    from bolide.cli.texts import segments_from
    from bolide.files import Make, read_units

    given = (text.partition("=") for text in options.units if "=" in text)
    files = {kind: names.split(",") for kind, _, names in given}
    views: dict[str, Sequence[str] | Make] = {}
    for kind, tool in zip(metric.units, metric.analysers, strict=True):
        plan = Plan((kind,), (tool,), metric.tokenize or "13a")
        views[kind] = files[kind] if tool == FILE else partial(unit_texts, plan=plan)
    return read_units(systems, views, segments_from(options))
