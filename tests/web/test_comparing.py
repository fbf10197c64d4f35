"""Intervals and p-values in the page, which has no numpy: its draws and sums are held to numpy, and what it says to
`bolide.significance`.
"""

import json
import random
import shutil
import subprocess
from array import array
from base64 import b64encode
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bolide import BLEU, METEOR
from bolide.corpus import Corpus
from bolide.metrics.scorer import Scorer, measure_all
from bolide.reporting.testset.build import report
from bolide.significance import Plan, compare
from bolide.significance.plan import SEED
from bolide.significance.units import ResamplingUnits
from bolide.system.stored import plain
from bolide.testset import TestSet
from bolide.web.calls.comparing import FIRST_STATE, PlainSample, cells_of
from bolide.web.calls.describe import build
from bolide.web.serve.site import PAGE
from tests.significance.texts import measure_samples
from tests.web.calls import call
from tests.web.conftest import Sums, Trials

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
    monkeypatch.setattr("bolide.web.calls.files.Plan", partial(replace, PLAN))
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
    return call("compare", **units)["result"]


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
        plan = replace(PLAN, stratified=strata is not None)
        theirs = plain(compare([sample.with_units(units) for sample in samples], plan))
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


def test_the_report_is_that_of_the_command_line(corpora: list[Corpus]) -> None:
    score(corpora, "bleu", "ter")
    sources = [f"source {k}" for k in range(75)]
    mine = json.loads(call("report", form="json", sources=sources, documents=DOCUMENTS, strata=STRATA)["result"])
    scorers = [Scorer.of("bleu"), Scorer.of("ter")]
    systems = {corpus.name: corpus for corpus in corpora}
    data = TestSet(None, systems, source=sources, documents=DOCUMENTS, domains=STRATA)
    theirs = json.loads(report(data, scorers, plan=replace(PLAN, stratified=True)).to_json())
    for group in (group for metric in theirs["summary"]["groups"] for group in metric["metrics"]):
        group["intervals"] = [None] * len(group["intervals"])  # the one thing that the page's report has not
    mine["summary"]["colophon"] = theirs["summary"]["colophon"]
    assert differences(mine, theirs) == []


HTML = {"form": "html", "sources": None, "documents": None}


def test_tables_and_downloads_of_hostile_names_and_texts_stay_text() -> None:
    hyps = [["a b c d", "=1+1", "x\ty"], ["a b c e", "c d", "x"]]
    refs = [["a b c d", "a b"], ["c d"], ["x y"]]
    score([Corpus.of(lines, refs, f"<img src=x onerror=alert({k})>") for k, lines in enumerate(hyps)], "bleu")
    call("compare")
    for html in (call("view", sources=None, documents=None)["result"]["body"], call("report", **HTML)["result"]):
        assert "<img" not in html
        assert "&lt;img" in html
    rows = [line.split("\t") for line in call("tsv", sources=None, documents=["d", "d", "e"])["result"].splitlines()]
    assert rows[0][:2] == ["line", "document"]
    assert rows[0][-2:] == ["reference:1", "reference:2"]
    assert [row[4] for row in rows[1:]] == ["a b c d", "'=1+1", "x\\ty"]
    assert [row[-1] for row in rows[1:]] == ["a b", "", ""]


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
