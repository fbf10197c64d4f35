"""The metrics by name, and how a name or a signature becomes one."""

from bolide.errors import unknown
from bolide.metrics.base import Metric
from bolide.metrics.bleu import BLEU
from bolide.metrics.meteor import METEOR
from bolide.scores import Signature

METRICS: dict[str, type[Metric]] = {
    "bleu": BLEU,
    "meteor": METEOR,
}


def parse(signature: str | Signature) -> Metric:
    """The metric a signature describes: `parse(str(score.signature))` is the metric that gave the score."""
    read = Signature.from_text(signature) if isinstance(signature, str) else signature
    return metric_class(read.metric).from_items(dict(read.items))


def metric_class(name: str) -> type[Metric]:
    """The metric called `name`, in any case."""
    if name.lower() not in METRICS:
        raise unknown("metric", name, METRICS)
    return METRICS[name.lower()]
