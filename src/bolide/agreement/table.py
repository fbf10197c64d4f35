"""Table: the scores of systems on segments, or of systems alone, with the missing ones explicit. Source: whose."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bolide.significance.units import ResamplingUnits
from bolide.system.errors import InputError, counted, first_repeated
from bolide.system.stored import LARGEST

Matrix = NDArray[np.float64]
Vector = NDArray[np.float64]
Indices = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Table:
    """Scores, systems × segments; a missing one is NaN. Scores of systems alone are a table of one column.

    `level` is "seg" or "sys"; set `higher_is_better=False` for errors, ranks and distances.
    """

    name: str
    systems: tuple[str, ...]
    cells: Matrix
    level: str = "seg"
    higher_is_better: bool = True
    notes: tuple[str, ...] = ()  # what was left out when it was read, in words
    signature: str = ""  # how the scores were computed, as their tool or a user says
    ids: tuple[str, ...] = ()  # of the segments, if these are known by ids and not by their order
    numbers: tuple[int, ...] = ()  # of the segments, if their file has them

    def __post_init__(self) -> None:
        if len(set(self.systems)) < len(self.systems):
            twice = first_repeated(self.systems)
            raise InputError(f"{self.name} has two systems called {twice!r}; give each its own name.")
        if not all(map(str.strip, self.systems)):
            raise InputError(f"{self.name} has a system without a name; give each its own.")
        odd = np.argwhere(np.abs(self.cells) > LARGEST)
        if len(odd):
            row, column = odd[0]
            raise InputError(
                f"{self.name} has the score {self.cells[row, column]:g} for {self.systems[row]}, segment {column + 1}; "
                f"a score is missing or at most {LARGEST:g}, so that one can compute with it."
            )
        if not self.systems or not np.isfinite(self.cells).any():
            raise InputError(f"{self.name} holds no score at all; every cell is missing.")

    @classmethod
    def of(cls, name: str, scores: Mapping[str, Sequence[float | None]], *, higher_is_better: bool = True) -> Table:
        """A table from each system's list of segment scores; None is a missing score, NaN is an error."""
        sizes = {system: len(line) for system, line in scores.items()}
        if not any(sizes.values()):
            raise InputError(f"{name} holds no score at all.")
        for system, size in sizes.items():
            if size != sizes[first := next(iter(sizes))]:
                raise InputError(
                    f"{name}: {first} has {counted(sizes[first], 'segment')} and {system} has {size:,}; every system "
                    "needs one line per segment, None where there is no score."
                )
        cells = np.array(list(scores.values()), dtype=np.float64).reshape(len(scores), -1)  # None becomes NaN
        for system, line in scores.items():
            if (index := next((k for k, value in enumerate(line, 1) if value is not None and value != value), 0)) > 0:
                raise InputError(
                    f"{name}: the score of {system}, segment {index}, is NaN; write None if it is missing."
                )
        return cls(name, tuple(scores), cells, "seg", higher_is_better)

    @classmethod
    def of_systems(cls, name: str, scores: Mapping[str, float | None], *, higher_is_better: bool = True) -> Table:
        """A table of systems alone."""
        table = cls.of(name, {system: [value] for system, value in scores.items()}, higher_is_better=higher_is_better)
        return replace(table, level="sys")

    @property
    def upward(self) -> Matrix:
        """The cells, turned so that higher is better."""
        return self.cells if self.higher_is_better else -self.cells

    def averaged(self) -> Table:
        """Systems alone: the mean of each one's segments, missing ones left out."""
        return replace(self, cells=means(self.cells), level="sys", ids=(), numbers=())

    def segment_means(self) -> list[float]:
        """The mean score of each segment over the systems that have one; NaN where none has."""
        return [float(mean) for mean in means(self.cells.T)[:, 0]]

    def take(self, systems: Sequence[str]) -> Table:
        """The rows of these systems, in this order."""
        known = {name: row for row, name in enumerate(self.systems)}
        rows = [known[name] for name in systems]
        return replace(self, systems=tuple(systems), cells=self.cells[rows])

    def of_lines(self, indices: Indices) -> Table:
        """The columns of these segments, in this order."""
        return replace(self, cells=self.cells[:, indices], ids=(), numbers=())

    def check_consecutive(self) -> None:
        """Refuse numbers of segments that leave one out, where others have no numbers: lines, or other scores."""
        for number, following in pairwise(self.numbers):
            if following != number + 1:
                raise InputError(
                    f"{self.name} has no scores of segment {number + 1}, so it cannot be matched line by line; write a "
                    "line for every segment, None where a score is missing."
                )

    def widened(self, segments: int) -> Table:
        """The same with missing cells at the end, up to this many segments."""
        absent = np.full((len(self.systems), max(0, segments - self.cells.shape[1])), np.nan)
        return replace(self, cells=np.hstack([self.cells, absent]))


def means(cells: Matrix) -> Matrix:
    """The mean of each system's segments, missing ones left out, as one column; missing where all are."""
    present = np.isfinite(cells)
    return ratio(np.where(present, cells, 0.0).sum(1, keepdims=True), present.sum(1, keepdims=True))


def ratio(above: Matrix, below: NDArray[Any] | float) -> Matrix:
    """above / below, NaN where there is nothing below."""
    quotient: Matrix = np.divide(above, below, out=np.full(np.shape(above), np.nan), where=below > 0)
    return quotient


def pair_differences(cells: Matrix) -> Matrix:
    """The score differences of all pairs of rows, pairs × columns; NaN if one is missing."""
    a, b = np.triu_indices(len(cells), 1)
    return cells[a] - cells[b]


@dataclass(frozen=True, eq=False)
class RankingData:
    """Pairs of outputs that people put in order: `segment` (from 0), `better` and `worse` as places in `systems`.

    `tied` are the pairs they ranked equal.
    """

    name: str
    systems: tuple[str, ...]
    segment: Indices
    better: Indices
    worse: Indices
    tied: tuple[tuple[int, int, int], ...] = ()
    pair: str = ""  # of languages

    def __len__(self) -> int:
        return len(self.segment)

    @property
    def outputs(self) -> int:
        """How many outputs are in one of the pairs."""
        both = np.concatenate([self.better, self.worse])
        return len(np.unique(np.column_stack([both, np.tile(self.segment, 2)]), axis=0))

    def where(self, present: NDArray[np.bool_]) -> RankingData:
        """The judgments both of whose outputs are in these cells, systems × segments."""
        mask = present[self.better, self.segment] & present[self.worse, self.segment]
        return replace(self, segment=self.segment[mask], better=self.better[mask], worse=self.worse[mask])

    def without(self, systems: Collection[str]) -> RankingData:
        """The judgments without these systems."""
        names = tuple(name for name in self.systems if name not in systems)
        if len(names) < 2:
            raise InputError(
                f"{self.name} ranks {counted(len(names), 'system')} without {', '.join(systems)}; a pair needs two."
            )
        known = {name: row for row, name in enumerate(names)}
        index = np.array([known.get(name, -1) for name in self.systems], dtype=np.intp)
        better, worse = index[self.better], index[self.worse]
        both = (better >= 0) & (worse >= 0)
        tied = tuple((line, int(index[a]), int(index[b])) for line, a, b in self.tied if min(index[a], index[b]) >= 0)
        return replace(
            self, systems=names, segment=self.segment[both], better=better[both], worse=worse[both], tied=tied
        )


@dataclass(frozen=True, eq=False)
class Source:
    """Human scores, or a metric's, at every level; unless given, a system's score is the mean of its segments."""

    name: str
    seg: Table | None = None
    sys: Table | None = None
    documents: Mapping[str, Indices] | None = None  # the segments of each, if they are known
    summed: Callable[[Indices], Table] | None = None  # scores of systems on some segments, if not the mean of segments
    units: ResamplingUnits | None = None  # the documents of the segments, if they are known
    annotators: tuple[Source, Source] | None = None  # where several people judged: all but one of them, and that one
    rankings: RankingData | None = None  # by which people put systems in order; `sys` has their shares of wins

    @property
    def tables(self) -> list[Table]:
        """The scores of segments and those of systems, as far as there are any."""
        return [table for table in (self.seg, self.sys) if table is not None]

    @property
    def systems(self) -> tuple[str, ...]:
        """The systems that have scores, of segments or of their own."""
        ranked = self.rankings.systems if self.rankings is not None else ()
        return tuple(dict.fromkeys((*ranked, *(name for table in self.tables for name in table.systems))))

    @property
    def everywhere(self) -> list[str]:
        """The systems that have scores at every level there is."""
        return [name for name in self.systems if all(name in table.systems for table in self.tables)]

    def take(self, systems: Collection[str]) -> Source:
        """The source with these of its systems alone."""
        wanted, summed = set(systems), self.summed
        names = [name for name in self.everywhere if name in wanted]
        seg, sys = (table and table.take(names) for table in (self.seg, self.sys))
        both = self.annotators
        if both is not None:  # two systems with scores by both are needed
            table = both[1].at("seg")
            lines = zip(table.systems, table.cells, strict=True)
            judged = [name for name, cells in lines if name in wanted and np.isfinite(cells).any()]
            both = None if len(judged) < 2 else (both[0].take(judged), both[1].take(judged))
        cut = None if summed is None else lambda indices: summed(indices).take(names)
        return replace(self, seg=seg, sys=sys, summed=cut, annotators=both)

    def without(self, systems: Collection[str]) -> Source:
        """The source without these systems; a name it does not have is not an error here."""
        return self.take([name for name in self.everywhere if name not in systems])

    @property
    def notes(self) -> tuple[str, ...]:
        """What was left out when the tables were read."""
        return tuple(dict.fromkeys(note for table in self.tables for note in table.notes))

    def at(self, level: str) -> Table:
        """The table of a level."""
        if level == "sys":
            return self.sys if self.sys is not None else self.at("seg").averaged()
        if self.seg is None or (level == "doc" and self.documents is None):
            what = "documents, which a folder, ids or `documents` name" if level == "doc" else "segments"
            raise InputError(f"{self.name} has no scores of {what}; they are needed here.")
        if level != "doc":
            return self.seg
        summed, cells, groups = self.summed, self.seg.cells, (self.documents or {}).values()
        columns = [summed(each).cells if summed is not None else means(cells[:, each]) for each in groups]
        return replace(self.seg, cells=np.hstack(columns), level="doc", ids=(), numbers=())

    def over(self, indices: Indices) -> Table:
        """The scores of systems on these segments alone."""
        return self.summed(indices) if self.summed is not None else self.at("seg").of_lines(indices).averaged()

    def within(self, indices: Indices) -> Source:
        """The source restricted to these segments."""
        units = None if self.units is None else self.units.take(indices.tolist())
        return Source(self.name, self.at("seg").of_lines(indices), self.over(indices), units=units)

    def has(self, level: str) -> bool:
        """Whether there are scores at this level."""
        if level == "doc":
            return self.seg is not None and self.documents is not None
        return self.seg is not None or (level == "sys" and self.sys is not None)


def aligned(human: Table, metric: Table) -> Table:
    """The metric's scores of the systems that people judged, in their order; refused, by name, where the two do not
    match."""
    one, two = human, metric
    both = (one, set(two.systems)), (two, set(one.systems))
    apart = [(each, [name for name in each.systems if name not in known]) for each, known in both]
    if parts := [f"{', '.join(names)} only in {table.name}" for table, names in apart if names]:
        raise InputError(
            f"The systems of {human.name} and {metric.name} do not match: {'; '.join(parts)}. "
            "Rename them, or exclude them by name."
        )
    if one.cells.shape != two.cells.shape:
        raise InputError(
            f"{human.name} has {counted(one.cells.shape[1], 'segment')} and {metric.name} has {two.cells.shape[1]:,}; "
            "they must be scores of the same segments."
        )
    # Numbers may begin with 0 in one file and with 1 in another, but both must lack the same ones.
    numbers = zip(one.numbers, two.numbers, strict=False)
    apart_at = [(a, b) for a, b in numbers if a - one.numbers[0] != b - two.numbers[0]]
    if apart_at:
        ours, theirs = apart_at[0]
        raise InputError(
            f"{human.name} has a score of segment {ours} where {metric.name} has one of segment {theirs}; they must be "
            "scores of the same segments: write None where one is missing."
        )
    for table in (one, two) if not (one.numbers and two.numbers) else ():
        table.check_consecutive()
    return two.take(one.systems)


# --- scores that are equal but for rounding ---------------------------------------------------------------------------


# Sentence BLEU of 3/(15·14·13·12) and of 4/(16·15·14·13) are one number; computed through logarithms they come out one
# bit apart, and Kendall's τ or a tie threshold would take that bit for an order. So the scores that Bolide computes are
# made equal where they are 10⁻¹² or less apart, relative to their size: rounding moves a score by about 10⁻¹⁵ of it,
# and scores of sentences that really differ are hardly ever closer than 10⁻¹¹. Scores read from files are left as they
# are: nobody knows how they were computed.
SLACK = 2.0**-40  # about 10⁻¹²; a power of two, so that whole steps of it and their differences are exact


def equalled(scores: Matrix) -> Matrix:
    """The scores, each run of neighbours no further apart than the slack replaced by the lowest of the run."""
    order = np.argsort(scores, axis=None, kind="stable")
    ordered = scores.ravel()[order]
    sizes = np.abs(ordered)
    apart = ~(np.diff(ordered) <= SLACK * np.maximum(sizes[1:], sizes[:-1]))  # a missing one is equal to none
    firsts = np.flatnonzero(np.append(True, apart))
    equal = np.empty_like(ordered)
    equal[order] = np.repeat(ordered[firsts], np.diff(firsts, append=len(ordered)))
    return equal.reshape(scores.shape)


def levelled(scores: Matrix) -> Matrix:
    """Scores rounded to whole steps of the slack: for many tables at once, where sorting each would take too long."""
    steps = scores / SLACK
    np.rint(steps, out=steps)
    steps *= SLACK
    return steps
