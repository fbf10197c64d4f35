"""Base of sacreBLEU's metrics that Bolide computes: Bolide's counts and formula, sacreBLEU's rows and scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from bolide.compat.sacrebleu.metrics.base import Metric, Score, Signature
from bolide.compat.sacrebleu.shapes import Streams, WrongShape, segments_of
from bolide.corpus import Corpus
from bolide.data.stats import Row, Stats
from bolide.metrics.base import Metric as BolideMetric
from bolide.metrics.measuring import measure_corpus
from bolide.system.messages import are, counted

if TYPE_CHECKING:
    from bolide.significance.sample import Sample

S = TypeVar("S", bound=Score)
M = TypeVar("M", bound=BolideMetric)

_STEPS = (
    "_aggregate_and_compute",
    "_cache_references",
    "_compute_score_from_stats",
    "_compute_segment_statistics",
    "_extract_corpus_statistics",
    "_extract_reference_info",
    "_preprocess_segment",
)


class BolideBacked(Metric, Generic[M, S]):
    """A sacreBLEU metric that Bolide computes.

    A subclass defines the conversion of Bolide's rows to sacreBLEU's (`_to_peer`) and back (`_from_peer`), the score
    (`_score`), and the items of the signature (`_items`, with short names in `SHORT`).

    Setting one of the attributes in `OPTIONS` rebuilds the metric. If one of the `HOOKS` is overridden in a subclass,
    patched, or set on the object, or the tokenizer is replaced, segments go through sacreBLEU's steps one by one.
    """

    SHORT: ClassVar[dict[str, str]] = {}
    OPTIONS: ClassVar[tuple[str, ...]] = ()
    HOOKS: ClassVar[dict[str, Any]] = {}  # sacreBLEU's steps, as Bolide defines them
    tokenizer: Any = None
    _bolide_tokenizer: Any = None  # the tokenizer that `metric` applies by itself

    def __init__(self, references: Streams | None = None) -> None:
        super().__init__()
        self.metric = self._configured()
        self._references: list[list[str]] | None = None
        if references is not None:
            sets = list(references)
            self._references = segments_of([""] * (len(sets[0]) if sets else 0), sets)
            self._note_references(self._references)

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        if name in self.OPTIONS and "metric" in vars(self):
            self.metric = self._configured()

    def _by_steps(self) -> bool:
        """Whether one of sacreBLEU's steps, or the tokenizer, was replaced, so that the steps must be called."""
        if self.tokenizer is not self._bolide_tokenizer or not vars(self).keys().isdisjoint(self.HOOKS):
            return True
        cls = type(self)
        return any(getattr(cls, name) is not step for name, step in self.HOOKS.items())

    # --- defined by subclasses ------------------------------------------------------------------------------------

    def _configured(self) -> M:
        """The metric that the attributes describe."""
        raise NotImplementedError

    def _items(self) -> list[tuple[str, Any]]:
        raise NotImplementedError

    def _score(self, total: Row) -> S:
        raise NotImplementedError

    def _to_peer(self, row: Row) -> list[Any]:
        return list(row)

    def _from_peer(self, row: Sequence[Any]) -> Row:
        return tuple(map(to_count, row))

    def _prepared(self, corpus: Corpus) -> Corpus:
        """The texts, changed so that Bolide counts what sacreBLEU counts."""
        return corpus

    # --- derived --------------------------------------------------------------------------------------------------

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
        if self._by_steps() or (references is None and self._references is None and self._ref_cache is not None):
            return self._extract_corpus_statistics(hypotheses, references)
        return self.measured(hypotheses, references)

    def _scored(self, stats: Any) -> S:
        return self._score(stats.total()) if isinstance(stats, Stats) else self._aggregate_and_compute(stats)

    def bolide_rows(self, stats: Any) -> Stats:
        """Statistics in Bolide's or sacreBLEU's form as a table of Bolide's rows."""
        return stats if isinstance(stats, Stats) else Stats.of(self.metric.counts.columns, map(self._from_peer, stats))

    def _extract_corpus_statistics(self, hypotheses: Sequence[str], references: Streams | None) -> Any:
        if self._by_steps() or (references is None and self._references is None and self._ref_cache is not None):
            if references is None and self._references is not None:
                references = list(zip_longest(*self._references))
            return super()._extract_corpus_statistics(hypotheses, references)
        return [self._to_peer(row) for row in self.measured(hypotheses, references)]

    def _compute_score_from_stats(self, stats: Any) -> S:
        return self._score(self._from_peer(stats))

    def _aggregate_and_compute(self, stats: Any) -> S:
        return self._compute_score_from_stats([sum(column) for column in zip(*stats, strict=True)])

    def get_signature(self) -> Signature:
        signature = super().get_signature()
        signature._abbr.update(self.SHORT)
        for key, value in self._items():
            signature.update(key, value)
        return signature


def steps_of(metric: type[Metric], *more: str) -> dict[str, Any]:
    """sacreBLEU's steps as a class defines them, for `HOOKS`."""
    return {name: getattr(metric, name) for name in (*_STEPS, *more)}


def to_count(number: Any) -> int:
    """A count of any numeric type as an integer."""
    integer = int(number)
    if integer != number:
        raise WrongShape(f"{number!r} is not a count; statistics are integers.")
    return integer
