"""Base of sacreBLEU's metrics that Bolide computes: Bolide's counts and formula, sacreBLEU's rows and scale."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import zip_longest
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, cast

from bolide.compat.sacrebleu.metrics.base import Metric, Score
from bolide.compat.sacrebleu.shapes import Streams, WrongShape, segments_of
from bolide.corpus import Corpus
from bolide.data.stats import Row, Stats
from bolide.metrics.base import Metric as BolideMetric
from bolide.metrics.measuring import measure_corpus
from bolide.system.dataclasses import replace
from bolide.system.messages import are, counted

if TYPE_CHECKING:
    from bolide.significance.sample import Sample

S = TypeVar("S", bound=Score)
M = TypeVar("M", bound=BolideMetric)

_STEPS = (
    "_aggregate_and_compute", "_cache_references", "_compute_score_from_stats", "_compute_segment_statistics",
    "_extract_corpus_statistics", "_extract_reference_info", "_preprocess_segment",
)  # fmt: skip


class BolideBacked(Metric, Generic[M, S]):
    """A sacreBLEU metric that Bolide computes.

    A subclass defines the conversion of Bolide's rows to sacreBLEU's (`_to_peer`) and back (`_from_peer`), and the
    score (`_score`).

    The attributes may be set at any time: `metric` is the one that they describe. If one of the `HOOKS` is overridden
    in a subclass, patched, or set on the object, or the tokenizer is replaced, segments go through sacreBLEU's steps
    one by one.
    """

    HOOKS: ClassVar[frozenset[str]] = frozenset()  # the names of sacreBLEU's steps
    _steps: ClassVar[Callable[[type], tuple[Any, ...]]]  # these steps of a class, and as Bolide defines them
    _bolide_steps: ClassVar[tuple[Any, ...]]

    _references: list[list[str]] | None = None

    def _hold(self, references: Streams) -> None:
        """Keep the references that were passed to the constructor."""
        sets = list(references)
        self._references = segments_of([""] * (len(sets[0]) if sets else 0), sets)
        self._note_references(self._references)

    def _by_steps(self) -> bool:
        """Whether one of sacreBLEU's steps, or the tokenizer, was replaced, so that the steps must be called."""
        cls = type(self)
        return cls._steps(cls) != self._bolide_steps or not self.HOOKS.isdisjoint(self.__dict__)

    # --- defined by subclasses ------------------------------------------------------------------------------------

    @property
    def metric(self) -> M:
        """The metric that the attributes describe."""
        raise NotImplementedError

    def _score(self, metric: M, total: Row) -> S:
        raise NotImplementedError

    def _to_peer(self, row: Row) -> list[Any]:
        return list(row)

    def _from_peer(self, row: Sequence[Any]) -> Row:
        return tuple(map(to_count, row))

    def _prepares(self) -> bool:
        """Whether `_prepared` changes texts."""
        return False

    def _prepared(self, corpus: Corpus) -> Corpus:
        """The texts, changed so that Bolide counts what sacreBLEU counts."""
        return corpus

    # --- derived --------------------------------------------------------------------------------------------------

    def _score_of_one(self, hypothesis: Any, references: Any) -> S | None:
        """The score of one segment the short way; None if the arguments need checks, or the texts the long way."""
        if type(hypothesis) is not str or type(references) is not list or set(map(type, references)) != {str}:
            return None
        if self._by_steps() or self._prepares():
            return None
        metric = self.metric
        row = metric._row_of_sentence(hypothesis, references)
        if row is None:
            return None
        self.num_refs = len(references)
        return self._score(metric, row)

    def sentence_score(self, hypothesis: str, references: Sequence[str]) -> S:
        """The score of one sentence with a list of its references."""
        score = self._score_of_one(hypothesis, references)
        return cast(S, super().sentence_score(hypothesis, references)) if score is None else score

    def corpus_score(self, hypotheses: Sequence[str], references: Streams | None, n_bootstrap: int = 1) -> S:
        """The score of a corpus; `references` may be None if they were passed to the constructor.

        If n_bootstrap > 1, the score has sacreBLEU's interval, from the same random draws.
        """
        single = n_bootstrap == 1 and type(hypotheses) is type(references) is list and len(hypotheses) == 1
        if single and all(type(stream) is list and len(stream) == 1 for stream in references or ()):
            score = self._score_of_one(hypotheses[0], [stream[0] for stream in references or ()])
            if score is not None:
                return score
        return cast(S, super().corpus_score(hypotheses, references, n_bootstrap))

    def _sample(self, system: str, stats: Any) -> Sample:
        from bolide.significance.sample import Sample

        if self._by_steps():
            return super()._sample(system, stats)
        sample = Sample.of(system, self.metric, self.bolide_rows(stats))
        return replace(sample, score=lambda totals: 100 * sample.score(totals))

    def measured(self, hypotheses: Sequence[str], references: Streams | None) -> Stats:
        """Bolide's rows, one per segment; if `references` is None, those passed to the constructor are used."""
        if references is not None:
            groups = segments_of(hypotheses, references)
            self._note_references(groups)
        elif self._references is None:
            raise RuntimeError("There are no references: pass them here or to the constructor.")
        else:
            groups = self._references
        if len(groups) != len(hypotheses):
            raise WrongShape(
                f"There {are(len(hypotheses))} {counted(len(hypotheses), 'hypothesis', 'hypotheses')} and references "
                f"for {counted(len(groups), 'segment')}; every set needs one line per segment."
            )
        self._notice_tokens(hypotheses)
        return measure_corpus(self.metric, self._prepared(Corpus.of(hypotheses, groups)))

    def _gathered(self, hypotheses: Sequence[str], references: Streams | None) -> Any:
        gather = self._extract_corpus_statistics if self._needs_steps(references) else self.measured
        return gather(hypotheses, references)

    def _needs_steps(self, references: Streams | None) -> bool:
        """Whether sacreBLEU's steps must be called: one was replaced, or the only references are their cache."""
        cached = references is None and self._references is None and self._ref_cache is not None
        return cached or self._by_steps()

    def _scored(self, stats: Any) -> S:
        return (
            self._score(self.metric, stats.total()) if isinstance(stats, Stats) else self._aggregate_and_compute(stats)
        )

    def bolide_rows(self, stats: Any) -> Stats:
        """Statistics in Bolide's or sacreBLEU's form as a table of Bolide's rows."""
        return stats if isinstance(stats, Stats) else Stats.of(self.metric.counts.columns, map(self._from_peer, stats))

    def _extract_corpus_statistics(self, hypotheses: Sequence[str], references: Streams | None) -> Any:
        if self._needs_steps(references):
            if references is None and self._references is not None:
                references = list(zip_longest(*self._references))
            return super()._extract_corpus_statistics(hypotheses, references)
        return [self._to_peer(row) for row in self.measured(hypotheses, references)]

    def _compute_score_from_stats(self, stats: Any) -> S:
        return self._score(self.metric, self._from_peer(stats))

    def _aggregate_and_compute(self, stats: Any) -> S:
        return self._compute_score_from_stats([sum(column) for column in zip(*stats, strict=True)])


def note_steps(metric: type[BolideBacked[Any, Any]], *more: str) -> None:
    """Note sacreBLEU's steps as Bolide defines them, by which those are recognised that somebody replaced."""
    metric.HOOKS = frozenset((*_STEPS, *more))
    metric._steps = attrgetter(*metric.HOOKS)
    metric._bolide_steps = metric._steps(metric)


def to_count(number: Any) -> int:
    """A count of any numeric type as an integer."""
    integer = int(number)
    if integer != number:
        raise WrongShape(f"{number!r} is not a count; statistics are integers.")
    return integer


def to_number(number: Any) -> float:
    """A count, or a mean of counts, of any numeric type."""
    value = float(number) if hasattr(number, "__float__") else math.nan
    if not 0 <= value < math.inf:
        raise WrongShape(f"{number!r:.80} is neither a count nor a mean of counts.")
    return value
