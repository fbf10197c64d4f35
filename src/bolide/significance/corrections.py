"""Corrections for asking many questions at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm 1979: keeps the chance of even one false alarm below the level."""
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    corrected = [0.0] * len(p_values)
    highest = 0.0
    for rank, place in enumerate(order):
        highest = max(highest, min(1.0, (len(order) - rank) * p_values[place]))
        corrected[place] = highest
    return corrected


def benjamini_hochberg(p_values: Sequence[float]) -> list[float]:
    """Benjamini and Hochberg 1995: keeps the expected share of false alarms among the findings below the level."""
    order = sorted(range(len(p_values)), key=lambda i: -p_values[i])
    corrected = [0.0] * len(p_values)
    lowest = 1.0
    for rank, place in enumerate(order):
        lowest = min(lowest, p_values[place] * (len(order) / (len(order) - rank)))
        corrected[place] = lowest
    return corrected


def uncorrected(p_values: Sequence[float]) -> list[float]:
    """The p-values as they are: each answers its own question only."""
    return list(p_values)


CORRECTIONS: dict[str, Callable[[Sequence[float]], list[float]]] = {
    "holm": holm,
    "bh": benjamini_hochberg,
    "none": uncorrected,
}
