"""chrF's worked examples, with the numbers that others published."""

from bolide.metrics.base import Metric
from bolide.metrics.example import Example

_ACTION = (
    "It is a guide to action which ensures that the military always obeys the commands of the party",
    ("It is a guide to action that ensures that the military will forever heed Party commands",),
)


def examples(chrf: type[Metric]) -> tuple[Example[Metric], ...]:
    """One sentence under three names of the metric."""
    usual, plus, paper = (chrf.preset(name) for name in ("sacrebleu", "chrF++", "paper"))
    return (
        Example("chrF", usual, *_ACTION, 0.6305, 4, "sacreBLEU 2.6.0, sentence_chrf"),
        Example("chrF++", plus, *_ACTION, 0.6217, 4, "sacreBLEU 2.6.0, sentence_chrf with word_order=2"),
        Example("chrF3", paper, *_ACTION, 0.635, 4, "NLTK 3.10, sentence_chrf"),
    )
