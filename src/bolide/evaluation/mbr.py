"""Minimum Bayes risk (MBR): of several candidates for one sentence, the one with the best expected score."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from math import fsum, isfinite

from bolide.corpus import exact_texts
from bolide.data.scores import Signature
from bolide.metrics import check_references
from bolide.metrics.base import Metric
from bolide.metrics.pairwise import PairwiseScores
from bolide.metrics.scorer import Scorer
from bolide.system.errors import InputError
from bolide.system.messages import are, counted
from bolide.system.threads import workers


@dataclass(frozen=True)
class Choice:
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

    @property
    def percent(self) -> float:
        """The expected score on the scale of 0 to 100."""
        return 100 * self.value

    @property
    def ranking(self) -> tuple[int, ...]:
        """The indices of all candidates, best first; ties keep their order."""
        sign = -1 if self.higher_is_better else 1
        return tuple(sorted(range(len(self.expected)), key=lambda number: sign * self.expected[number]))


def mbr(
    candidates: Iterable[str],
    metric: str | Metric,
    references: Iterable[str] | None = None,
    *,
    weights: Sequence[float] | None = None,
) -> Choice:
    """The candidate with the best expected score against the references; the first one if several are equal.

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
    texts = exact_texts(candidates, "candidates")
    table = scorer.pairwise(texts, texts if references is None else exact_texts(references, "references"))
    if weights is None:
        expected = table.mean(axis=1)
    else:
        shares = _checked(weights, table.shape[1])
        whole = fsum(shares)
        expected = tuple(fsum(w * v for w, v in zip(shares, row, strict=True)) / whole for row in table)
    return _choice(texts, expected, scorer)


def mbr_of_lists(
    lists: Iterable[Sequence[str]],
    metric: str | Metric,
    *,
    jobs: int = 1,
    progress: Callable[[int], None] = lambda lists: None,
) -> Iterator[tuple[Choice, PairwiseScores]]:
    """Run `mbr` on each list of candidates, in order; yields the choice and the scores of all pairs of candidates.

    `jobs` is the number of threads (0: one per core); `progress` is called with 1 after each list. Lists are read a
    few at a time, so a long file needs no more memory than a short one.

    >>> from bolide.evaluation.mbr import mbr_of_lists
    >>> lists = [["a cat", "the cat", "the cats"], ["it rains", "it is raining", "it rained"]]
    >>> [choice.text for choice, _ in mbr_of_lists(lists, "chrf")]
    ['the cats', 'it rained']
    """
    scorer = _sentence_metric(metric)

    def choose(number: int, candidates: Sequence[str]) -> tuple[Choice, PairwiseScores]:
        texts = exact_texts(candidates, f"lists[{number}]")
        if not texts:
            raise InputError(f"lists[{number}] is empty; there must be at least one candidate to choose from.")
        table = scorer.pairwise(texts, texts)
        return _choice(texts, table.mean(axis=1), scorer), table

    threads = workers(jobs)
    waiting: deque[Future[tuple[Choice, PairwiseScores]]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        try:
            for number, candidates in enumerate(lists):
                waiting.append(pool.submit(choose, number, candidates))
                if len(waiting) > 2 * threads:
                    yield waiting.popleft().result()
                    progress(1)
            while waiting:
                yield waiting.popleft().result()
                progress(1)
        finally:
            for future in waiting:
                future.cancel()


def _sentence_metric(metric: str | Metric) -> Metric:
    """The metric for single sentences, each with one reference."""
    check_references(metric, "1", 1)
    return Scorer.of(metric).sentence


def _choice(texts: Sequence[str], expected: tuple[float, ...], scorer: Metric) -> Choice:
    """The first candidate with the best expected score."""
    best = (max if scorer.formula.higher_is_better else min)(expected)
    index = expected.index(best)
    return Choice(texts[index], index, best, expected, scorer.signature("1"), scorer.formula.higher_is_better)


def _checked(weights: Sequence[float], references: int) -> list[float]:
    """The weights as floats. Raises InputError unless there is one per reference, none is negative, not all 0."""
    try:
        numbers = [float(weight) for weight in weights]
    except (TypeError, ValueError):
        raise InputError("`weights` must be a list of numbers, one per reference.") from None
    if len(numbers) != references:
        there = f"There {are(len(numbers))} {counted(len(numbers), 'weight')} for {counted(references, 'reference')}"
        raise InputError(f"{there}; every reference needs one.")
    if not all(isfinite(weight) and weight >= 0 for weight in numbers) or not any(numbers):
        raise InputError(
            "`weights` must be numbers ≥ 0, not all of them 0; for log-probabilities pass their exponentials."
        )
    return numbers
