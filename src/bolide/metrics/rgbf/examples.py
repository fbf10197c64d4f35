"""rgbF's worked examples, with the numbers that others published."""

from collections.abc import Callable

from bolide.metrics.base import Metric
from bolide.metrics.example import Example

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


def examples(rgbf: Callable[..., Metric]) -> tuple[Example[Metric], ...]:
    """The two sentences, one by one."""
    metric = rgbf(units=UNITS)
    return (
        Example("four units", metric, HYPS[0], REFS[:1], 0.310037, 6, "Popović 2012"),
        Example("four units, second", metric, HYPS[1], REFS[1:], 0.558205, 6, "Popović 2012"),
    )
