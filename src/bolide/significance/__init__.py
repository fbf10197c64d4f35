"""Significance tests and confidence intervals for any metric, computed from rows of counts.

from bolide.significance import Plan, Sample, compare
compare([Sample.of(name, metric, stats) for name, stats in tables.items()], Plan(baseline="old"))
"""

from typing import TYPE_CHECKING

from bolide.system.lazy import attach

if TYPE_CHECKING:
    from bolide.significance.breakdown import bucketed as bucketed, by_length as by_length
    from bolide.significance.paired import compare as compare, confidence as confidence
    from bolide.significance.plan import Plan as Plan
    from bolide.significance.results import (
        Comparison as Comparison,
        Interval as Interval,
        Pair as Pair,
        SystemResult as SystemResult,
    )
    from bolide.significance.sample import Sample as Sample
else:
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
