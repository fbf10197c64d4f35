"""METEOR's worked examples, with the numbers that others published."""

from collections.abc import Callable

from bolide.metrics.base import Metric
from bolide.metrics.example import Example

_CALCULATOR = "a public METEOR calculator"
_SIX = "the cat is on the mat"
_FOX = ("the fast brown fox jumped over a lazy dog .", ("the quick brown fox jumps over the lazy dog .",))
_RAIN = ("Gentle rain drops from the sky", ("Rain falls gently from the sky",))


def examples(meteor: Callable[..., Metric]) -> tuple[Example[Metric], ...]:
    """Examples of three variants."""
    exact, stems = meteor("nltk", stages=("exact",)), meteor("nltk", stages=("exact", "stem"))
    swapped = ("the bird flew over a house", ("a bird flew over the house",))
    return (
        Example("one substitution", exact, _SIX, ("the cat sat on the mat",), 0.8067, 4, _CALCULATOR),
        Example("reordered", exact, *swapped, 0.8519, 4, _CALCULATOR),
        Example("stems", stems, "the cats are running", ("the cat is run",), 0.6389, 4, _CALCULATOR),
        Example("1.5, English", meteor("1.5"), *_FOX, 0.485124, 6, "METEOR 1.5, the Java tool"),
        Example("identical", meteor("nltk"), _SIX, (_SIX,), 0.9977, 4, "1 − 0.5/6³"),
        Example("runs", meteor("runs"), *_RAIN, 0.625, 3, "a common teaching exercise"),
    )
