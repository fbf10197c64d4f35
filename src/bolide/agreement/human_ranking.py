"""Human scores of systems, over all segments and over domains, with letters and ranks, and how annotators agree.

The macro score is the mean over domains of the mean of each, the micro score takes all segments alike. Two systems are
tested on the segments that both were rated on. In the mode `sound`, the p-values are corrected for the number of pairs
(Holm), and a system beats another if test and mean scores say so; the modes `wmt24` and `wmt26` repeat what WMT did.

Two systems are tested by Wilcoxon's signed-rank test, by domain and combined. `sound_test` is exact for up to 50
differences, ties included, and combines domains by Stouffer's method with the signs of their differences, so that
domains that disagree cancel out. With documents, it is whole documents that may turn out either way. `wmt24_test` is
what WMT24's organisers computed: a two-sided test in each domain, combined without regard to the signs, so that domains
that disagree add up.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, groupby
from math import fsum
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bolide.agreement.annotations.ratings import Annotations
from bolide.agreement.labels import CANARY, Labels, renumbered
from bolide.agreement.statistics.correlation import lacking, product_moment, ranks
from bolide.agreement.table import Indices, Table, Vector, means
from bolide.data.results import Result
from bolide.significance.arithmetic import holm, student_p
from bolide.significance.letters import compact_letters
from bolide.significance.units import DOCUMENT, SEGMENT, UNITS, UnitCount
from bolide.system.errors import OptionError, counted, few, known_name

# --- Wilcoxon's signed-rank test --------------------------------------------------------------------------------------


EXACT = 50  # differences up to which the distribution of their rank sum is computed, not approximated
DIGITS = 12  # of a difference that count; the rest is rounding


@dataclass(frozen=True)
class SignedRanks:
    """A two-sided p-value, and its normal quantile with the sign of the rank sum: above 0 if the first is better."""

    p: float
    z: float


def sound_test(
    one: Sequence[Vector], two: Sequence[Vector], documents: Sequence[Indices] | None = None
) -> SignedRanks | None:
    """Test two systems by their scores in each domain; None if no segment was rated for both.

    `documents` has the number of the document of every segment, by domain.
    """
    parts = []
    for index, (a, b) in enumerate(zip(one, two, strict=True)):
        both = np.isfinite(a) & np.isfinite(b)
        if both.any():
            numbers = None if documents is None else documents[index][both]
            parts.append(signed_rank_test(rounded(a[both], b[both]), numbers))
    if not parts:
        return None
    z = math.fsum(part.z for part in parts) / math.sqrt(len(parts))
    return SignedRanks(parts[0].p if len(parts) == 1 else two_sided(z), z)


def rounded(a: Vector, b: Vector) -> Vector:
    """The differences without what rounding left in them: 0.3 − 0.2 ties with 0.2 − 0.1."""
    largest = max(np.abs(a).max(), np.abs(b).max())
    difference: Vector = np.round(a - b, DIGITS - math.ceil(math.log10(largest))) if largest else a - b
    return difference


def signed_rank_test(differences: Vector, documents: Indices | None = None) -> SignedRanks:
    """Wilcoxon's test: every difference, or every document's differences together, could have had the other sign."""
    moved = differences != 0
    values = differences[moved]
    doubled = np.sign(values) * np.rint(2 * ranks(np.abs(values)))  # midranks are whole or half numbers
    if documents is not None:
        doubled = np.bincount(np.unique(documents[moved], return_inverse=True)[1], doubled)
    sizes = np.abs(doubled[doubled != 0]).astype(np.int64)
    total = int(doubled.sum())
    if total == 0:
        return SignedRanks(1.0, 0.0)
    if len(sizes) <= EXACT:
        tail = rank_sum_tail(sizes, abs(total))
        return SignedRanks(2 * tail, math.copysign(NormalDist().inv_cdf(tail), total))
    # Ties are in the sum of squares. The correction for continuity is half a rank of those above 0, here 2.
    z = max(abs(total) - 2, 0) / math.sqrt(float((sizes**2).sum()))
    return SignedRanks(two_sided(z), math.copysign(z, total))


def rank_sum_tail(sizes: Sequence[int] | Indices, total: int) -> float:
    """P(|S| ≥ total) / 2 of S = Σ ± size, all signs alike probable, for total > 0; by dynamic programming.

    S ≤ −total says that the sizes with a plus add up to at most (Σ sizes − total) / 2.
    """
    most = (int(np.sum(sizes)) - total) // 2
    counts = np.zeros(most + 1)
    counts[0] = 1.0
    for size in sizes:
        if size <= most:
            counts[size:] += counts[: most + 1 - size].copy()
    return float(counts.sum()) / 2.0 ** len(sizes)  # counts are whole and at most 2^50


def two_sided(z: float) -> float:
    """P(|Z| ≥ |z|) of a standard normal Z. Before Python 3.12, NormalDist().cdf has no digits left far out."""
    return math.erfc(abs(z) / math.sqrt(2))


def wmt24_test(one: Sequence[Vector], two: Sequence[Vector]) -> float:
    """The p-value of WMT24 for two systems by their scores in each domain, or in one part for the micro form.

    1 if no segment was rated for both.
    """
    p = [scipy_p(a[both] - b[both]) for a, b in zip(one, two, strict=True) if (both := np.isfinite(a - b)).any()]
    if len(p) < 2:
        return p[0] if p else 1.0
    if 1.0 in p:  # its z is −∞
        return 1.0
    # 1 − p is rounded to 1 for a very small p, whose z is ∞, as in the published procedure.
    z = [NormalDist().inv_cdf(1 - each) if 1 - each < 1 else math.inf for each in p]
    return math.erfc(math.fsum(z) / math.sqrt(len(z)) / math.sqrt(2)) / 2


def scipy_p(differences: Vector) -> float:
    """Two-sided p as scipy.stats.wilcoxon gave it in 2024: exact for up to 50 differences without a zero or a tie.

    Otherwise zeros are left out, and the rank sum is taken to be normal, with the variance that ties leave it.
    """
    moved = differences[differences != 0]
    if not len(moved):
        return 1.0
    midranks = ranks(np.abs(moved))
    above = float(midranks[moved > 0].sum())
    middle = len(moved) * (len(moved) + 1) / 4
    if len(differences) == len(moved) <= EXACT and len(np.unique(midranks)) == len(moved):
        away = int(abs(2 * above - 2 * middle))
        return min(1.0, 2 * rank_sum_tail(midranks.astype(np.int64), away)) if away else 1.0
    return two_sided((above - middle) / math.sqrt(float((midranks**2).sum()) / 4))


# --- scores and ranks -------------------------------------------------------------------------------------------------


ALPHA = 0.05
SOUND, WMT24, WMT26 = "sound", "wmt24", "wmt26"
MODES = (SOUND, WMT24, WMT26)


@dataclass(frozen=True)
class PeoplesScore:
    """One system: mean of segments (micro), mean over domains (macro), each domain's mean, segments, letters and rank.

    Two systems share a letter exactly if they are not significantly different; there are none if any two could not be
    tested, nor in WMT's modes, which have clusters. `rank` is the range of ranks that the tests leave: 1 + significant
    losses to the number of systems − wins.
    """

    system: str
    micro: float
    macro: float | None
    domains: dict[str, float | None]
    segments: int
    rank: tuple[int, int]
    letters: str = ""
    cluster: int | None = None


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

    `pair` is the language pair, if the file names it; `exchanged` is the number of documents whose signs the tests flip
    together, 0 if segments are taken to be independent; `scores` are those of segments, which the JSON does not have.
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
    exchanged: int = 0
    scores: Table | None = field(default=None, compare=False, repr=False)

    def blocks(self, width: int = 1, *, drawn: bool = False) -> list[Any]:
        from bolide.reporting.views.people import people_blocks

        return people_blocks(self, width)

    def segment_lines(self) -> str:
        """The scores of segments as mt-metrics-eval writes them: system, tab, score; None where nobody rated."""
        systems = [] if self.scores is None else zip(self.scores.systems, self.scores.cells.tolist(), strict=True)
        return "".join(f"{system}\t{None if score != score else score!r}\n" for system, row in systems for score in row)


@dataclass(frozen=True)
class PeopleReports(Result):
    """Human scores of several language pairs, each by itself."""

    reports: tuple[PeopleReport, ...]

    def blocks(self, width: int = 1, *, drawn: bool = False) -> list[Any]:
        from bolide.reporting.views.people import people_blocks

        return people_blocks(self, width)


@dataclass(frozen=True)
class PeoplesRanking:
    """The systems, best first, and the test of every two of them."""

    systems: tuple[PeoplesScore, ...]
    tests: tuple[SystemPair, ...]


def peoples_ranking(
    table: Table,
    domains: Mapping[str, Indices] | None = None,
    documents: Mapping[str, Indices] | None = None,
    mode: str = SOUND,
) -> PeoplesRanking:
    """Rank systems by their macro score if there are domains, else by the mean of their segments, with letters.

    `documents` are those whose segments the mode `sound` does not take to be independent of each other.
    """
    known_name("mode", mode, MODES)
    cells = table.upward
    micro = means(cells)[:, 0]
    groups = {name: columns for name, columns in (domains or {}).items() if np.isfinite(cells[:, columns]).any()}
    by_domain = {name: means(cells[:, columns])[:, 0] for name, columns in groups.items()}
    score = micro
    if by_domain:  # of a system without a score in one of the domains WMT24 took the mean of the others
        columns = np.column_stack(list(by_domain.values()))
        score = means(columns)[:, 0] if mode == WMT24 else columns.mean(axis=1)
    order = sorted(range(len(score)), key=lambda k: (not np.isfinite(score[k]), -np.nan_to_num(score[k])))
    parts = list(groups.values()) or [np.arange(cells.shape[1])]
    scores, score = [[cells[k, columns] for columns in parts] for k in order], score[order]
    size, letters = len(order), [""] * len(order)
    clusters: Sequence[int | None] = [None] * size
    if mode == SOUND:
        p, wins = _sound(scores, score, _numbered(parts, documents, cells.shape[1]))
        if p and None not in p.values():
            found = compact_letters(list(map(str, range(size))), lambda a, b: bool((wins | wins.T)[int(a), int(b)]))
            letters = list(found.values())
    else:  # the scores say which of two systems that differ is better
        test = wmt24_test if mode == WMT24 else wmt26_test
        chances = {(a, b): test(scores[a], scores[b]) for a, b in combinations(range(size), 2)}
        p, wins = {**chances}, np.zeros((size, size), dtype=bool)
        for (a, b), chance in chances.items():
            wins[a, b] = chance < ALPHA and score[a] > score[b]
        ends = [end for end in range(1, size) if not any(chances[a, b] > ALPHA for a, b in chances if a < end <= b)]
        clusters = [1 + sum(end <= index for end in ends) for index in range(size)]
    systems = tuple(
        PeoplesScore(
            table.systems[k],
            float(micro[k]),
            _number(score[index]) if by_domain else None,
            {name: _number(values[k]) for name, values in by_domain.items()},
            int(np.isfinite(cells[k]).sum()),
            (1 + int(wins[:, index].sum()), size - int(wins[index].sum())),
            letters[index],
            clusters[index],
        )
        for index, k in enumerate(order)
    )
    tests = (SystemPair(systems[a].system, systems[b].system, p[a, b], bool(wins[a, b])) for a, b in p)
    return PeoplesRanking(systems, tuple(tests))


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


def _sound(
    systems: Sequence[Sequence[Vector]], score: Vector, documents: list[Indices] | None
) -> tuple[dict[tuple[int, int], float | None], NDArray[np.bool_]]:
    """The corrected p of every two systems, by their places, and who beats whom."""
    tests = {(a, b): sound_test(systems[a], systems[b], documents) for a, b in combinations(range(len(systems)), 2)}
    corrected = holm([1.0 if test is None else test.p for test in tests.values()])
    p: dict[tuple[int, int], float | None] = dict.fromkeys(tests)
    wins = np.zeros((len(systems), len(systems)), dtype=bool)
    for ((a, b), test), p_value in zip(tests.items(), corrected, strict=True):
        if test is not None:
            p[a, b] = p_value
            known = np.isfinite(score[a]) and np.isfinite(score[b])
            if p_value < ALPHA:
                wins[a, b] = test.z > 0 and not (known and score[a] <= score[b])
                wins[b, a] = test.z < 0 and not known
    return p, wins


def wmt26_test(one: Sequence[Vector], two: Sequence[Vector]) -> float:
    """The lower p of a paired and an unpaired t-test, two-sided, of segments that are taken as independent.

    Either of them is enough for the organisers of WMT26, so that p is below the level more often than it should be.
    """
    a, b = np.concatenate(one), np.concatenate(two)
    both = np.isfinite(a) & np.isfinite(b)
    return min(_t_test(a[both] - b[both]), _t_test(a[np.isfinite(a)], b[np.isfinite(b)]))


def _t_test(*samples: Vector) -> float:
    """Two-sided p of Student's test that the mean of one sample is 0, or that those of two are equal if their variances
    are; 1 if undefined."""
    freedom = sum(map(len, samples)) - len(samples)
    if not all(map(len, samples)) or freedom < 1:
        return 1.0
    means_of = [float(sample.mean()) for sample in samples]
    squares = sum(float(((sample - mean) ** 2).sum()) for sample, mean in zip(samples, means_of, strict=True))
    lead, variance = means_of[0] - sum(means_of[1:]), squares / freedom
    if variance == 0:
        return 1.0 if lead == 0 else 0.0
    return student_p(lead / math.sqrt(variance * sum(1 / len(sample) for sample in samples)), freedom)


def people_report(
    annotations: Annotations,
    documents: Labels | None = None,
    domains: Labels | None = None,
    mode: str = SOUND,
    unit: str | None = None,
) -> PeopleReport:
    """Summarise annotations of a test set whose lines may have documents, each with its scores then, and domains.

    Signs are flipped by whole documents, if these are known from labels or from the annotations, unless `unit` is
    `segment`.
    """
    known_name("mode", mode, MODES)
    if unit is not None:
        known_name("unit", unit, UNITS)
    if unit == DOCUMENT and mode != SOUND:
        raise OptionError(f"The mode {mode} tests segments, as WMT did; use mode {SOUND} for documents.")
    known = documents or (domains.documents if domains is not None else None)
    annotations = renumbered(annotations, documents=known)
    table = annotations.table()
    for labels in (documents, domains):
        if labels is not None and len(labels.names) < annotations.segments:
            labels.check(annotations.segments, annotations.path)
    table = table.widened(max((len(labels.names) for labels in (documents, domains) if labels), default=0))
    together = _groups(known, annotations, annotations.documents)
    if unit is not None and together is None:
        raise OptionError("`unit`: the documents of the segments are not known; pass `documents`, or leave it out.")
    together = None if unit == SEGMENT else together
    areas = _groups(domains, annotations, {each.segment: each.domain for each in annotations.ratings if each.domain})
    ranking, notes, exchanged = peoples_ranking(table, areas, together, mode), annotations.notes, 0
    if mode == WMT26:
        notes = (*notes, *_sound_beside(ranking, peoples_ranking(table, areas, together)))
    if mode == SOUND:
        groups = range(table.cells.shape[1]) if together is None else together.values()
        judged = sum(bool(np.isfinite(table.cells[:, columns]).any()) for columns in groups)  # or nobody judged them
        reason = UnitCount(DOCUMENT if together else SEGMENT, judged, float(judged)).untestable(
            len(ranking.tests), ALPHA
        )
        if reason:  # letters would say nothing
            ranking = replace(ranking, systems=tuple(replace(each, letters="") for each in ranking.systems))
            notes = (reason, *notes)
        exchanged = 0 if together is None else judged
    by_document = {
        name: dict(zip(table.systems, map(_number, means(table.upward[:, columns])[:, 0]), strict=True))
        for name, columns in (documents.groups() if documents is not None else {}).items()
    }
    marked = [span.severity.strip().lower() for rating in annotations.ratings for span in rating.counted_errors]
    errors = Counter(severity or "unrated" for severity in marked)
    annotators = {rating.annotator for rating in annotations.ratings if rating.annotator}
    return PeopleReport(
        annotations.name,
        ranking.systems,
        rater_pairs(annotations),
        krippendorff(annotations),
        dict(sorted(errors.items())),
        len(annotators),
        len(annotations.ratings),
        notes,
        by_document,
        mode,
        ranking.tests,
        annotations.pair,
        exchanged,
        table,
    )


def _sound_beside(ranking: PeoplesRanking, sound: PeoplesRanking) -> list[str]:
    """What the mode `sound` says of the differences that another mode finds, if it finds any."""
    claimed = [(test.better, test.worse) for test in ranking.tests if test.significant]
    upheld = {(test.better, test.worse) for test in sound.tests if test.significant}
    lost = [f"{better} over {worse}" for better, worse in claimed if (better, worse) not in upheld]
    differences = counted(len(claimed), "difference")
    if not lost:
        return [f"The mode sound finds all {differences} too."] if claimed else []
    return [f"Of {differences}, the mode sound does not find {len(lost)}: {few(lost, 5)}."]


def _groups(
    labels: Labels | None, annotations: Annotations, by_segment: Mapping[int, str]
) -> dict[str, Indices] | None:
    """The segments of each label: of the lines, or as the annotations tell; None if they are not known."""
    if labels is None and by_segment:
        names = tuple(by_segment.get(segment, CANARY) for segment in range(annotations.segments))
        labels = Labels(annotations.path, names)
    return None if labels is None else labels.groups()


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


def rater_pairs(annotations: Annotations) -> tuple[RaterPair, ...]:
    """Every two annotators who rated an output in common, most outputs first."""
    shared: dict[tuple[str, str], list[tuple[int, float, float]]] = defaultdict(list)
    for (_, segment), scores in annotations.by_output().items():
        for a, b in combinations(sorted(scores), 2):
            shared[a, b].append((segment, scores[a], scores[b]))
    pairs = []
    for (a, b), rows in shared.items():
        x, y = np.array([row[1] for row in rows]), np.array([row[2] for row in rows])
        same = [
            (one[1] > two[1]) == (one[2] > two[2])
            for _, of_segment in groupby(sorted(rows), lambda row: row[0])
            for one, two in combinations(of_segment, 2)
            if one[1] != two[1] and one[2] != two[2]
        ]
        r = None if lacking(x, y) else product_moment(x, y)
        pairs.append(RaterPair(a, b, len(rows), r, len(same), sum(same)))
    return tuple(sorted(pairs, key=lambda pair: (-pair.outputs, pair.a, pair.b)))


def krippendorff(annotations: Annotations) -> float | None:
    """α for scores on an interval scale: 1 − observed over expected disagreement; None where nobody overlaps.

    Disagreement is the mean squared difference: observed within an output, expected among all ratings of outputs that
    have two or more.
    """
    groups = [list(scores.values()) for scores in annotations.by_output().values() if len(scores) > 1]
    if not groups:
        return None
    # Σ over ordered pairs of (x − y)² is 2 (n Σ x² − (Σ x)²).
    observed = fsum(2 * (len(g) * fsum(x * x for x in g) - fsum(g) ** 2) / (len(g) - 1) for g in groups)
    values = np.array([value for group in groups for value in group])
    values = values - values.mean()
    count = len(values)
    expected = 2 * (count * float(values @ values) - float(values.sum()) ** 2) / (count - 1)
    return 1 - observed / expected if expected else None
