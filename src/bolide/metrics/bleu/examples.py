"""BLEU's worked examples, with the numbers that others published."""

from bolide.metrics.bleu import BLEU
from bolide.metrics.example import Example

_PAPER = BLEU.preset("paper")
_EPSILON = BLEU.preset("paper", smooth="method1")
_MAT = ("the cat is on the mat", "there is a cat on the mat")

EXAMPLES: tuple[Example, ...] = (
    Example("partial match", _PAPER, "the cat is on mat", _MAT[:1], 0.5789, 4, "a public BLEU calculator"),
    Example("clipping", _PAPER, "the the the the the the the", _MAT, 0.0, 4, "Papineni et al. 2002, example 2"),
    Example("clipping, smoothed", _EPSILON, "the the the the the the the", _MAT, 0.0393, 4, "NLTK's method 1"),
    Example("short perfect match", _PAPER, "hello world", ("hello world",), 0.0, 4, "a public BLEU calculator"),
    Example("the same, smoothed", _EPSILON, "hello world", ("hello world",), 0.3162, 4, "a public BLEU calculator"),
)
