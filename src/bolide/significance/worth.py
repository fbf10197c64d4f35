"""What a difference is worth: how often people agreed that of two systems so far apart the higher one is better.

Kocmi et al. 2024 (arXiv 2401.06760) fitted, over many thousand pairs of systems, a / (1 + e^(−bΔ)) to the share of
pairs that people put in the order of a metric, Δ being the difference in the metric's points. It is not a p-value: it
says nothing about whether a difference is due to chance. It holds for their data, news and general text from and into
English; for other data the same curve can be fitted to one's own (`bolide correlate --fit-differences`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import exp
from typing import Any

from bolide.corpus.lines import read_text
from bolide.errors import InputError
from bolide.plain_json import from_json
from bolide.plain_numbers import json_number
from bolide.significance.results import Comparison

KOCMI = "Kocmi et al. 2024"


@dataclass(frozen=True)
class Curve:
    """a / (1 + e^(−bΔ)): the share of pairs of systems that people put in the same order, Δ in the points shown.

    `draws` are the (a, b) of resampled data, where the curve was fitted here; `about` says on what. `settings` are
    those that the metric must have, as its signature has them, if the curve holds for no others.
    """

    metric: str
    a: float
    b: float
    about: str = KOCMI
    draws: tuple[tuple[float, float], ...] = ()
    settings: str = ""

    def holds_for(self, signature: str) -> bool:
        """Whether the curve holds for a metric with this signature; tokenizers differ by language and are not asked."""
        if not self.settings:
            return True
        kept = [item for item in signature.split("|")[1:] if item.partition(":")[0] not in ("nrefs", "tok", "version")]
        return "|".join(kept) == self.settings

    def share(self, points: float) -> float:
        """How often people agree with a difference of so many points."""
        return _share(self.a, self.b, points)

    def interval(self, points: float) -> tuple[float, float] | None:
        """The middle 95 % of the shares by the curves of resampled data."""
        if not self.draws:
            return None
        shares = sorted(_share(a, b, points) for a, b in self.draws)
        return shares[int(0.025 * (len(shares) - 1))], shares[-1 - int(0.025 * (len(shares) - 1))]

    def to_dict(self) -> dict[str, Any]:
        return {"metric": self.metric, "a": self.a, "b": self.b, "about": self.about, "draws": list(self.draws)}


# In the names that signatures begin with; chrF is chrF2 there. They hold for sacreBLEU's defaults.
PUBLISHED = {
    "BLEU": Curve("BLEU", 0.8833, 0.966, settings="case:mixed|eff:no|smooth:exp"),
    "chrF2": Curve("chrF2", 0.930, 1.114, settings="case:mixed|eff:yes|nc:6|nw:0|space:no"),
}


def _share(a: float, b: float, points: float) -> float:
    return a / (1 + exp(min(-b * abs(points), 700.0)))  # more than e^700 is no number, and the share is 0 either way


def _bounded(a: object, b: object) -> tuple[float, float]:
    """The two numbers of a curve; ValueError where the first, which is a share, is none."""
    share, slope = json_number(a), json_number(b)
    if not 0 <= share <= 1:
        raise ValueError(f"{share} is not a share")
    return share, slope


def read_curves(path: str) -> dict[str, Curve]:
    """What `bolide correlate --fit-differences` wrote, by the metric's name."""
    try:
        data = from_json(read_text(path))
        curves = [
            Curve(str(each["metric"]), *_bounded(each["a"], each["b"]), str(each["about"]),
                  tuple(_bounded(*draw) for draw in each["draws"]))
            for each in data["curves"]
        ]  # fmt: skip
        if not curves:
            raise ValueError("there is none")
    except (ValueError, KeyError, TypeError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(
            f"{path} holds no curves of differences; `bolide correlate --fit-differences FILE` writes them."
        ) from None
    return {curve.metric: curve for curve in curves}


def with_worth(comparison: Comparison, curves: Mapping[str, Curve] = PUBLISHED) -> Comparison:
    """The comparison with how often people agree with each difference, if its metric has a curve."""
    curve = curves.get(comparison.metric)
    if curve is None or not curve.holds_for(comparison.signature):
        return comparison
    pairs = []
    for pair in comparison.pairs:
        points = comparison.scale * pair.difference
        pairs.append(replace(pair, agreed=curve.share(points), agreed_interval=curve.interval(points)))
    return replace(comparison, pairs=tuple(pairs), worth=curve.about)
