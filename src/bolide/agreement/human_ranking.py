"""Human scores of systems, over all segments and over domains, with clusters and ranks, and how annotators agree.

The macro score is the mean over domains of the mean of each, the micro score takes all segments alike. Two systems are
tested on the segments that both were rated on. In the mode `sound`, the p-values are corrected for the number of pairs
(Holm), and a system beats another if test and mean scores say so; the mode `wmt24` repeats what WMT24 published.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bolide.agreement.annotations.ratings import Annotations, Rating
from bolide.agreement.labels import Labels, Lines
from bolide.agreement.signed_ranks import sound_test, wmt24_test
from bolide.agreement.statistics.correlation import lacking, product_moment
from bolide.agreement.table import Indices, Table, Vector, means
from bolide.data.results import Result
from bolide.significance.arithmetic import holm
from bolide.system.errors import known_name

ALPHA = 0.05
SOUND, WMT24 = "sound", "wmt24"
MODES = (SOUND, WMT24)


@dataclass(frozen=True)
class PeoplesScore:
    """One system: mean of segments (micro), mean over domains (macro), each domain's mean, segments, cluster and rank.

    `rank` is the range of ranks that the tests leave: 1 + significant losses to the number of systems − wins.
    """

    system: str
    micro: float
    macro: float | None
    domains: dict[str, float | None]
    segments: int
    cluster: int
    rank: tuple[int, int]

    def to_dict(self) -> dict[str, Any]:
        return {**vars(self), "rank": list(self.rank)}


@dataclass(frozen=True)
class SystemPair:
    """The test of two systems, the one with the higher score first: p, in the mode `sound` corrected for all pairs.

    `significant` says whether the first beats the second. p is None if no segment was rated for both.
    """

    better: str
    worse: str
    p: float | None
    significant: bool


@dataclass(frozen=True)
class PeopleReport(Result):
    """Human scores: systems, best first; how the annotators agree; marked errors by severity; what was left out.

    `pair` is the language pair, if the file names it.
    """

    human: str
    systems: tuple[PeoplesScore, ...]
    raters: tuple[RaterPair, ...]
    alpha: float | None
    errors: dict[str, int]
    annotators: int
    ratings: int
    notes: tuple[str, ...] = ()
    documents: dict[str, dict[str, float | None]] = field(default_factory=dict)
    mode: str = SOUND
    tests: tuple[SystemPair, ...] = ()
    pair: str = ""

    _view = "bolide.reporting.views.human_ranking:people_blocks"

    def data(self) -> dict[str, Any]:
        return {
            "human": self.human,
            "pair": self.pair or None,
            "mode": self.mode,
            "systems": [system.to_dict() for system in self.systems],
            "tests": [asdict(test) for test in self.tests],
            "raters": [pair.to_dict() for pair in self.raters],
            "krippendorff_alpha": self.alpha,
            "errors": self.errors,
            "annotators": self.annotators,
            "ratings": self.ratings,
            "notes": list(self.notes),
            "documents": self.documents,
        }


@dataclass(frozen=True)
class PeopleReports(Result):
    """Human scores of several language pairs, each by itself."""

    reports: tuple[PeopleReport, ...]

    _view = "bolide.reporting.views.human_ranking:reports_blocks"

    def data(self) -> dict[str, Any]:
        return {"pairs": [report.data() for report in self.reports]}


@dataclass(frozen=True)
class PeoplesRanking:
    """The systems, best first, and the test of every two of them."""

    systems: tuple[PeoplesScore, ...]
    tests: tuple[SystemPair, ...]


def peoples_ranking(
    table: Table, domains: Mapping[str, Indices] | None = None, documents: Mapping[str, Indices] | None = None,
    mode: str = SOUND,
) -> PeoplesRanking:  # fmt: skip
    """Rank systems by their macro score if there are domains, else by the mean of their segments, with clusters.

    `documents` are those whose segments the mode `sound` does not take to be independent of each other.
    """
    known_name("mode", mode, MODES)
    cells = table.upward
    micro = means(cells)[:, 0]
    groups = {name: columns for name, columns in (domains or {}).items() if np.isfinite(cells[:, columns]).any()}
    by_domain = {name: means(cells[:, columns])[:, 0] for name, columns in groups.items()}
    score = _macro(list(by_domain.values()), mode) if by_domain else micro
    order = sorted(range(len(score)), key=lambda k: (not np.isfinite(score[k]), -np.nan_to_num(score[k])))
    parts = list(groups.values()) or [np.arange(cells.shape[1])]
    scores = [[cells[k, columns] for columns in parts] for k in order]
    if mode == WMT24:
        outcome = _as_wmt24(scores, score[order])
    else:
        outcome = _sound(scores, score[order], _numbered(parts, documents, cells.shape[1]))
    lines = []
    for index, k in enumerate(order):
        lines.append(PeoplesScore(
            table.systems[k], float(micro[k]), _number(score[k]) if by_domain else None,
            {name: _number(values[k]) for name, values in by_domain.items()}, int(np.isfinite(cells[k]).sum()),
            1 + sum(end <= index for end in outcome.ends),
            (1 + int(outcome.losses[index].sum()), len(order) - int(outcome.wins[index].sum())),
        ))  # fmt: skip
    names = [line.system for line in lines]
    tests = tuple(
        SystemPair(names[a], names[b], _number(outcome.p[a, b]), bool(outcome.wins[a, b]))
        for a, b in combinations(range(len(names)), 2)
    )
    return PeoplesRanking(tuple(lines), tests)


def _macro(domains: Sequence[Vector], mode: str) -> Vector:
    """The mean over domains; of a system without a score in one of them WMT24 took the mean of the others."""
    columns = np.column_stack(domains)
    mean: Vector = means(columns)[:, 0] if mode == WMT24 else columns.mean(axis=1)
    return mean


def _numbered(parts: Sequence[Indices], documents: Mapping[str, Indices] | None, segments: int) -> list[Indices] | None:
    """The number of each segment's document, by domain; segments of no document are each their own."""
    if documents is None:
        return None
    numbers = len(documents) + np.arange(segments)
    for number, columns in enumerate(documents.values()):
        numbers[columns[columns < segments]] = number
    return [numbers[columns] for columns in parts]


def _number(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None


@dataclass(frozen=True, eq=False)
class _Outcome:
    """p of every two systems in their order, who beats whom, who loses to whom, and where clusters end."""

    p: NDArray[np.float64]
    wins: NDArray[np.bool_]
    losses: NDArray[np.bool_]
    ends: list[int]


def _sound(systems: Sequence[Sequence[Vector]], score: Vector, documents: list[Indices] | None) -> _Outcome:
    """A cluster ends where every earlier system beats every later one."""
    pairs = list(combinations(range(len(systems)), 2))
    tests = [sound_test(systems[a], systems[b], documents) for a, b in pairs]
    corrected = holm([1.0 if test is None else test.p for test in tests])
    p = np.full((len(systems), len(systems)), np.nan)
    wins = np.zeros(p.shape, dtype=bool)
    for (a, b), test, corrected_p in zip(pairs, tests, corrected, strict=True):
        if test is not None:
            p[a, b] = p[b, a] = corrected_p
            known = np.isfinite(score[a]) and np.isfinite(score[b])
            if corrected_p < ALPHA:
                wins[a, b] = test.favours > 0 and not (known and score[a] <= score[b])
                wins[b, a] = test.favours < 0 and not known
    ends = [end for end in range(1, len(systems)) if wins[:end, end:].all()]
    return _Outcome(p, wins, wins.T, ends)


def _as_wmt24(systems: Sequence[Sequence[Vector]], score: Vector) -> _Outcome:
    """A cluster ends where every earlier system differs from every later one; the scores say which is better."""
    p = np.ones((len(systems), len(systems)))
    for a, b in combinations(range(len(systems)), 2):
        p[a, b] = p[b, a] = wmt24_test(systems[a], systems[b])
    higher = score[:, None] > score
    ends = [end for end in range(1, len(systems)) if not (p[:end, end:] > ALPHA).any()]
    return _Outcome(p, (p < ALPHA) & higher, (p < ALPHA) & ~higher, ends)


def segment_lines(table: Table) -> str:
    """The scores of segments as mt-metrics-eval writes them: system, tab, score; None where nobody rated."""
    lines = [
        f"{system}\t{None if score != score else score!r}\n"
        for system, scores in zip(table.systems, table.cells.tolist(), strict=True)
        for score in scores
    ]
    return "".join(lines)


def people_report(
    annotations: Annotations, table: Table, domains: Mapping[str, Indices] | None = None,
    documents: Mapping[str, Indices] | None = None, mode: str = SOUND,
) -> PeopleReport:  # fmt: skip
    """Summarise a file of annotations; with documents, each one's scores too."""
    errors: dict[str, int] = {}
    for rating in annotations.ratings:
        for span in annotations.errors_of(rating):
            key = span.severity.strip().lower() or "unrated"
            errors[key] = errors.get(key, 0) + 1
    names = {rating.annotator for rating in annotations.ratings if rating.annotator}
    ranking = peoples_ranking(table, domains, documents, mode)
    return PeopleReport(
        annotations.name, ranking.systems, rater_pairs(annotations), krippendorff(annotations),
        dict(sorted(errors.items())), len(names), len(annotations.ratings), annotations.notes,
        {name: _by_system(table, columns) for name, columns in (documents or {}).items()}, mode, ranking.tests,
        annotations.pair,
    )  # fmt: skip


def people_on_lines(
    annotations: Annotations, documents: Labels | None = None, domains: Labels | None = None, mode: str = SOUND
) -> tuple[Table, PeopleReport]:
    """Summarise annotations of a test set whose lines have documents and domains: the segment scores and the report."""
    known = documents or (domains.documents if domains is not None else None)
    annotations = Lines(documents=known).renumbered(annotations)
    table = annotations.table()
    if domains is None:
        by_segment = {rating.segment: rating.domain for rating in annotations.ratings if rating.domain}
        names = tuple(by_segment.get(segment, "canary") for segment in range(annotations.segments))
        domains = Labels(annotations.path, names) if by_segment else None
    elif len(domains.names) < annotations.segments:
        domains.check(annotations.segments, annotations.path)
    table = table.widened(max((len(labels.names) for labels in (documents, domains) if labels), default=0))
    groups = documents.groups() if documents is not None else None
    return table, people_report(annotations, table, domains.groups() if domains else None, groups, mode)


def _by_system(table: Table, columns: Indices) -> dict[str, float | None]:
    """Each system's mean over these segments."""
    return {
        name: _number(value) for name, value in zip(table.systems, means(table.upward[:, columns])[:, 0], strict=True)
    }


@dataclass(frozen=True)
class RaterPair:
    """Two annotators: the outputs both rated, Pearson's r of their scores, and how often they order two outputs alike.

    `ordered` counts pairs of outputs of one segment that both rated apart, `same` those put in the same order. None
    where there is nothing to compare.
    """

    a: str
    b: str
    outputs: int
    pearson: float | None
    ordered: int
    same: int

    def to_dict(self) -> dict[str, Any]:
        return dict(vars(self))


def rater_pairs(annotations: Annotations) -> tuple[RaterPair, ...]:
    """Every two annotators who rated an output in common, most outputs first."""
    by_output = _by_output(annotations.ratings)
    shared: dict[tuple[str, str], list[tuple[int, float, float]]] = defaultdict(list)
    for (_, segment), scores in by_output.items():
        for a, b in combinations(sorted(scores), 2):
            shared[a, b].append((segment, scores[a], scores[b]))
    pairs = [_pair(a, b, rows) for (a, b), rows in shared.items()]
    return tuple(sorted(pairs, key=lambda pair: (-pair.outputs, pair.a, pair.b)))


def _by_output(ratings: Sequence[Rating]) -> dict[tuple[str, int], dict[str, float]]:
    """The scores of each output by annotator; a rating without an annotator's name is nobody's in particular."""
    scores: dict[tuple[str, int], dict[str, float]] = defaultdict(dict)
    for rating in ratings:
        if rating.annotator:
            scores[rating.system, rating.segment][rating.annotator] = rating.score
    return scores


def _pair(a: str, b: str, rows: Sequence[tuple[int, float, float]]) -> RaterPair:
    x, y = np.array([row[1] for row in rows]), np.array([row[2] for row in rows])
    r = None if lacking(x, y) else product_moment(x, y)
    ordered = same = 0
    by_segment: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for segment, one, two in rows:
        by_segment[segment].append((one, two))
    for scores in by_segment.values():
        for (one, two), (other_one, other_two) in combinations(scores, 2):
            if one != other_one and two != other_two:
                ordered += 1
                same += (one > other_one) == (two > other_two)
    return RaterPair(a, b, len(rows), r, ordered, same)


def krippendorff(annotations: Annotations) -> float | None:
    """α for scores on an interval scale: 1 − observed over expected disagreement; None where nobody overlaps.

    Disagreement is the mean squared difference: observed within an output, expected among all ratings of outputs that
    have two or more.
    """
    groups = [list(scores.values()) for scores in _by_output(annotations.ratings).values() if len(scores) > 1]
    if not groups:
        return None
    # Σ over ordered pairs of (x − y)² is 2 (n Σ x² − (Σ x)²).
    observed = sum(2 * (len(g) * sum(x * x for x in g) - sum(g) ** 2) / (len(g) - 1) for g in groups)
    values = np.array([value for group in groups for value in group])
    values = values - values.mean()
    count = len(values)
    expected = 2 * (count * float(values @ values) - float(values.sum()) ** 2) / (count - 1)
    return 1 - observed / expected if expected else None
