"""Several language pairs: pairs of systems counted together (WMT22, WMT23).

A pair of systems is right or wrong whatever the scale of its language pair. Resampling and permutations go on inside
each language pair, and sums are taken over all.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bolide.agreement.questions import Agreement, Question, generator, paired_cells, quantiles, resampled
from bolide.agreement.ranking import Part, PermutationTest, Ranking, on_common_cells, part_of, ranked
from bolide.agreement.statistics.statistic import Statistic, ratio
from bolide.agreement.table import Matrix, Source, Vector, aligned
from bolide.system.dataclasses import dataclass, replace
from bolide.system.errors import InputError

POOLED = "pooled"
Cells = tuple[Matrix, Matrix]  # people's and a metric's, of one language pair


@dataclass(frozen=True)
class LanguagePair:
    """One language pair: its name, the human scores, and the metrics."""

    name: str
    human: Source
    metrics: tuple[Source, ...]

    def has(self, metric: str) -> bool:
        """Whether there are scores of this metric."""
        return any(source.name == metric for source in self.metrics)

    def metric(self, name: str) -> Source:
        """The metric of this name."""
        return next(source for source in self.metrics if source.name == name)


@dataclass(frozen=True)
class Pool:
    """The language pairs, and the systems to leave out of each."""

    pairs: tuple[LanguagePair, ...]
    exclude: tuple[str, ...] = ()

    @property
    def metrics(self) -> list[str]:
        """The names of all metrics, in the order in which they appear."""
        return list(dict.fromkeys(source.name for pair in self.pairs for source in pair.metrics))

    @property
    def everywhere(self) -> list[str]:
        """The names of the metrics that every language pair has."""
        return [name for name in self.metrics if all(pair.has(name) for pair in self.pairs)]

    def agreement(self, name: str, question: Question, resamples: int = 0, seed: int | None = None) -> Agreement:
        """The pooled value of one metric, or None where a language pair lacks it."""
        lacking = [pair.name for pair in self.pairs if not pair.has(name)]
        if lacking:
            reason = f"no scores for {', '.join(lacking)}"
            return Agreement(name, question, None, 0, question.measure().unit, reason=reason, pair=POOLED)
        tables = [
            paired_cells(*aligned(p.human.at(question.reads), p.metric(name).at(question.reads), self.exclude))
            for p in self.pairs
        ]
        agreement = _counted(name, question, tables)
        if not resamples or agreement.value is None:
            return agreement
        rng = generator(seed)
        drawn = [_drawn(question, cells, resamples, rng) for cells in tables]
        above, below = (np.sum(sums, 0) for sums in zip(*drawn, strict=True))
        return replace(agreement, interval=quantiles(ratio(above, below)))

    def ranking(self, question: Question, test: PermutationTest) -> Ranking:
        """The metrics that every language pair has, by their pooled value; scores are exchanged in each by itself."""
        parts = self.parts(question)
        agreements = [
            _counted(name, question, [(part.people, part.cells[name]) for part in parts]) for name in self.everywhere
        ]
        return ranked(agreements, parts, question, test, pair=POOLED)

    def parts(self, question: Question) -> list[Part]:
        """The scores that metrics have everywhere, of each language pair with any to compare, weighted by how many."""
        names = self.everywhere
        if not names:
            raise InputError(
                "No metric has scores for every language pair; there is nothing to rank by pooled accuracy."
            )
        shared = [on_common_cells(pair.human, [pair.metric(name) for name in names], question.reads, self.exclude)
                  for pair in self.pairs]  # fmt: skip
        parts = [part_of(*each, question.reads) for each in shared]
        sizes = [_sums(question.measure(), (part.people, part.cells[names[0]]))[1] for part in parts]
        return [replace(part, weight=size / sum(sizes)) for part, size in zip(parts, sizes, strict=True) if size]


def _counted(name: str, question: Question, tables: Sequence[Cells]) -> Agreement:
    statistic = question.measure()
    sums = [_sums(statistic, cells) for cells in tables]
    above, below = sum(each[0] for each in sums), sum(each[1] for each in sums)
    value, reason = (above / below, "") if below else (None, f"no {statistic.unit.removesuffix('s')} is compared")
    return Agreement(name, question, value, int(below), statistic.unit, reason=reason, pair=POOLED)


def _sums(statistic: Statistic, cells: Cells) -> tuple[float, float]:
    """What one language pair adds above and below the line: the sums of the terms, or the value times its weight."""
    terms = statistic.terms(*cells)
    if terms is not None:
        return float(terms.above.sum()), float(terms.below.sum())
    measured = statistic.measured(*cells)
    return (measured.value * measured.used, float(measured.used)) if measured.value is not None else (0.0, 0.0)


def _drawn(question: Question, cells: Cells, resamples: int, rng: np.random.Generator) -> tuple[Vector, Vector]:
    """The same of resampled tables."""
    statistic = question.measure()
    terms = statistic.terms(*cells)
    if terms is not None:
        return terms.resampled(resamples, rng)
    values = resampled(statistic, cells, question.level, resamples, rng)
    weights = np.isfinite(values) * _sums(statistic, cells)[1]
    return np.nan_to_num(values) * weights, weights
