"""Significance tests and confidence intervals for any metric, computed from rows of counts.

from bolide.significance import Plan, Sample, compare
compare([Sample.of(name, metric, stats) for name, stats in tables.items()], Plan(baseline="old"))
"""

from bolide.system.lazy import attach

__getattr__, __dir__, __all__ = attach(
    __name__,
    {
        "breakdown": ["bucketed", "by_length"],
        "paired": ["compare", "confidence"],
        "plan": ["Plan"],
        "results": ["Comparison", "Interval", "Pair", "SystemResult"],
        "sample": ["Sample"],
    },
)
