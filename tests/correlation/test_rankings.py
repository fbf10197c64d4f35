"""Pairs from rankings: each variant of the ties, daRR, and the systems' shares of wins, by hand."""

from pathlib import Path

import pytest

from bolide import InputError, OptionError
from bolide.correlation.darr import darr_tau
from bolide.correlation.rankings import from_table, ranking_tau, read_rankings, win_shares
from bolide.correlation.table import Table

HEADER = "srclang,trglang,srcIndex,documentId,segmentId,judgeId," + ",".join(
    [f"system{k}Number,system{k}Id" for k in range(1, 6)] + [f"system{k}rank" for k in range(1, 6)]
)


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
    assert (len(found.tied), found.blank) == (1, 1)
    assert {(found.systems[b], found.systems[w]) for b, w in zip(found.better, found.worse, strict=True)} == {
        ("a", "b"), ("a", "c"), ("a", "e"), ("b", "e"), ("c", "e"),
    }  # fmt: skip
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
    with pytest.raises(OptionError, match="treatment of ties"):
        ranking_tau(judged, metric, "split")


def test_darr() -> None:
    human = Table.of("da", {"a": [90.0, 50.0], "b": [65.0, 49.0], "c": [10.0, None]})
    metric = Table.of("m", {"a": [3.0, 1.0], "b": [3.0, 2.0], "c": [1.0, 9.0]})
    # pairs 25 or more apart: a>b (tie: against), a>c, b>c
    assert darr_tau(human.upward, metric.upward) == ((2 - 1) / 3, 3)
    with pytest.raises(InputError, match=r"no two scores .* differ by 99"):
        from_table(human, 99)


def test_ranks_are_a_table_where_lower_is_better() -> None:
    ranks = Table.of("ranks", {"a": [1.0, 2.0], "b": [2.0, 2.0]}, higher_is_better=False)
    judged = from_table(ranks)
    assert (judged.better.tolist(), judged.worse.tolist(), judged.segment.tolist()) == ([0], [1], [0])


def test_refused(tmp_path: Path) -> None:
    path = file(tmp_path, row(1, "abcde", (1, 2, 3, 4, 5)))
    with pytest.raises(InputError, match="no ranking for de-en"):
        read_rankings(path, "de-en")
    with pytest.raises(InputError, match="no scores for the system 'c'"):
        read_rankings(path, "fr-en", ("a", "b"))
    judged = read_rankings(path, "fr-en")
    with pytest.raises(InputError, match="m has no scores for b, c, d, e"):
        ranking_tau(judged, Table.of("m", {"a": [1.0]}))
    with pytest.raises(InputError, match="rank of b is 0"):
        read_rankings(file(tmp_path, row(1, "abcde", (1, 0, 3, 4, 5))), "fr-en")
    late = read_rankings(file(tmp_path, row(3, "abcde", (1, 2, 3, 4, 5))), "fr-en")
    with pytest.raises(InputError, match="ranks segment 3; m ends at 1"):
        ranking_tau(late, Table.of("m", {name: [1.0] for name in "abcde"}))
    (tmp_path / "x.csv").write_text("a,b\n1,2\n")
    with pytest.raises(InputError, match="lacks the columns"):
        read_rankings(tmp_path / "x.csv", "fr-en")
