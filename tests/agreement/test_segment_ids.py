"""Segments known by ids: people's judgments and scores of metrics are matched by id, whatever their order."""

import json
from pathlib import Path
from typing import Any

import pytest
from scipy.stats import pearsonr

import bolide
from bolide import Corpus, InputError
from bolide.agreement.annotations import read_annotations
from bolide.corpus.tables import read_systems_of
from bolide.demo import FILES
from tests.agreement.judged import IDS, pearmut, task2
from tests.cli.run import bolide as run
from tests.errors import raises

HUMAN = {"A": [90, 80, 70, 95, 60, 85, 40, 75, 20], "B": [50, 85, 30, 60, 65, 20, 45, 10, 35]}
METRIC = {"A": [80, 82, 60, 99, 64, 70, 50, 61, 33], "B": [55, 81, 40, 57, 71, 30, 41, 22, 37]}


def expected(ids: list[str]) -> float:
    indices = [IDS.index(item) for item in ids]
    people, machine = ([line[index] for line in table.values() for index in indices] for table in (HUMAN, METRIC))
    return float(pearsonr(people, machine).statistic)


def test_other_orders_and_lacking_ids_in_one_command(tmp_path: Path) -> None:
    human = pearmut(tmp_path / "annotations.json", IDS[:8], HUMAN)
    scores = task2(tmp_path / "task2.jsonl", IDS[:0:-1], METRIC)  # from the last to the second
    result = run("correlate", "--human", human, "--scores", scores, "-q", "seg/pearson", "-f", "json")
    data = json.loads(result.out)
    assert data["agreements"][0]["value"] == pytest.approx(expected(IDS[1:8]), abs=1e-12)
    assert data["agreements"][0]["used"] == 14
    assert data["notes"] == [
        f"esa: left out 1 segment ({IDS[0]}), which no metric has.",
        f"task2: left out 1 segment ({IDS[8]}), which nobody judged.",
    ]


@pytest.mark.parametrize("wide", [True, False])
def test_tables_with_ids(tmp_path: Path, wide: bool) -> None:
    human, path = pearmut(tmp_path / "annotations.json", IDS, HUMAN), tmp_path / "scores.tsv"
    order = sorted(range(9), key=lambda index: index * 5 % 9)
    lines = ["item_id\tA\tB"] + [f"{IDS[k]}\t{METRIC['A'][k]}\t{METRIC['B'][k]}" for k in order]
    if not wide:
        lines = ["system\titem_id\tscore"]
        lines += [f"{name}\t{IDS[k]}\t{METRIC[name][k]}" for k in order for name in "AB"]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    (agreement,) = bolide.correlate(human, path, questions="seg/pearson").agreements
    assert agreement.value == pytest.approx(expected(IDS), abs=1e-12)


def test_scores_with_ids_in_folders(tmp_path: Path) -> None:
    """Every file has its own order, also those of metrics in one folder, and in each of several."""
    for pair, name, table, order in (
        ("en-de", "human-scores/esa", HUMAN, 1),
        ("en-de", "metric-scores/x", METRIC, -1),
        ("en-de", "metric-scores/y", METRIC, 1),
        ("en-cs", "human-scores/esa", HUMAN, -1),
        ("en-cs", "metric-scores/x", METRIC, 1),
        ("en-cs", "metric-scores/metricx", METRIC, -1),
    ):
        lines = [f"{item}\t{a / 4}\t{b / 4}\n" for item, a, b in zip(IDS, table["A"], table["B"], strict=True)]
        path = tmp_path / pair / f"{name}.seg.score"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("item_id\tA\tB\n" + "".join(lines[::order]), encoding="utf-8")
    folders = [tmp_path / "en-de", tmp_path / "en-cs"]
    one, both = (bolide.correlate(folder=folder, questions="seg/pearson") for folder in (folders[0], folders))
    for each in (*one.agreements, *both.agreements):
        assert each.value == pytest.approx(expected(IDS), abs=1e-12)
    (note,) = both.notes
    assert note.startswith("en-cs: metricx: higher is taken to be better; MetricX counts errors, from 0 to 25. If")


def test_texts_with_ids(tmp_path: Path) -> None:
    """Outputs in a table are scored in its order; people's judgments and other scores follow it."""
    human = pearmut(tmp_path / "annotations.json", IDS, HUMAN)
    scores, table = task2(tmp_path / "task2.jsonl", IDS[3:] + IDS[:3], METRIC), tmp_path / "input.jsonl"
    items = [
        {"item_id": IDS[k], "ref": {"text": "a b c d"}, "hyps": {"A": "a b c d"[: 1 + k % 7], "B": "a x c d"}}
        for k in reversed(range(9))
    ]
    table.write_text("".join(json.dumps(item) + "\n" for item in items), encoding="utf-8")
    command = ["correlate", "--human", human, "--scores", scores, "--table", table, "-r", "ref.text", "-i", "hyps.*"]
    result = run(*command, "-m", "chrf", "-q", "seg/pearson", "-f", "json")
    values = {each["metric"]: each["value"] for each in json.loads(result.out)["agreements"]}
    assert values["task2"] == pytest.approx(expected(IDS), abs=1e-12)
    chrf = [bolide.score([item["hyps"][name]], ["a b c d"], metrics="chrf") for name in "AB" for item in items[::-1]]
    machine = [report.systems[0].scores[0].value for report in chrf]
    assert values["chrF2"] == pytest.approx(pearsonr([*HUMAN["A"], *HUMAN["B"]], machine).statistic, abs=1e-9)


RATED = FILES / "wmt26" / "annotations.json"


def tutorial() -> list[Corpus]:
    return read_systems_of(str(FILES / "wmt26" / "input.jsonl"), ["hyps.*"], ["ref.text"])


def in_order_of_annotations() -> tuple[dict[str, list[str]], list[Any]]:
    """The outputs and references without their ids."""
    systems = tutorial()
    order = [systems[0].ids.index(name) for name in read_annotations(RATED).ids]
    return {system.name: [system.hyps[k] for k in order] for system in systems}, [systems[0].refs[k] for k in order]


def test_texts_without_ids_must_be_those_that_people_read() -> None:
    """In the order of the annotations plain texts are taken; in another one nothing is guessed."""
    outputs, refs = in_order_of_annotations()
    assert bolide.report(outputs, refs, human=RATED, trials=20)
    turned = {name: lines[::-1] for name, lines in outputs.items()}
    words = "names segments by ids, the texts have none, and .* is not line 1"
    for call in (bolide.report, bolide.compare):
        raises(InputError, words, call, turned, refs[::-1], human=RATED, trials=20)


def test_tune_takes_judgments_by_id_or_not_at_all(tmp_path: Path) -> None:
    systems, (outputs, refs) = tutorial(), in_order_of_annotations()
    asked: dict[str, Any] = {"question": "seg/pearson", "settings": 5, "folds": 2}
    by_id = bolide.tune("meteor", systems, human=RATED, **asked)
    by_text = bolide.tune("meteor", outputs, refs, RATED, **asked)
    assert by_id.start_value == pytest.approx(by_text.start_value, abs=1e-12)
    turned = {name: lines[::-1] for name, lines in outputs.items()}
    words = "names segments by ids{} the texts have none"
    raises(InputError, words.format(","), bolide.tune, "meteor", turned, refs[::-1], RATED, **asked)
    lines = [f"{name}\t{50 + k}\t{90 - k * k}\t{3 * k}\n" for k, name in enumerate(systems[0].ids)]
    scores = tmp_path / "scores.tsv"
    values = []
    for order_of_lines in (lines, lines[::-1]):
        scores.write_text("item_id\tFir\tOak\tElm\n" + "".join(order_of_lines), encoding="utf-8")
        values.append(bolide.tune("meteor", systems, human=scores, **asked).best_value)
    assert values[0] == values[1]
    raises(InputError, words.format(" and"), bolide.tune, "meteor", turned, refs[::-1], scores, **asked)


def test_ids_on_one_side_alone_are_refused(tmp_path: Path) -> None:
    human, scores = pearmut(tmp_path / "a.json", IDS, HUMAN), tmp_path / "x.seg.score"
    scores.write_text("".join(f"{name}\t{value}\n" for name in "AB" for value in METRIC[name]), encoding="utf-8")
    raises(InputError, "esa has ids of segments and x has none", bolide.correlate, human, scores)
    metric = task2(tmp_path / "task2.jsonl", IDS, METRIC)
    raises(InputError, "task2 has ids of segments and x has none", bolide.correlate, scores, metric)


def test_other_ids_are_refused(tmp_path: Path) -> None:
    human, scores = pearmut(tmp_path / "a.json", IDS[:4], HUMAN), task2(tmp_path / "task2.jsonl", IDS[4:], METRIC)
    raises(InputError, "no id of a segment in common", bolide.correlate, human, scores)
