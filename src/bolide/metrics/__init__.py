"""The metrics by name."""

from bolide.metrics.base import Metric
from bolide.metrics.bleu import BLEU

METRICS: dict[str, type[Metric]] = {
    "bleu": BLEU,
}
