"""The calls give what the commands give, from paths and from values of every kind."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

import bolide
from bolide import TestSet, demo

pytestmark = [pytest.mark.usefixtures("examples")]

REFS = list(demo.HUMAN_A)
SYSTEMS = {name: list(lines) for name, lines in demo.SYSTEMS.items()}


def data_of(result: Any) -> Any:
    return json.loads(result.to_json())


def test_values_of_every_kind_are_texts() -> None:
    import polars as pl

    expected = data_of(bolide.compare(TestSet(REFS, SYSTEMS)))
    for kind in (tuple, iter, np.array, pl.Series, pa.array):
        outputs = {name: kind(lines) for name, lines in SYSTEMS.items()}
        assert data_of(bolide.compare(TestSet(kind(REFS), outputs))) == expected
    paths = {"careful": Path("a.txt"), "hasty": "b.txt"}
    assert data_of(bolide.compare(TestSet.read(Path("ref.txt"), paths))) == expected


HUMAN = {"careful": [5.0, 4.0, 5.0, 3.0, 4.0, 5.0], "hasty": [2.0, 3.0, 1.0, 2.0, 2.0, 3.0]}
DOMAINS, ITEMS = ["news", "news", "talk", "talk", "talk", "news"], ["a", "b", "c", "d", "d", "b"]
HUMAN_TWICE = {**HUMAN, "third": [1.0, 3.0, 2.0, 4.0, 2.0, 1.0]}


@pytest.mark.parametrize("column", [list, pa.array, np.array])
def test_judgments_and_what_is_known_of_lines_may_be_columns(column: Any) -> None:
    judged = {name: column(line) for name, line in HUMAN_TWICE.items()}
    people = bolide.read_judgments(judged, documents=column(DOMAINS), domains=column(DOMAINS))
    agree = bolide.correlate(people, bolide.read_scores(judged), questions=["sys/pearson", "doc/pearson"])
    assert [one.value for one in agree.agreements] == pytest.approx([1.0, 1.0])
    assert {one.pair for one in agree.by_domain().agreements} == {"all", "news", "talk"}
    data = bolide.TestSet(REFS, SYSTEMS, documents=column(ITEMS))
    people = bolide.read_judgments({name: column(line) for name, line in HUMAN.items()})
    assert bolide.tune("meteor", data, people, "seg/pearson", settings=5, folds=2).by == "documents"
