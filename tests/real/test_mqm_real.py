"""MQM as released: every error of WMT23 en-de has its official weight, and TED talks their published averages."""

import json
import math
from collections import defaultdict

import pytest

from bolide.agreement.annotations.mqm_errors import WEIGHTS
from bolide.agreement.reading import read_weighed
from tests.real.data import DATA, lines, needs_data

pytestmark = [needs_data, pytest.mark.one_core]


def test_wmt23_every_error_and_every_segment() -> None:
    official: dict[str, list[str]] = defaultdict(list)
    for line in lines(DATA / "wmt23" / "en-de" / "human-scores" / "mqm.seg.score.gz"):
        system, score = line.split("\t")
        official[system].append(score)
    rated: dict[str, list[str]] = defaultdict(list)
    errors = 0
    for line in lines(DATA / "mqm-2023" / "en-de.seg.rating.gz"):
        system, text = line.split("\t")
        if text == "None":
            rated[system].append("None")
            continue
        costs = []
        for error in json.loads(text)["errors"]:
            costs.append(WEIGHTS["2023"].cost(error["category"], error["severity"]))
            assert costs[-1] == error["score"], error
        errors += len(costs)
        rated[system].append(repr(-sum(costs)))
    assert errors > 19_000
    for system, scores in official.items():
        for one, two in zip(rated[system], scores, strict=True):
            assert (one == "None") == (two == "None")
            assert one == "None" or math.isclose(float(one), float(two), abs_tol=1e-9)


def test_ted_talks_every_published_average() -> None:
    table, weights = read_weighed(DATA / "mqm-ted" / "mqm_ted_ende.tsv.gz")
    assert weights == "2020"
    published = lines(DATA / "mqm-ted" / "mqm_ted_ende.avg_seg_scores.tsv.gz")[1:]
    assert len(published) == table.cells.size
    for line in published:
        system, score, segment = line.split()
        found = table.cells[table.systems.index("ref" if system == "ref-A" else system), int(segment) - 1]
        assert math.isnan(found) if score == "None" else math.isclose(found, float(score), abs_tol=1e-6), line
