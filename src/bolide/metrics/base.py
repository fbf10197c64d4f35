"""Metric: a frozen set of options with few verbs. It remembers nothing between calls.

A metric has two halves. Its `counts` turn text into rows of integers, its `formula` turns rows into numbers; every
option lies on one side or the other.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial
from math import fsum
from typing import TYPE_CHECKING, Any, ClassVar

from bolide.corpus import Corpus, Refs
from bolide.errors import InputError, SegmentError
from bolide.kernels.statistics.rows import leave_one_out
from bolide.metrics.adaptable import Adaptable
from bolide.metrics.counts import Counts, Done, Measured, ignore
from bolide.metrics.formula import Formula
from bolide.metrics.pairwise import PairwiseScores, check_texts
from bolide.scores import Score, Signature
from bolide.showing import Displayable
from bolide.stats import Row, Stats
from bolide.wording import counted

if TYPE_CHECKING:
    import pyarrow as pa

    from bolide.explanation import Explanation
    from bolide.figures import Figure
    from bolide.metrics.example import CorpusExample, Example
    from bolide.metrics.traces import Line, Traces

_NOT_COUNTS = "these are not counts that this metric measured."
_AT_ONCE = 4096  # rows that are left out at a time: their table stays small whatever the corpus


class Metric(Adaptable):
    """What every metric can do. A segment becomes a row of integers, rows are added, and a sum becomes a score."""

    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)  # what a value lies between; math.inf where there is no bound
    from_plain_text: ClassVar[bool] = True  # whether any text will do; rgbF's units must be made first

    # --- what each metric defines ---------------------------------------------------------------------------------

    @property
    def counts(self) -> Counts:
        """What is counted in a text: the options that change the rows."""
        raise NotImplementedError

    @property
    def formula(self) -> Formula:
        """How rows become a score: the options that change only the number."""
        raise NotImplementedError

    def named(self, total: Sequence[int], numbers: dict[str, float]) -> dict[str, Any]:
        """The parts of a score: the row and the formula's numbers under readable names."""
        return {**self.counted(total), **numbers}

    def counted(self, total: Sequence[int]) -> dict[str, int]:
        """A row, or a sum of rows, by the names of its columns."""
        if len(total) != len(self.columns):
            raise InputError(
                f"A row of {counted(len(total), 'number')} is not one of {self.title}, which has {len(self.columns)}."
            )
        if min(total) < 0:
            name, count = min(zip(self.columns, total, strict=True), key=lambda item: item[1])
            raise InputError(f"{name} is {count:,}; {_NOT_COUNTS}")
        return dict(zip(self.columns, total, strict=True))

    def explain(self, hyp: str, refs: Refs) -> Explanation:
        """Why one translation has its score: steps, and marks that add up to its row.

        A metric without its own explanation shows what it counted and the numbers of its formula.

        >>> from bolide import BLEU
        >>> BLEU().explain("the cat is on mat", "the cat is on the mat").steps[2].sentence
        '3 of 4 2-grams are credited; in no reference: “on mat”.'
        """
        from bolide.metrics.explained import explain_plainly

        segment = Corpus.of([hyp], [refs])
        row = self.measure_corpus(segment)[0]
        named = dict(zip(self.columns, row, strict=True))
        tokens = [tuple(self.tokens(text)) for text in (*segment.hyps, *segment.refs)]
        return explain_plainly(segment, tokens, named, self.formula.numbers(row), self.score(row, segment.nrefs))

    def figures(self, score: Score) -> tuple[Figure, ...]:
        """Pictures of a score of this metric; an explanation may add others."""
        return ()

    def traces(self, corpus: Corpus) -> Traces | None:
        """The evidence in every segment, in bulk, for a report; None if a metric does not provide it."""
        return None

    @property
    def arithmetic(self) -> tuple[Line, ...]:
        """How the formula's numbers follow from a row, line by line; by default, the numbers themselves."""
        from bolide.metrics.traces import Line

        return tuple(Line(name, "", (), (name,)) for name in self.formula.names)

    @classmethod
    def examples(cls) -> tuple[Example[Metric], ...]:
        """Worked examples with published numbers, for `bolide doctor`, the page and the docs."""
        return ()

    def best(self, total: Sequence[int]) -> float:
        """The score of a translation that equals its reference; METEOR's is slightly below 1."""
        return self.bounds[self.higher_is_better]

    @classmethod
    def corpus_examples(cls) -> tuple[CorpusExample[Metric], ...]:
        """Worked examples of several translations together."""
        return ()

    @property
    def averages(self) -> bool:
        """Whether the score of a corpus is the mean of its segments' scores rather than the score of their sum."""
        return False

    # --- what follows from that -----------------------------------------------------------------------------------

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the numbers in a row."""
        return self.counts.columns

    def variants(self) -> list[Metric]:
        """The published definitions that go under this metric's name, this one first."""
        return [self]

    def for_sentences(self, keep: Collection[str] = ()) -> Metric:
        """The metric with the settings that suit single sentences; the same one if that makes no difference.

        `keep` names options that were chosen explicitly and are not changed. Both metrics have the same rows.
        """
        return self

    @classmethod
    def opening(cls) -> Metric:
        """The definition that the calculator opens with: the one that most visitors look for."""
        return cls().for_sentences()

    def prepare(self, texts: Sequence[str], *, jobs: int = 1, done: Done = ignore) -> None:
        """Do expensive work in advance; `done` is called with the number of texts that are ready."""
        self.counts.prepare(texts, jobs=jobs, done=done)

    @property
    def prepares(self) -> bool:
        """Whether `prepare` has anything to do."""
        return type(self).prepare is not Metric.prepare or type(self.counts).prepare is not Counts.prepare

    def measure(self, hyps: Iterable[str], refs: Iterable[Refs], *, jobs: int = 1) -> Stats:
        """One row of integers per segment. `jobs` is the number of threads; 0 means all cores."""
        return self.measure_corpus(Corpus.of(hyps, refs), jobs=jobs)

    def measure_corpus(self, corpus: Corpus, *, jobs: int = 1, done: Done = ignore) -> Stats:
        """The same for an aligned corpus; `done` is called with the number of segments just measured."""
        if not isinstance(corpus, Corpus):
            raise InputError(f"A Corpus is expected, not {type(corpus).__name__}; make one with Corpus.of.")
        return self.picked(self.counts.measure(corpus, jobs=jobs, done=done))

    def measure_arrow(
        self, batch: pa.RecordBatch, hyp: str = "hyp", refs: str | Sequence[str] = "ref", *, jobs: int = 1
    ) -> pa.RecordBatch:
        """One row of integers per segment of a RecordBatch, as int64 columns; `Stats.from_arrow` reads them.

        `refs` is a text column, several of them, or a column of lists of texts. The signature is in the
        metadata of the schema.
        """
        from bolide.corpus.arrow import corpus_of

        corpus = corpus_of(batch, hyp, refs)
        stats = self.picked(self.counts.measure(corpus, jobs=jobs))
        return stats.to_arrow(str(self.signature(corpus.nrefs if len(corpus) else None)))

    def picked(self, measured: Measured) -> Stats:
        """One row per segment; if there is one per reference, that of the reference with the best score."""
        if measured.starts is None:
            return measured.rows
        return measured.picked(self.formula.values(measured.rows), self.higher_is_better)

    def value(self, total: Sequence[int]) -> float:
        """The score of a row or of a sum of rows."""
        return self.formula.value(total)

    def check_rows(self, stats: Stats) -> None:
        """Refuse rows of another metric, or of this one with a different number of orders or units."""
        if not isinstance(stats, Stats):
            raise InputError(f"Stats are expected, not {type(stats).__name__}; measure the texts, or Stats.of.")
        if stats.columns is not self.columns and stats.columns != self.columns:
            raise InputError(
                f"These rows have the columns {_few(stats.columns)} and {self.title} needs {_few(self.columns)}; "
                "measure the texts with the metric that scores them."
            )
        if stats.signature is not None:  # the rows were read, and may be anybody's
            self._check_settings(Signature.from_text(stats.signature))
            self._check_counts(stats)

    def _check_settings(self, behind: Signature) -> None:
        """Refuse rows that were counted otherwise, or whose references were picked otherwise."""
        if self.is_called(behind.metric):
            other = self.from_signature(behind)
            if other == self or (other.counts == self.counts and (behind.nrefs == "1" or not self.counts.by_reference)):
                return
        wrong = "; ".join(behind.differences(self.signature()))
        raise InputError(f"These rows were measured with other settings than this metric has: {wrong}.")

    def _check_counts(self, stats: Stats) -> None:
        """Refuse counts that no text gives, such as more matches than n-grams."""
        for less, more in self.counts.at_most:
            pairs = zip(stats.column(less), stats.column(more), strict=True)
            for segment, (low, high) in enumerate(pairs):
                if low > high:
                    raise SegmentError(segment, f"{less} is {low:,} and {more} is {high:,}; {_NOT_COUNTS}")

    def values(self, stats: Stats) -> array[float]:
        """The value of every row."""
        self.check_rows(stats)
        return self.formula.values(stats)

    def parts(self, total: Sequence[int]) -> dict[str, Any]:
        """The named numbers that the score of this sum was made from."""
        return self.named(total, self.formula.numbers(total))

    def score(self, total: Sequence[int], nrefs: str | None = None) -> Score:
        """The score of a row or of a sum of rows."""
        value = self.formula.value(total)
        self.counted(total)  # a row of other columns is refused here, not when somebody asks for the parts
        return self._score(tuple(total), value, nrefs)

    def _score(self, total: Row, value: float, nrefs: str | None) -> Score:
        parts = partial(self.parts, total)
        return Score.made_from(self.title, value, self.signature(nrefs), parts, self.higher_is_better)

    def aggregate(self, stats: Stats, nrefs: str | None = None) -> Score:
        """The score of all rows together."""
        self.check_rows(stats)
        size = len(stats)
        if not size:
            raise InputError("There are no segments to score.")
        total = stats.total()
        single = size == 1 or self.averages  # the mean of one is that one
        value = fsum(self.formula.values(stats)) / size if single else self.formula.value(total)
        return self._score(total, value, nrefs)

    def without_each(self, stats: Stats) -> Iterator[float]:
        """The value of all rows but one, for each row in turn; of two rows at least."""
        self.check_rows(stats)
        if len(stats) < 2:
            raise InputError("Leaving out a segment needs at least two: without the only one nothing is left to score.")
        if self.averages:
            values = self.values(stats)
            total = fsum(values)
            yield from ((total - value) / (len(values) - 1) for value in values)
            return
        sums, width = array("q", stats.total()), len(stats.columns)
        for first in range(0, len(stats.data), _AT_ONCE * width):
            rows = stats.data[first : first + _AT_ONCE * width]
            rest = array("q", bytes(8 * len(rows)))
            leave_one_out(rows, sums, rest)
            yield from self.formula.evaluate(rest, width)

    def corpus(self, hyps: Iterable[str], refs: Iterable[Refs], *, jobs: int = 1) -> Score:
        """The score of a whole corpus: refs[i] are the references of hyps[i]."""
        checked = Corpus.of(hyps, refs)
        return self.aggregate(self.measure_corpus(checked, jobs=jobs), checked.nrefs)

    def segments(self, hyps: Iterable[str], refs: Iterable[Refs], *, jobs: int = 1) -> Scores:
        """The score of each segment."""
        checked = Corpus.of(hyps, refs)
        return Scores(self, self.measure_corpus(checked, jobs=jobs), checked.nrefs)

    def sentence(self, hyp: str, refs: Refs) -> Score:
        """The score of one translation, with the options as they are.

        Nothing is switched on for short texts: `BLEU().sentence("hello world", "hello world")` is 0, as on a corpus.
        Use `metric.for_sentences().sentence(…)` to score as `bolide explain` and the page do by default.
        """
        row = self.counts.pair(hyp, refs) if type(hyp) is type(refs) is str else None
        if row is not None:
            return self._score(tuple(row), self.formula.evaluate(row, len(row))[0], "1")
        checked = Corpus.one(hyp, refs)
        return self.aggregate(self.measure_corpus(checked), checked.nrefs)

    def pairwise(self, hyps: Sequence[str], refs: Sequence[str]) -> PairwiseScores:
        """The scores of every candidate against every reference, N × M numbers, as MBR decoding needs them.

        >>> bolide.CHRF().pairwise(["a cat", "the cat"], ["the cat", "a dog"]).shape
        (2, 2)
        """
        hyps, refs = check_texts(hyps, refs)
        table = array("d")
        for hyp in hyps:
            table.extend(self.segments([hyp] * len(refs), refs).values)
        return PairwiseScores(table, (len(hyps), len(refs)))


class Scores(Displayable):
    """The scores of many segments: `values` has the numbers, `stats` the rows, and `scores[i]` is a Score."""

    __slots__ = ("metric", "nrefs", "stats", "values")

    _view = "bolide.report.notebook:scores_view"

    def __init__(self, metric: Metric, stats: Stats, nrefs: str | None = None) -> None:
        self.metric = metric
        self.stats = stats
        self.nrefs = nrefs
        self.values: array[float] = metric.values(stats)

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, index: int) -> Score:
        return self.metric.score(self.stats[index], self.nrefs)

    def __iter__(self) -> Iterator[Score]:
        return (self.metric.score(row, self.nrefs) for row in self.stats)

    def __repr__(self) -> str:
        return f"<Scores: {counted(len(self), 'segment')}, {self.metric.signature(self.nrefs)}>"


def _few(names: Sequence[str]) -> str:
    """The first names, and how many there are."""
    return ", ".join(names) if len(names) <= 6 else f"{', '.join(names[:5])} … ({len(names)} in all)"
