"""TER's worked examples, with the numbers that others published."""

from collections.abc import Callable

from bolide.metrics.base import Metric
from bolide.metrics.example import Example

_SACREBLEU = "sacreBLEU 2.6.0"
_SAUDI = (
    "THIS WEEK THE SAUDIS denied information published in the new york times",
    ("SAUDI ARABIA denied THIS WEEK information published in the AMERICAN new york times",),
)


def examples(ter: Callable[..., Metric]) -> tuple[Example[Metric], ...]:
    """The paper's sentence, and short ones with sacreBLEU's scores."""
    usual, normalized = ter(), ter(normalized=True)
    return (
        Example("a shift and three edits", usual, *_SAUDI, 0.3077, 4, "Snover et al. 2006, section 2"),
        Example("two words swapped", usual, "b a", ("a b",), 0.5, 4, _SACREBLEU),
        Example("longer than its reference", usual, "a b c d e", ("a b",), 1.5, 4, _SACREBLEU),
        Example("two references", usual, "a b c", ("a b c d", "a x"), 0.3333, 4, _SACREBLEU),
        Example("references tokenized twice", normalized, "a,,1 b", ("a,,1 b",), 0.4, 4, _SACREBLEU),
    )
