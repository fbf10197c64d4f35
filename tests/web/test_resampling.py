"""The page's loops that draw and add rows, run by node: the same draws and the same sums as numpy's."""

import json
import random
import shutil
import subprocess
from array import array
from base64 import b64decode, b64encode
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bolide import BLEU, METEOR
from bolide.corpus import Corpus
from bolide.metrics.measuring import measure_all
from bolide.significance.units import ResamplingUnits
from bolide.web.calls.comparing import PlainSample, cells_of
from bolide.web.serve.site import PAGE
from tests.web.conftest import Sums, Trials

pytestmark = pytest.mark.one_core

EXCHANGES, RESAMPLES = 40, 30


def packed(raw: bytes) -> str:
    return b64encode(raw).decode()


def integers(text: str) -> list[int]:
    found = array("q")
    found.frombytes(b64decode(text))
    return found.tolist()


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
        (0, 5, 1, BLEU()), (1, 64, 1, BLEU()), (2**70, 599, 1, METEOR(variant="nltk")), (12345, 600, 1, BLEU()),
        (7, 600, 7, BLEU()), (8, 9, 8, BLEU()),  # all but one of a single segment
    ):  # fmt: skip
        units = ResamplingUnits(tuple(range(size)), tuple(k % strata for k in range(size)) if strata > 1 else ())
        of, begin = samples(size, metric), np.random.PCG64(seed).state["state"]
        state = [begin[name].to_bytes(16, "little") for name in ("state", "inc")]
        order = [array("I", one).tobytes() for one in units.by_stratum]
        cells = cells_of(of).tobytes()
        asked.append({
            "seed": list(map(packed, state)), "units": list(map(packed, order)), "exchanges": EXCHANGES,
            "resamples": RESAMPLES, "cells": packed(cells), "systems": 2, "width": of[0].width,
        })  # fmt: skip
        trials = Trials(*state, *order)
        trials.toss(EXCHANGES)
        trials.draw(RESAMPLES)
        sums = Sums(trials, cells, 2, of[0].width)
        added = (sums.exchanged(0, 1), sums.exchanged(1, 0), sums.bootstrapped(0), sums.bootstrapped(1))
        expected.append([2 if metric.formula.mean_of_segments else 1, *(integers(packed(one)) for one in added)])
    command = [node, str(Path(__file__).with_name("resampling.mjs")), (PAGE / "resampling.mjs").as_uri()]
    done = subprocess.run(command, input=json.dumps(asked), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = [[halves, *map(integers, texts)] for halves, *texts in json.loads(done.stdout)]
    assert found == expected
