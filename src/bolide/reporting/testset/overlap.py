"""Outputs that several systems have in common, and outputs that are word for word a reference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise
from typing import Any

from bolide.corpus import Corpus
from bolide.system.errors import counted, listed

MOST = 3  # pairs that are named
FEW = 8  # equal outputs that say nothing
APART = 2.5  # times as many as any other system


def shared_outputs(systems: Sequence[Corpus]) -> list[list[int]]:
    """For each system and segment the first system with the same output."""
    first: list[list[int]] = [[] for _ in systems]
    for outputs in zip(*(system.hyps for system in systems), strict=True):
        known: dict[str, int] = {}
        for k, hyp in enumerate(outputs):
            first[k].append(known.setdefault(hyp, k))
    return first


def equal_to_references(systems: Sequence[Corpus]) -> list[list[int]]:
    """The segments of each system whose output is one of the references."""
    starts = systems[0].ref_starts.tolist()
    refs = [{*systems[0].refs[start:end]} for start, end in pairwise(starts)]
    return [[k for k, hyp in enumerate(system.hyps) if hyp in refs[k]] for system in systems]


def overlap_sentences(summary: Mapping[str, Any], segments: Mapping[str, Any]) -> list[str]:
    """Which systems have most of their outputs in common, and which equal the references far more often than others."""
    names, size, same = summary["systems"], summary["segments"], segments["same"]
    counts = {
        (a, b): sum(x == y for x, y in zip(same[a], same[b], strict=True))
        for a, b in combinations(range(len(names)), 2)
    }
    alike = sorted((pair for pair in counts if 2 * counts[pair] >= size > 1), key=lambda pair: -counts[pair])
    shares = [f"{names[a]} and {names[b]} in {100 * counts[a, b] / size:.0f} %" for a, b in alike[:MOST]]
    shares += [f"{counted(len(alike) - MOST, 'other pair')} in half of them or more"] if len(alike) > MOST else []
    sentences = [f"The same output is given by {listed(shares)} of the segments."] if shares else []
    equal = sorted(((len(lines), name) for name, lines in zip(names, segments["equal"], strict=True)), reverse=True)
    for k in range(len(equal) // 2, 0, -1):
        (least, _), (most, _) = equal[k - 1], equal[k]
        if least >= max(FEW, APART * most):
            often, seldom = (_range([count for count, _ in part]) for part in (equal[:k], equal[k:]))
            who, others = listed([name for _, name in equal[:k]]), "others" if len(equal) - k > 1 else "other"
            verb = "equals" if k == 1 else "equal"
            return [*sentences, f"{who} {verb} the reference in {often} segments, the {others} in {seldom}."]
    return sentences


def _range(counts: Sequence[int]) -> str:
    low, high = min(counts), max(counts)
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"
