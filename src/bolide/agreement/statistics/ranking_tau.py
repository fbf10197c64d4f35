"""τ against five-way rankings (WMT 2008–2016): the pairs that people put in order, by the rules of three years."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bolide.agreement.judgements import Judgements
from bolide.agreement.statistics.statistic import Exchanges, Judge, Measured, Statistic, Terms
from bolide.agreement.statistics.subsets import Subset, ratio
from bolide.agreement.table import Matrix, Places, Vector
from bolide.errors import unknown

# What becomes of a pair that the metric scores equally, by the year's shared task.
MOST_CELLS = 1 << 24  # of the tables of forms; beyond them exchanged tables are judged
VARIANTS = {"2012": "discordant", "2013": "dropped", "2014": "zero"}


@dataclass(frozen=True)
class RankingTau(Statistic):
    """(C − D) / (C + D) over the pairs that people ordered; the metric's rows are the judged systems.

    A tie of the metric is `discordant` (2012), `dropped` (2013), or `zero`: counted below the line only (2014 on).
    """

    ties: str
    groupings: ClassVar[dict[str, tuple[str, ...]]] = {"ranking": ("none",)}
    least: ClassVar[float] = -1.0
    usual: ClassVar[bool] = False
    unit: ClassVar[str] = "pairs"

    def __post_init__(self) -> None:
        if self.ties not in VARIANTS.values():
            raise unknown("treatment of ties", self.ties, VARIANTS.values())

    def value(self, people: Judgements, metric: Matrix) -> float:
        above, below = self.votes(people, metric)
        return float(above.sum() / below.sum()) if below.any() else np.nan

    def measured(self, people: Judgements, metric: Matrix) -> Measured:
        above, below = self.votes(people, metric)
        pairs = int(below.sum())
        if not pairs:
            return Measured(None, 0, self.unit, 0, "no pair is compared")
        return Measured(float(above.sum()) / pairs, pairs, self.unit)

    def votes(self, people: Judgements, metric: Matrix) -> tuple[Vector, Vector]:
        """What each pair adds above and below the line; nothing where a score is missing."""
        return self._votes(metric[people.better, people.segment] - metric[people.worse, people.segment])

    def _votes(self, difference: Vector) -> tuple[Vector, Vector]:
        present = np.isfinite(difference)
        above = np.where(present, np.sign(difference), 0.0)
        if self.ties == "discordant":
            above = np.where(present & (above == 0), -1.0, above)
        return above, np.abs(above) if self.ties == "dropped" else present.astype(float)

    def terms(self, people: Judgements, metric: Matrix) -> Terms:
        """The votes of each segment that was ranked, added up."""
        ranked, place = np.unique(people.segment, return_inverse=True)
        return self.by_segment(people, metric, place.reshape(-1), len(ranked))

    def by_segment(self, people: Judgements, metric: Matrix, place: Places, size: int) -> Terms:
        """The votes added up by the places of their segments among so many."""
        sums = (np.bincount(place, weights=each, minlength=size) for each in self.votes(people, metric))
        above, below = (each.astype(np.float64) for each in sums)
        return Terms(above, below)

    def judge(self, people: Judgements, subsets: Sequence[Subset]) -> Judge:
        """All tables at once: won and lost pairs are counted for every subset by one product."""
        belongs = np.column_stack([
            np.isin(people.better, subset.systems) & np.isin(people.worse, subset.systems)
            & np.isin(people.segment, subset.segments) for subset in subsets
        ])  # fmt: skip
        used = np.flatnonzero(belongs.any(1))
        belongs = belongs[used].astype(np.float32)
        pairs = belongs.sum(0, dtype=float)
        better, worse, segment = people.better[used], people.worse[used], people.segment[used]

        def judged(tables: Matrix) -> Matrix:
            flat, width = tables.reshape(len(tables), -1), tables.shape[2]
            first, second = (np.take(flat, system * width + segment, 1) for system in (better, worse))
            orders = first > second, first < second
            won, lost = ((order.astype(np.float32) @ belongs).astype(float) for order in orders)
            below = won + lost if self.ties == "dropped" else np.broadcast_to(pairs, won.shape)
            return ratio(2.0 * won - pairs if self.ties == "discordant" else won - lost, below)

        return judged

    def exchanged(self, people: Judgements, a: Matrix, b: Matrix) -> Exchanges:
        """All exchanges at once: what a pair adds depends on its own two exchanges only, and so does their sum."""
        systems, segments = a.shape
        if segments * systems**2 > MOST_CELLS:
            return super().exchanged(people, a, b)
        better, worse = ([table[side, people.segment] for table in (a, b)] for side in (people.better, people.worse))
        votes = [[self._votes(one - other) for other in worse] for one in better]
        forms = [_form(people, [[both[k] for both in line] for line in votes], a.shape) for k in (0, 1)]

        def leads(swapped: NDArray[np.bool_]) -> Vector:
            # In two steps: to turn and to convert in one takes numpy eight times as long.
            chosen = np.ascontiguousarray(swapped.transpose(2, 0, 1)).astype(forms[0].linear.dtype)
            (above, other_above), (below, other_below) = (form.values(chosen) for form in forms)
            lead: Vector = ratio(above, below) - ratio(other_above, other_below)
            return lead

        return leads

    def narrowed(self, people: Judgements, segments: Places) -> Judgements:
        places = {int(segment): place for place, segment in enumerate(segments)}
        kept = np.isin(people.segment, segments)
        numbers = np.array([places[int(segment)] for segment in people.segment[kept]], dtype=np.intp)
        return replace(people, segment=numbers, better=people.better[kept], worse=people.worse[kept])

    def needed(self, people: Judgements, shape: tuple[int, ...]) -> NDArray[np.bool_]:
        compared = np.zeros(shape, dtype=np.bool_)
        compared[people.better, people.segment] = compared[people.worse, people.segment] = True
        return compared


class _Form(NamedTuple):
    """What pairs add under exchanges: a constant, and in each segment a quadratic form of the systems.

    The other metric has the table of the opposite exchange, so it has the same form, less a linear one.
    """

    constants: tuple[float, float]  # with nothing exchanged, and with everything
    quadratic: NDArray[Any] | None  # segments × systems × systems; None where nothing ever changes
    linear: NDArray[Any]  # segments × systems

    def values(self, chosen: NDArray[Any]) -> tuple[Vector, Vector]:
        """The sums of both metrics under each exchange; `chosen` is segments × exchanges × systems."""
        nothing, everything = self.constants
        if self.quadratic is None:
            return np.full(chosen.shape[1], nothing), np.full(chosen.shape[1], everything)
        moved: Vector = np.einsum("ktj,ktj->tj", chosen, chosen @ self.quadratic).sum(1, dtype=np.float64)
        back: Vector = np.einsum("ktj,kj->t", chosen, self.linear).astype(np.float64)
        return nothing + moved, everything + moved - back


def _form(people: Judgements, votes: Sequence[Sequence[Vector]], shape: tuple[int, ...]) -> _Form:
    """The form of what each pair adds, votes[s][t] where its better output is exchanged (s) and its worse one (t).

    That is v00 + s (v10 − v00) + t (v01 − v00) + s t (v11 − v10 − v01 + v00), where s and t are their own squares.
    Votes are whole numbers, and so are their sums, which single precision holds exactly up to 2^24.
    """
    (start, other), (one, both) = votes
    kind = np.float32 if 16 * len(start) < 1 << 24 else np.float64
    constants = float(start.sum()), float(both.sum())
    systems, segments = shape
    changes = one - start, other - start, both - one - other + start
    if not any(change.any() for change in changes):
        return _Form(constants, None, np.zeros((segments, systems), dtype=kind))
    better, worse = people.segment * systems + people.better, people.segment * systems + people.worse
    linear = np.bincount(better, changes[0], segments * systems) + np.bincount(worse, changes[1], segments * systems)
    linear = linear.reshape(segments, systems)
    quadratic = np.bincount(better * systems + people.worse, changes[2], segments * systems**2)
    quadratic = quadratic.reshape(segments, systems, systems)
    opposite = 2 * linear + quadratic.sum(1) + quadratic.sum(2)
    square = quadratic + linear[:, :, None] * np.eye(systems)
    return _Form(constants, square.astype(kind), opposite.astype(kind))
