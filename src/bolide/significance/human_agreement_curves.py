"""Expected agreement of human judgments with a metric's ranking of two systems (Kocmi et al. 2024, arXiv 2401.06760).

Over thousands of pairs of systems they fitted a / (1 + e^(−bΔ)) to the share of pairs that humans rank as the metric
does, Δ being the difference in points. It is not a p-value: it does not say whether a difference is due to chance.
It holds for their data, news and general text from and into English.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import exp

from bolide.significance.results import Comparison


@dataclass(frozen=True)
class Curve:
    """a / (1 + e^(−bΔ)) for a metric whose signature has these settings, Δ in points on the printed scale."""

    a: float
    b: float
    settings: str

    def holds_for(self, signature: str) -> bool:
        """Whether this signature has these settings. The tokenizer is ignored, since it depends on the language."""
        items = [item for item in signature.split("|")[1:] if item.partition(":")[0] not in ("nrefs", "tok", "version")]
        return "|".join(items) == self.settings

    def share(self, points: float) -> float:
        """The share of human judgments that agree with a difference of this many points, at least one half.

        The curves are below one half at 0, where they were not fitted.
        """
        return max(0.5, self.a / (1 + exp(-self.b * abs(points))))


# By the names that signatures begin with; chrF is chrF2 there. The settings are sacreBLEU's defaults.
PUBLISHED = {
    "BLEU": Curve(0.8833, 0.966, "case:mixed|eff:no|smooth:exp"),
    "chrF2": Curve(0.930, 1.114, "case:mixed|eff:yes|nc:6|nw:0|space:no"),
}


def published_curve(comparison: Comparison) -> Curve | None:
    """The curve of the comparison's metric; None if there is none, or if it was fitted to other settings."""
    curve = PUBLISHED.get(comparison.metric)
    return curve if curve is not None and curve.holds_for(comparison.signature) else None


def with_human_agreement(comparison: Comparison) -> Comparison:
    """Add the expected human agreement to each pair that differs, if there is a published curve for the metric."""
    curve = published_curve(comparison)
    if curve is None:
        return comparison
    pairs = [
        replace(pair, human_agreement=curve.share(comparison.scale * pair.difference)) if pair.significant else pair
        for pair in comparison.pairs
    ]
    none = "" if any(pair.significant for pair in pairs) else "No agreement of people is shown, since no pair differs."
    return replace(comparison, pairs=tuple(pairs), notes=(*comparison.notes, *filter(None, [none])))
