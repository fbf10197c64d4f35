"""Units of resampling: the documents of a test set, by stratum if asked, or its segments.

Segments of one document share topic, style, translator and difficulty. They are therefore drawn and exchanged together
wherever documents are known; taken as independent, they make intervals too narrow and p-values too small. Rows add, so
the row of a document is the sum of its segments' rows (a sum and a count for means of segments).

Only the standard library is imported: the page, which has no numpy, uses this module too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil

from bolide.system.errors import InputError, OptionError, are, counted

SEGMENT, DOCUMENT = "segment", "document"
UNITS = (SEGMENT, DOCUMENT)
FEW = 8  # effective units below which no interval is to be relied on
FEW_RESAMPLED = 40  # effective units below which a bootstrap test rejects more often than at its level
MANY = 300  # segments from which on it is said that they were taken as independent


@dataclass(frozen=True)
class ResamplingUnits:
    """The unit of every segment, numbered from 0 in the order in which units begin, and the stratum of every unit.

    Without strata, all units are drawn together.
    """

    numbers: tuple[int, ...]
    strata: tuple[int, ...] = ()
    unit: str = DOCUMENT

    @classmethod
    def of(
        cls, documents: Sequence[str] | None, strata: Sequence[str] | None = None, unit: str | None = None
    ) -> ResamplingUnits | None:
        """The units of segments with these documents and strata; None if neither is given.

        The unit is the document if there are any, unless it is `segment`.
        """
        if unit is not None and documents is None:
            raise OptionError("`unit`: the documents of the segments are not known; pass `documents`, or leave it out.")
        if documents is None or unit == SEGMENT:
            if strata is None:
                return None
            return cls(tuple(range(len(strata))), _distinct(_numbered(strata), SEGMENT), SEGMENT)
        numbers = _numbered(documents)
        if strata is None:
            return cls(numbers)
        if len(documents) != len(strata):
            raise InputError(f"There are {len(documents):,} documents and {len(strata):,} strata; give one of each.")
        of_unit: dict[int, str] = {}
        for number, document, stratum in zip(numbers, documents, strata, strict=True):
            if of_unit.setdefault(number, stratum) != stratum:
                raise InputError(
                    f"The document {document!r:.80} is in the strata {of_unit[number]!r:.80} and {stratum!r:.80}; "
                    "strata are drawn from separately, so a document must lie in one of them."
                )
        return cls(numbers, _distinct(_numbered(of_unit.values()), DOCUMENT))

    def __len__(self) -> int:
        """The number of units."""
        return len(self.sizes)

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """The number of segments of each unit."""
        counts = Counter(self.numbers)
        return tuple(counts[number] for number in range(len(counts)))

    @property
    def effective(self) -> float:
        """The effective number of units, (Σm)² / Σm² for units of m segments."""
        return len(self.numbers) ** 2 / sum(size * size for size in self.sizes)

    @property
    def single(self) -> bool:
        """Whether every unit is one segment."""
        return len(self) == len(self.numbers)

    @property
    def by_stratum(self) -> tuple[list[int], list[int]]:
        """The units sorted by stratum, and the number of units of each; without strata, all units are in one."""
        if not self.strata:
            return list(range(len(self))), [len(self)]
        counts = Counter(self.strata)
        return sorted(range(len(self)), key=self.strata.__getitem__), [counts[k] for k in sorted(counts)]

    def take(self, segments: Iterable[int]) -> ResamplingUnits:
        """The units of these segments only, numbered anew."""
        former = [self.numbers[segment] for segment in segments]
        strata = _numbered(self.strata[number] for number in dict.fromkeys(former)) if self.strata else ()
        return ResamplingUnits(_numbered(former), strata if len(set(strata)) > 1 else (), self.unit)


def _numbered(labels: Iterable[Hashable]) -> tuple[int, ...]:
    """The labels as numbers, in the order in which they first occur."""
    numbers: dict[Hashable, int] = {}
    return tuple(numbers.setdefault(label, len(numbers)) for label in labels)


def _distinct(strata: tuple[int, ...], unit: str) -> tuple[int, ...]:
    """The strata, or none if there is only one."""
    count = len(set(strata))
    if 1 < count == len(strata):
        raise InputError(
            f"Every stratum has 1 {unit}, so that nothing can be drawn within it; join strata, or leave them out."
        )
    return strata if count > 1 else ()


@dataclass(frozen=True)
class UnitCount:
    """What was drawn and exchanged: the unit, how many there are, how many that is effectively, and how many strata.

    0 strata: all units were drawn together. `lone` are those of one unit.
    """

    unit: str
    count: int
    effective: float
    strata: int = 0
    lone: int = 0

    @classmethod
    def of(cls, units: ResamplingUnits | None, unit: str, segments: int) -> UnitCount:
        """The number of units among so many segments if `unit` is what is drawn."""
        if units is None or units.unit != unit:
            return cls(unit, segments, float(segments))
        sizes = Counter(units.strata).values()
        return cls(unit, len(units), units.effective, len(sizes), sum(size == 1 for size in sizes))

    def text(self, segments: int) -> str:
        """The units in words: `179 documents (effectively 76) of 1,976 segments`."""
        strata = f", within {counted(self.strata, 'stratum', 'strata')}" if self.strata else ""
        documents = f"{counted(self.count, 'document')} (effectively {self.effective:.0f}) of "
        return f"{documents if self.unit == DOCUMENT else ''}{counted(segments, 'segment')}{strata}"

    @property
    def method(self) -> str:
        """How intervals of mode `sound` are computed, in words."""
        return f"jackknife, Student's t with {counted(round(self.freedom), 'degree')} of freedom"

    @property
    def few(self) -> str:
        """A sentence if there are too few units for sound intervals; otherwise nothing."""
        if round(self.effective) >= FEW:
            return ""
        number, how = round(self.effective), "only" if self.unit == SEGMENT else "effectively"
        units = counted(number, self.unit)
        return f"There {are(number)} {how} {units}; with fewer than {FEW}, no interval is to be relied on."

    @property
    def freedom(self) -> float:
        """The degrees of freedom of Student's t beside the jackknife's error: effective units − 1, or − the strata."""
        return max(1.0, self.effective - max(1, self.strata))

    def untestable(self, tests: int, alpha: float, trials: int | None = None) -> str:
        """Why none of so many tests at this level could be significant; nothing if one could.

        By exchanging n units between two systems no p-value is below 2 / 2^n, nor by so many trials below 1 / (n + 1).
        """
        least, reason, advice = 2.0 ** (1 - self.count), f"exchanging {counted(self.count, self.unit)}", ""
        if least * tests <= alpha and trials is not None:
            least, reason = 1 / (trials + 1), counted(trials, "trial")
            advice = f"; use {ceil(tests / alpha):,} trials or more"
        if least * tests <= alpha:
            return ""
        level = f"the level is {alpha:g}" if tests == 1 else f"there are {tests:,} tests at the level {alpha:g}"
        return f"No test is possible: {reason} cannot give a p-value below {least:.2g}, and {level}{advice}."

    def widths(self, effects: Iterable[float | None]) -> str:
        """How much wider documents made intervals with these design effects; nothing if segments were drawn."""
        known = sorted(effect for effect in effects if effect is not None)
        return f"Intervals are {_times(known)}." if known and self.unit == DOCUMENT else ""

    def cautions(
        self,
        effects: Iterable[float | None] = (),
        tests: int = 0,
        alpha: float = 0.05,
        trials: int | None = None,
        resampled: bool = False,
    ) -> list[str]:
        """What to know about the intervals and tests: how much wider documents made them, and what is too little.

        `resampled` says that tests are by the bootstrap.
        """
        lines = [*filter(None, [self.widths(effects)])]
        if self.lone:
            strata = f"{self.lone:,} of {counted(self.strata, 'stratum', 'strata')}"
            has = "has" if self.lone == 1 else "have"
            lines.append(f"{strata} {has} 1 {self.unit}, which tells nothing of its spread: intervals are too narrow.")
        if self.few:
            lines.append(self.few)
        if tests and resampled and round(self.effective) < FEW_RESAMPLED:
            units = counted(round(self.effective), self.unit)
            effectively = "effectively " if self.unit == DOCUMENT else ""
            lines.append(
                f"With {effectively}{units}, fewer than {FEW_RESAMPLED}, a bootstrap test finds differences by chance "
                "too often; the randomisation test does not."
            )
        if self.unit == SEGMENT and self.count >= MANY:
            lines.append("Segments were taken as independent; if documents are known, it is better to draw those.")
        return [*lines, *filter(None, [self.untestable(tests, alpha, trials) if tests else ""])]


def _times(effects: Sequence[float]) -> str:
    """The design effects as widths of intervals, in words."""
    widths = list(dict.fromkeys(f"{effect**0.5:.1f}" for effect in (effects[0], effects[-1])))
    numbers = list(dict.fromkeys(f"{effect:.2g}" for effect in (effects[0], effects[-1])))
    return f"{' to '.join(widths)} times as wide as if segments were independent (design effect {' to '.join(numbers)})"
