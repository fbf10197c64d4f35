"""METEOR's worked examples, with the numbers that others published."""

from bolide.metrics.example import Example
from bolide.metrics.meteor.meteor15 import METEOR15
from bolide.metrics.meteor.staged import StagedMETEOR

_EXACT = StagedMETEOR("nltk", stages=("exact",))
_STEMS = StagedMETEOR("nltk", stages=("exact", "stem"))
_CALCULATOR = "a public METEOR calculator"
_SIX = "the cat is on the mat"
_FOX = ("the fast brown fox jumped over a lazy dog .", ("the quick brown fox jumps over the lazy dog .",))
_RAIN = ("Gentle rain drops from the sky", ("Rain falls gently from the sky",))

EXAMPLES: tuple[Example, ...] = (
    Example("one substitution", _EXACT, _SIX, ("the cat sat on the mat",), 0.8067, 4, _CALCULATOR),
    Example("reordered", _EXACT, "the bird flew over a house", ("a bird flew over the house",), 0.8519, 4, _CALCULATOR),
    Example("stems", _STEMS, "the cats are running", ("the cat is run",), 0.6389, 4, _CALCULATOR),
    Example("1.5, English", METEOR15(), *_FOX, 0.485124, 6, "METEOR 1.5, the Java tool"),
    Example("identical", StagedMETEOR("nltk"), _SIX, (_SIX,), 0.9977, 4, "1 − 0.5/6³"),
    Example("runs", StagedMETEOR("runs"), *_RAIN, 0.625, 3, "a common teaching exercise"),
)
