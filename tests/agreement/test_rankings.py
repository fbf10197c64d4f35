"""Pairs from rankings: each variant of the ties, daRR, and the systems' shares of wins, by hand."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from bolide import InputError
from bolide.agreement.evaluation import AgreementReport, Inquiry, evaluate
from bolide.agreement.questions import LanguagePair, Question
from bolide.agreement.ranking_data import ranked_cells, read_rankings, shares_of_wins, win_shares
from bolide.agreement.statistics import STATISTICS
from bolide.agreement.statistics.pairs import VARIANTS, RankingTau
from bolide.agreement.table import RankingData, Source, Table
from bolide.significance.resampling import draw_counts
from tests.agreement.judged import from_table
from tests.errors import raises

HEADER = "srclang,trglang,srcIndex,documentId,segmentId,judgeId," + ",".join(
    [f"system{k}Number,system{k}Id" for k in range(1, 6)] + [f"system{k}rank" for k in range(1, 6)]
)


def ranking_tau(judged: RankingData, metric: Table, ties: str = "discordant") -> tuple[float | None, int]:
    found = RankingTau(ties).measured(judged, ranked_cells(judged, metric))
    return found.value, found.used


def file(folder: Path, *rows: str) -> Path:
    path = folder / "rankings.csv"
    path.write_text("\n".join([HEADER, *rows]) + "\n", encoding="utf-8")
    return path


def row(line: int, systems: str, ranks: tuple[int, ...], pair: str = "French,English") -> str:
    return f"{pair},{line},d,{line},1," + ",".join(f"1,{s}" for s in systems) + "," + ",".join(map(str, ranks))


def test_pairs_of_a_ranking(tmp_path: Path) -> None:
    path = file(tmp_path, row(1, "abcde", (1, 2, 2, -1, 5)), row(1, "abcde", (1, 1, 1, 1, 1), "English,German"))
    found = read_rankings(path, "fr-en")
    assert len(found) == 5  # of the six pairs of a, b, c, e one is a tie; d was left blank
    assert len(found.tied) == 1
    assert {(found.systems[b], found.systems[w]) for b, w in zip(found.better, found.worse, strict=True)} == {
        ("a", "b"),
        ("a", "c"),
        ("a", "e"),
        ("b", "e"),
        ("c", "e"),
    }
    assert win_shares(found) == {"a": 1.0, "b": 1 / 2, "c": 1 / 2, "e": 0.0}
    assert win_shares(found, "not-won") == {"a": 1.0, "b": 1 / 3, "c": 1 / 3, "e": 0.0}


def test_ties_of_the_metric(tmp_path: Path) -> None:
    judged = read_rankings(file(tmp_path, row(1, "abcde", (1, 2, 2, -1, 5))), "fr-en")
    metric = Table.of("m", {"a": [3.0], "b": [3.0], "c": [2.0], "e": [2.5]})
    # a>b tie, a>c right, a>e right, b>e right, c>e wrong
    assert ranking_tau(judged, metric, "discordant") == ((3 - 2) / 5, 5)
    assert ranking_tau(judged, metric, "dropped") == ((3 - 1) / 4, 4)
    assert ranking_tau(judged, metric, "zero") == ((3 - 1) / 5, 5)
    flat = Table.of("m", {name: [1.0] for name in "abce"})
    assert ranking_tau(judged, flat, "discordant") == (-1.0, 5)
    assert ranking_tau(judged, flat, "dropped") == (None, 0)
    assert ranking_tau(judged, flat, "zero") == (0.0, 5)


def test_darr() -> None:
    human = Table.of("da", {"a": [90.0, 50.0], "b": [65.0, 49.0], "c": [10.0, None]})
    metric = Table.of("m", {"a": [3.0, 1.0], "b": [3.0, 2.0], "c": [1.0, 9.0]})
    # pairs 25 or more apart: a>b (tie: against), a>c, b>c
    found = STATISTICS["darr"].measured(human.upward, metric.upward)
    assert (found.value, found.used) == ((2 - 1) / 3, 3)
    raises(InputError, r"no two scores .* differ by 99", from_table, human, 99)


# --- intervals and PERM-BOTH --------------------------------------------------------------------------------------

RNG = np.random.default_rng(11)
NAMES = tuple("abcde")
TRUTH = RNG.normal(size=(5, 12))
CELLS = {"good": np.round(TRUTH + RNG.normal(0, 0.5, TRUTH.shape)), "poor": np.round(RNG.normal(size=TRUTH.shape))}
METRICS = [Source(name, Table(name, NAMES, cells)) for name, cells in CELLS.items()]


@pytest.fixture
def judged(tmp_path: Path) -> RankingData:
    ranks = np.argsort(np.argsort(-TRUTH, axis=0), axis=0) + 1
    lines = [row(n + 1, "abcde", tuple(np.minimum(ranks[:, n], 4))) for n in (0, 0, 1, 3, 4, 5, 7, 7, 7, 8, 11)]
    return read_rankings(file(tmp_path, *lines), "fr-en")


def ranked(judged: RankingData) -> Source:
    return Source(judged.name, sys=shares_of_wins(judged), rankings=judged)


def asked(judged: RankingData, inquiry: Inquiry) -> AgreementReport:
    return evaluate([LanguagePair("", ranked(judged), tuple(METRICS))], inquiry)


def tau(judged: RankingData, cells: np.ndarray, ties: str) -> float:
    return ranking_tau(judged, Table("m", NAMES, cells), ties)[0] or 0.0


@pytest.mark.parametrize("year", VARIANTS)
def test_intervals_draw_ranked_segments_with_all_their_pairs(judged: RankingData, year: str) -> None:
    found = asked(judged, Inquiry(resamples=50, seed=2)).taus[0]
    segments = np.unique(judged.segment)
    values = []
    for counts in np.concatenate(list(draw_counts(np.random.default_rng(2), 50, len(segments)))):
        places = np.concatenate(
            [np.repeat(np.flatnonzero(judged.segment == s), int(c)) for s, c in zip(segments, counts, strict=True)]
        )
        drawn = replace(
            judged, segment=judged.segment[places], better=judged.better[places], worse=judged.worse[places]
        )
        values.append(tau(drawn, CELLS["good"], VARIANTS[year]))
    assert found.intervals[year] == pytest.approx(np.quantile(values, (0.025, 0.975)))
    rho, interval = found.spearman["left-out"], found.intervals["left-out"]
    assert interval[0] <= rho <= interval[1] <= 1


@pytest.mark.parametrize("year", VARIANTS)
def test_ranking_of_metrics_is_perm_both(judged: RankingData, year: str) -> None:
    question = Question(year, "ranking")
    report = asked(judged, Inquiry(seed=5)).with_rankings(question, trials=60)
    assert AgreementReport.from_json(report.to_json()).rankings == report.rankings
    found = report.rankings[0]
    assert [a.metric for a in found.metrics] == ["good", "poor"]
    assert found.metrics[0].value == tau(judged, CELLS["good"], VARIANTS[year])
    one, two = ((cells - cells.mean()) / cells.std() for cells in CELLS.values())
    leads = []
    swaps = np.random.default_rng(5).integers(2, size=(60, *TRUTH.shape), dtype=np.int8)
    for swap in (np.zeros(TRUTH.shape), *swaps):
        tables = np.where(swap > 0, two, one), np.where(swap > 0, one, two)
        leads.append(tau(judged, tables[0], VARIANTS[year]) - tau(judged, tables[1], VARIANTS[year]))
    assert found.p["good", "poor"] == (1 + np.sum(np.abs(leads[1:]) >= leads[0] - 1e-12)) / 61
    assert (str(found.question), found.trials) == (f"ranking/{year}", 60)
