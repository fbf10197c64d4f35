"""Segments that are known by ids: human judgments and scores brought into one order, whatever that of their files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from bolide.agreement.table import Source, Table
from bolide.system.errors import InputError
from bolide.system.messages import counted

EXAMPLES = 3  # ids that a note names


def on_ids(source: Source, ids: Sequence[str]) -> Source:
    """The source with its segments in the order of these ids, missing where it lacks one; as it is if it has no ids."""
    table = source.seg
    return source if table is None or not table.ids else replace(source, seg=columns(table, ids))


def columns(table: Table, ids: Sequence[str]) -> Table:
    """The scores of the segments with these ids, missing where the table lacks one."""
    column_of = {name: column for column, name in enumerate(table.ids)}
    missing = np.full((len(table.systems), 1), np.nan)  # the last column
    cells = np.hstack([table.cells, missing])[:, [column_of.get(name, -1) for name in ids]]
    return replace(table, cells=cells, ids=tuple(ids))


def common_ids(human: str, judged: Sequence[str], metrics: Sequence[Source], lines: Sequence[str]) -> tuple[str, ...]:
    """The ids of the segments to compare, in order; none if neither people (`judged`) nor metrics have ids.

    They are those of the `lines` that were scored here, if these have ids, or else those that people judged and a
    metric has. Refused if some have ids and others do not: their order may be different.
    """
    tables = [metric.seg for metric in metrics if metric.seg is not None]
    if not judged and not any(table.ids for table in tables):
        return ()
    if not lines:
        named = [human] if judged else []
        named += [table.name for table in tables if table.ids]
        unnamed = [] if judged else [human]
        unnamed += [table.name for table in tables if not table.ids]
        if unnamed and tables:
            raise InputError(
                f"{named[0]} has ids of segments and {unnamed[0]} has none, so they cannot be matched; give scores "
                "with ids, such as WMT26's task2_pred, or texts with ids."
            )
        known = set(judged)
        lines = [name for name in dict.fromkeys(name for table in tables for name in table.ids) if name in known]
    for who, ids in ((human, judged), *((table.name, table.ids) for table in tables)):
        if ids and set(ids).isdisjoint(lines):
            raise InputError(
                f"{who} has no id of a segment in common with the others; its first is {ids[0]}. Are these scores of "
                "the same test set?"
            )
    return tuple(lines)


def notes_on_ids(human: str, judged: Sequence[str], metrics: Sequence[Source], ids: Sequence[str]) -> list[str]:
    """What is left out because its id is missing on one side."""
    notes = []
    known, rated = set(ids), set(judged)
    lost = [name for name in judged if name not in known]
    if lost:
        notes.append(f"{human}: left out {_listed(lost)}, which no metric has.")
    for table in (metric.seg for metric in metrics):
        if table is None or not table.ids or not judged:
            continue
        unjudged = [name for name in table.ids if name not in rated]
        scored = set(table.ids)
        lacking = [name for name in judged if name in known and name not in scored]
        if unjudged:
            notes.append(f"{table.name}: left out {_listed(unjudged)}, which nobody judged.")
        if lacking:
            notes.append(f"{table.name} has no score of {_listed(lacking)}, which people judged.")
    return notes


def _listed(ids: Sequence[str]) -> str:
    more = ", …" if len(ids) > EXAMPLES else ""
    return f"{counted(len(ids), 'segment')} ({', '.join(ids[:EXAMPLES])}{more})"
