"""sacreBLEU's metrics, computed by Bolide."""

from typing import Any

from bolide.compat.sacrebleu.metrics.bleu import BLEU, BLEUScore
from bolide.compat.sacrebleu.metrics.chrf import CHRF, CHRFScore

METRICS: dict[str, Any] = {"BLEU": BLEU, "CHRF": CHRF}

__all__ = ["BLEU", "CHRF", "METRICS", "BLEUScore", "CHRFScore"]
