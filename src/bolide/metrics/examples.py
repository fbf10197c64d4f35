"""Worked examples: translations with published scores, as the docs, the page and `bolide doctor` compute them."""

from bolide.metrics.base import Metric
from bolide.metrics.bleu import BLEU
from bolide.metrics.chrf import CHRF
from bolide.metrics.error_rates import CDER, CER, PER, WER
from bolide.metrics.meteor import METEOR
from bolide.metrics.rgbf import RGBF
from bolide.metrics.ter import TER
from bolide.system.dataclasses import dataclass


@dataclass(frozen=True)
class Example:
    """A candidate, its references, a metric, and the published score to `digits` decimals on the scale of 0 to 1."""

    title: str
    metric: Metric
    hyp: str
    refs: tuple[str, ...]
    expected: float
    source: str
    digits: int = 4

    def value(self) -> float:
        """The score that Bolide computes."""
        return self.metric.sentence(self.hyp, self.refs).value

    def holds(self) -> bool:
        """Whether the computed score equals the published one to its last digit."""
        return round(self.value(), self.digits) == self.expected


_BLEU_CALCULATOR, _METEOR_CALCULATOR = "a public BLEU calculator", "a public METEOR calculator"
_SACREBLEU, _JIWER, _POPOVIC = "sacreBLEU 2.6.0", "jiwer 4.0.0", "Popović 2012"
_MOSES, _TILLMANN = "the recurrence of Moses' CderScorer", "Tillmann et al. 1997: every word is there"

_PAPER, _SMOOTHED = BLEU.preset("paper"), BLEU.preset("paper", smooth_method="method1")
_MAT = ("the cat is on the mat", "there is a cat on the mat")
_SEVENFOLD = "the the the the the the the"
_ACTION = (
    "It is a guide to action which ensures that the military always obeys the commands of the party",
    ("It is a guide to action that ensures that the military will forever heed Party commands",),
)
_EXACT, _STEMS = METEOR("nltk", stages=("exact",)), METEOR("nltk", stages=("exact", "stem"))
_BIRD = ("the bird flew over a house", ("a bird flew over the house",))
_FOX = ("the fast brown fox jumped over a lazy dog .", ("the quick brown fox jumps over the lazy dog .",))
_SAUDI = (
    "THIS WEEK THE SAUDIS denied information published in the new york times",
    ("SAUDI ARABIA denied THIS WEEK information published in the AMERICAN new york times",),
)
# Popović 2012: two sentences in four units; and counting without reuse, which finds eight of nine words.
UNITS = ("word", "base", "morpheme", "pos")
HYPS = (
    "This time , the reason for the collapse on Wall Street . ++ "
    "This time , the reason for the collapse on Wall Street . ++ "
    "Th is time , the reason for the collapse on Wall Street . ++ "
    "DT NN , DT NN IN DT NN IN NP NP SENT",
    "The proper functioning of the market and a price . ++ "
    "The proper functioning of the market and a price . ++ "
    "The proper function ing of the market and a price . ++ "
    "DT JJ NN IN DT NN CC DT NN SENT",
)
REFS = (
    "This time the fall in stocks on Wall Street is responsible for the drop . ++ "
    "This time the fall in stock on Wall Street be responsible for the drop . ++ "
    "Th is time the fall in stock s on Wall Street is responsible for the drop . ++ "
    "DT NN DT NN IN NNS IN NP NP VBZ JJ IN DT NN SENT",
    "The proper functioning of the market environment and the decrease in prices . ++ "
    "The proper functioning of the market environment and the decrease in price . ++ "
    "The proper function ing of the market environment and the decrease in price s . ++ "
    "DT JJ NN IN DT NN NN CC DT NN IN NNS SENT",
)
_COPIES = ("this is a hypothesis and this is a hypothesis", ("this is a reference and this is a hypothesis",))

EXAMPLES = (
    Example("partial match", _PAPER, "the cat is on mat", _MAT[:1], 0.5789, _BLEU_CALCULATOR),
    Example("clipping", _PAPER, _SEVENFOLD, _MAT, 0.0, "Papineni et al. 2002, example 2"),
    Example("clipping, smoothed", _SMOOTHED, _SEVENFOLD, _MAT, 0.0393, "NLTK's method 1"),
    Example("short perfect match", _PAPER, "hello world", ("hello world",), 0.0, _BLEU_CALCULATOR),
    Example("the same, smoothed", _SMOOTHED, "hello world", ("hello world",), 0.3162, _BLEU_CALCULATOR),
    Example("two halves swapped", CDER(), "c d a b", ("a b c d",), 0.75, _MOSES),
    Example("a block moved", CDER(), "d e f g h a b c", ("a b c d e f g h",), 0.375, _MOSES),
    Example("one word for another, by letters", CER(), "hello duck", ("hello world",), 0.4545, _JIWER),
    Example("chrF", CHRF.preset("sacrebleu"), *_ACTION, 0.6305, f"{_SACREBLEU}, sentence_chrf"),
    Example("chrF++", CHRF.preset("chrF++"), *_ACTION, 0.6217, f"{_SACREBLEU}, sentence_chrf with word_order=2"),
    Example("chrF3", CHRF.preset("paper"), *_ACTION, 0.635, "NLTK 3.10, sentence_chrf"),
    Example("one substitution", _EXACT, _MAT[0], ("the cat sat on the mat",), 0.8067, _METEOR_CALCULATOR),
    Example("reordered", _EXACT, *_BIRD, 0.8519, _METEOR_CALCULATOR),
    Example("stems", _STEMS, "the cats are running", ("the cat is run",), 0.6389, _METEOR_CALCULATOR),
    Example("1.5, English", METEOR("1.5"), *_FOX, 0.485124, "METEOR 1.5, the Java tool", 6),
    Example("identical", METEOR("nltk"), _MAT[0], _MAT[:1], 0.9977, "1 − 0.5/6³"),
    Example(
        "runs", METEOR("runs"), "Gentle rain drops from the sky", ("Rain falls gently from the sky",), 0.625,
        "a common teaching exercise", 3,
    ),
    Example("order does not count", PER(), "c d a b", ("a b c d",), 0.0, _TILLMANN),
    Example("four units", RGBF(units=UNITS), HYPS[0], REFS[:1], 0.310037, _POPOVIC, 6),
    Example("four units, second", RGBF(units=UNITS), HYPS[1], REFS[1:], 0.558205, _POPOVIC, 6),
    Example("8 of 9 words", RGBF(max_ngram_order=1), *_COPIES, 0.889, _POPOVIC, 3),
    Example("a shift and three edits", TER(), *_SAUDI, 0.3077, "Snover et al. 2006, section 2"),
    Example("two words swapped", TER(), "b a", ("a b",), 0.5, _SACREBLEU),
    Example("longer than its reference", TER(), "a b c d e", ("a b",), 1.5, _SACREBLEU),
    Example("two references", TER(), "a b c", ("a b c d", "a x"), 0.3333, _SACREBLEU),
    Example("references tokenized twice", TER(normalized=True), "a,,1 b", ("a,,1 b",), 0.4, _SACREBLEU),
    Example("one word for another", WER(), "hello duck", ("hello world",), 0.5, _JIWER),
)  # fmt: skip
