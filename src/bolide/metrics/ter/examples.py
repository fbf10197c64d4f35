"""TER's worked examples, with the numbers that others published."""

from bolide.metrics.example import Example
from bolide.metrics.ter import TER

_SAUDI = "SAUDI ARABIA denied THIS WEEK information published in the AMERICAN new york times"

EXAMPLES: tuple[Example, ...] = (
    Example(
        "a shift and three edits", TER(), "THIS WEEK THE SAUDIS denied information published in the new york times",
        (_SAUDI,), 0.3077, 4, "Snover et al. 2006, section 2",
    ),
    Example("two words swapped", TER(), "b a", ("a b",), 0.5, 4, "sacreBLEU 2.6.0"),
    Example("longer than its reference", TER(), "a b c d e", ("a b",), 1.5, 4, "sacreBLEU 2.6.0"),
    Example("two references", TER(), "a b c", ("a b c d", "a x"), 0.3333, 4, "sacreBLEU 2.6.0"),
    Example("references cut twice", TER(normalized=True), "a,,1 b", ("a,,1 b",), 0.4, 4, "sacreBLEU 2.6.0"),
)  # fmt: skip
