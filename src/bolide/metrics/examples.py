"""Every metric's worked examples: the docs, the page and `bolide doctor` compute them."""

from bolide.metrics import METRICS
from bolide.metrics.base import Metric
from bolide.metrics.example import CorpusExample
from bolide.metrics.example import Example as Example

EXAMPLES: tuple[Example[Metric], ...] = tuple(example for metric in METRICS.values() for example in metric.examples())
CORPUS_EXAMPLES: tuple[CorpusExample[Metric], ...] = tuple(
    example for metric in METRICS.values() for example in metric.corpus_examples()
)
ALL_EXAMPLES: tuple[Example[Metric] | CorpusExample[Metric], ...] = (*EXAMPLES, *CORPUS_EXAMPLES)
