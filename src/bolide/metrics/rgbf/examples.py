"""rgbF's worked examples, with the numbers that others published."""

from collections.abc import Callable

from bolide.metrics.base import Metric
from bolide.metrics.example import CorpusExample, Example

# Popović 2012: two sentences in four units.
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


# The same paper on counting without reuse: eight of nine words are found.
COPIES = (
    "this is a hypothesis and this is a hypothesis",
    "this is a reference and this is a hypothesis",
)


def examples(rgbf: Callable[..., Metric]) -> tuple[Example[Metric] | CorpusExample[Metric], ...]:
    """The two sentences, one by one and together, and the words that are counted without reuse."""
    metric = rgbf(units=UNITS)
    return (
        Example("four units", metric, HYPS[0], REFS[:1], 0.310037, 6, "Popović 2012"),
        Example("four units, second", metric, HYPS[1], REFS[1:], 0.558205, 6, "Popović 2012"),
        Example("8 of 9 words", rgbf(max_order=1), COPIES[0], COPIES[1:], 0.889, 3, "Popović 2012"),
        CorpusExample("both sentences", metric, HYPS, REFS, 0.422512, 6, "Popović 2012"),
    )
