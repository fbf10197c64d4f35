"""chrF's worked examples, with the numbers that others published."""

from bolide.metrics.chrf import CHRF
from bolide.metrics.example import Example

_ACTION = (
    "It is a guide to action which ensures that the military always obeys the commands of the party",
    ("It is a guide to action that ensures that the military will forever heed Party commands",),
)

EXAMPLES: tuple[Example, ...] = (
    Example("chrF", CHRF(), *_ACTION, 0.6305, 4, "sacreBLEU 2.6.0, sentence_chrf"),
    Example("chrF++", CHRF(word_order=2), *_ACTION, 0.6217, 4, "sacreBLEU 2.6.0, sentence_chrf with word_order=2"),
    Example("chrF3", CHRF.preset("paper"), *_ACTION, 0.635, 4, "NLTK 3.10, sentence_chrf"),
)
