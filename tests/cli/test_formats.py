"""The same formats in every command, the table of scores by itself, short names, and tables that fit a terminal."""

import csv
import io
from importlib import import_module
from pathlib import Path

import pytest
from rich.console import Console

from bolide import BLEU
from bolide.cli.main import COMMANDS, module_of
from bolide.cli.parser.output import FORMATS
from bolide.data.scores import legend_of, metric_labels
from bolide.reporting.blocks import Span, TableBlock
from bolide.reporting.render.terminal import _table, fitted
from tests.cli.run import bolide

pytestmark = pytest.mark.one_core

# A report is a page or its data; of the others each prints blocks.
OWN = {"report": ("html", "json"), "explain": (*FORMATS, "svg")}


@pytest.fixture(autouse=True)
def files(here: Path) -> None:
    for name, text in {
        "ref.txt": "the cat sat down\na dog, it barks\n",
        "a.txt": "the cat sat down\na dog barks\n",
        "b.txt": "a cat sat\nthe dog\n",
    }.items():
        Path(name).write_text(text)


def test_every_command_with_formats_has_all_of_them() -> None:
    found = {}
    for name in COMMANDS:
        for action in import_module(module_of(name)).parser()._actions:
            if action.dest == "format":
                found[name] = tuple(action.choices)
    assert {
        "score", "compare", "correlate", "explain", "tune", "mbr", "align-segments", "doctor", "list", "demo",
        "units",
    } <= set(found)  # fmt: skip
    assert found == {name: OWN.get(name, FORMATS) for name in found}


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize(
    "words",
    [["score", "ref.txt", "-i", "a.txt"], ["compare", "ref.txt", "-i", "a.txt", "b.txt", "-n", "10"],
     ["explain", "a cat", "a cat sat"], ["align-segments", "ref.txt", "-i", "a.txt"], ["mbr", "a.txt", "-n", "2"],
     ["list"], ["demo"], ["units", "a.txt", "ref.txt", "--units", "wc"]],
    ids=lambda words: words[0],
)  # fmt: skip
def test_they_all_print_and_write_the_same(words: list[str], form: str) -> None:
    result = bolide(*words, "-f", form)
    assert result.code == 0, result.err
    assert result.out
    assert bolide(*words, "-f", form, "-o", "out").out == ""
    assert Path("out").read_text() == result.out


def test_numbers_alone_and_cases_may_be_called_text() -> None:
    assert bolide("score", "ref.txt", "-i", "a.txt", "-b", "-o", "out.txt").code == 0
    assert Path("out.txt").read_text() == bolide("score", "ref.txt", "-i", "a.txt", "-b").out
    assert bolide("check", "--like", "chrf", "--cases", "-n", "0", "-o", "out.txt").code == 0


def test_csv_is_read_back() -> None:
    rows = list(csv.reader(io.StringIO(bolide("explain", "a, b", 'a "b"', "-f", "csv").out)))
    assert ["candidate", "3", "a , b"] in rows


@pytest.mark.parametrize("command", ["score", "compare"])
def test_the_table_of_scores_by_itself(command: str) -> None:
    words = [command, "ref.txt", "-i", "a.txt", "b.txt", "--only"]
    shown = bolide(*words).out.splitlines()
    assert [line.split()[0] for line in shown if line] == ["system", "------", "a", "b"]
    bare = bolide(*words, "-f", "latex").out
    assert bare.startswith("\\begin{tabular}")
    assert bare.endswith("\\end{tabular}\n")
    float_ = bolide(*words, "-f", "latex", "--caption", "10 % better").out
    assert float_.startswith("\\begin{table}\n\\centering\n\\caption{10 \\% better. Bold: ")
    assert "\\label{tab:10-better}\n\\begin{tabular}" in float_
    assert "booktabs" in bolide(*words[:-1], "-f", "latex").out
    assert bolide(*words, "--caption", "x").code == 2
    assert bolide(*words, "-f", "json").code == 2


def test_systems_can_be_named() -> None:
    for command in ("score", "compare"):
        shown = bolide(command, "ref.txt", "-i", "a.txt", "b.txt", "--names", "ours", "theirs", "--only").out
        assert [line.split()[0] for line in shown.splitlines() if line][2:] == ["ours", "theirs"]
    Path("t.tsv").write_text("r\th\nthe cat sat\tthe cat\n")
    assert "\nours  " in bolide("score", "r", "--table", "t.tsv", "-i", "h", "--names", "ours").out
    assert "2 names for 1 output (" in bolide("score", "ref.txt", "-i", "a.txt", "--names", "x", "y").err


def test_clusters_are_those_of_each_metric_if_there_are_segments_enough_for_a_test() -> None:
    words = ["compare", "ref.txt", "-i", "a.txt", "b.txt", "-m", "bleu", "chrf", "-f", "csv"]
    assert bolide(*words).out.splitlines()[0] == "system,BLEU,chrF2"
    repeat_texts()
    assert bolide(*words).out.splitlines()[0] == "system,BLEU,BLEU cluster,chrF2,chrF2 cluster"


def repeat_texts() -> None:
    """Twenty segments instead of two, which tell nothing apart."""
    for name in ("ref.txt", "a.txt", "b.txt"):
        Path(name).write_text(10 * Path(name).read_text())


def test_bold_is_explained_where_there_is_any() -> None:
    words = ["compare", "ref.txt", "-i", "a.txt", "b.txt"]
    assert "Bold" not in bolide(*words).out
    assert "†" not in bolide(*words).out
    for form in ("latex", "markdown", "html"):
        assert "Bold: the best score." in bolide(*words, "-f", form).out
    repeat_texts()
    assert "†: significantly different from the best" in bolide(*words).out
    for form in ("latex", "markdown", "html"):
        assert "Bold: not significantly different from the best." in bolide(*words, "-f", form).out


def test_short_names() -> None:
    one, two, three = BLEU(), BLEU(tokenize="intl"), BLEU(tokenize="intl", smooth_method="floor", lowercase=True)
    assert metric_labels([one.signature(), two.signature()]) == ["BLEU tok:13a", "BLEU tok:intl"]
    assert metric_labels([one.signature(), three.signature()]) == ["BLEU 1", "BLEU 2"]
    assert metric_labels([three.signature()]) == ["BLEU"]
    assert legend_of("BLEU", "BLEU|tok:13a") == "BLEU|tok:13a"
    assert legend_of("BLEU 1", "BLEU|tok:13a") == "BLEU 1: BLEU|tok:13a"


def test_metrics_by_signature_have_short_headings_and_a_legend() -> None:
    metrics = [str(BLEU().signature("1")), str(BLEU(tokenize="intl").signature("1"))]
    for command in ("score", "compare"):
        lines = bolide(command, "ref.txt", "-i", "a.txt", "b.txt", "-m", *metrics).out.splitlines()
        assert "BLEU tok:13a" in lines[0]
        assert max(map(len, lines[:4])) < 100
        assert f"BLEU tok:intl: {metrics[1]}" in lines
    lines = bolide("score", "ref.txt", "-i", "a.txt", "-m", *metrics).out.splitlines()
    assert sum(line.startswith(("BLEU tok:13a: ", "BLEU tok:intl: ")) for line in lines) == 4  # precisions, signatures
    text = bolide("score", "ref.txt", "-i", "a.txt", "-m", *metrics, "-sl", "-f", "text").out
    assert "\n1: BLEU tok:intl = " in text


def test_wide_tables_come_in_parts_with_their_keys() -> None:
    table = TableBlock.of(("a", "b", *"cdefgh"), [("x" * 10, "y" * 10, *["0.123456"] * 6)], "ll" + "r" * 6, keys=2)
    parts = fitted(table, 50)
    assert [part.header for part in parts] == [("a", "b", "c", "d"), ("a", "b", "e", "f"), ("a", "b", "g", "h")]
    assert all(part.rows[0][:2] == table.rows[0][:2] for part in parts)
    assert fitted(table, 91) == [table]
    assert len(fitted(table, 90)) == 2
    sentence = TableBlock.of(("a", "b"), [("x", Span("word " * 30))])
    assert fitted(sentence, 50) == [sentence]  # its lines are broken between words
    assert parts[0].rows[0][2] == "0.123456"


@pytest.mark.parametrize("width", range(39, 110, 5))
def test_rich_breaks_nothing_that_was_fitted(width: int) -> None:
    cells = ["+62.32", "[+52.43, +70.04]", "0.0326", "0.0978", "+3.612", "1125/304/547"]
    header = ("system", "against", "difference", "95 %", "p", "p corrected", "effect", "won/tied/lost")
    table = TableBlock.of(header, [("GPT4", "A", *cells)], "ll" + "r" * 6, keys=2)
    out = io.StringIO()
    for part in fitted(table, width):
        Console(file=out, width=width).print(_table(part))
    for word in (*cells, *header):
        assert word in out.getvalue()


def test_one_pair_is_singular() -> None:
    for name, first in (("human.csv", 1), ("metric.csv", 2)):
        Path(name).write_text(f"segment,a,b\n0,{first},5\n1,{first + 1},7\n")
    out = bolide("correlate", "--human", "human.csv", "--scores", "metric.csv", "-q", "sys/accuracy").out
    assert " 1 pair\n" in out
