"""Results of a comparison as plain data, assembled from tests of pairs; the page uses them too."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bolide.data.display import Drawable
from bolide.significance.arithmetic import CORRECTIONS, clusters, half_width, middle
from bolide.significance.plan import Plan
from bolide.system.messages import counted


@dataclass(frozen=True)
class Interval:
    """The 95 % confidence interval from resampled scores; sacreBLEU prints `mean` ± `half_width`."""

    low: float
    high: float
    mean: float
    half_width: float

    def to_dict(self) -> dict[str, float]:
        return {"low": self.low, "high": self.high, "mean": self.mean, "half_width": self.half_width}


@dataclass(frozen=True)
class SystemResult:
    """A system's score with its confidence interval, and its cluster (from 1) if all pairs were compared."""

    system: str
    value: float
    interval: Interval | None
    cluster: int | None = None

    def to_dict(self) -> dict[str, Any]:
        return {
            "system": self.system,
            "value": self.value,
            "interval": None if self.interval is None else self.interval.to_dict(),
            "cluster": self.cluster,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> SystemResult:
        """Read what `to_dict` wrote."""
        interval = data["interval"]
        return cls(data["system"], data["value"], None if interval is None else Interval(**interval), data["cluster"])


@dataclass(frozen=True)
class Pair:
    """A test of one system against another: positive `difference` and `effect` favour `a` for every metric.

    `effect` is the mean difference of segment scores over its standard deviation (None if that is 0); `wins`, `ties`
    and `losses` count the segments on which `a` is better, equal or worse; `holds` is the share of resamples in which
    `a` is better; `human_agreement` is set by `with_human_agreement`.
    """

    a: str
    b: str
    difference: float
    interval: tuple[float, float]
    p: float
    p_corrected: float
    effect: float | None
    wins: int
    ties: int
    losses: int
    significant: bool
    holds: float
    human_agreement: float | None = None

    def to_dict(self) -> dict[str, Any]:
        return {**vars(self), "interval": list(self.interval)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Pair:
        """Read what `to_dict` wrote."""
        return cls(**{**data, "interval": tuple(data["interval"])})


@dataclass(frozen=True)
class Comparison(Drawable):
    """Systems, best first (but the baseline, if any, before all), and the tested pairs."""

    metric: str
    signature: str
    higher_is_better: bool
    scale: float
    segments: int
    plan: Plan
    systems: tuple[SystemResult, ...]
    pairs: tuple[Pair, ...]
    clusters: tuple[tuple[str, ...], ...] = ()

    _view = "bolide.reporting.views.comparison:comparison_blocks"
    _svg = "bolide.reporting.views.comparison:comparison_plot"

    def __repr__(self) -> str:
        scores = ", ".join(f"{s.system} {self.scale * s.value:.4g}" for s in self.systems)
        return f"<Comparison: {self.metric}, {scores}; {counted(len(self.pairs), 'test')}>"

    def pair(self, a: str, b: str) -> Pair:
        """The test of these two systems, in either order."""
        for pair in self.pairs:
            if {pair.a, pair.b} == {a, b}:
                return pair
        raise KeyError((a, b))

    def to_dict(self) -> dict[str, Any]:
        return {
            "metric": self.metric,
            "signature": self.signature,
            "higher_is_better": self.higher_is_better,
            "scale": self.scale,
            "segments": self.segments,
            "plan": self.plan.to_dict(),
            "systems": [system.to_dict() for system in self.systems],
            "pairs": [pair.to_dict() for pair in self.pairs],
            "clusters": [list(names) for names in self.clusters],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Comparison:
        """Read what `to_dict` wrote."""
        plain = {key: data[key] for key in ("metric", "signature", "higher_is_better", "scale", "segments")}
        return cls(
            **plain,
            plan=Plan.from_dict(data["plan"]),
            systems=tuple(map(SystemResult.from_dict, data["systems"])),
            pairs=tuple(map(Pair.from_dict, data["pairs"])),
            clusters=tuple(map(tuple, data["clusters"])),
        )


def ranked(systems: Iterable[SystemResult], higher_is_better: bool) -> list[SystemResult]:
    """The systems sorted by score, best first; ties keep their order."""
    return sorted(systems, key=lambda result: -result.value if higher_is_better else result.value)


def interval_of(ordered: Sequence[float], mean: float, mode: str = "sound") -> Interval:
    """The interval of sorted resampled scores with this mean; sacreBLEU's is centred on the mean."""
    half = half_width(ordered)
    low, high = (mean - half, mean + half) if mode == "sacrebleu" else middle(ordered)
    return Interval(low, high, mean, half)


@dataclass(frozen=True)
class PairTest:
    """A test of two systems, by index: p-value, 95 % interval of the difference, share of resamples in which `a` is
    better, segments that `a` wins and loses, and effect size."""

    a: int
    b: int
    p: float
    interval: tuple[float, float]
    holds: float
    wins: int
    losses: int
    effect: float | None


@dataclass(frozen=True)
class ScoredSystems:
    """The scores of all systems under one metric."""

    metric: str
    signature: str
    higher_is_better: bool
    scale: float
    segments: int
    systems: tuple[SystemResult, ...]


def comparison_of(scored: ScoredSystems, tests: Sequence[PairTest], plan: Plan) -> Comparison:
    """Rank the systems, correct the p-values, and form clusters (none against a baseline)."""
    sign = 1 if scored.higher_is_better else -1
    corrected = CORRECTIONS[plan.correction_used]([test.p for test in tests])
    pairs = []
    for test, p_corrected in zip(tests, corrected, strict=True):
        a, b = scored.systems[test.a], scored.systems[test.b]
        ties = scored.segments - test.wins - test.losses
        pairs.append(
            Pair(
                a.system, b.system, sign * (a.value - b.value), test.interval, test.p, p_corrected, test.effect,
                test.wins, ties, test.losses, p_corrected <= plan.alpha, test.holds,
            )
        )  # fmt: skip
    systems = ranked(scored.systems, scored.higher_is_better)
    if plan.baseline is not None:
        systems.sort(key=lambda result: result.system != plan.baseline)
    won = {(pair.a, pair.b) for pair in pairs if pair.significant and pair.difference > 0}
    names = [result.system for result in systems]
    groups = clusters(names, lambda a, b: (a, b) in won) if pairs and plan.baseline is None else ()
    number = {name: k for k, group in enumerate(groups, 1) for name in group}
    return Comparison(
        scored.metric, scored.signature, scored.higher_is_better, scored.scale, scored.segments, plan,
        tuple(replace(result, cluster=number.get(result.system)) for result in systems), tuple(pairs), groups,
    )  # fmt: skip
