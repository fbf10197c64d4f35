"""Scores of other tools: their signatures, directions and ranges, and ties of identical outputs."""

from pathlib import Path

import numpy as np
import pytest

import bolide
from bolide.agreement.reading import read_table, sources_of, tied, with_scale
from bolide.agreement.table import Source, Table
from bolide.system.errors import InputError
from tests.errors import raises

COMET = "Python3.11.8|Comet2.2.2|fp32|Unbabel/wmt22-comet-da|r1"  # as SacreCOMET prints it
OTHER = COMET.replace("fp32", "fp16")
SCORES = "a\t0.5\na\t0.6\nb\t0.4\nb\t0.7\n"
REFS = ["x y z", "u v w"]
SYSTEMS = {"a": ["x y", "u v"], "b": ["x y", "u"]}


def write(name: str, text: str) -> str:
    Path(name).write_text(text, encoding="utf-8")
    return name


@pytest.mark.parametrize("line", [f"# {COMET}\n", f"# signature: {COMET}\n", f"#{COMET}\n"])
def test_the_first_line_may_be_a_signature(here: Path, line: str) -> None:
    table = read_table(write("comet.seg.score", line + SCORES))
    assert (table.signature, table.cells.tolist()) == (COMET, [[0.5, 0.6], [0.4, 0.7]])
    table = read_table(write("comet.tsv", line + "system\tsegment\tscore\nthe one\t1\t3\nthe one\t2\t\n"))
    assert (table.systems, table.cells[0, 0]) == (("the one",), 3)
    raises(InputError, "line 3", read_table, write("comet.seg.score", line + "a\t0.5\na\tx\n"))


def test_two_files_of_a_metric_with_different_signatures_are_refused(here: Path) -> None:
    files = [write(f"{name}.comet", f"# {text}\n0.5\n0.6\n") for name, text in (("a", COMET), ("b", OTHER))]
    raises(
        InputError, r"b\.comet: the files of comet have different signatures, Python.* and Python", sources_of, files
    )
    levels = [write("comet.seg.score", f"# {COMET}\n{SCORES}"), write("comet.sys.score", f"# {OTHER}\na\t1\nb\t1\n")]
    raises(InputError, "different signatures", sources_of, levels)
    write("b.comet", f"# {COMET}\n0.5\n0.6\n")
    (source,) = sources_of(files)
    assert (source.at("seg").signature, source.at("seg").cells.tolist()) == (COMET, [[0.5, 0.6]] * 2)


# --- ties ---------------------------------------------------------------------------------------------------------


def test_identical_outputs_get_the_mean_of_their_scores(here: Path) -> None:
    scores = {"comet": {"a": [0.5, 0.6], "b": [0.4, 0.7]}}
    notes: list[str] = []
    report = bolide.evaluate(SYSTEMS, REFS, scores=scores, segments=True, warn=notes.append)
    values = [[line[-1] for line in system.segments] for system in report.systems]
    assert values == [[(0.5 + 0.4) / 2, 0.6], [(0.5 + 0.4) / 2, 0.7]]
    (note,) = notes
    assert note.startswith("comet: 2 outputs had other scores, by up to 0.1, than identical outputs")
    plain = bolide.evaluate(SYSTEMS, REFS, scores=scores, segments=True, as_scored=True)
    assert [[line[-1] for line in system.segments] for system in plain.systems] == [[0.5, 0.6], [0.4, 0.7]]


def test_correlation_sees_the_tie(here: Path) -> None:
    human = {"a": [1.0, 2.0], "b": [1.0, 3.0]}
    scores = {"comet": {"a": [0.5, 0.6], "b": [0.4, 0.7]}}
    values = [
        bolide.correlate(human, scores, systems=SYSTEMS, refs=REFS, questions="seg/acc-eq/item", as_scored=as_scored)
        .agreements[0]
        .value
        for as_scored in (False, True)
    ]
    # One tie for people and the metric, and one pair in the same order; 0.1 is a tie in both segments or in neither.
    assert values == [1.0, 0.5]
    result = bolide.correlate(human, scores, systems=SYSTEMS, refs=REFS, questions="seg/pearson/none")
    assert [texts.system for texts in result.identity] == ["a", "b"]


def test_ties_need_no_other_cells() -> None:
    table = Table("m", ("a", "b", "c"), np.array([[1.0, np.nan, 3.0], [2.0, 5.0, 3.0], [9.0, 8.0, 7.0]]))
    outputs = {"a": ["x", "y", "z"], "b": ["x", "y", "z"], "c": ["other", "y", "z2"]}
    cells = tied(Source("m", table), outputs).at("seg").cells
    np.testing.assert_array_equal(cells, [[1.5, np.nan, 3.0], [1.5, 6.5, 3.0], [9.0, 6.5, 7.0]])
    assert tied(Source("m", table), {"a": ["x"]}).seg is table


# --- direction and range ------------------------------------------------------------------------------------------


def known(name: str, *values: float) -> Table:
    return with_scale(Table.of(name, {"a": list(values)}))


@pytest.mark.parametrize("name", ["MetricX-23-refA", "metricx", "mqm", "en-de_mqm"])
def test_a_name_decides_no_direction_but_errors_are_remarked_on(name: str) -> None:
    table = known(name, 0.0, 4.0, 25.0)
    assert table.higher_is_better
    assert "counts errors, from 0 to 25. If these scores do, name them with --lower" in table.notes[0]
    assert known(name, 0.0, -4.0, -25.0).notes == ()
    said = with_scale(Table.of(name, {"a": [0.0, 4.0]}, higher_is_better=False))
    assert (said.higher_is_better, said.notes) == (False, ())
    correlation = bolide.correlate(
        {"a": [1.0, 2.0], "b": [3.0, 4.0], "c": [4.0, 7.0]},
        {"mqm_prob": {"a": [0.1, 0.2], "b": [0.3, 0.4], "c": [0.4, 0.9]}},
        questions="sys/pearson",
    )
    assert correlation.agreements[0].value > 0.9
