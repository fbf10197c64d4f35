"""Worked examples of the error rates, with the numbers that others published."""

from bolide.metrics.base import Metric
from bolide.metrics.example import Example

_MOSES = "the recurrence of Moses' CderScorer"
_TILLMANN = "Tillmann et al. 1997: every word is there"
# By metric: title, candidate, reference, score, source.
_PUBLISHED = {
    "WER": [("one word for another", "hello duck", "hello world", 0.5, "jiwer 4.0.0")],
    "CER": [("one word for another, by letters", "hello duck", "hello world", 0.4545, "jiwer 4.0.0")],
    "PER": [("order does not count", "c d a b", "a b c d", 0.0, _TILLMANN)],
    "CDER": [
        ("two halves swapped", "c d a b", "a b c d", 0.75, _MOSES),
        ("a block moved", "d e f g h a b c", "a b c d e f g h", 0.375, _MOSES),
    ],
}


def examples(metric: type[Metric]) -> tuple[Example[Metric], ...]:
    """The examples of one error rate, with its defaults."""
    return tuple(
        Example(title, metric(), hyp, (ref,), value, 4, source)
        for title, hyp, ref, value, source in _PUBLISHED.get(metric.name, ())
    )
