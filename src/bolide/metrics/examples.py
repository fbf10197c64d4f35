"""Worked examples with the numbers that others published: the docs, the page and `bolide selftest` compute them."""

from __future__ import annotations

from dataclasses import dataclass

from bolide.metrics.base import Metric
from bolide.metrics.bleu import BLEU
from bolide.metrics.meteor import METEOR


@dataclass(frozen=True)
class Example:
    """A candidate, its references, a metric, and what must come out to so many decimals on the scale of 0 to 1."""

    title: str
    metric: Metric
    hyp: str
    refs: tuple[str, ...]
    expected: float
    digits: int
    source: str

    def value(self) -> float:
        """What this Bolide computes."""
        return self.metric.sentence(self.hyp, self.refs).value

    def holds(self) -> bool:
        """Whether that is the published number, to its last digit."""
        return round(self.value(), self.digits) == self.expected


_PAPER = BLEU.preset("paper")
_EPSILON = BLEU.preset("paper", smooth="method1")
_MAT = ("the cat is on the mat", "there is a cat on the mat")
_EXACT = METEOR(variant="nltk", stages=("exact",))
_STEMS = METEOR(variant="nltk", stages=("exact", "stem"))
_SKY = ("Rain falls gently from the sky",)
_CALCULATOR = "a public METEOR calculator"

EXAMPLES: tuple[Example, ...] = (
    Example("partial match", _PAPER, "the cat is on mat", _MAT[:1], 0.5789, 4, "a public BLEU calculator"),
    Example("clipping", _PAPER, "the the the the the the the", _MAT, 0.0, 4, "Papineni et al. 2002, example 2"),
    Example("clipping, smoothed", _EPSILON, "the the the the the the the", _MAT, 0.0393, 4, "NLTK's method 1"),
    Example("short perfect match", _PAPER, "hello world", ("hello world",), 0.0, 4, "a public BLEU calculator"),
    Example("the same, smoothed", _EPSILON, "hello world", ("hello world",), 0.3162, 4, "a public BLEU calculator"),
    Example("one substitution", _EXACT, _MAT[0], ("the cat sat on the mat",), 0.8067, 4, _CALCULATOR),
    Example("reordered", _EXACT, "the bird flew over a house", ("a bird flew over the house",), 0.8519, 4, _CALCULATOR),
    Example("stems", _STEMS, "the cats are running", ("the cat is run",), 0.6389, 4, _CALCULATOR),
    Example("identical", METEOR(variant="nltk"), _MAT[0], _MAT[:1], 0.9977, 4, "1 − 0.5/6³"),
    Example(
        "runs", METEOR(variant="runs"), "Gentle rain drops from the sky", _SKY, 0.625, 3, "a common teaching exercise"
    ),
)
