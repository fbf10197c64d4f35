"""Minimum Bayes risk (MBR): of several candidates for one sentence, the one with the best expected score."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from math import frexp, fsum, isfinite, ldexp
from typing import TYPE_CHECKING, Any

from bolide.corpus import Corpus, Refs, exact_texts
from bolide.corpus.inputs import Path, file_of
from bolide.corpus.nbest import Candidates, read_nbest
from bolide.data.results import Result, WrittenResult
from bolide.data.scores import Signature
from bolide.forms import form_of
from bolide.metrics import check_references
from bolide.metrics.base import Metric
from bolide.metrics.counts import Progress, no_progress
from bolide.metrics.scorer import Scorer
from bolide.system.errors import InputError, OptionError, are, counted
from bolide.system.threads import map_in_order, workers

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Choice(Result):
    """The selected candidate with its expected score; `expected` has those of all candidates, in order.

    >>> import bolide
    >>> choice = bolide.mbr(["a cat sat on a mat", "the cat sat on the mat", "the cat sat on a mat"], "chrf")
    >>> round(choice.value, 3), choice.ranking
    (0.843, (2, 1, 0))
    """

    text: str
    index: int
    value: float
    expected: tuple[float, ...]
    signature: Signature
    higher_is_better: bool = True

    def blocks(self, *, drawn: bool = False) -> list[Any]:
        from bolide.reporting.views.texts import choice_blocks

        return choice_blocks(self)

    def __repr__(self) -> str:
        return f"<Choice: {self.index + 1}/{len(self.expected)}, {self.points:.2f}, {self.text!r:.80}>"

    def signatures(self) -> Iterator[str]:
        yield str(self.signature)

    @property
    def points(self) -> float:
        """The expected score on the scale of 0 to 100."""
        return 100 * self.value

    @property
    def ranking(self) -> tuple[int, ...]:
        """The indices of all candidates, best first; ties keep their order."""
        sign = -1 if self.higher_is_better else 1
        return tuple(sorted(range(len(self.expected)), key=lambda number: sign * self.expected[number]))


@dataclass(frozen=True)
class Choices(WrittenResult):
    """The selected candidate of every sentence of a file; `tables` has the scores of all pairs, if they were wanted.

    With `references`, candidates were scored against references, and not against each other. The JSON has the selected
    texts only.

    >>> import bolide
    >>> choices = bolide.mbr_file("nbest.txt", "chrf")
    >>> [choice.index for choice in choices.choices]
    [1, 1, 1]
    """

    metric: Metric
    lists: tuple[Candidates, ...]
    choices: tuple[Choice, ...]
    tables: tuple[Any, ...] = field(default=(), compare=False)  # of numpy
    references: bool = False

    def blocks(self, width: int = 1, *, drawn: bool = False) -> list[Any]:
        from bolide.reporting.views.texts import choices_blocks

        return choices_blocks(self, width)

    def __repr__(self) -> str:
        return f"<Choices: {counted(len(self.choices), 'sentence')}, {self.metric.signature('1')}>"

    @property
    def candidates(self) -> list[str]:
        """Every distinct candidate, in order."""
        return list(dict.fromkeys(text for one in self.lists for text in one.texts))

    @property
    def texts(self) -> list[str]:
        """The selected texts, one for each sentence."""
        return [choice.text for choice in self.choices]

    def signatures(self) -> Iterator[str]:
        yield from dict.fromkeys(str(choice.signature) for choice in self.choices)

    def to_dict(self) -> dict[str, Any]:
        names, named = ("text", "index", "value", "expected"), zip(self.lists, self.choices, strict=True)
        chosen = [
            {"sentence": one.sentence, **{name: getattr(choice, name) for name in names}} for one, choice in named
        ]
        return {
            **super().to_dict(),
            "metric": str(self.metric.signature()),
            "lists": len(self.lists),
            "choices": chosen,
        }


def mbr(
    candidates: Iterable[str],
    metric: str | Metric = "chrf",
    refs: Iterable[str] | None = None,
    *,
    weights: Sequence[float] | None = None,
) -> Choice:
    """Choose the candidate with the best expected score against the references; the first one if several are equal.

    By default the references are the candidates themselves, and each candidate is also compared with itself, as is
    usual. `weights` has one number per reference, such as its probability; by default all are equal. The best score is
    the highest, or the lowest if lower is better (TER, WER). The name of a metric stands for its settings for single
    sentences (BLEU with effective order); a metric or a signature is used as configured.

    >>> import bolide
    >>> choice = bolide.mbr(["a cat sat on a mat", "the cat sat on the mat", "the cat sat on a mat"], "chrf")
    >>> choice.text, choice.index
    ('the cat sat on a mat', 2)
    """
    scorer = _sentence_metric(metric)
    if isinstance(candidates, list | tuple) and any(isinstance(text, list | tuple) for text in candidates[:1]):
        raise InputError("candidates[0] is a list; `mbr` takes the candidates of one sentence. Call it for each.")
    texts = exact_texts(candidates, "candidates")
    table = scorer.pairwise(texts, texts if refs is None else exact_texts(refs, "refs"))
    if weights is None:
        return _choice(texts, _means(table), scorer)
    shares = _checked(weights, table.shape[1])
    whole = fsum(shares)
    expected = (fsum(w * v for w, v in zip(shares, row, strict=True)) / whole for row in table.tolist())
    return _choice(texts, tuple(expected), scorer)


def mbr_file(
    candidates: Path,
    metric: str | Metric | Scorer = "chrf",
    refs: Iterable[Refs] | None = None,
    *,
    size: int | None = None,
    field: str | None = None,
    matrix: bool = False,
    jobs: int = 1,
    progress: Progress = no_progress,
) -> Choices:
    """Choose among the candidates of every sentence of a file, as `mbr` does among those of one.

    The file is a Moses n-best list, JSON lines with a list in `field`, or plain text with `size` lines per sentence.
    With `refs`, the references of each sentence, the candidate that scores best against them is chosen, and the file is
    read as they are used. If `matrix`, the result has the scores of all pairs of candidates, too.

    >>> import bolide
    >>> bolide.mbr_file("nbest.txt", "chrf").texts[0]
    'The night train to Lisbon departs from platform four at half past nine.'
    """
    scorer = _sentence_metric(metric) if refs is None else Scorer.of(metric).sentence
    if refs is not None and matrix:
        raise OptionError("`matrix` is for scores of candidates against each other; leave out `refs`.")
    if form_of(scorer).reads_files:
        raise OptionError("Units from files pair up with lines of text, not with candidates; name units without files.")
    lists: Iterable[Candidates] = read_nbest(file_of(candidates, "candidates"), size, field)
    if refs is None:
        references, lists = None, list(lists)
        # what a metric prepares for a text is prepared once for each distinct one
        scorer.counts.prepare(list(dict.fromkeys(text for one in lists for text in one.texts)), jobs=jobs)
    else:
        groups = list(refs)
        references = Corpus.of([""] * len(groups), groups)
        check_references(metric, references.nrefs, len(references))

    def choose(item: tuple[int, Candidates]) -> tuple[Candidates, Choice, Any]:
        number, one = item
        if references is None:
            table = scorer.pairwise(one.texts, one.texts)
            return one, _choice(one.texts, _means(table), scorer), table if matrix else None
        if number >= len(references):
            there = counted(len(references), "sentence")
            raise InputError(f"There are candidates for more than {there}, the references.")
        theirs = references[number].refs
        values = scorer.segments(list(one.texts), [theirs] * len(one.texts)).values
        return Candidates(one.sentence, ()), _choice(one.texts, tuple(values), scorer, str(len(theirs))), None

    chosen = []
    for each in map_in_order(choose, enumerate(lists), workers(jobs)):  # lists are read a few at a time
        chosen.append(each)
        progress(1)
    if references is not None and len(chosen) < len(references):
        few = f"There are candidates for {counted(len(chosen), 'sentence')} and {len(references)} references"
        raise InputError(f"{few}; give references for each sentence, in the same order.")
    sentences, choices, tables = zip(*chosen, strict=True) if chosen else ((), (), ())
    return Choices(scorer, sentences, choices, tables if matrix else (), references is not None)


def _sentence_metric(metric: str | Metric | Scorer) -> Metric:
    """The metric for single sentences, each with one reference."""
    check_references(metric, "1", 1)
    return Scorer.of(metric).sentence


def _means(table: NDArray[np.float64]) -> tuple[float, ...]:
    """The mean of each row, rounded once: the order of the texts does not matter."""
    return tuple(fsum(row) / len(row) for row in table.tolist())


def _choice(texts: Sequence[str], expected: tuple[float, ...], scorer: Metric, nrefs: str = "1") -> Choice:
    """The first candidate with the best expected score."""
    best = (max if scorer.formula.higher_is_better else min)(expected)
    index = expected.index(best)
    return Choice(texts[index], index, best, expected, scorer.signature(nrefs), scorer.formula.higher_is_better)


def _checked(weights: Sequence[float], references: int) -> list[float]:
    """The weights as floats. Raises InputError unless there is one per reference, none is negative, not all 0."""
    problem = InputError("`weights` must be a list of numbers, one per reference.")
    if isinstance(weights, str | bytes | Mapping | Set):  # whose letters, bytes and keys are no weights
        raise problem
    try:
        numbers = [float(weight) for weight in weights]
    except (OverflowError, TypeError, ValueError):
        raise problem from None
    if len(numbers) != references:
        there = f"There {are(len(numbers))} {counted(len(numbers), 'weight')} for {counted(references, 'reference')}"
        raise InputError(f"{there}; every reference needs one.")
    if not all(isfinite(weight) and weight >= 0 for weight in numbers) or not any(numbers):
        raise InputError(
            "`weights` must be numbers ≥ 0, not all of them 0; for log-probabilities pass their exponentials."
        )
    exponent = frexp(max(numbers))[1]  # with a power of 2, products neither vanish nor overflow, and keep their digits
    return [ldexp(weight, -exponent) for weight in numbers]
