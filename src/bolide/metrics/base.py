"""Base class of metrics: frozen options and a few methods, without state between calls.

A metric has two halves: `counts` turns text into rows of integers, `formula` turns rows into numbers. Every option
belongs to one of them.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import fsum, isfinite
from operator import gt
from typing import TYPE_CHECKING, Any, ClassVar, Self, overload

from bolide.corpus import Corpus, Refs, exact_texts
from bolide.data.display import Displayable
from bolide.data.scores import Parts, Score, Signature
from bolide.data.stats import Row, Stats
from bolide.kernels.statistics import rows as kernel
from bolide.metrics.counts import Counts, Measured, in_nfc
from bolide.metrics.formula import INFINITE, Formula, Tunable, cells_of
from bolide.metrics.options import check_option_names, check_options, options_of
from bolide.system.errors import (
    InputError,
    OptionError,
    SegmentError,
    counted,
    known_name,
    no_attribute,
    unknown,
)
from bolide.system.threads import run_interruptible

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from bolide.data.explanation import Explanation
    from bolide.metrics.evidence import Evidence


_NOT_COUNTS = "these are not counts that this metric measured."
_AT_ONCE = 4096  # leave-one-out rows computed at a time, which limits memory


@dataclass(frozen=True, init=False, repr=False, eq=False)  # made for every subclass
class Metric:
    """A metric: turns segments into rows of integers, and a row or a sum of rows into a score.

    A subclass defines `name`, its options, `counts` and `formula`. Names that begin with an underscore are for authors
    of metrics; `tuning` and `evidence` serve `bolide tune` and explanations.
    """

    name: ClassVar[str]
    presets: ClassVar[dict[str, dict[str, Any]]] = {}  # named sets of options
    _for_sentences: ClassVar[dict[str, Any]] = {}  # options that are different for single sentences
    _signed: ClassVar[tuple[str, ...]] = ()  # the keys of signatures in order, if it is not that of the options

    def __new__(cls, *arguments: Any, **options: Any) -> Self:
        """A new metric. Raises an error with the closest option if there is none of a name."""
        check_option_names(cls, options)
        return super().__new__(cls)

    def __post_init__(self) -> None:
        check_options(self)

    if not TYPE_CHECKING:  # a type checker knows what there is

        def __getattr__(self, name: str) -> Any:
            raise no_attribute(self, name)

    # --- the two halves -------------------------------------------------------------------------------------------

    @property
    def counts(self) -> Counts:
        """The counting half: the options that change the rows."""
        raise NotImplementedError

    @property
    def formula(self) -> Formula:
        """The formula half: the options that change only the number."""
        raise NotImplementedError

    # --- texts become scores --------------------------------------------------------------------------------------

    def corpus(
        self,
        hyps: Iterable[str],
        refs: Iterable[Refs],
        *,
        jobs: int = 1,
        confidence: int | None = None,
        documents: Iterable[str] | None = None,
    ) -> Score:
        """The score of a whole corpus: refs[i] are the references of hyps[i].

        With `confidence=True`, the score has a 95 % interval, for which one segment at a time is left out; documents[i]
        is the document of hyps[i], and whole documents are left out then.

        >>> from bolide import CHRF
        >>> hyps, refs = ["the cat", "a dog", "it rains"], ["the cat", "the dog", "it rained"]
        >>> score = CHRF().corpus(hyps, refs, confidence=True)
        >>> score.interval[0] < score.value < score.interval[1]
        True
        """
        corpus = Corpus.of(hyps, refs)
        if confidence is None and documents is not None:
            raise OptionError("documents are for an interval; pass confidence, too.")
        stats = self._measure(corpus, jobs)
        score = self.score_rows(stats, corpus.nrefs)
        if confidence is not None:
            from bolide.corpus.inputs import documents_of  # needed for intervals only
            from bolide.significance.paired import corpus_confidence

            names = documents_of(documents, len(corpus))
            score = corpus_confidence(score, self, stats, confidence, names)
        return score

    def segments(self, hyps: Iterable[str], refs: Iterable[Refs], *, jobs: int = 1) -> SegmentScores:
        """The score of each segment."""
        corpus = Corpus.of(hyps, refs)
        return SegmentScores(self, self._measure(corpus, jobs), corpus.nrefs)

    def sentence(self, hyp: str, refs: Refs) -> Score:
        """The score of one translation, with the options as they are.

        Nothing is switched on for short texts: `BLEU().sentence("hello world", "hello world")` is 0, as on a corpus.
        Use `metric.for_sentences().sentence(…)` to score as `bolide explain` and the page do by default.
        """
        corpus = Corpus.one(hyp, refs)
        row, counts = self.counts.of_sentence(corpus), self.counts
        if counts.row_per_reference and len(corpus.refs) > 1:
            row = self.formula.best_reference_rows(Measured(Stats(counts.columns, row), corpus.ref_starts)).data
        return self._score(tuple(row), self.formula.evaluate(row, len(row))[0], corpus.nrefs)

    def explain(self, hyp: str, refs: Refs) -> Explanation:
        """Explain the score of one translation: steps, and marks that add up to its row.

        If a metric defines no explanation, its counts and the numbers of its formula are shown.

        >>> from bolide import BLEU
        >>> BLEU().explain("the cat is on mat", "the cat is on the mat").steps[2].sentence
        '3 of 4 2-grams are credited; in no reference: “on mat”.'
        """
        corpus = self.counts.normalized(Corpus.of([hyp], [refs]))
        texts, evidence = (*corpus.hyps, *corpus.refs), self.evidence
        candidate, *references = (text.strip() for text in texts)
        explanation = run_interruptible(lambda: evidence.explain(corpus))
        return replace(
            explanation,
            identical=bool(candidate) and candidate in references,
            definition=evidence.definition,
            texts=texts,
            others_are=evidence.others_are,
            note=evidence.note,
        )

    def pairwise(self, hyps: Sequence[str], refs: Sequence[str]) -> NDArray[np.float64]:
        """The scores of every candidate against every reference, a read-only table of N × M, as MBR decoding needs it.

        >>> bolide.CHRF().pairwise(["a cat", "the cat"], ["the cat", "a dog"]).shape
        (2, 2)
        """
        import numpy as np  # which the page does without

        texts, refs = exact_texts(hyps, "hyps"), exact_texts(refs, "refs")
        if not texts or not refs:
            raise InputError("pairwise needs at least one candidate and one reference.")
        if self.counts.nfc:
            texts, refs = in_nfc(texts), in_nfc(refs)
        # Equal texts are scored once: samples of a model often repeat.
        rows, columns = ({text: k for k, text in enumerate(dict.fromkeys(side))} for side in (texts, refs))
        pairs = run_interruptible(lambda: self.counts.cross([*rows], [*columns]))
        values = self.formula.evaluate(pairs, len(self.counts.columns))
        table = np.frombuffer(values).reshape(len(rows), len(columns))
        if len(rows) < len(texts) or len(columns) < len(refs):
            table = table[np.ix_([rows[text] for text in texts], [columns[text] for text in refs])]
        table.flags.writeable = False
        return table

    # --- rows become scores ---------------------------------------------------------------------------------------

    def measure(self, hyps: Iterable[str], refs: Iterable[Refs], *, jobs: int = 1) -> Stats:
        """One row of integers per segment. `jobs` is the number of threads; 0 means all cores."""
        return self._measure(Corpus.of(hyps, refs), jobs)

    def _measure(self, corpus: Corpus, jobs: int = 1) -> Stats:
        return self.formula.best_reference_rows(self.counts.measure(corpus, jobs=jobs))

    def row_values(self, stats: Stats) -> array[float]:
        """The score of every row. Raises InputError if they are not rows of this metric."""
        check_rows(self, stats)
        return self.formula.values(stats)

    def score_row(self, row: Sequence[int], nrefs: str | None = None) -> Score:
        """The score of a row, or of a sum of rows.

        Counts do not tell how many rows were added: of a sum this is the pooled score even under `average="mean"`.
        `score_rows` takes the mean.
        """
        numbers, columns = tuple(cells_of(row)), self.counts.columns  # plain integers, also of numpy's
        if len(numbers) != len(columns):
            size = counted(len(numbers), "number")
            raise InputError(f"A row of {size} is not one of {self.title}, which has {len(columns)}.")
        return self._score_of_sum(numbers, None, nrefs)

    def _score_of_sum(self, row: Row, mean: float | None, nrefs: str | None) -> Score:
        """The score of a sum of rows; `mean` is that of the segments' scores, if it is the score of a corpus."""
        if problem := self._impossible(row):
            raise InputError(problem)
        return self._score(row, self.formula.value(row) if mean is None else mean, nrefs)

    def score_rows(self, stats: Stats, nrefs: str | None = None) -> Score:
        """The score of all rows together: of a corpus, if each row is a segment.

        Under `average="mean"` the value is the mean of the rows' scores; `parts` are still those of their sum.
        """
        check_rows(self, stats)
        size = len(stats)
        if not size:
            raise InputError("There are no segments to score.")
        total = stats.total()
        if problem := self._impossible(total):
            _check_counts(self, stats)
            raise InputError(problem)
        single = size == 1 or self.formula.mean_of_segments  # the mean of one is that one
        value = fsum(self.formula.values(stats)) / size if single else self.formula.value(total)
        score = self._score(total, value, nrefs)
        return score if stats.signature is None else score.with_versions(Signature.from_text(stats.signature).versions)

    def _impossible(self, row: Sequence[int]) -> str | None:
        """What is wrong with a row that no texts have, such as more matches than n-grams; None if nothing is."""
        if not row[0] and self.counts.columns[0] == "segments":  # a sum of no rows
            return f"segments is 0; {_NOT_COUNTS}"
        if min(row) < 0:
            name, count = min(self.counts.as_columns(row).items(), key=lambda item: item[1])
            return f"{name} is {count:,}; {_NOT_COUNTS}"
        for less, more in self._limits:
            if row[less] > row[more]:
                columns = self.counts.columns
                return f"{columns[less]} is {row[less]:,} and {columns[more]} is {row[more]:,}; {_NOT_COUNTS}"
        return None

    @cached_property
    def _limits(self) -> list[tuple[int, int]]:
        """Pairs of columns, by index, of which the first never exceeds the second."""
        index = self.counts.columns.index
        return [(index(less), index(more)) for less, more in self.counts.at_most]

    def _score(self, row: Row, value: float, nrefs: str | None) -> Score:
        if not isfinite(value):
            added = f"Rows of {self.title} cannot be added: its score is the mean that `score_rows` takes."
            raise InputError(added if self.formula.mean_of_segments else INFINITE.format(self.title))
        parts = Parts(lambda: self._part_names(row, self.formula.numbers(row)))
        higher = self.formula.higher_is_better
        return Score(self.title, value, self.signature(nrefs), parts, higher_is_better=higher)

    def _part_names(self, row: Sequence[int], numbers: dict[str, float]) -> dict[str, Any]:
        """The parts of a score: the row and the formula's numbers under readable names."""
        return {**self.counts.as_columns(row), **numbers}

    # --- for tuning and explanations -------------------------------------------------------------

    @property
    def tuning(self) -> Tunable[Self]:
        """The parameters that `bolide tune` can set."""
        return Tunable(self)

    @property
    def evidence(self) -> Evidence:
        """Explanations of single segments, bulk evidence for reports, and the arithmetic in words."""
        from bolide.metrics.evidence import Evidence

        return Evidence(self.counts, self.formula, self.score_row)

    # --- settings -------------------------------------------------------------------------------------------------

    @classmethod
    def preset(cls, name: str, **changes: Any) -> Self:
        """The metric with a named set of options, such as `BLEU.preset("paper")`."""
        known_name(f"preset of {cls.name}", name, cls.presets)
        return cls(**{**cls.presets[name], **changes})

    def for_sentences(self, keep: Collection[str] = ()) -> Self:
        """The metric with the settings that suit single sentences; the same one if that makes no difference.

        `keep` names options that were chosen explicitly and are not changed. Both metrics have the same rows.
        """
        changes = {name: value for name, value in self._for_sentences.items() if name not in keep}
        return replace(self, **changes) if changes else self

    def signature(self, nrefs: str | None = None) -> Signature:
        """The settings in sacreBLEU's grammar, and how many references there were."""
        known = self._signatures.get(nrefs)
        if known is None:
            known = self._signatures[nrefs] = Signature(self.title, self._signature_items(), nrefs)
        return known

    @cached_property
    def _signatures(self) -> dict[str | None, Signature]:
        return {}

    @property
    def title(self) -> str:
        """The name as scores and signatures show it; chrF puts options into it."""
        return self.name

    def _signature_items(self) -> tuple[tuple[str, str], ...]:
        """The options that change the score: the main ones always, the others if they are not the default."""
        items = {}
        for item, record in options_of(self):
            value = getattr(self, item.name)
            if record.key and (record.always or value != item.default):
                items[record.key] = record.write(value)
        return tuple((key, items[key]) for key in self._signed or items if key in items)

    @classmethod
    def _is_called(cls, name: str) -> bool:
        """Whether a signature that begins with this name belongs to this metric."""
        return name.lower() == cls.name.lower()

    @classmethod
    def _from_signature(cls, signature: Signature) -> Self:
        """The metric that a signature describes."""
        return cls._from_items(dict(signature.items))

    @classmethod
    def _from_items(cls, items: dict[str, str]) -> Self:
        """The metric that a signature's items describe."""
        values: dict[str, Any] = {}
        known = {record.key: (item, record) for item, record in options_of(cls) if record.key}
        for key, text in items.items():
            if key not in known:
                raise unknown(f"part of a {cls.name} signature", key, [name for name in known if name])
            item, record = known[key]
            try:
                values[item.name] = record.read(text)
            except ValueError as error:
                raise OptionError(f"{key}:{text} in a {cls.name} signature cannot be read: {error}") from None
        return cls(**values)


# --- rows of any metric -------------------------------------------------------------------------------------------


def check_rows(metric: Metric, stats: Stats) -> None:
    """Raise InputError for rows of another metric, or of this one with a different number of orders or units."""
    if not isinstance(stats, Stats):
        raise InputError(f"Expected Stats, not {type(stats).__name__}; make them with metric.measure or Stats.of.")
    columns = metric.counts.columns
    if stats.columns is not columns and stats.columns != columns:
        raise InputError(
            f"These rows have the columns {_few(stats.columns)} and {metric.title} needs {_few(columns)}; "
            "measure the texts with the metric that scores them."
        )
    if stats.signature is not None:  # rows that were read may come from another metric
        _check_settings(metric, Signature.from_text(stats.signature))
        _check_counts(metric, stats)


def _check_settings(metric: Metric, signature: Signature) -> None:
    """Raise InputError if rows were counted, or their references selected, with other settings."""
    if metric._is_called(signature.metric):
        other = metric._from_signature(signature)
        if other == metric:
            return
        if other.counts == metric.counts and (signature.nrefs == "1" or not metric.counts.row_per_reference):
            return
    wrong = "; ".join(signature.differences(metric.signature()))
    raise InputError(f"These rows were measured with other settings than this metric has: {wrong}.")


def _check_counts(metric: Metric, stats: Stats) -> None:
    """Raise SegmentError for impossible counts, such as more matches than n-grams."""
    for less, more in metric.counts.at_most:
        wrong = list(map(gt, stats.column(less), stats.column(more)))
        if True in wrong:
            segment = wrong.index(True)
            raise SegmentError(segment, metric._impossible(stats[segment]) or "")


def leave_one_out(metric: Metric, stats: Stats) -> Iterator[float]:
    """The score without row i, for every i. Raises InputError if there are fewer than two rows."""
    check_rows(metric, stats)
    if len(stats) < 2:
        raise InputError("Leaving one segment out needs at least two segments; there is nothing left to score.")
    if metric.formula.mean_of_segments:
        values = metric.formula.values(stats)
        total = fsum(values)
        yield from ((total - value) / (len(values) - 1) for value in values)
        return
    sums, width = array("q", stats.total()), len(stats.columns)
    for first in range(0, len(stats.data), _AT_ONCE * width):
        rows = stats.data[first : first + _AT_ONCE * width]
        rest = array("q", bytes(8 * len(rows)))
        kernel.leave_one_out(rows, sums, rest)
        yield from metric.formula.evaluate(rest, width)


def _few(names: Sequence[str]) -> str:
    """The first names, and how many there are."""
    return ", ".join(names) if len(names) <= 6 else f"{', '.join(names[:5])} … ({len(names)} in all)"


class SegmentScores(Displayable):
    """The scores of many segments: `values` has the numbers, `stats` the rows, and `scores[i]` is a Score.

    `numpy.asarray(scores)` shares the memory of the numbers, read-only; `scores.tolist()` is a list of floats, and
    `torch.tensor(scores.values)` a tensor.

    >>> from bolide import TER
    >>> scores = TER().segments(["the cat sat", "a dog"], ["the cat sat", "a cat"])
    >>> scores.tolist(), scores[1].parts["edits"]
    ([0.0, 0.5], 1)
    """

    __slots__ = ("metric", "nrefs", "stats", "values")

    def blocks(self, *, drawn: bool = False) -> list[Any]:
        from bolide.reporting.render.notebook import scores_view

        return scores_view(self)

    def __init__(self, metric: Metric, stats: Stats, nrefs: str | None = None) -> None:
        self.metric = metric
        self.stats = stats
        self.nrefs = nrefs
        self.values: array[float] = metric.row_values(stats)

    def __len__(self) -> int:
        return len(self.values)

    @overload
    def __getitem__(self, index: int) -> Score: ...
    @overload
    def __getitem__(self, index: slice) -> SegmentScores: ...

    def __getitem__(self, index: int | slice) -> Score | SegmentScores:
        if isinstance(index, slice):
            return SegmentScores(self.metric, self.stats[index], self.nrefs)
        return self.metric.score_row(self.stats[index], self.nrefs)

    def __iter__(self) -> Iterator[Score]:
        return (self.metric.score_row(row, self.nrefs) for row in self.stats)

    def tolist(self) -> list[float]:
        """The numbers as a list of floats."""
        return self.values.tolist()

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        """The numbers as a numpy array: a read-only view, or a copy if another type or a copy is requested."""
        import numpy as np

        values = np.frombuffer(self.values)
        values.flags.writeable = False
        return np.array(values, dtype, copy=copy)

    def __repr__(self) -> str:
        return f"<SegmentScores: {counted(len(self), 'segment')}, {self.metric.signature(self.nrefs)}>"
