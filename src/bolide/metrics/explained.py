"""The explanation of a metric that brings none of its own: what was counted, and the numbers made of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bolide.corpus import Corpus, Refs
from bolide.explanation import Explanation, Step
from bolide.marks import Whole
from bolide.rating import rating

if TYPE_CHECKING:
    from bolide.metrics.base import Metric


def explain_plainly(metric: Metric, hyp: str, refs: Refs) -> Explanation:
    """One mark with all the counts, one step for each number of the formula; the last one is the score."""
    checked = Corpus.of([hyp], [refs])
    row = metric.measure_corpus(checked)[0]
    score = metric.score(row, checked.nrefs)
    counted = dict(zip(metric.columns, row, strict=True))
    texts = [tuple(metric.tokens(text)) for text in (checked.hyps[0], *checked.refs)]
    return Explanation(
        score,
        texts[0],
        tuple(texts[1:]),
        tuple(_steps(metric, row)),
        (Whole("counted", counted),),
        True,
        rating(None, score.value, checked.hyps[0], checked.refs),
    )


def _steps(metric: Metric, row: Sequence[int]) -> list[Step]:
    counted = dict(zip(metric.columns, row, strict=True))
    columns = {name: name for name in counted}
    told = f"By the formula of {metric.name}, from what was counted."
    return [
        Step(metric.title if name == metric.formula.names[-1] else name, name, counted, value, told, columns, {}, name)
        for name, value in metric.formula.numbers(row).items()
    ]
