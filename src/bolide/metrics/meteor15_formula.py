"""METEOR 1.5's score from its 23 statistics (Denkowski and Lavie 2014).

Arithmetic is IEEE's as in the tool: a division by zero is infinite or no number, never an error, and a score that is
no number is 0. Terms are added in the tool's order, so precision, recall and their mean agree to the last bit; the
power in the penalty differs from Java's by one unit in the last place now and then.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

COLUMNS = (
    *("hyp_len", "ref_len", "hyp_function", "ref_function"),
    *(f"{side}_{kind}_{stage}" for stage in range(1, 5) for kind in ("content", "function") for side in ("hyp", "ref")),
    *("chunks", "hyp_matched", "ref_matched"),
)
_CONTENT, _FUNCTION, _CHUNKS = range(4, 20, 4), range(6, 20, 4), 20  # of a stage, the candidate's count


@dataclass(frozen=True)
class Parameters:
    """alpha weighs recall, beta and gamma shape the penalty, delta weighs content words; one weight for each stage."""

    alpha: float
    beta: float
    gamma: float
    delta: float
    weights: tuple[float, ...]


class Parts(NamedTuple):
    """What a score is made of; `fragmentation` is chunks over matched words."""

    precision: float
    recall: float
    f1: float
    fmean: float
    fragmentation: float
    penalty: float
    score: float


def is_perfect(row: Sequence[int]) -> bool:
    """Whether every word is matched, in one chunk: such a segment has no penalty and adds no chunk to a corpus."""
    return row[_CHUNKS] == 1 and sum(row[4:20:2]) == row[0] and sum(row[5:20:2]) == row[1]


def aggregate(rows: Iterable[Sequence[int]]) -> list[int]:
    """The statistics of a corpus: the sum of its segments', less the chunk of each perfect one."""
    total = [0] * len(COLUMNS)
    for row in rows:
        total = [a + b for a, b in zip(total, row, strict=True)]
        total[_CHUNKS] -= is_perfect(row)
    return total


def score(row: Sequence[int], parameters: Parameters) -> Parts:
    """The score of one segment's statistics, or of an aggregate."""
    alpha, delta = parameters.alpha, parameters.delta
    rest = 1.0 - delta
    hyp, ref = _matched(row, parameters)
    precision = _ratio(hyp, delta * (row[0] - row[2]) + rest * row[2])
    recall = _ratio(ref, delta * (row[1] - row[3]) + rest * row[3])
    f1 = _ratio(2 * precision * recall, precision + recall)
    fmean = _ratio(1.0, _ratio(1.0 - alpha, precision) + _ratio(alpha, recall))
    fragmentation = 0.0 if is_perfect(row) else _ratio(float(row[_CHUNKS]), (row[21] + row[22]) / 2.0)
    penalty = parameters.gamma * _power(fragmentation, parameters.beta)
    value = fmean * (1.0 - penalty)
    return Parts(precision, recall, f1, fmean, fragmentation, penalty, value if value > 0.0 else 0.0)


def _matched(row: Sequence[int], parameters: Parameters) -> tuple[float, float]:
    """The weighted matches of both sides; the tool adds content words first, stage by stage, then function words."""
    hyp = ref = 0.0
    for places, share in ((_CONTENT, parameters.delta), (_FUNCTION, 1.0 - parameters.delta)):
        for weight, at in zip(parameters.weights, places):  # noqa: B905 (there may be fewer weights)
            if row[at]:
                hyp += row[at] * weight * share
            if row[at + 1]:
                ref += row[at + 1] * weight * share
    return hyp, ref


def _ratio(above: float, below: float) -> float:
    if below != 0.0:
        return above / below
    return math.nan if above == 0.0 or math.isnan(above) else math.copysign(math.inf, above)


def _power(base: float, exponent: float) -> float:
    try:
        return math.pow(base, exponent)
    except (OverflowError, ValueError):  # a fragmentation of 0, or a huge one, with an exponent far below 0
        return math.inf
