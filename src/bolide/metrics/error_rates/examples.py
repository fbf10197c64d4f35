"""Worked examples of the error rates, with the numbers that others published."""

from bolide.metrics.error_rates import CDER, CER, PER, WER
from bolide.metrics.example import Example

_MOSES = "the recurrence of Moses' CderScorer"

EXAMPLES: tuple[Example, ...] = (
    Example("one word for another", WER(), "hello duck", ("hello world",), 0.5, 4, "jiwer 4.0.0"),
    Example("one word for another, by letters", CER(), "hello duck", ("hello world",), 0.4545, 4, "jiwer 4.0.0"),
    Example(
        "order does not count", PER(), "c d a b", ("a b c d",), 0.0, 4, "Tillmann et al. 1997: every word is there",
    ),
    Example("two halves swapped", CDER(), "c d a b", ("a b c d",), 0.75, 4, _MOSES),
    Example("a block moved", CDER(), "d e f g h a b c", ("a b c d e f g h",), 0.375, 4, _MOSES),
)  # fmt: skip
