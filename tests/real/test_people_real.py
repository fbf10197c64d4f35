"""ESA of WMT24 en-cs and MQM as released: counted by other means, line by line; WMT's table on WMT23's pairs."""

import csv
import gzip
import json
from collections import defaultdict
from io import StringIO
from itertools import combinations

import numpy as np
import pytest
from scipy.stats import norm, wilcoxon

from bolide.agreement.annotations import read_annotations
from bolide.agreement.annotations.mqm_errors import WEIGHTS
from bolide.agreement.annotations.ratings import Annotations
from bolide.agreement.human_ranking import peoples_ranking
from bolide.agreement.labels import read_labels
from tests.agreement.judged import read_table
from tests.cli.run import data_of
from tests.real.data import DATA, RELEASED, lines, needs_data

pytestmark = [needs_data]

ESA, DOCUMENTS = DATA / "wmt24" / "en-cs" / "esa.csv.gz", DATA / "wmt24" / "en-cs" / "documents.tsv.gz"


def raw() -> list[list[str]]:
    return list(csv.reader(StringIO(gzip.decompress(ESA.read_bytes()).decode("utf-8"))))


def annotations(path: object = ESA) -> Annotations:
    found = read_annotations(str(path))
    assert found is not None
    return found


def test_esa_scores_by_the_words_of_wmt24() -> None:
    """The conversion again, in another order: filters, latest by end time, means."""
    rows = [row for row in raw() if row[3] == "TGT" and "tutorial" not in row[1]]
    rows = [row for row in rows if not any(mark in row[7] for mark in ("#incomplete", "#dup"))]
    latest = {(row[0], row[1], row[7], row[2]): row for row in sorted(rows, key=lambda row: float(row[11]))}
    scores: dict[tuple[str, int], list[float]] = defaultdict(list)
    for row in latest.values():
        scores[row[1], int(row[2])].append(float(row[6]))
    table = annotations().table()
    expected = np.full(table.cells.shape, np.nan)
    for (system, segment), found in scores.items():
        expected[table.systems.index(system), segment] = sum(found) / len(found)
    np.testing.assert_array_equal(table.cells, expected)
    assert np.isfinite(table.cells).sum() == 4752


def test_the_official_mqm_of_wmt23_from_its_ratings() -> None:
    official = read_table(DATA / "wmt23" / "en-de" / "human-scores" / "mqm.seg.score.gz")
    found = annotations(DATA / "mqm-2023" / "en-de.seg.rating.gz").table().widened(557)
    np.testing.assert_allclose(found.take(official.systems).cells, official.cells, atol=1e-9, rtol=0)


def test_wmt23_every_error_costs_what_it_cost() -> None:
    errors = 0
    for line in lines(DATA / "mqm-2023" / "en-de.seg.rating.gz"):
        text = line.split("\t")[1]
        for error in json.loads(text)["errors"] if text != "None" else ():
            assert WEIGHTS["2023"].cost(error["category"], error["severity"]) == error["score"], error
            errors += 1
    assert errors > 19_000


def test_wmt24s_clusters_and_ranks_by_scipy() -> None:
    """WMT24's procedure again, with scipy's test and normal quantiles; every domain here has ties."""
    table, domains = annotations().table().widened(998), read_labels(str(DOCUMENTS), "domain").groups()
    found = peoples_ranking(table, domains, mode="wmt24").systems
    order = [table.systems.index(each.system) for each in found]
    p = np.ones((16, 16))
    for a, b in combinations(range(16), 2):
        z = []
        for columns in domains.values():
            apart = table.cells[order[a], columns] - table.cells[order[b], columns]
            z.append(norm.ppf(1 - wilcoxon(apart[np.isfinite(apart)], method="asymptotic").pvalue))
        p[a, b] = p[b, a] = 1 - norm.cdf(sum(z) / np.sqrt(len(z)))
    clusters, number, until = [], 1, 0
    for a in range(16):
        until = max([until, *(b for b in range(a + 1, 16) if p[a, b] > 0.05)])
        clusters.append(number)
        number += until <= a
    assert [each.cluster for each in found] == clusters
    assert clusters[-1] == 2
    for a, each in enumerate(found):
        assert each.rank == (1 + int((p[a, :a] < 0.05).sum()), 16 - int((p[a, a + 1 :] < 0.05).sum()))


def test_the_table_of_wmt23_has_the_released_numbers() -> None:
    """Values of mt-metrics-eval's own WMT23 task set."""
    words = ["correlate", "--folder", *(str(DATA / "wmt23" / pair) for pair in ("en-de", "zh-en")), "--gold", "mqm"]
    data = data_of(*words, "--preset", "wmt23", "-n", "20")
    columns = {(column["pair"], column["question"]): column["values"] for column in data["columns"]}
    for asked, released in RELEASED["mtme"].items():
        question, name = asked.split()
        found = [columns[pair, question][name] for pair in ("en-de", "zh-en")]
        assert found == pytest.approx(released, abs=5e-5)
    assert data["columns"][0]["weight"] == 2
