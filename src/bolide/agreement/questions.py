"""Questions and their answers: which statistic, at which level, over which groups, and what it gives for a metric.

An interval comes from resampled segments, or systems if the question is about systems. A segment brings all its systems
with it, so its pairs stay together; pairs of systems come and go with their systems.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bolide.agreement.ranking_data import ranked_cells
from bolide.agreement.statistics import STATISTICS
from bolide.agreement.statistics.statistic import Statistic, StatisticValue
from bolide.agreement.table import Indices, Matrix, Source, Vector, aligned, means, ratio
from bolide.significance.arithmetic import middle
from bolide.significance.units import ResamplingUnits
from bolide.system.errors import InputError, OptionError, first_repeated, known_name
from bolide.system.limits import TRIALS, check_most

SEED = 12345


def resampled(
    statistic: Statistic,
    cells: tuple[Any, Matrix],
    level: str,
    trials: int,
    rng: np.random.Generator,
    units: ResamplingUnits | None = None,
) -> Vector:
    """The values of tables whose segments, or at level `sys` whose systems, are drawn again.

    All segments of a document are drawn together, if `units` are documents.
    """
    check_most("The number of resamples", trials, TRIALS)
    terms = statistic.terms(*cells)
    if terms is not None:
        return ratio(*terms.resampled(trials, rng, units))
    axis = 0 if level == "sys" else 1
    size = cells[0].shape[axis]
    drawn: Iterator[Any]
    if axis == 0 or units is None or units.single:
        drawn = (rng.integers(size, size=size) for _ in range(trials))
    else:
        order = np.argsort(np.array(units.numbers), kind="stable")
        members, count = np.split(order, np.cumsum(units.sizes)[:-1]), len(units)
        drawn = (np.concatenate([members[k] for k in rng.integers(count, size=count)]) for _ in range(trials))
    return np.array([statistic.value(*(np.take(table, indices, axis) for table in cells)) for indices in drawn])


def quantiles(values: Vector) -> tuple[float, float] | None:
    """The middle 95 % of the values there are."""
    present = np.sort(values[np.isfinite(values)])
    return middle(present.tolist()) if len(present) else None


def generator(seed: int | None) -> np.random.Generator:
    """Random numbers for resampling and permutations."""
    return np.random.default_rng(seed_used(seed))


def seed_used(seed: int | None) -> int:
    """The seed of resampling and permutations: 12345 where none is given."""
    return SEED if seed is None else seed


ALL = "all"  # the segments of every domain together
NO_DOMAINS = "Domains are of one language pair, and known by `domains` of the test set or judgments."


@dataclass(frozen=True)
class LanguagePair:
    """One language pair, or a part of its segments: its name, the human scores, and the metrics.

    `baselines` are metrics that only look at lengths; `domains` has the segments of each.
    """

    name: str
    human: Source
    metrics: tuple[Source, ...]
    baselines: tuple[Source, ...] = ()
    domains: Mapping[str, Indices] | None = None
    is_domain: bool = False

    @property
    def by_name(self) -> dict[str, Source]:
        """The metrics by name."""
        return {source.name: source for source in self.metrics}

    def macro(self) -> LanguagePair:
        """The language pair in which a system's human score is the mean over domains of the mean of each (WMT24's); a
        system without a score in one of them has none."""
        if self.domains is None:
            raise OptionError("A macro score is the mean over domains, which are not known; pass `domains`.")
        seg = self.human.at("seg")
        whole = np.mean([means(seg.cells[:, indices]) for indices in self.domains.values()], axis=0)
        return replace(self, human=replace(self.human, sys=replace(seg, cells=whole, level="sys", ids=(), numbers=())))

    def by_domain(self) -> list[LanguagePair]:
        """All segments, and those of each domain alone, in which a system's score is that of its segments."""
        if self.domains is None:
            raise OptionError(NO_DOMAINS)
        parts = [replace(self, name=ALL)]  # a domain may be called "all", too
        for name, segments in self.domains.items():
            # Scores of systems alone tell nothing of a domain; such a metric has no value there.
            metrics, baselines = (
                tuple(one.within(segments) if one.has("seg") else Source(one.name) for one in some)
                for some in (self.metrics, self.baselines)
            )
            parts.append(LanguagePair(name, self.human.within(segments), metrics, baselines, is_domain=True))
        return parts


GROUPINGS = ("none", "item", "sys")
LEVELS = ("sys", "seg", "doc", "ranking")  # ranking: τ against five-way rankings, by year


@dataclass(frozen=True)
class Question:
    """A statistic, its level, and at segment level the groups it is averaged over.

    `none` is one long vector, `item` each segment across systems, `sys` each system across segments.
    """

    statistic: str
    level: str = "seg"
    grouping: str = "none"

    def __post_init__(self) -> None:
        known_name("level", self.level, LEVELS)
        kind = "seg" if self.level == "doc" else self.level  # documents are asked what segments are
        known = [name for name, statistic in STATISTICS.items() if kind in statistic.groupings]
        known_name(f"statistic at level {self.level}", self.statistic, known)
        allowed = STATISTICS[self.statistic].groupings[kind]
        known_name(f"grouping of {self.statistic} at level {self.level}", self.grouping, allowed)

    def __str__(self) -> str:
        """`seg/pearson/item`, as the command line and the tables write it."""
        return "/".join([self.level, self.statistic, *([self.grouping] if self.grouping != "none" else [])])

    @property
    def reads(self) -> str:
        """The level of the scores it uses: soft accuracy is about systems, but tests them on their segments."""
        return STATISTICS[self.statistic].reads or self.level

    def measure(self, seed: int | None = None) -> Statistic:
        """The statistic of tables that this question asks; `seed` governs its random numbers, if it has any."""
        return STATISTICS[self.statistic].seeded(seed).at(self.level, self.grouping)

    @classmethod
    def from_text(cls, text: str, levels: Collection[str] = LEVELS) -> Question:
        """Read what `str(question)` wrote; `levels` are those for which there are human judgments."""
        level, slash, rest = text.partition("/") if isinstance(text, str) else ("", "", "")
        if not slash:
            raise OptionError(f"{text!r:.80} is not a question; one looks like sys/pearson or seg/acc-eq/item.")
        if level in LEVELS and level not in levels:
            needed = {"ranking": "five-way rankings", "doc": "documents, in `correlate`"}.get(level, "human scores")
            raise OptionError(f"{text} needs {needed}; here a question begins with {' or '.join(levels)}.")
        statistic, _, grouping = rest.partition("/")
        return cls(statistic, level, grouping or "none")


def usual_questions() -> tuple[Question, ...]:
    """What is asked when nobody says what to ask: about systems, then about segments by grouping."""
    asked = [
        Question(name, level, grouping)
        for name, statistic in STATISTICS.items()
        if statistic.usual
        for level in ("sys", "seg")
        for grouping in statistic.groupings.get(level, ())
    ]

    def order(question: Question) -> tuple[bool, bool, int]:
        """Statistics that are asked in one way only come after the others."""
        groupings = STATISTICS[question.statistic].groupings[question.level]
        return question.level == "seg", len(groupings) == 1, GROUPINGS.index(question.grouping)

    return tuple(sorted(asked, key=order))


def document_questions() -> tuple[Question, ...]:
    """What is asked of documents when nobody says what to ask."""
    return tuple(
        Question.from_text(text, ("doc",)) for text in ("doc/pearson", "doc/kendall-b/item", "doc/acc-eq/item")
    )


@dataclass(frozen=True)
class Agreement:
    """The answer to a question about one metric: the value, or None and the reason.

    `used` counts what was averaged or compared (`unit`), `left_out` the groups without an answer; `epsilon` is the
    difference up to which acc-eq calls two scores a tie; `pair` is the language pair where there are several.
    """

    metric: str
    question: Question
    value: float | None
    used: int
    unit: str
    left_out: int = 0
    reason: str = ""
    epsilon: float | None = None
    interval: tuple[float, float] | None = None
    pair: str = ""

    @classmethod
    def of(cls, metric: str, question: Question, measured: StatisticValue) -> Agreement:
        """The answer to a question about this metric, from what a statistic measured."""
        unit = "documents" if question.level == "doc" and measured.unit == "segments" else measured.unit
        return cls(metric, question, **{**vars(measured), "unit": unit})

    @classmethod
    def lacking(cls, metric: str, question: Question) -> Agreement:
        """No answer, because the metric has no scores at the level of the question."""
        scored = {"sys": "systems", "doc": "documents"}.get(question.reads, "segments")
        return cls(metric, question, None, 0, "", reason=f"it has no scores of {scored}")


@dataclass(frozen=True, eq=False)
class Part:
    """What a question is asked on: human judgments of one language pair, each metric's cells by name, the weight.

    The tables share systems, segments and missing cells, and higher is better in each.
    """

    people: Any
    cells: Mapping[str, Matrix]
    weight: float = 1.0
    units: ResamplingUnits | None = None  # documents, all scores of which change places together

    @classmethod
    def of(cls, human: Source, metrics: Sequence[Source], question: Question) -> Part:
        """The scores that a question is about, of the systems and cells that people and all these metrics have."""
        check_names(metrics)
        tables, judged = [metric.at(question.reads) for metric in metrics], human.rankings
        if question.level != "ranking":
            ours = human.at(question.reads)
            tables = [aligned(ours, table) for table in tables]
            cells = [ours.upward, *(table.upward for table in tables)]
        elif judged is None:
            raise InputError(f"{human.name} has no five-way rankings; they are needed here.")
        else:
            cells = [ranked_cells(judged, table) for table in tables]
            least = min(each.shape[1] for each in cells)
            cells = [each[:, :least] for each in cells]
        absent: NDArray[np.bool_] = np.any(np.isnan(cells), axis=0)
        both = f"{human.name} and {metrics[0].name if len(metrics) == 1 else 'the metrics'}"
        if len(absent) < 2:
            raise InputError(f"{both} share {len(absent)} system; two are needed.")
        if absent.all():
            raise InputError(f"{both} have no cell in common; every one is missing somewhere.")
        cells = [np.where(absent, np.nan, each) for each in cells]
        people = cells.pop(0) if judged is None or question.level != "ranking" else judged.where(~absent)
        return cls(people, dict(zip([metric.name for metric in metrics], cells, strict=True)))

    def answers(self, question: Question, seed: int | None = None) -> list[Agreement]:
        """The answers to a question about each metric."""
        statistic = question.measure(seed)
        return [
            Agreement.of(name, question, statistic.measured(self.people, cells)) for name, cells in self.cells.items()
        ]


def check_names(metrics: Sequence[Source]) -> None:
    """Refuse two metrics of one name."""
    twice = first_repeated(metric.name for metric in metrics)
    if twice is not None:
        raise InputError(f"Two metrics are called {twice!r}; give each its own name.")


def answers(
    human: Source,
    metrics: Sequence[Source],
    question: Question,
    seed: int | None = None,
    resamples: int = 0,
) -> list[Agreement]:
    """One question about all metrics, of which some may lack the scores; refused if all do. See `answer`."""
    if metrics and not any(metric.has(question.reads) for metric in metrics):
        metrics[0].at(question.reads)
    return [
        answer(human, metric, question, seed, resamples)
        if metric.has(question.reads)
        else Agreement.lacking(metric.name, question)
        for metric in metrics
    ]


def answer(
    human: Source,
    metric: Source,
    question: Question,
    seed: int | None = None,
    resamples: int = 0,
) -> Agreement:
    """One question about one metric, with its 95 % interval over so many resamples, if any; draws in which there is no
    correlation are left out of it.

    There is no interval where there is one segment, document or system to draw from. `seed` is that of the resampling
    (None: 12345) and of the permutations of soft pairwise accuracy (None: those of WMT's own tool).
    """
    part, statistic = Part.of(human, [metric], question), question.measure(seed)
    [agreement] = part.answers(question, seed)
    if not resamples or agreement.value is None:
        return agreement
    if question.level == "ranking":
        drawn = np.unique(part.people.segment).tolist()
    else:
        drawn = np.flatnonzero(np.isfinite(part.people).any(1 if question.level == "sys" else 0)).tolist()
    units = human.units if question.level == "seg" else None
    if len(drawn if units is None else units.take(drawn)) < 2:
        return agreement
    cells = part.people, part.cells[metric.name]
    values = resampled(statistic, cells, question.level, resamples, generator(seed), units)
    return replace(agreement, interval=quantiles(values))
