"""Scores of other metrics, brought in from files: the options for them, and the scores of the systems at hand."""

from __future__ import annotations

import argparse
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from bolide.cli.options import Parser, check_known, warn
from bolide.corpus.lines import stems, system_names
from bolide.errors import InputError
from bolide.results import Report, SystemReport
from bolide.scores import Score, Signature
from bolide.wording import counted

if TYPE_CHECKING:  # these need numpy and scipy; what uses them imports them
    from bolide.agreement.table import Source, Table
    from bolide.significance.plan import Plan


def add_scores(parser: Parser, what: str) -> None:
    """`--scores` and `--lower`; `what` says which scores are brought in."""
    parser.add_argument("--scores", nargs="+", default=[], metavar="FILE", help=f"{what} from other tools (COMET, …)")
    parser.add_argument(
        "--lower", nargs="+", default=[], metavar="NAME", help="which of those scores are better when lower"
    )
    parser.needs("--lower", "--scores")


def sources_from(options: argparse.Namespace, exclude: Sequence[str] = ()) -> list[Source]:
    """The scores that the options name; names that are none of theirs are refused."""
    from bolide.agreement.reading import sources_of

    sources = sources_of(options.scores, options.lower)
    check_known("--lower", options.lower, [source.name for source in sources])
    tables = [table for source in sources for table in (source.seg, source.sys) if table is not None]
    known = [name for table in tables for name in table.systems]
    check_known("--exclude", exclude, [*(options.names or stems(system_names(options.input or []))), *known])
    return sources


def fitted(table: Table, wanted: Sequence[str], exclude: Collection[str] = ()) -> Table:
    """The scores of the systems whose outputs are at hand, or of all but those to leave out."""
    table = table.without(exclude)
    lacking = [name for name in wanted if name not in table.systems]
    if lacking:
        raise InputError(f"{table.name} has no scores of {', '.join(lacking)}; it has {', '.join(table.systems)}.")
    extra = [name for name in table.systems if wanted and name not in wanted]
    if extra:
        warn(f"{table.name}: left out {', '.join(extra)}, whose outputs are not among those given (-i).")
        table = table.without(extra)
    for note in table.notes:
        warn(note)
    return table


def with_brought(report: Report, options: argparse.Namespace, size: int, plan: Plan | None) -> Report:
    """The report with the scores that were brought in beside ours; there are `size` segments."""
    if not options.scores:
        return report
    names = [system.name for system in report.systems]
    systems = report.systems
    for source in sources_from(options):
        if source.name in [score.name for score in systems[0].scores]:
            raise InputError(f"Two metrics are called {source.name!r}; rename the file of one.")
        by_segment = source.seg is not None and (source.sys is None or options.sentence_level or plan is not None)
        table = source.seg if by_segment else source.sys
        assert table is not None  # a source has one or the other
        if not by_segment and (options.sentence_level or plan is not None):
            raise InputError(f"{source.name} has one score per system; -sl and --confidence need those of segments.")
        table = fitted(table, names)
        if by_segment and table.cells.shape[1] != size:
            raise InputError(
                f"{source.name} has {counted(table.cells.shape[1], 'segment')} and the texts have "
                f"{counted(size, 'line')}."
            )
        systems = tuple(_with(system, table, options, plan) for system in systems)
    return replace(report, systems=systems)


def _with(system: SystemReport, table: Table, options: argparse.Namespace, plan: Plan | None) -> SystemReport:
    """One system's scores with those of a table behind them."""
    from bolide.significance.paired import with_confidence
    from bolide.significance.sample import samples_of

    row = table.systems.index(system.name)
    (sample,) = samples_of(table.name, [system.name], table.cells[row : row + 1], table.higher_is_better)
    signature = Signature(table.name, version="")
    score = Score(table.name, sample.value, signature, {}, None, table.higher_is_better, sample.scale)
    if plan is not None:
        score = with_confidence(score, sample, plan)
    made = replace(system, scores=(*system.scores, score))
    if not options.sentence_level:
        return made
    segments = tuple((*ours, own) for ours, own in zip(system.segments, sample.values.tolist(), strict=True))
    return replace(made, segments=segments, segment_signatures=(*system.segment_signatures, signature))
