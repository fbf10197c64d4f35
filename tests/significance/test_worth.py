"""What a difference is worth: the published curve, one's own, and that it is never called a p-value."""

import json
from math import exp
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bolide import BLEU, CHRF, Metric
from bolide.agreement.differences import fit_differences
from bolide.agreement.likeliest import likeliest
from bolide.agreement.pooled import LanguagePair
from bolide.agreement.table import Source, Table
from bolide.errors import InputError
from bolide.significance.paired import compare
from bolide.significance.plan import Plan
from bolide.significance.sample import Sample
from bolide.significance.worth import PUBLISHED, Curve, read_curves
from tests.cli.run import bolide
from tests.cli.test_compare import refused

pytestmark = pytest.mark.one_core


@pytest.mark.parametrize(
    ("metric", "points", "per_cent"),
    [
        ("BLEU", 0.0, 88.33 / 2),
        ("BLEU", 1.0, 88.33 / (1 + exp(-0.966))),
        ("BLEU", -1.0, 88.33 / (1 + exp(-0.966))),
        ("chrF2", 2.0, 93.0 / (1 + exp(-2 * 1.114))),
    ],
)
def test_the_published_curves(metric: str, points: float, per_cent: float) -> None:
    assert 100 * PUBLISHED[metric].share(points) == pytest.approx(per_cent, abs=1e-12)


def test_what_the_paper_says_of_bleu() -> None:
    assert [round(100 * PUBLISHED["BLEU"].share(points)) for points in (1, 5)] == [64, 88]


def test_the_fit_finds_the_curve_that_made_the_data() -> None:
    rng = np.random.default_rng(1)
    points = rng.exponential(2.0, 40_000)
    agreed = (rng.random(40_000) < 0.9 / (1 + np.exp(-0.8 * points))).astype(float)
    ((a, b),) = likeliest(points, agreed, np.ones((1, 40_000)))
    assert a == pytest.approx(0.9, abs=0.02)
    assert b == pytest.approx(0.8, abs=0.08)


def test_a_pair_drawn_twice_counts_twice() -> None:
    rng = np.random.default_rng(2)
    points, agreed = rng.exponential(1.0, 60), rng.integers(0, 2, 60).astype(float)
    weights = rng.integers(0, 3, 60)
    (once,) = likeliest(points, agreed, weights.astype(float)[None])
    (again,) = likeliest(np.repeat(points, weights), np.repeat(agreed, weights), np.ones((1, weights.sum())))
    assert once == pytest.approx(again, rel=1e-5)


def test_no_curve_is_likelier_than_the_one_that_is_found() -> None:
    rng = np.random.default_rng(6)
    shares, slopes = np.linspace(0.01, 1, 100), np.geomspace(1e-3, 1e4, 200)
    for size in (12, 40, 150):
        points = rng.exponential(1.0, size)
        agreed = (rng.random(size) < 0.7 / (1 + np.exp(-3 * points))).astype(float)
        weights = np.array([np.ones(size), rng.integers(0, 3, size)])
        for row, (a, b) in zip(weights, likeliest(points, agreed, weights), strict=True):
            share = shares[:, None, None] / (1 + np.exp(-np.minimum(slopes[:, None] * points, 700)))
            everywhere = np.log(np.where(agreed > 0, share, 1 - share).clip(1e-9)) @ row
            found = a / (1 + np.exp(-np.minimum(b * points, 700)))
            assert np.log(np.where(agreed > 0, found, 1 - found).clip(1e-9)) @ row >= everywhere.max() - 0.02


def test_own_curves_are_written_and_read(tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    quality = rng.normal(size=8)
    human = Source("da", sys=Table.of_systems("da", {f"s{k}": float(q) for k, q in enumerate(quality)}))
    noisy = {f"s{k}": float(q) for k, q in enumerate(quality + rng.normal(size=8) / 2)}
    metric = Source("BLEU", sys=Table.of_systems("BLEU", noisy))
    fit = fit_differences([LanguagePair("x", human, (metric,))], {"BLEU": 100.0})
    assert fit.pairs == {"BLEU": 28}
    path = tmp_path / "curves.json"
    path.write_text(fit.to_json())
    curve = read_curves(str(path))["BLEU"]
    assert (curve, "28 pairs of systems judged by da" in curve.about) == (fit.curves[0], True)
    low, high = curve.interval(50.0) or (0.0, 0.0)
    assert 0.5 <= low < curve.share(50.0) < high <= 1
    few = Source("da", sys=Table.of_systems("da", {"s0": 1.0, "s1": 2.0}))
    pair = LanguagePair("x", few, (Source("m", sys=few.sys),))
    with pytest.raises(InputError, match="there is 1 pair of systems; a curve needs at least 10"):
        fit_differences([pair], {})


def test_correlate_writes_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(4)
    for name in ("people", "m"):
        Path(f"{name}.seg.score").write_text("".join(f"s{k}\t{k + rng.normal()}\n" for k in range(6) for _ in range(5)))
    words = ("correlate", "--human", "people.seg.score", "--scores", "m.seg.score", "-q", "sys/pearson")
    result = bolide(*words, "--fit-differences", "fit.json")
    assert (result.code, result.out) == (0, bolide(*words).out)
    assert read_curves("fit.json")["m"].about == "fitted to 15 pairs of systems judged by people"


def test_compare_says_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "ref.txt").write_text("the cat sat down\nthe dog ran off now\na bird sang a song\n")
    (tmp_path / "a.txt").write_text("the cat sat down\nthe dog ran away now\na bird sang a song\n")
    (tmp_path / "b.txt").write_text("a cat sits\nthe dog ran off\nbirds sang a song\n")
    monkeypatch.chdir(tmp_path)
    words = ("compare", "ref.txt", "-i", "a.txt", "b.txt", "-m", "bleu", "chrf", "ter", "-n", "20")
    shown = bolide(*words).out
    assert shown.count("people agree\n") == 2  # BLEU and chrF, not TER
    assert "Kocmi et al. 2024, arXiv 2401.06760" in shown
    assert "It is not a p-value" in shown
    pair = json.loads(bolide(*words, "-f", "json").out)["comparisons"][0]["pairs"][0]
    assert pair["agreed"] == pytest.approx(PUBLISHED["BLEU"].share(100 * pair["difference"]))
    assert pair["agreed_interval"] is None
    path = tmp_path / "own.json"
    path.write_text(
        json.dumps({"curves": [Curve("TER", 0.8, 0.1, "fitted to 9 pairs", ((0.7, 0.1), (0.9, 0.1))).to_dict()]})
    )
    own = bolide(*words, "--differences", "own.json").out
    assert "by a curve fitted to 9 pairs" in own
    refused(
        bolide("compare", "ref.txt", "-i", "a.txt", "b.txt", "-n", "20", "--differences", "own.json"), "is about TER"
    )
    refused(bolide(*words, "--differences", "ref.txt"), "holds no curves of differences")


def test_curves_of_a_folder_of_wmt_serve_the_same_metrics_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where metrics are called by what they were shown: BLEU-refA, and by sacreBLEU's short name: chrF."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ref.txt").write_text("the cat sat down\nthe dog ran off now\n")
    (tmp_path / "a.txt").write_text("the cat sat down\nthe dog ran away now\n")
    (tmp_path / "b.txt").write_text("a cat sits\nthe dog ran off\n")
    names = {"BLEU-refA": 0.6, "chrF-refA": 0.7, "COMET-refA": 0.8}
    (tmp_path / "own.json").write_text(
        json.dumps({"curves": [Curve(name, a, 0.0, "fitted here").to_dict() for name, a in names.items()]})
    )
    words = ("compare", "ref.txt", "-i", "a.txt", "b.txt", "-m", "bleu", "chrf", "-n", "20", "-f", "json")
    found = json.loads(bolide(*words, "--differences", "own.json").out)["comparisons"]
    assert [each["pairs"][0]["agreed"] for each in found] == [0.3, 0.35]  # half of a, for b is 0


@pytest.mark.parametrize(
    ("metric", "shown"),
    [(BLEU(), True), (BLEU(tokenize="char"), True), (CHRF(), True), (BLEU(max_order=2), False),
     (BLEU(smooth="floor"), False), (BLEU(lowercase=True), False), (CHRF(char_order=3), False)],
    ids=str,
)  # fmt: skip
def test_the_published_curves_are_for_the_usual_settings(metric: Metric, shown: bool) -> None:
    hyps, refs = ["a b c d e f", "g h i j k"], ["a b c d e f", "g h i j x"]
    samples = [Sample.of(name, metric, metric.measure(texts, refs)) for name, texts in (("x", hyps), ("y", refs))]
    found = compare(samples, Plan(trials=20))
    assert [pair.agreed is not None for pair in found.pairs] == [shown]


CURVE = {"metric": "BLEU", "a": 0.9, "b": 0.5, "about": "here", "draws": [[0.8, 0.5]]}
BAD_CURVES: list[Any] = [
    [], {}, None, [None], [[]], [{}], [{**CURVE, "a": "x"}], [{**CURVE, "a": 1.5}], [{**CURVE, "a": -0.1}],
    [{**CURVE, "b": None}], [{**CURVE, "b": 10**400}], [{**CURVE, "draws": [[0.5]]}], [{**CURVE, "draws": [[2, 1]]}],
    [{**CURVE, "draws": 1}], [{**CURVE, "a": True}],
]  # fmt: skip


@pytest.mark.parametrize("curves", BAD_CURVES, ids=lambda curves: json.dumps(curves)[:60])
def test_curves_that_are_none(curves: Any, tmp_path: Path) -> None:
    path = tmp_path / "curves.json"
    path.write_text(json.dumps({"curves": curves}))
    with pytest.raises(InputError, match="holds no curves of differences"):
        read_curves(str(path))


def test_steep_curves_are_still_shares() -> None:
    steep = Curve("m", 0.9, -1e80, draws=((0.9, 1e80), (0.8, -1e80)))
    assert steep.share(3) == pytest.approx(0)
    assert steep.interval(3) == (pytest.approx(0), 0.9)
