"""Score files of every form, told by their content; what is wrong is refused with its line."""

import json
from pathlib import Path

import numpy as np
import pytest

from bolide import InputError
from bolide.agreement.reading import read_table, sources_of
from bolide.agreement.score_files import FORMS, Content, read_scores
from tests.errors import raises

pytestmark = pytest.mark.one_core

LINES = "a.txt\tSegment 0\tscore: 0.8\nout/b.txt\tSegment 0\tscore: 0.7\na.txt\tSegment 1\tscore: 0.6\n"
LINES += "out/b.txt\tSegment 1\tscore: 0.5\na.txt\tscore: 0.7\nout/b.txt\tscore: 0.6\n"
EXAMPLES = {
    "task2_pred": '{"item_id": "s1", "task2_pred": {"a": 1, "b": 2}}\n{"item_id": "s2", "task2_pred": {"a": 3}}\n',
    "comet-score's JSON": json.dumps({"a.txt": [{"mt": "x", "COMET": 0.5}], "b.txt": [{"mt": "y", "COMET": 0.25}]}),
    "comet-score's lines": LINES,
    "long table": "system\tsegment\tscore\na\t1\t3\nb\t1\t4\n",
    "mt-metrics-eval": "a\t1\na\tNone\nb\t3\nb\t4\n",
    "numbers": "0.5\n\n0.75\n",
    "submission": "M\ten-de\tset\tall\trefA\ta\t0.1\nM\ten-de\tset\tall\trefA\tb\t0.2\n",
    "wide table": "a,b\n1,2\n3,4\n",
}


def scores(text: str, name: str = "x.txt") -> tuple[str, str, dict[str, list[float | None]]]:
    form, pairs = read_scores(Content(Path(name), text))
    (found,) = pairs.values()
    return form, found.level, found.scores


def test_every_form_is_told_by_its_content() -> None:
    assert {name: scores(text)[0] for name, text in EXAMPLES.items()} == {name: name for name in FORMS}


@pytest.mark.parametrize(
    ("text", "level", "expected"),
    [
        (EXAMPLES["comet-score's JSON"], "seg", {"a": [0.5], "b": [0.25]}),
        (LINES, "seg", {"a": [0.8, 0.6], "b": [0.7, 0.5]}),
        ("Segment 0\tscore: 0.8\tvariance: 0.1\nSystem score: 0.8\n", "seg", {"system": [0.8]}),
        ("a.txt\tscore: 0.7\nb.txt\tscore: 0.6\n", "sys", {"a": [0.7], "b": [0.6]}),
        (json.dumps([{"mt": "x", "COMET": 0.5}]), "seg", {"system": [0.5]}),
        ("0.5\n\n0.75\n", "seg", {"x": [0.5, None, 0.75]}),
        (EXAMPLES["submission"], "sys", {"a": [0.1], "b": [0.2]}),
        ("M\ten-de\tset\tall\td\trefA\ta\t2\t0.1\nM\ten-de\tset\tall\td\trefA\ta\t1\t0.2\n", "seg", {"a": [0.2, 0.1]}),
        ("system mqm_avg_score seg_id\na\t-1.000000 1\na\tNone 2\nb\t-0.5 1\nb\t-2 2\n", "seg",
         {"a": [-1, None], "b": [-0.5, -2]}),
        (
            "doc_id\tsegment_id\tsource_lang\ttarget_lang\tsystem_id\toverall\nd\t1\ten\tcs\ta\t3\nd\t1\ten\tcs\tb\t4\n"
            "e\t1\ten\tcs\ta\t5\ne\t1\ten\tcs\tb\tNone\n",
            "seg",
            {"a": [3, 5], "b": [4, None]},
        ),
    ],
)  # fmt: skip
def test_what_they_say(text: str, level: str, expected: dict[str, list[float | None]]) -> None:
    assert scores(text)[1:] == (level, expected)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a.txt\tSegment 0\tscore: x\n", "line 1: 'x' is not a number"),
        ("a.txt\tSegment 0\tscore: 1\na.txt\tSegment 0\tscore: 1\n", "line 2: a.txt has two scores for segment 0"),
        ('{"a.txt": [{"COMET": 1}, {"mt": 1}]}', "a.txt is not a list of segments with a score called COMET"),
        ("1\n2\nx\n", "line 3: 'x' is not a number"),
        ("M\ten-de\tset\tall\trefA\ta\t1\nM\ten-de\tset\tall\trefB\ta\t1\n",
         "line 2: the file has several test sets or references of en-de"),
        ("set_id\tsystem\tsegment\tscore\nx\ta\t1\t1\ny\ta\t2\t1\n",
         "line 3: the file has several sets, x and y; write one file for each"),
        ("", "is empty"),
    ],
)  # fmt: skip
def test_refused_with_the_line(text: str, said: str) -> None:
    raises(InputError, said, scores, text)


def test_scores_of_domains_are_refused_with_advice() -> None:
    with pytest.raises(InputError, match=r"give the .seg.score; `bolide correlate --domains`"):
        scores("news\ta\t1\n", "en-de.mqm.domain.score")


def test_lines_of_a_log_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "comet.txt"
    path.write_text(f"Seed set to 1\n{LINES}Predictions saved in: x.json.\n")
    table = read_table(path)
    assert table.notes == (f"{path}: left out 2 lines without a score.",)


def test_files_of_numbers_are_the_systems_of_one_metric(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in {"a.comet": "1\n2\n", "b.comet": "3\n4\n", "a.txt": "5\n6\n", "short.comet": "1\n"}.items():
        Path(name).write_text(text)
    comet, plain = sources_of(["a.comet", "b.comet", "a.txt"], lower=["comet"])
    assert (comet.name, comet.seg.systems, comet.seg.higher_is_better) == ("comet", ("a", "b"), False)
    np.testing.assert_array_equal(comet.seg.cells, [[1, 2], [3, 4]])
    assert (plain.name, plain.at("seg").systems) == ("scores", ("a",))
    raises(InputError, r"short.comet has 1 score and a has 2", sources_of, ["a.comet", "short.comet"])


def test_a_wide_table_is_in_the_order_of_its_numbers(tmp_path: Path) -> None:
    path = tmp_path / "scores.csv"
    path.write_text("segment,a,b\n10,3,4\n2,1,2\n")
    assert read_table(path).cells.tolist() == [[1.0, 3.0], [2.0, 4.0]]
    path.write_text("segment,a,b\nx-10,3,4\nx-2,1,2\n")  # names, which have no other order
    assert read_table(path).cells.tolist() == [[3.0, 1.0], [4.0, 2.0]]
    path.write_text("segment,a,b\n1,3,4\n2,1,2\n1,5,6\n")
    raises(InputError, "line 4: segment '1' stands there a second time", read_table, path)
