"""Which systems and metrics take part: those that all have, without those to leave out; and who was left out."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from bolide.agreement.table import Source
from bolide.system.errors import InputError
from bolide.system.messages import counted

REFERENCE = re.compile(r"-(ref[A-Z]|src|noref)$")  # what metrics of WMT's folders were shown: `BLEU-refA`


def systems_of(source: Source) -> list[str]:
    """The systems that a source has scores of at every level it has."""
    tables = [table for table in (source.seg, source.sys) if table is not None]
    shared = set(tables[0].systems).intersection(*(table.systems for table in tables))
    return [name for name in tables[0].systems if name in shared]


def only(source: Source, systems: Collection[str]) -> Source:
    """The source with these systems alone."""
    wanted = set(systems)
    names = [name for name in systems_of(source) if name in wanted]
    seg, sys, doc = (table.take(names) if table is not None else None for table in (source.seg, source.sys, source.doc))
    summed = source.summed
    return replace(
        source, seg=seg, sys=sys, doc=doc,
        summed=None if summed is None else (lambda indices: summed(indices).take(names)),
    )  # fmt: skip


def matched(
    human: Source, metrics: Sequence[Source], exclude: Collection[str] = ()
) -> tuple[Source, list[Source], str]:
    """People and metrics with the systems that all of them have, and one line about those left out, if any."""
    every = [human, *metrics]
    scored = [(source.name, set(systems_of(source))) for source in every]
    lacking: dict[str, list[str]] = {}
    for name in dict.fromkeys(name for source in every for table in (source.seg, source.sys) if table is not None
                              for name in table.systems):  # fmt: skip
        without = [source for source, systems in scored if name not in systems]
        if without and name not in exclude:
            lacking[name] = without
    common = [name for name in systems_of(human) if name not in lacking and name not in exclude]
    line = _left_out(lacking, len(metrics))
    if len(common) < 2:
        raise InputError(
            f"{human.name} and the metrics share {counted(len(common), 'system')}; agreement needs at least "
            f"two. {line}".rstrip()
        )
    return only(human, common), [only(metric, common) for metric in metrics], line


def _left_out(lacking: Mapping[str, Sequence[str]], metrics: int) -> str:
    """`Systems left out: refA (no scores in BLEU), …`."""
    reasons = []
    for name, without in lacking.items():
        who = "any metric" if metrics > 1 and len(without) == metrics else ", ".join(without)
        reasons.append(f"{name} (not in {who})")
    return f"Systems left out because some of their scores are missing: {'; '.join(reasons)}." if reasons else ""


def alike(names: Sequence[Sequence[str]]) -> list[dict[str, str]]:
    """For each folder the metrics' names, those that differ between folders by their reference alone made equal.

    `BLEU-refA` in one folder and `BLEU-refB` in another are one metric, `BLEU`, as WMT pools them. A name stays as it
    is where no folder has another, or where a folder has the metric with two references.
    """
    bases = [[REFERENCE.sub("", name) for name in folder] for folder in names]
    pooled = []
    for folder, stems in zip(names, bases, strict=True):
        new_names = {}
        for name, stem in zip(folder, stems, strict=True):
            single = all(other.count(stem) <= 1 for other in bases)
            differs = any(stem in each and name not in other for other, each in zip(names, bases, strict=True))
            new_names[name] = stem if single and differs else name
        pooled.append(new_names)
    return pooled
