"""BLEU's worked examples, with the numbers that others published."""

from bolide.metrics.base import Metric
from bolide.metrics.example import Example

_CALCULATOR = "a public BLEU calculator"
_MAT = ("the cat is on the mat", "there is a cat on the mat")


def examples(bleu: type[Metric]) -> tuple[Example[Metric], ...]:
    """Examples with the settings of the paper, and with a smoothing added."""
    paper, smoothed = bleu.preset("paper"), bleu.preset("paper", smooth="method1")
    sevenfold = "the the the the the the the"
    return (
        Example("partial match", paper, "the cat is on mat", _MAT[:1], 0.5789, 4, _CALCULATOR),
        Example("clipping", paper, sevenfold, _MAT, 0.0, 4, "Papineni et al. 2002, example 2"),
        Example("clipping, smoothed", smoothed, sevenfold, _MAT, 0.0393, 4, "NLTK's method 1"),
        Example("short perfect match", paper, "hello world", ("hello world",), 0.0, 4, _CALCULATOR),
        Example("the same, smoothed", smoothed, "hello world", ("hello world",), 0.3162, 4, _CALCULATOR),
    )
