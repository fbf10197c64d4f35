"""Texts made ready for the metrics: units read from files, and whatever is costly done beforehand with a bar."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from bolide.cli.progress import progress
from bolide.cli.texts import segments_from
from bolide.corpus import Corpus
from bolide.errors import OptionError
from bolide.metrics.base import Metric


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
            given = (text.partition("=") for text in options.units if "=" in text)
            files = {kind: names.split(",") for kind, _, names in given}
            return metric.with_files(systems, files, segments_from(options))
    prepared = [metric for metric in metrics if metric.prepares]
    if not prepared:
        return systems
    texts = list({text: None for system in systems for text in (*system.hyps, *system.refs)})
    for metric in prepared:
        with progress("preparing", len(texts)) as step:
            metric.prepare(texts, jobs=jobs, done=step)
    return systems
