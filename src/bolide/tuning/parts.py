"""Parts of the data, and what judges settings on several of them at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bolide.correlation.equal_scores import SLACK
from bolide.tuning.arrays import Matrix, Rows
from bolide.tuning.spaces import Space

Places = NDArray[np.intp]
# From settings to the value of each on every part, settings × parts; NaN where there is none.
Judge = Callable[[Matrix], Matrix]
# From settings to the scores of all cells in whole steps, settings × systems × segments.
Scores = Callable[[Matrix], Matrix]
STEPS = 1 / SLACK  # to 1: scores that differ by less are equal but for rounding


@dataclass(frozen=True, eq=False)
class Part:
    """Some systems and some segments, by place."""

    systems: Places
    segments: Places


class Shared(NamedTuple):
    """Parts of the same systems: their places in the list of parts, and 1 where a segment belongs, segments × parts."""

    systems: Places
    places: list[int]
    belongs: Matrix


def by_systems(parts: Sequence[Part], segments: int) -> list[Shared]:
    """The parts, those of the same systems together: what is found for a segment serves all of them."""
    found: dict[bytes, list[int]] = {}
    for place, part in enumerate(parts):
        found.setdefault(part.systems.tobytes(), []).append(place)
    shared = []
    for places in found.values():
        belongs = np.zeros((segments, len(places)))
        for column, place in enumerate(places):
            belongs[parts[place].segments, column] = 1
        shared.append(Shared(parts[places[0]].systems, places, belongs))
    return shared


def cell_scores(space: Space, rows: Rows) -> Scores:
    """The scores of the cells whose rows these are, in whole steps."""
    features = space.features(rows)
    return lambda settings: np.rint(STEPS * space.values(features, settings))


def ratio(above: Matrix, below: Matrix) -> Matrix:
    """above / below, NaN where there is nothing below."""
    found: Matrix = np.divide(above, below, out=np.full(np.shape(above), np.nan), where=below > 0)
    return found
