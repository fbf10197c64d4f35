"""Segments known by ids: people's judgments and scores of metrics are matched by id, whatever their order."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import pearsonr

import bolide
from bolide import Corpus, InputError
from bolide.agreement.annotations import read_annotations
from bolide.agreement.error_overlay import marked_errors
from bolide.agreement.external_scores import score_sources
from bolide.agreement.participants import human_table
from bolide.corpus.tables import read_systems_of
from bolide.demo import FILES
from tests.agreement.judged import IDS, pearmut, task2
from tests.cli.run import bolide as run
from tests.errors import raises

pytestmark = pytest.mark.one_core

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


def test_two_metrics_of_which_one_lacks_a_segment(tmp_path: Path) -> None:
    human = pearmut(tmp_path / "annotations.json", IDS, HUMAN)
    paths = [task2(tmp_path / "one.jsonl", IDS[::-1], METRIC), task2(tmp_path / "two.jsonl", IDS[2:], METRIC)]
    report = bolide.correlate(human, paths, questions="seg/pearson")
    assert [each.value for each in report.agreements] == pytest.approx([expected(IDS), expected(IDS[2:])], abs=1e-12)
    assert f"two has no score of 2 segments ({IDS[0]}, {IDS[1]}), which people judged." in report.notes


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


def numbered(form: str, segments: Sequence[int]) -> str:
    """Scores of A and B on segments of these numbers, in one of the forms that have numbers."""
    scores = {(name, k): k * k % 7 + (name == "A") for name in "AB" for k in segments}
    if form == "long":
        return "system\tsegment\tscore\n" + "".join(f"{name}\t{k}\t{score}\n" for (name, k), score in scores.items())
    if form == "wide":
        return "segment\tA\tB\n" + "".join(f"{k}\t{scores['A', k]}\t{scores['B', k]}\n" for k in segments)
    return "".join(f"m\ten-de\tset\tnews\td\trefA\t{name}\t{k}\t{score}\n" for (name, k), score in scores.items())


@pytest.mark.parametrize("form", ["long", "wide", "submission"])
def test_numbers_of_segments_must_be_the_same_but_for_their_start(form: str, tmp_path: Path) -> None:
    human, metric = tmp_path / "human.tsv", tmp_path / "metric.tsv"
    human.write_text(numbered(form, (1, 2, 4)), encoding="utf-8")
    metric.write_text(numbered(form, (1, 3, 4)), encoding="utf-8")
    words = "human has a score of segment 2 where metric has one of segment 3"
    raises(InputError, words, bolide.correlate, human, metric)
    metric.write_text(numbered(form, (0, 1, 3)), encoding="utf-8")
    (agreement,) = bolide.correlate(human, metric, questions="seg/pearson").agreements
    human_scores, scores = ([k * k % 7 + one for one in (1, 0) for k in ks] for ks in ((1, 2, 4), (0, 1, 3)))
    assert agreement.value == pytest.approx(pearsonr(human_scores, scores).statistic, abs=1e-12)


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


def test_a_report_has_them_by_id_too() -> None:
    """The example of the tutorial, whose annotations are in another order than its texts."""
    annotations, systems = read_annotations(RATED), tutorial()
    assert annotations.ids != systems[0].ids
    table = human_table(RATED, ["Fir", "Oak", "Elm"], 8, systems[0].ids)
    assert table.cells[2].tolist() == [46, 69, 55.5, 84, 58, 22, 18, 89]  # Elm's, means of anna's and ben's
    elm = systems[2]
    marked = {
        elm.hyps[segment][error.start : error.end]
        for (name, segment), errors in marked_errors(annotations, systems).items()
        for error in errors
        if name == "Elm"
    }
    assert marked == {"sieben", "Das Brot", "fertig", "wird", "Milliarden", "für"}


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


def test_questions_about_documents_take_them_from_the_ids(tmp_path: Path) -> None:
    human, scores = pearmut(tmp_path / "a.json", IDS, HUMAN), task2(tmp_path / "task2.jsonl", IDS[::-1], METRIC)
    (agreement,) = bolide.correlate(human, scores, questions="doc/pearson").agreements
    people, machine = (np.array(list(table.values())).reshape(2, 3, 3).mean(2) for table in (HUMAN, METRIC))
    assert agreement.value == pytest.approx(pearsonr(people.ravel(), machine.ravel()).statistic, abs=1e-12)


@pytest.mark.parametrize("as_scored", [True, False])
def test_scores_follow_the_texts(as_scored: bool, tmp_path: Path) -> None:
    path = tmp_path / "task2.jsonl"
    lines = (FILES / "wmt26" / "task2.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(reversed(lines)), encoding="utf-8")
    (source,) = score_sources(path, systems=tutorial(), as_scored=as_scored)
    expected = [json.loads(line)["task2_pred"]["Elm"] for line in lines]
    assert source.at("seg").take(["Elm"]).cells[0].tolist() == expected


@pytest.mark.parametrize("answer", [{}, {"A": None, "B": None}])
def test_a_language_pair_without_scores_is_left_out(answer: dict[str, None], tmp_path: Path) -> None:
    path, human = task2(tmp_path / "task2.jsonl", IDS, METRIC), task2(tmp_path / "human.jsonl", IDS, HUMAN)
    for name, scores in ((path, answer), (human, {"A": 1, "B": 2})):
        line = json.dumps({"item_id": IDS[0].replace("deu_Latn", "ces_Latn"), "task2_pred": scores})
        name.write_text(f"{line}\n{name.read_text(encoding='utf-8')}", encoding="utf-8")
    report = bolide.correlate(human, path, questions="seg/pearson")
    assert "en-cs is left out: no metric has scores of it." in report.notes
    raises(InputError, "has predictions and no human judgments", bolide.people, human)


def test_ids_on_one_side_alone_are_refused(tmp_path: Path) -> None:
    human, scores = pearmut(tmp_path / "a.json", IDS, HUMAN), tmp_path / "x.seg.score"
    scores.write_text("".join(f"{name}\t{value}\n" for name in "AB" for value in METRIC[name]), encoding="utf-8")
    raises(InputError, "esa has ids of segments and x has none", bolide.correlate, human, scores)
    metric = task2(tmp_path / "task2.jsonl", IDS, METRIC)
    raises(InputError, "task2 has ids of segments and x has none", bolide.correlate, scores, metric)


def test_scores_with_ids_need_texts_with_ids(tmp_path: Path) -> None:
    scores, human = task2(tmp_path / "task2.jsonl", IDS, METRIC), tmp_path / "human.tsv"
    human.write_text("item_id\tA\tB\n" + "".join(f"{item}\t1\t{k}\n" for k, item in enumerate(IDS)), encoding="utf-8")
    texts, refs, words = {name: ["a b c"] * 9 for name in "AB"}, ["a b d"] * 9, "by ids and the texts have none"
    for call in (bolide.evaluate, bolide.compare):
        raises(InputError, f"task2 names segments {words}", call, texts, refs, scores=scores)
    for call in (bolide.compare, bolide.report):
        raises(InputError, f"human names segments {words}", call, texts, refs, human=human)


def test_other_ids_are_refused(tmp_path: Path) -> None:
    human, scores = pearmut(tmp_path / "a.json", IDS[:4], HUMAN), task2(tmp_path / "task2.jsonl", IDS[4:], METRIC)
    raises(InputError, "no id of a segment in common", bolide.correlate, human, scores)
