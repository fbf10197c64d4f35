"""The worked examples of all metrics, as the docs, the page and `bolide doctor` compute them."""

from bolide.metrics import METRICS
from bolide.metrics.base import Metric
from bolide.metrics.example import CorpusExample, Example

_ALL = [example for metric in METRICS.values() for example in metric._examples()]
EXAMPLES: tuple[Example[Metric], ...] = tuple(example for example in _ALL if isinstance(example, Example))
CORPUS_EXAMPLES = tuple(example for example in _ALL if isinstance(example, CorpusExample))
ALL_EXAMPLES: tuple[Example[Metric] | CorpusExample[Metric], ...] = (*EXAMPLES, *CORPUS_EXAMPLES)
