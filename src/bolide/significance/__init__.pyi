"""What type checkers see of the names that __init__.py imports when they are first used."""

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

__all__: list[str]
