"""rgbF in every segment of a corpus: its units, whose n-grams are counted, and the arithmetic."""

from __future__ import annotations

from bolide.corpus import Corpus
from bolide.metrics.rgbf.counts import RGBFCounts
from bolide.metrics.rgbf.formula import RGBFFormula
from bolide.metrics.traces import Line, Traces, View
from bolide.text.units import split_units


def traces(counts: RGBFCounts, corpus: Corpus) -> Traces:
    """The tokens of every unit; each unit and order takes the reference that suits it best."""
    made = counts.in_units(corpus)
    size = len(counts.units)
    hyps, refs = ([split_units(text, size) for text in side] for side in (made.hyps, made.refs))
    views = [
        View(
            unit, " ", [text[u] for text in hyps], [text[u] for text in refs],
            tuple(f"match_p_{unit}_{n}" for n in range(1, counts.max_order + 1)),
        )
        for u, unit in enumerate(counts.units)
    ]  # fmt: skip
    return Traces("grams", tuple(views), [-1] * len(corpus))


def arithmetic(counts: RGBFCounts, formula: RGBFFormula) -> tuple[Line, ...]:
    """From shared n-grams of every unit to rgbF."""
    names = ("match_p", "hyp", "match_r", "ref")
    lines = [
        Line(
            f"{unit} {n}-grams", "2·mₚ·mᵣ / (mₚ·r + mᵣ·h)", tuple(f"{what}_{unit}_{n}" for what in names), (f"f_{k}",),
            (("weight", formula.setting[k - 1]),),
        )
        for k, (unit, n) in enumerate(counts.grams, 1)
    ]  # fmt: skip
    every = tuple(f"f_{k}" for k in range(1, len(counts.grams) + 1))
    return (*lines, Line("rgbF", "Σ weight · F", every, ("rgbf",)))
