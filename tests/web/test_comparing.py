"""Intervals and p-values in the page, which has no numpy: its draws and sums are held to numpy, and what it says to
`bolide.significance`.
"""

import json
import random
import shutil
import subprocess
from array import array
from base64 import b64encode
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bolide import BLEU, METEOR, TER
from bolide.corpus import Corpus
from bolide.evaluation.study import measure_samples
from bolide.metrics.measuring import measure_all
from bolide.metrics.scorer import Scorer
from bolide.reporting.testset.build import build_report
from bolide.reporting.testset.inputs import ReportInputs
from bolide.reporting.testset.page_html import unpacked
from bolide.significance import Plan, compare, confidence
from bolide.significance.plan import SEED
from bolide.significance.units import ResamplingUnits
from bolide.system.errors import InputError
from bolide.web.calls.comparing import FIRST_STATE, PlainSample, cells_of
from bolide.web.calls.describe import build
from bolide.web.serve.site import PAGE
from tests.errors import raises
from tests.web.calls import call
from tests.web.conftest import Sums, Trials

pytestmark = pytest.mark.one_core

OPTIONS: dict[str, dict[str, str]] = {"bleu": {}, "chrf": {"average": "mean"}, "ter": {}, "meteor": {"variant": "nltk"}}
METRICS = [build(metric, options) for metric, options in OPTIONS.items()]
WORDS = ["the", "a", "cat", "dog", "sat", "on", "mat", "was", "here", "old", "man", "saw"]
PLAN = Plan(trials=300, resamples=200)


def test_the_first_state_is_numpy_s() -> None:
    theirs = np.random.PCG64(SEED).state["state"]
    assert (theirs["state"], theirs["inc"]) == FIRST_STATE


@pytest.fixture(scope="module")
def corpora() -> list[Corpus]:
    pick = random.Random(3)
    refs = [" ".join(pick.choice(WORDS) for _ in range(pick.randint(4, 12))) for _ in range(75)]

    def worse(share: float) -> list[str]:
        return [" ".join(w if pick.random() > share else pick.choice(WORDS) for w in ref.split()) for ref in refs]

    return [Corpus.of(worse(p), [[ref] for ref in refs], name) for name, p in (("a", 0.3), ("b", 0.33), ("c", 0.5))]


@pytest.fixture(autouse=True)
def _few_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bolide.web.calls.corpora.Plan", lambda: PLAN)
    monkeypatch.setattr("bolide.web.calls.comparing._PATIENCE", 0)


def score(corpora: list[Corpus], *metrics: str) -> None:
    """Score the systems in the page, which remembers them."""
    chosen = [{"metric": metric, "options": OPTIONS[metric]} for metric in metrics]
    systems = [{"name": corpus.name, "hyps": list(corpus.hyps)} for corpus in corpora]
    refs = [list(corpora[0][k].refs) for k in range(len(corpora[0]))]
    assert "result" in call("corpus", metrics=chosen, systems=systems, refs=refs)


def compared(corpora: list[Corpus], *metrics: str, **units: Any) -> Any:
    """The comparisons of the page."""
    score(corpora, *metrics)
    return call("compare", **units)["result"]["comparisons"]


DOCUMENTS = [f"doc {k // 4}" for k in range(75)]
STRATA = ["news" if k < 40 else "chat" if k < 72 else "mail" for k in range(75)]  # mail is one document


@pytest.mark.parametrize(
    ("documents", "strata"), [(None, None), (DOCUMENTS, None), (DOCUMENTS, STRATA), (None, STRATA)]
)
def test_a_comparison_is_that_of_the_command_line(
    corpora: list[Corpus], documents: list[str] | None, strata: list[str] | None
) -> None:
    units = ResamplingUnits.of(documents, strata)
    found = compared(corpora, *OPTIONS, documents=documents, strata=strata)
    for samples, mine in zip(measure_samples(corpora, METRICS), found, strict=True):
        theirs = compare([sample.with_units(units) for sample in samples], PLAN).to_dict()
        assert differences(mine, theirs, 1e-12) == []


def differences(one: Any, other: Any, exact: float = 2e-4, where: str = "") -> list[str]:
    """Where two pieces of plain data differ, by more than the rounding of a fourth decimal unless it is to be exact."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        return [found for key in one for found in differences(one[key], other[key], exact, f"{where}/{key}")]
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return [found for k in range(len(one)) for found in differences(one[k], other[k], exact, f"{where}/{k}")]
    if isinstance(one, float) or isinstance(other, float):
        return [] if one == pytest.approx(other, abs=exact, rel=0) else [f"{where}: {one} {other}"]
    return [] if one == other else [f"{where}: {one!r:.60} {other!r:.60}"]


def test_segments_whose_scores_differ_by_rounding_are_tied() -> None:
    hyps, ref = ["on the mat a mat today", "today cat the is on the"], "the cat is on the mat today"
    values = [BLEU().sentence(hyp, ref).value for hyp in hyps]
    assert 0 < abs(values[0] - values[1]) < 1e-15
    [found] = compared([Corpus.of([hyp] * 2, [[ref]] * 2, name) for name, hyp in zip("ab", hyps, strict=True)], "bleu")
    assert found["pairs"][0]["wins"] == found["pairs"][0]["losses"] == 0


def test_a_lone_system_has_the_interval_that_the_command_line_gives(corpora: list[Corpus]) -> None:
    ((theirs,), *_) = measure_samples(corpora[:1], METRICS)
    mine = compared(corpora[:1], *OPTIONS)[0]
    expected = confidence(theirs, Plan(test="bootstrap", trials=200))
    assert mine["pairs"] == []
    assert differences(mine["systems"][0]["interval"], expected.to_dict(), 1e-12) == []


def test_numbers_that_would_not_fit_are_refused(corpora: list[Corpus]) -> None:
    sample = PlainSample("a", BLEU(), measure_all(corpora[:1], [BLEU()])[0][0])
    sample.__dict__["rows"] = [(1 << 61, *[0] * (sample.width - 1))] * 5
    raises(InputError, "too large to be resampled", cells_of, [sample])


def test_groups_are_scored_after_the_whole(corpora: list[Corpus]) -> None:
    score(corpora[:2], "bleu")
    groups = call("groups", labels=[f"doc {k // 50}" for k in range(75)])["result"]
    assert [(group["label"], group["segments"]) for group in groups] == [("doc 0", 50), ("doc 1", 25)]
    expected = BLEU().corpus(corpora[1].hyps[50:], corpora[1].refs[50:]).percent
    assert groups[1]["scores"][0][1] == pytest.approx(expected)


def test_the_report_is_that_of_the_command_line(corpora: list[Corpus]) -> None:
    score(corpora, "bleu", "ter")
    sources = [f"source {k}" for k in range(75)]
    mine = unpacked(call("report", sources=sources, documents=DOCUMENTS, strata=STRATA)["result"]).to_dict()
    scorers = [Scorer.of("bleu"), Scorer.of("ter")]
    inputs = ReportInputs(corpora, scorers, source=sources, documents=DOCUMENTS, strata=STRATA)
    theirs = json.loads(build_report(inputs, PLAN).to_json())
    for group in (group for metric in theirs["summary"]["groups"] for group in metric["metrics"]):
        group["intervals"] = [None] * len(group["intervals"])  # the one thing that the page's report has not
    mine["summary"]["colophon"] = theirs["summary"]["colophon"]
    assert differences(mine, theirs) == []


def test_a_single_segment_has_a_ranking_and_a_report() -> None:
    [found] = compared([Corpus.of([hyp], ["a b c d"], name) for name, hyp in (("a", "x y"), ("b", "a b c d"))], "bleu")
    assert [(one["system"], one["interval"]) for one in found["systems"]] == [("b", None), ("a", None)]
    assert call("report", sources=None, documents=None)["result"].startswith("<!doctype html>")


def test_tables_and_downloads_of_hostile_names_and_texts_stay_text() -> None:
    hyps = [["a b c d", "=1+1", "x\ty"], ["a b c e", "c d", "x"]]
    refs = [["a b c d", "a b"], ["c d"], ["x y"]]
    score([Corpus.of(lines, refs, f"<img src=x onerror=alert({k})>") for k, lines in enumerate(hyps)], "bleu")
    found = call("compare")["result"]
    for html in (found["systems"], found["pairs"]):
        assert "<img" not in html
        assert "&lt;img" in html
    rows = [line.split("\t") for line in call("tsv", sources=None, documents=["d", "d", "e"])["result"].splitlines()]
    assert rows[0][:2] == ["line", "document"]
    assert rows[0][-2:] == ["reference:1", "reference:2"]
    assert [row[4] for row in rows[1:]] == ["a b c d", "'=1+1", "x\\ty"]
    assert [row[-1] for row in rows[1:]] == ["a b", "", ""]


def test_a_download_has_the_sources_and_the_scores_of_sentences(corpora: list[Corpus]) -> None:
    score(corpora[:2], "bleu", "ter")
    sources = [f"source {k}" for k in range(75)]
    found = call("tsv", sources=sources, documents=DOCUMENTS)["result"].splitlines()
    header, *rows = [line.split("\t") for line in found]
    assert header == [
        "line",
        "document",
        "source",
        *(f"{s}:{m}" for s in "ab" for m in ("BLEU", "TER")),
        "a:text",
        "b:text",
        "reference:1",
    ]
    columns = dict(zip(header, zip(*rows, strict=True), strict=True))
    assert (list(columns["document"]), list(columns["source"])) == (DOCUMENTS, sources)
    for corpus in corpora[:2]:
        assert list(columns[f"{corpus.name}:text"]) == list(corpus.hyps)
        for name, metric in (("BLEU", BLEU(effective_order=True)), ("TER", TER())):
            pairs = zip(corpus.hyps, corpus.refs, strict=True)
            assert list(map(float, columns[f"{corpus.name}:{name}"])) == [
                metric.sentence(*pair).value for pair in pairs
            ]
    score([Corpus.of(["a b", "c"], ["a b", "c d"], "short")], "bleu")  # 0 without effective order
    assert [line.split("\t")[1] for line in call("tsv", sources=None, documents=None)["result"].splitlines()] == [
        "short:BLEU",
        *(str(BLEU(effective_order=True).sentence(hyp, ref).value) for hyp, ref in (("a b", "a b"), ("c", "c d"))),
    ]


def test_what_is_odd_about_sources_and_references_is_said() -> None:
    texts = [f"ein Satz mit der Nummer {k} zum Beispiel" for k in range(12)]
    given = {"metrics": [{"metric": "bleu", "options": {}}], "systems": [{"name": "a", "hyps": texts}]}
    refs = [[f"a sentence with number {k} as an example", "" if k == 4 else "x"] for k in range(12)]
    plain, full = (
        call("corpus", **given, refs=refs, **more)["result"].get("notes") or []
        for more in ({}, {"sources": texts, "ref_names": ["one.txt", "two.txt"]})
    )
    added = [note for note in full if note not in plain]
    assert [note for note in added if note.startswith("two.txt, line 5 is empty")]
    assert [note for note in added if "source" in note]


# --- the loops that draw and add, run by node: the same draws and sums as numpy's -----------------------------------

EXCHANGES, RESAMPLES = 40, 30


def packed(raw: bytes) -> str:
    return b64encode(raw).decode()


def samples(size: int, metric: Any) -> list[PlainSample]:
    pick = random.Random(size)
    texts = [[" ".join(pick.choices("abcde", k=pick.randint(1, 9))) for _ in range(size)] for _ in range(3)]
    corpora = [Corpus.of(hyps, [[ref] for ref in texts[2]], name) for hyps, name in zip(texts, "xy", strict=False)]
    return [PlainSample(c.name, metric, of[0]) for c, of in zip(corpora, measure_all(corpora, [metric]), strict=True)]


# The sizes end inside a byte, at its end and behind many tables; METEOR's mean of scores needs sums beyond 2 ** 53.
def test_the_browser_adds_what_python_adds() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed, which runs the page's JavaScript (Debian: apt-get install nodejs)")
    asked, expected = [], []
    for seed, size, strata, metric in (
        (0, 5, 1, BLEU()),
        (1, 64, 1, BLEU()),
        (2**70, 599, 1, METEOR(variant="nltk")),
        (12345, 600, 1, BLEU()),
        (7, 600, 7, BLEU()),
        (8, 9, 8, BLEU()),  # all but one of a single segment
    ):
        units = ResamplingUnits(tuple(range(size)), tuple(k % strata for k in range(size)) if strata > 1 else ())
        of, begin = samples(size, metric), np.random.PCG64(seed).state["state"]
        state = [begin[name].to_bytes(16, "little") for name in ("state", "inc")]
        order = [array("I", one).tobytes() for one in units.by_stratum]
        cells = cells_of(of).tobytes()
        asked.append(
            {
                "seed": list(map(packed, state)),
                "units": list(map(packed, order)),
                "exchanges": EXCHANGES,
                "resamples": RESAMPLES,
                "cells": packed(cells),
                "systems": 2,
                "width": of[0].width,
            }
        )
        trials = Trials(*state, *order)
        trials.toss(EXCHANGES)
        trials.draw(RESAMPLES)
        sums = Sums(trials, cells, 2, of[0].width)
        added = (sums.exchanged(0, 1), sums.exchanged(1, 0), sums.bootstrapped(0), sums.bootstrapped(1))
        expected.append([2 if metric.formula.mean_of_segments else 1, *(packed(one.to_bytes()) for one in added)])
    command = [node, str(Path(__file__).with_name("resampling.mjs")), (PAGE / "resampling.mjs").as_uri()]
    done = subprocess.run(command, input=json.dumps(asked), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == expected
