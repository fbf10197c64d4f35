"""The table of WMT's metrics tasks: every question of every language pair, their average, ranks and clusters.

Two metrics are compared on the average by the same permutations as on each question: leads of every permutation are
added with the questions' weights (PERM-BOTH; in mode wmt24 outcomes of pairs for acc-eq). In the average a correlation
r counts as (1 + r) / 2, so that all values lie between 0 and 1, as mt-metrics-eval averages them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import fsum
from typing import Any

import numpy as np

from bolide.agreement import ranking
from bolide.agreement.questions import LanguagePair, Part, Question, seed_used
from bolide.agreement.ranking import PermutationTest
from bolide.agreement.statistics import STATISTICS
from bolide.agreement.table import Source
from bolide.data.results import Result
from bolide.system.errors import InputError

REFERENCE = re.compile(r"-(ref[A-Z]|src|noref)$")  # what metrics of WMT's folders were shown: `BLEU-refA`

ALL = "all"


@dataclass(frozen=True)
class Column:
    """One question of one language pair (or of all together), the metrics' values, and their ranks by cluster."""

    pair: str
    question: Question
    weight: float
    values: dict[str, float | None]
    ranks: dict[str, int]


@dataclass(frozen=True)
class MetricsTable(Result):
    """All columns; metrics by their average, best first, those without one last; `p[a, b]` tests a's lead on b."""

    preset: str
    human: str
    columns: tuple[Column, ...]
    metrics: tuple[str, ...]
    averages: dict[str, float | None]
    ranks: dict[str, int]
    p: dict[tuple[str, str], float | None]
    trials: int
    seed: int
    alpha: float = 0.05
    mode: str = "sound"
    notes: tuple[str, ...] = ()

    def blocks(self, width: int = 3, *, drawn: bool = False) -> list[Any]:
        from bolide.reporting.views.agreement import table_blocks

        return table_blocks(self, width)


def metrics_table(
    pairs: Sequence[LanguagePair], preset: Preset, test: PermutationTest, notes: Sequence[str] = ()
) -> MetricsTable:
    """Everything that a preset asks about the metrics of these language pairs; every column draws permutations of its
    own."""
    asked = []
    for question in preset.pooled:
        parts = ranking.pooled_parts(pairs, question)
        values = {name: ranking.pooled_agreement(pairs, name, question).value for name in parts[0].cells}
        asked.append((ALL, question, float(len(pairs)), values, parts))
    for pair in pairs:
        for question in preset.questions:
            scored = [metric for metric in pair.metrics if metric.has(question.reads)]
            if not scored:
                raise InputError(f"{pair.name}: no metric has the scores that {question} is about.")
            part = Part.of(pair.human, scored, question)  # the cells that people and all metrics have
            values = {a.metric: a.value for a in part.answers(question, test.seed)}
            asked.append((pair.name, question, 1.0, values, [part]))
    columns, leads, weights = [], [], []
    for number, (name, question, weight, values, parts) in enumerate(asked):
        start = partial(np.random.default_rng, [seed_used(test.seed), number])
        leads.append(ranking.permutation_leads(question.measure(test.seed), parts, test, start))
        columns.append(Column(name, question, weight, values, _ranks(*test.best_first(values, leads[-1]))))
        weights.append(weight / (1 - STATISTICS[question.statistic].least))
    averages = {name: _average(columns, name) for name in ranking.names_in(pairs)}
    everywhere = [pair for pair in leads[0] if all(pair in of_question for of_question in leads)]
    together = {pair: ranking.weighted([of[pair] for of in leads], weights) for pair in everywhere}
    order, p = test.best_first(averages, together)
    return MetricsTable(
        preset.name,
        " and ".join(dict.fromkeys(pair.human.name for pair in pairs)),
        tuple(columns),
        (*order, *(name for name, average in averages.items() if average is None)),
        averages,
        _ranks(order, p),
        p,
        test.trials,
        seed_used(test.seed),
        mode=test.mode,
        notes=(*notes, *([preset.remark] if preset.remark else [])),
    )


def _average(columns: Sequence[Column], name: str) -> float | None:
    """The weighted mean of a metric's values, each on the scale of 0 to 1; None where one is lacking."""
    total = 0.0
    for column in columns:
        value, least = column.values.get(name), STATISTICS[column.question.statistic].least
        if value is None:
            return None
        total += column.weight * (value - least) / (1 - least)
    return total / fsum(column.weight for column in columns)


def _ranks(order: Sequence[str], p: Mapping[tuple[str, str], float | None]) -> dict[str, int]:
    """The number of each metric's cluster, from 1."""
    return {name: number for number, group in enumerate(ranking.clusters_by_test(order, p), 1) for name in group}


HUMAN = re.compile(r"(?:.*[-_.])?ref[A-Z]?|refA.*|synthetic_ref")  # outputs that are no machine's
OUTLIERS = ("synthetic_ref",)  # never a system
SOFT, TIES = Question("soft-accuracy", "sys"), Question("acc-eq", "seg", "item")


@dataclass(frozen=True)
class Preset:
    """One year's table: questions put to each language pair with weight 1, and questions put to all pairs together.

    A question to all pairs weighs as much as there are pairs. `humans` are the pairs in which human outputs other than
    the reference count as systems; `references` the reference of a pair, where it is not the one that its metrics name.
    `gold` are the human scores of that year, by name, or by names of which a pair has the first or the second;
    `remark` is a note below the table.
    """

    name: str
    questions: tuple[Question, ...]
    pooled: tuple[Question, ...] = ()
    humans: tuple[str, ...] = ()
    references: dict[str, str] = field(default_factory=dict)
    remark: str = ""
    gold: str | tuple[str, ...] = ("mqm", "esa")  # from WMT25 on, two pairs were judged by MQM and the others by ESA

    def reference(self, pair: str, metrics: Sequence[str]) -> str:
        """The reference of a language pair: WMT's, or the one that most of the metrics' names end with."""
        if pair in self.references:
            return self.references[pair]
        named = [match[1] for name in metrics if (match := REFERENCE.search(name)) and match[1].startswith("ref")]
        return max(dict.fromkeys(named), key=named.count, default="refA")

    def chosen(self, pair: LanguagePair, metrics: Sequence[Source]) -> tuple[list[Source], list[str], list[str]]:
        """The metrics that saw this year's reference, the outputs of people that are no systems, and lines about who is
        left out."""
        reference = self.reference(pair.name, [metric.name for metric in metrics])
        endings = {metric.name: REFERENCE.search(metric.name) for metric in metrics}
        others = [name for name, end in endings.items() if end and end[1].startswith("ref") and end[1] != reference]
        human = [name for name in pair.human.everywhere if HUMAN.fullmatch(name)]
        human = [name for name in human if pair.name not in self.humans or name in (reference, *OUTLIERS)]
        lines = []
        if others:
            lines.append(f"Metrics left out because they saw another reference than {reference}: {', '.join(others)}.")
        if human:
            lines.append(f"Human outputs left out: {', '.join(human)}.")
        return [metric for metric in metrics if metric.name not in others], human, lines


PRESETS = {
    preset.name: preset
    for preset in (
        Preset(
            "wmt23",
            (Question("pearson", "sys"), Question("pearson", "seg"), TIES),
            (Question("accuracy", "sys"),),
            ("he-en",),
            {"en-de": "refA", "he-en": "refB", "zh-en": "refA"},
            gold="mqm",
        ),
        Preset("wmt24", (SOFT, TIES), humans=("en-de",), gold="mqm"),
        Preset("wmt25", (SOFT, TIES)),
        Preset(
            "wmt26",
            (SOFT, TIES),
            remark="How WMT26 ranks metrics that give scores had not been published in November 2026: these are the "
            "questions of WMT25. What is published is in `bolide spans`: MPP for spans, MCC for error-free outputs.",
        ),
    )
}
