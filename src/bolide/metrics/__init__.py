"""The metrics by name, and how a name or a signature becomes one."""

from bolide.errors import OptionError, unknown
from bolide.metrics.base import Metric
from bolide.metrics.bleu import BLEU
from bolide.metrics.chrf import CHRF
from bolide.metrics.meteor import METEOR
from bolide.metrics.rgbf import RGBF
from bolide.scores import Signature

METRICS: dict[str, type[Metric]] = {
    "bleu": BLEU,
    "chrf": CHRF,
    "meteor": METEOR,
    "rgbf": RGBF,
}


def parse(signature: str | Signature) -> Metric:
    """The metric a signature describes: `parse(str(score.signature))` is the metric that gave the score."""
    read = Signature.from_text(signature) if isinstance(signature, str) else signature
    return metric_class(read.metric).from_signature(read)


def check_references(signature: str | Signature, nrefs: str, segments: int) -> None:
    """Refuse a signature that counts other references than there are.

    One segment alone cannot contradict `nrefs:var`: the number may vary over the segments it was taken from.
    """
    wanted = (Signature.from_text(signature) if isinstance(signature, str) else signature).nrefs
    if wanted not in (None, nrefs) and not (wanted == "var" and segments == 1):
        raise OptionError(
            f"The signature says nrefs:{wanted}, and here it is nrefs:{nrefs}; leave nrefs out of the signature, or "
            "give the references that it speaks of."
        )


def metric_class(name: str) -> type[Metric]:
    """The metric called `name`, in any case; chrF is also called chrF2 or chrF++."""
    for key, metric in METRICS.items():
        if key == name.lower() or metric.is_called(name):
            return metric
    raise unknown("metric", name, METRICS)
