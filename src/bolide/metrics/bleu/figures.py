"""A BLEU score as a picture: the precision of each order."""

from __future__ import annotations

from bolide.figures import Bar, Bars, Figure, told
from bolide.scores import Score


def figures(score: Score) -> tuple[Figure, ...]:
    """One bar per order."""
    parts = score.parts
    found = zip(parts["precisions"], parts["counts"], parts["totals"], strict=False)
    bars = tuple(_bar(n, *numbers) for n, numbers in enumerate(found, 1))
    return (Bars("Precision", f"Clipped precision by order: {told(bars)}.", bars),)


def _bar(n: int, precision: float, count: int, total: int) -> Bar:
    """As long as the matches are many; what smoothing put in their place is a fainter bar, and is called so."""
    plain = count / total if total else 0.0
    behind, said = None, f"{count} of {total}"
    if precision != plain:
        behind, said = precision, f"{said}, smoothed to {precision:.4f}"
    return Bar(f"{n}-grams", plain, said, behind, step=f"{n}-gram precision", number="matches")
