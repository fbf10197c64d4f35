"""Which segments to judge next: each way by its definition, and the check against random choices."""

import json
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from bolide import CHRF, InputError, demo
from bolide.agreement.selecting import Choice, balanced, checked, disagreement, diversity, influence, select
from bolide.agreement.table import Source, Table
from bolide.corpus import Corpus
from tests.cli.run import bolide
from tests.cli.test_compare import refused
from tests.docs.example_files import write_examples

pytestmark = pytest.mark.one_core

RNG = np.random.default_rng(12)
ONE, TWO = (Source(name, Table(name, tuple("abcd"), RNG.normal(size=(4, 60)))) for name in ("one", "two"))


def test_disagreement_by_definition() -> None:
    tables = [ONE.at("seg").cells, TWO.at("seg").cells]
    found = disagreement(tables)
    for segment in range(60):
        x, y = tables[0][:, segment], tables[1][:, segment]
        opposite = [(x[a] - x[b]) * (y[a] - y[b]) < 0 for a, b in combinations(range(4), 2)]
        assert found[segment] == pytest.approx(sum(opposite) / 6)


def test_diversity_by_definition() -> None:
    outputs = [["the cat", "a b c"], ["the cat", "x y z"], ["the dog", "a b c"]]
    found = diversity([Corpus.of(lines, ["r", "r"], str(k)) for k, lines in enumerate(outputs)])
    for segment in range(2):
        alike = [CHRF().for_sentences().sentence(a[segment], [b[segment]]).value for a, b in combinations(outputs, 2)]
        assert found[segment] == pytest.approx(1 - sum(alike) / 3)


def test_influence_is_the_share_of_what_moves_systems_apart() -> None:
    found = influence([ONE])
    cells = ONE.at("seg").cells
    moved = (cells - cells.mean(1, keepdims=True)).std(0)
    np.testing.assert_allclose(found, moved / moved.sum())
    assert influence([ONE, TWO]).sum() == pytest.approx(1)


def test_a_balanced_choice_stands_for_the_whole() -> None:
    cells = ONE.at("seg").cells
    places = balanced([cells], 20, np.random.default_rng(1))
    apart = cells - cells.mean(0)
    distance = np.abs(apart[:, places].mean(1) - apart.mean(1)).max()
    random = [np.abs(apart[:, RNG.permutation(60)[:20]].mean(1) - apart.mean(1)).max() for _ in range(200)]
    assert distance < np.quantile(random, 0.01)
    assert len(set(places.tolist())) == 20


def test_what_people_say_is_all_that_counts_in_the_check() -> None:
    people = Table("people", tuple("abcd"), RNG.normal(size=(4, 60)))
    (check,) = checked(people, Choice([Source("p", people)]), ["balance"], 30)
    assert check.segments == 60
    assert 0.5 < check.random < 1
    assert check.interval[0] <= check.random <= check.interval[1]
    (perfect,) = checked(people, Choice([Source("p", people)]), ["balance"], 59)
    assert perfect.chosen >= 5 / 6
    with pytest.raises(InputError, match="60 segments judged for every system; choosing 60 needs more"):
        checked(people, Choice([ONE]), ["balance"], 60)


def test_the_best_come_first() -> None:
    found = select(Choice([ONE, TWO]), "disagreement", 5, 60)
    values = [value for _, value in found.segments]
    assert values == sorted(values, reverse=True)
    assert [segment for segment, _ in found.segments] == [
        int(place) + 1
        for place in np.argsort(-disagreement([ONE.at("seg").cells, TWO.at("seg").cells]), kind="stable")[:5]
    ]
    with pytest.raises(InputError, match="There are 60 segments; choosing 60 needs more"):
        select(Choice([ONE]), "influence", 60, 60)


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_examples(tmp_path)
    for name, lines in {"ref": demo.HUMAN_A, "a": demo.SYSTEMS["careful"], "b": demo.SYSTEMS["hasty"]}.items():
        (tmp_path / f"{name}.txt").write_text("\n".join(lines) + "\n")
    monkeypatch.chdir(tmp_path)
    words = ("select", "-r", "ref.txt", "-i", "a.txt", "b.txt", "c.txt", "-n", "3")
    shown = bolide(*words, "-m", "bleu", "chrf", "--by", "disagreement")
    assert shown.out.splitlines()[0].split() == ["line", "disagreement"]
    assert len(shown.out.split()) == 2 + 2 + 3 * 2
    data = json.loads(bolide(*words, "-m", "bleu", "chrf", "--human", "mqm.seg.score", "-f", "json").out)
    assert [check["way"] for check in data["checks"]] == ["balance", "influence", "disagreement", "diversity"]
    refused(bolide(*words, "--by", "disagreement"), "name another, as in -m bleu chrf")
    refused(bolide(*words, "--by", "influence", "--seed", "3"), "--seed has no effect on influence")
    refused(bolide(*words, "--by", "influence", "--human", "mqm.seg.score"), "--by has no effect with human scores")
    refused(bolide("select", "-n", "3"), "There are no metrics")
