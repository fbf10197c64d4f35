"""Which system is better, and is the difference more than luck? Works on rows alone, for every metric.

from bolide.significance import Plan, Sample, compare
compare([Sample.of(name, metric, stats) for name, stats in tables.items()], Plan(baseline="old"))
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bolide.significance.buckets import bucketed, by_length
    from bolide.significance.paired import compare, confidence
    from bolide.significance.plan import Plan
    from bolide.significance.results import Comparison, Interval, Pair, Standing
    from bolide.significance.sample import Sample

_HOME = {
    "Comparison": "results",
    "Interval": "results",
    "Pair": "results",
    "Plan": "plan",
    "Sample": "sample",
    "Standing": "results",
    "bucketed": "buckets",
    "by_length": "buckets",
    "compare": "paired",
    "confidence": "paired",
}

__all__ = [
    "Comparison",
    "Interval",
    "Pair",
    "Plan",
    "Sample",
    "Standing",
    "bucketed",
    "by_length",
    "compare",
    "confidence",
]


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'bolide.significance' has no attribute {name!r}")
    return getattr(import_module(f"bolide.significance.{_HOME[name]}"), name)
