"""Worked examples with the numbers that others published: the docs, the page and `bolide selftest` compute them."""

from __future__ import annotations

from dataclasses import dataclass

from bolide.metrics.base import Metric
from bolide.metrics.bleu import BLEU
from bolide.metrics.chrf import CHRF
from bolide.metrics.meteor import METEOR
from bolide.metrics.rgbf import RGBF


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
_FOX = ("the fast brown fox jumped over a lazy dog .", ("the quick brown fox jumps over the lazy dog .",))

# Popović 2012: two sentences in four units.
RGBF_PAPER_UNITS = ("word", "base", "morpheme", "pos")
RGBF_PAPER_HYPS = (
    "This time , the reason for the collapse on Wall Street . ++ "
    "This time , the reason for the collapse on Wall Street . ++ "
    "Th is time , the reason for the collapse on Wall Street . ++ "
    "DT NN , DT NN IN DT NN IN NP NP SENT",
    "The proper functioning of the market and a price . ++ "
    "The proper functioning of the market and a price . ++ "
    "The proper function ing of the market and a price . ++ "
    "DT JJ NN IN DT NN CC DT NN SENT",
)
RGBF_PAPER_REFS = (
    "This time the fall in stocks on Wall Street is responsible for the drop . ++ "
    "This time the fall in stock on Wall Street be responsible for the drop . ++ "
    "Th is time the fall in stock s on Wall Street is responsible for the drop . ++ "
    "DT NN DT NN IN NNS IN NP NP VBZ JJ IN DT NN SENT",
    "The proper functioning of the market environment and the decrease in prices . ++ "
    "The proper functioning of the market environment and the decrease in price . ++ "
    "The proper function ing of the market environment and the decrease in price s . ++ "
    "DT JJ NN IN DT NN NN CC DT NN IN NNS SENT",
)

_RGBF = RGBF(units=RGBF_PAPER_UNITS)
_ACTION = (
    "It is a guide to action which ensures that the military always obeys the commands of the party",
    ("It is a guide to action that ensures that the military will forever heed Party commands",),
)

EXAMPLES: tuple[Example, ...] = (
    Example("partial match", _PAPER, "the cat is on mat", _MAT[:1], 0.5789, 4, "a public BLEU calculator"),
    Example("clipping", _PAPER, "the the the the the the the", _MAT, 0.0, 4, "Papineni et al. 2002, example 2"),
    Example("clipping, smoothed", _EPSILON, "the the the the the the the", _MAT, 0.0393, 4, "NLTK's method 1"),
    Example("short perfect match", _PAPER, "hello world", ("hello world",), 0.0, 4, "a public BLEU calculator"),
    Example("the same, smoothed", _EPSILON, "hello world", ("hello world",), 0.3162, 4, "a public BLEU calculator"),
    Example("chrF", CHRF(), *_ACTION, 0.6305, 4, "sacreBLEU 2.6.0, sentence_chrf"),
    Example("chrF++", CHRF(word_order=2), *_ACTION, 0.6217, 4, "sacreBLEU 2.6.0, sentence_chrf with word_order=2"),
    Example("chrF3", CHRF.preset("paper"), *_ACTION, 0.635, 4, "NLTK 3.10, sentence_chrf"),
    Example("four units", _RGBF, RGBF_PAPER_HYPS[0], RGBF_PAPER_REFS[:1], 0.310037, 6, "Popović 2012"),
    Example("four units, second", _RGBF, RGBF_PAPER_HYPS[1], RGBF_PAPER_REFS[1:], 0.558205, 6, "Popović 2012"),
    Example("one substitution", _EXACT, _MAT[0], ("the cat sat on the mat",), 0.8067, 4, _CALCULATOR),
    Example("reordered", _EXACT, "the bird flew over a house", ("a bird flew over the house",), 0.8519, 4, _CALCULATOR),
    Example("stems", _STEMS, "the cats are running", ("the cat is run",), 0.6389, 4, _CALCULATOR),
    Example("1.5, English", METEOR(), *_FOX, 0.485124, 6, "METEOR 1.5, the Java tool"),
    Example("identical", METEOR(variant="nltk"), _MAT[0], _MAT[:1], 0.9977, 4, "1 − 0.5/6³"),
    Example(
        "runs", METEOR(variant="runs"), "Gentle rain drops from the sky", _SKY, 0.625, 3, "a common teaching exercise"
    ),
)
