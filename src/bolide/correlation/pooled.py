"""Several language pairs: the same questions of each, and their pairs of systems counted together (WMT22, WMT23).

Accuracy is the one statistic that is pooled: a pair of systems is right or wrong, whatever the scale of its language
pair. Resampling and exchanges go on inside each language pair, and sums are taken over all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from bolide.correlation.agreement import paired_cells
from bolide.correlation.findings import Asked, Findings, inquire
from bolide.correlation.intervals import generator, quantiles, ratio, right_pairs, seed_used
from bolide.correlation.pairwise import pairwise_accuracy
from bolide.correlation.permutation import ExchangeTest, chance, contest
from bolide.correlation.questions import Agreement, Question, Source
from bolide.correlation.ranking import Ranking, in_order, on_common_cells
from bolide.correlation.table import Table, aligned
from bolide.errors import BolideError, InputError

ACCURACY = Question("accuracy", "sys")
POOLED = "pooled"


@dataclass(frozen=True)
class LanguagePair:
    """One language pair: its name, what people thought, and the metrics."""

    name: str
    human: Source
    metrics: tuple[Source, ...]

    def has(self, metric: str) -> bool:
        """Whether there are scores of this metric."""
        return any(source.name == metric for source in self.metrics)

    def metric(self, name: str) -> Source:
        """The metric of this name."""
        return next(source for source in self.metrics if source.name == name)


def inquire_all(pairs: Sequence[LanguagePair], asked: Asked | None = None) -> Findings:
    """All that was asked, for every language pair; then, where sys/accuracy is asked, the pairs of all together."""
    asked = asked or Asked()
    names = [pair.name for pair in pairs]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"The language pair {name} is given twice; its pairs of systems would count double.")
    agreements: list[Agreement] = []
    rankings: list[Ranking] = []
    for pair in pairs:
        try:
            found = inquire(pair.human, pair.metrics, asked)
        except BolideError as problem:
            raise type(problem)(f"{pair.name}: {problem}") from None
        agreements += [replace(each, pair=pair.name) for each in found.agreements]
        rankings += [replace(each, pair=pair.name) for each in found.rankings]
    metrics = list(dict.fromkeys(source.name for pair in pairs for source in pair.metrics))
    if any(found.question == ACCURACY for found in agreements):
        agreements += [_agreement(name, pairs, asked) for name in metrics]
    if ACCURACY in asked.ranked:
        rankings.append(_ranking(metrics, pairs, asked))
    humans = " and ".join(dict.fromkeys(pair.human.name for pair in pairs))
    return Findings(humans, tuple(agreements), tuple(rankings))


def _agreement(name: str, pairs: Sequence[LanguagePair], asked: Asked) -> Agreement:
    """The pooled accuracy of one metric, or None where a language pair lacks it."""
    lacking = [pair.name for pair in pairs if not pair.has(name)]
    if lacking:
        return Agreement(name, ACCURACY, None, 0, "pairs", reason=f"no scores for {', '.join(lacking)}", pair=POOLED)
    tables = [aligned(pair.human.at("sys"), pair.metric(name).at("sys"), asked.exclude) for pair in pairs]
    found = _counted(name, tables)
    if not asked.resamples or found.value is None:
        return found
    rng = generator(asked.seed)
    drawn = [right_pairs(*paired_cells(*both), asked.resamples, rng) for both in tables]
    right, total = (np.sum(sums, 0) for sums in zip(*drawn, strict=True))
    return replace(found, interval=quantiles(ratio(right, total)))


def _counted(name: str, tables: Sequence[tuple[Table, Table]]) -> Agreement:
    right, total = pairwise_accuracy(tables)
    value, reason = (right / total, "") if total else (None, "no pair is compared")
    return Agreement(name, ACCURACY, value, total, "pairs", reason=reason, pair=POOLED)


def _ranking(metrics: Sequence[str], pairs: Sequence[LanguagePair], asked: Asked) -> Ranking:
    """The metrics that every language pair has, by pooled accuracy; PERM-BOTH exchanges scores in each by itself."""
    names = [name for name in metrics if all(pair.has(name) for pair in pairs)]
    if not names:
        raise InputError("No metric has scores for every language pair; there is nothing to rank by pooled accuracy.")
    shared = [on_common_cells(p.human, [p.metric(name) for name in names], "sys", asked.exclude) for p in pairs]
    tables = {
        name: [(people.at("sys"), machines[name].at("sys")) for people, machines in shared] for name in names
    }  # fmt: skip
    test = ExchangeTest(asked.trials, asked.seed)
    sizes = [pairwise_accuracy([both])[1] for both in tables[names[0]]]

    def p(better: str, worse: str) -> float | None:
        contests = [
            contest(human.upward, one.upward, two.upward, ACCURACY, test, size / sum(sizes))
            for (human, one), (_, two), size in zip(tables[better], tables[worse], sizes, strict=True)
            if size
        ]
        return chance(contests, test)

    found = [_counted(name, tables[name]) for name in names]
    return in_order(found, p, Ranking(ACCURACY, (), {}, (), asked.trials, seed_used(asked.seed), pair=POOLED))
