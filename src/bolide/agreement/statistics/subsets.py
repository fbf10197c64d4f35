"""Subsets of the data: some systems and some segments, several of which are judged at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from bolide.agreement.table import Matrix, Places


@dataclass(frozen=True, eq=False)
class Subset:
    """Some systems and some segments, by place."""

    systems: Places
    segments: Places

    @classmethod
    def whole(cls, shape: tuple[int, ...]) -> Subset:
        """All systems and all segments of a table of this shape."""
        return cls(np.arange(shape[0]), np.arange(shape[1]))


class SameSystems(NamedTuple):
    """Subsets of the same systems: their places in the list of subsets, and 1 where a segment belongs to each."""

    systems: Places
    places: list[int]
    belongs: Matrix  # segments × subsets


def by_systems(subsets: Sequence[Subset], segments: int) -> list[SameSystems]:
    """The subsets, those of the same systems together: what is computed for a segment serves all of them."""
    groups: dict[bytes, list[int]] = {}
    for place, subset in enumerate(subsets):
        groups.setdefault(subset.systems.tobytes(), []).append(place)
    shared = []
    for places in groups.values():
        belongs = np.zeros((segments, len(places)))
        for column, place in enumerate(places):
            belongs[subsets[place].segments, column] = 1
        shared.append(SameSystems(subsets[places[0]].systems, places, belongs))
    return shared


@dataclass(frozen=True, eq=False)
class Folds:
    """Cells in parts, and subsets that are all of them, one part, or all but one.

    `part` is the part of each cell, from 1, and 0 for a cell in no subset. `columns` says which of these each subset
    is: 0 for all cells, g for part g, and `parts` + g for all but that.
    """

    part: Places
    parts: int
    columns: dict[int, int]

    @classmethod
    def of(cls, cells: int, subsets: Sequence[Places]) -> Folds | None:
        """The folds that most of these subsets are, if at least three are."""
        if len(subsets) > 62:
            return None
        member = np.zeros(cells, dtype=np.int64)  # a bit for each subset
        for column, subset in enumerate(subsets):
            member[subset] |= 1 << column
        codes, part = np.unique(member, return_inverse=True)
        codes, part = (codes[1:], part) if len(codes) and codes[0] == 0 else (codes, part + 1)
        kinds = (codes[:, None] >> np.arange(len(subsets))) & 1 > 0
        parts = len(kinds)
        columns = {}
        for column, inside in enumerate(kinds.T):
            if inside.all() and parts:
                columns[column] = 0
            elif inside.sum() == 1:
                columns[column] = 1 + int(np.argmax(inside))
            elif (~inside).sum() == 1:
                columns[column] = parts + 1 + int(np.argmin(inside))
        if parts < 2 or len(columns) < 3:
            return None
        return cls(part.reshape(-1).astype(np.intp), parts, columns)


def ratio(above: Matrix, below: Matrix) -> Matrix:
    """above / below, NaN where there is nothing below."""
    quotient: Matrix = np.divide(above, below, out=np.full(np.shape(above), np.nan), where=below > 0)
    return quotient
