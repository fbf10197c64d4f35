"""Scores that are equal but for rounding, made equal to the last bit, so that they tie.

Sentence BLEU of 3/(15·14·13·12) and of 4/(16·15·14·13) are one number; computed through logarithms they come out one
bit apart, and Kendall's τ or a tie threshold would take that bit for an order. So the scores that Bolide computes are
made equal where they are 10⁻¹² or less apart, relative to their size: rounding moves a score by about 10⁻¹⁵ of itself,
and scores of sentences that really differ are hardly ever closer than 10⁻¹¹. Scores read from files are left as they
are: nobody knows how they were computed.
"""

from __future__ import annotations

import numpy as np

from bolide.agreement.table import Matrix

SLACK = 2.0**-40  # about 10⁻¹²; a power of two, so that whole steps of it and their differences are exact


def equalled(scores: Matrix) -> Matrix:
    """The scores, each run of neighbours no further apart than the slack replaced by the lowest of the run."""
    order = np.argsort(scores, axis=None, kind="stable")
    ordered = scores.ravel()[order]
    sizes = np.abs(ordered)
    apart = np.diff(ordered) > SLACK * np.maximum(sizes[1:], sizes[:-1])
    firsts = np.flatnonzero(np.append(True, apart)) if len(ordered) else np.empty(0, dtype=np.intp)
    equal = np.empty_like(ordered)
    equal[order] = np.repeat(ordered[firsts], np.diff(firsts, append=len(ordered)))
    return equal.reshape(scores.shape)


def levelled(scores: Matrix) -> Matrix:
    """Scores rounded to whole steps of the slack: for many tables at once, where sorting each would take too long."""
    steps = scores / SLACK
    np.rint(steps, out=steps)
    steps *= SLACK
    return steps


def in_steps(scores: Matrix) -> Matrix | None:
    """Levelled scores as the whole numbers of steps they are; None for scores that were not levelled."""
    steps = scores / SLACK
    return steps if (np.rint(steps) == steps).all() else None
