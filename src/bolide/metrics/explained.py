"""The explanation of a metric that brings none of its own: what was counted, and the numbers made of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bolide.corpus import Corpus
from bolide.explanation import Explanation, Step, is_identical
from bolide.marks import Whole
from bolide.scores import Score


def explain_plainly(
    segment: Corpus, tokens: Sequence[tuple[str, ...]], counted: Mapping[str, int], numbers: Mapping[str, float],
    score: Score,
) -> Explanation:  # fmt: skip
    """One mark with all the counts, one step for each number of the formula; the last one is the score.

    `segment` is a corpus of one, and `tokens` are those of its hypothesis and of each reference.
    """
    hyp, refs = segment.hyps[0], segment.refs
    return Explanation(
        score,
        tokens[0],
        tuple(tokens[1:]),
        tuple(_steps(score.name, counted, numbers)),
        (Whole("counted", dict(counted)),),
        True,
        is_identical(hyp, refs),
    )


def _steps(title: str, counted: Mapping[str, int], numbers: Mapping[str, float]) -> list[Step]:
    columns = {name: name for name in counted}
    last = list(numbers)[-1]
    told = f"By the formula of {title}, from what was counted."
    return [
        Step(title if name == last else name, name, dict(counted), value, told, columns, {}, name)
        for name, value in numbers.items()
    ]
