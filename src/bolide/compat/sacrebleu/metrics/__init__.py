"""sacreBLEU's metrics, computed by Bolide."""

from typing import Any

from bolide.compat.sacrebleu.metrics.bleu import BLEU, BLEUScore
from bolide.compat.sacrebleu.metrics.chrf import CHRF, CHRFScore
from bolide.compat.sacrebleu.metrics.ter import TER, TERScore

METRICS: dict[str, Any] = {"BLEU": BLEU, "CHRF": CHRF, "TER": TER}

__all__ = ["BLEU", "CHRF", "METRICS", "TER", "BLEUScore", "CHRFScore", "TERScore"]
