"""Scores of other tools: files of the real ones, matched with the texts, joined, marked, and what is said of them.

The files in `comet` are what comet-score of unbabel-comet 2.2.7 wrote (`-s src -t hyp hyp2 -r ref --to_json …`) with
random models of two layers, of its classes RegressionMetric and UnifiedMetric.
"""

import json
from pathlib import Path

import numpy as np
import pytest

import bolide
from bolide import InputError
from tests.cli.run import bolide as command_line
from tests.errors import raises

COMET = Path(__file__).parent / "comet"
SOURCE = ["der Hund bellt", " Die Katze schläft ", "Hallo Welt"]
HYPS = ["the dog barks", "The cat sleeps", "hello world"]
REFS = ["the dog is barking", "The cat is sleeping", "hello, world"]
PRINTED = [-0.0144, 0.0474, 0.0555]  # by comet-score, rounded


def data(order: list[int] | None = None) -> bolide.TestSet:
    source, hyps, refs = ([texts[k] for k in order or range(3)] for texts in (SOURCE, HYPS, REFS))
    return bolide.TestSet(refs, {"hyp": hyps, "hyp2": hyps}, source=source)


@pytest.mark.filterwarnings("ignore::bolide.system.errors.BolideWarning")
def test_what_comet_score_writes() -> None:
    printed, written = (bolide.read_scores(COMET / name, name="comet") for name in ("comet.txt", "comet.json"))
    assert bolide.score(data(), printed).segments("comet") == {"hyp": PRINTED, "hyp2": PRINTED}
    values = bolide.score(data(), written).segments("comet")
    assert [round(value, 4) for value in values["hyp"]] == PRINTED
    assert "half precision (fp16): all lie on that grid" in written.source.notes[0]
    assert "neither precision nor version" in " ".join(printed.source.notes)
    moved = bolide.score(data([2, 0, 1]), written)
    assert moved.segments("comet")["hyp"] == [values["hyp"][k] for k in (2, 0, 1)]
    assert "comet: the scores of hyp, hyp2 were put in the order of the texts." in moved.notes


def test_scores_of_other_texts_are_refused() -> None:
    comet = bolide.read_scores(COMET / "comet.json")
    other = bolide.TestSet(REFS, {"hyp": HYPS, "hyp2": [*HYPS[:2], "hello you"]})
    raises(InputError, "scored other texts than these, or in another order: line 3 of hyp2", bolide.score, other, comet)
    refs = bolide.TestSet([*REFS[:2], "hi, world"], {"hyp": HYPS, "hyp2": HYPS})
    raises(InputError, "line 3 of hyp differs", bolide.score, refs, comet)


def test_a_segment_whose_id_has_no_score_is_none_of_another_text(here: Path) -> None:
    rows = [("c", "z", 3.0), ("a", "x", 1.0)]
    lines = [json.dumps({"id": name, "hypothesis": text, "prediction": score}) for name, text, score in rows]
    Path("m.jsonl").write_text("\n".join(lines))
    texts = bolide.TestSet(["r"] * 3, {"s": ["x", "y", "z"]}, ids=["a", "b", "c"])
    scores = bolide.read_scores({"s": "m.jsonl"}).scored(texts)
    np.testing.assert_array_equal(scores.source.at("seg").cells, [[1, np.nan, 3]])


@pytest.mark.filterwarnings("ignore::bolide.system.errors.BolideWarning")
def test_the_errors_that_xcomet_marks() -> None:
    xcomet = bolide.read_scores(COMET / "xcomet.json", name="xcomet")
    shown = bolide.TestSet(REFS, {"hyp": [f"  {HYPS[0]}", *HYPS[1:]], "hyp2": HYPS})  # white space that was stripped
    marks = xcomet.scored(shown).marked(shown)
    first = [(one.severity, shown.corpora[0].hyps[0][one.start : one.end]) for one in marks["hyp", 0]]
    assert first == [("minor", "e"), ("major", "do"), ("major", "bark")]  # as its `text` has them
    report = bolide.report(data(), ["bleu", xcomet])
    assert '"major"' in report.to_json()
    assert "xcomet marks errors in hyp: 6 major, 4 minor." in bolide.score(data(), xcomet).notes
    people = bolide.read_judgments(COMET / "xcomet.json")
    assert [one.severity for one in people.errors_in(data().corpora[0], 1)] == ["minor", "major", "major"]


def test_marked_errors_are_shown_where_systems_differ(here: Path) -> None:
    written = json.loads((COMET / "xcomet.json").read_text())
    written["hyp2"][0] |= {"mt": REFS[0], "COMET": 0.9, "errors": []}
    Path("xcomet.json").write_text(json.dumps(written))
    for name, lines in {"ref": REFS, "hyp": HYPS, "hyp2": [REFS[0], *HYPS[1:]]}.items():
        Path(f"{name}.txt").write_text("\n".join(lines) + "\n")
    words = ["compare", "ref.txt", "-i", "hyp2.txt", "hyp.txt", "-m", "chrf", "--scores", "xcomet.json"]
    words += ["--segments", "1"]
    _, *tables = command_line(*words).out.split("that most favour hyp2")
    assert len(tables) == 2  # by chrF, and by xCOMET
    for table in tables:
        cells = table.splitlines()[4].split("  ")
        assert cells[-3:] == [REFS[0], REFS[0], "th[minor:e] [major:do]g [major:bark]s"]  # as its `text` has them
    assert '[major:</strong><bdi class="bad">do</bdi><strong>]' in command_line(*words, "-f", "html").out


def test_files_are_joined_under_a_name(here: Path) -> None:
    for name, scores in {"x.jsonl": [3, 4], "y.jsonl": [5, 6]}.items():
        Path(name).write_text("".join(json.dumps({"hypothesis": f"h{k}", "prediction": k}) + "\n" for k in scores))
    Path("t.csv").write_text('out,quality\nh3,0.5\n"h4",0.25\n')
    lists = {"a": ["h3", "h4"], "b": ["h5", "h6"]}
    words = ["metricx:a=x.jsonl", "metricx:b=y.jsonl", "judge:a=t.csv:quality", "judge:b=t.csv:quality"]
    read = bolide.read_all_scores(words)
    both = bolide.score(bolide.TestSet(["r", "s"], lists), [read["metricx"]])
    assert both.segments("metricx") == {"a": [3, 4], "b": [5, 6]}
    assert (both["metricx"]["a"].higher_is_better, both["metricx"]["a"].value) == (False, 3.5)
    assert "metricx: lower is better, as in what MetricX writes." in both.notes
    np.testing.assert_array_equal(read["judge"].source.at("seg").cells, [[0.5, 0.25]] * 2)
    assert "judge: higher is taken to be better" in read["judge"].source.notes[-1]
    by_system = bolide.read_scores({"a": "x.jsonl", "b": "y.jsonl"}, name="metricx")
    np.testing.assert_array_equal(by_system.source.at("seg").cells, read["metricx"].source.at("seg").cells)
    raises(InputError, "for m already, of a", bolide.read_all_scores, ["m:a=x.jsonl", "m:a=y.jsonl"])
    raises(InputError, "has 2 numbers to choose from", bolide.read_scores, json_file({"a": 1, "b": 2}))
    assert bolide.read_scores(f"{json_file({'a': 1, 'b': 2})}:b").source.at("seg").cells.tolist() == [[2]]


def json_file(row: object) -> str:
    Path("rows.json").write_text(json.dumps([row]))
    return "rows.json"


def test_an_appended_mean_is_left_out(here: Path) -> None:
    """As `pymarian-eval -a append` writes it."""
    Path("a.comet").write_text("0.25\n0.5\n0.375\n")
    scores = bolide.score(bolide.TestSet(["r", "s"], {"a": ["x", "y"]}), bolide.read_scores("a.comet"))
    assert scores.segments("comet") == {"a": [0.25, 0.5]}
    assert "comet: the last line is the mean of the others, which was left out." in scores.notes
    Path("a.comet").write_text("0.25\n0.5\n0.75\n")
    three, two = bolide.read_scores("a.comet"), bolide.TestSet(["r", "s"], {"a": ["x", "y"]})
    raises(InputError, "comet has 3 segments and the texts have 2 lines", bolide.score, two, three)


def test_columns_of_the_table_that_is_scored(here: Path) -> None:
    Path("t.tsv").write_text("ref\tsys\tquality\nx y z\tx y\t0.5\nu v\tu w\t0.75\n")
    table = ["score", "ref", "--table", "t.tsv", "-i", "sys", "-m", "bleu", "--scores", "quality", "-f", "json"]
    result = command_line(*table)
    assert (result.code, result.err.count("higher is taken to be better")) == (0, 1)
    assert [score["value"] for score in json.loads(result.out)["systems"][0]["scores"]][1:] == [0.625]
