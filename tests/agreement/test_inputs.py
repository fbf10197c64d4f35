"""Score files in, tables out; what does not fit is refused by name and line."""

import gzip
from pathlib import Path

import numpy as np
import pytest

from bolide import InputError, OptionError
from bolide.agreement.error_overlay import names_like
from bolide.agreement.questions import Question, answer, correlate
from bolide.agreement.reading import read_folder, read_score_files, read_table, sources_in, table_name
from bolide.agreement.table import Source, Table, aligned
from tests.errors import raises

pytestmark = pytest.mark.one_core


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".gz":
        path.write_bytes(gzip.compress(text.encode(), mtime=0))
    else:
        path.write_text(text, encoding="utf-8")
    return path


EXPECTED = np.array([[1.5, np.nan], [2.0, 3.0]])


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("x.seg.score", "a\t1.5\na\tNone\nb\t2\nb\t3\n"),
        ("x.seg.score.gz", "a\t1.5\na\tNone\nb\t2\nb\t3\n"),
        ("blanks.seg.score", "a 1.5\na None\nb 2\nb 3\n"),
        ("long.tsv", "system\tsegment\tscore\na\t1\t1.5\nb\t1\t2\nb\t2\t3\n"),
        ("long.csv", 'segment,score,system\n2,3,"b"\n1,1.5,a\n1,2,b\n'),
        ("wide.tsv", "segment\ta\tb\n1\t1.5\t2\n2\tNA\t3\n"),
        ("bare.csv", "a,b\n1.5,2\n,3\n"),
    ],
)
def test_forms(name: str, text: str, tmp_path: Path) -> None:
    table = read_table(write(tmp_path / name, text))
    order = [table.systems.index(system) for system in ("a", "b")]
    np.testing.assert_array_equal(table.cells[order], EXPECTED)
    assert (table.level, table.name) == ("seg", name.split(".")[0])


def test_systems_alone(tmp_path: Path) -> None:
    for name, text in (("x.sys.score", "a\t1\nb\t2\n"), ("y.csv", "system,score\na,1\nb,2\n")):
        table = read_table(write(tmp_path / name, text), higher_is_better=False)
        assert (table.level, table.systems, table.cells.tolist()) == ("sys", ("a", "b"), [[1.0], [2.0]])
        assert table.upward.tolist() == [[-1.0], [-2.0]]


def test_a_name_tells_the_level(tmp_path: Path) -> None:
    assert read_table(write(tmp_path / "x.seg.score", "a\t1\nb\t2\n")).level == "seg"  # one segment is a segment
    with pytest.raises(InputError, match=r"x\.sys\.score: a has 2 scores, and by its name the file has one per system"):
        read_table(write(tmp_path / "x.sys.score", "a\t1\na\t2\nb\t2\nb\t3\n"))


def test_folder(tmp_path: Path) -> None:
    write(tmp_path / "human-scores" / "mqm.seg.score", "a\t1\na\t2\n")
    raises(InputError, r"metric-scores has no file \*.seg.score", read_folder, tmp_path)
    write(tmp_path / "metric-scores" / "BLEU-refA.seg.score.gz", "a\t1\na\t2\n")
    write(tmp_path / "metric-scores" / "BLEU-refA.sys.score.gz", "a\t7\n")
    human, metrics = read_folder(tmp_path, lower=["BLEU-refA"])
    assert (human.name, human.has("sys"), [metric.name for metric in metrics]) == ("mqm", True, ["BLEU-refA"])
    assert (metrics[0].at("sys").cells.tolist(), metrics[0].at("seg").higher_is_better) == ([[7.0]], False)
    write(tmp_path / "human-scores" / "da.seg.score", "a\t1\na\t2\n")
    raises(InputError, "several human scores, da, mqm; name one", read_folder, tmp_path)
    raises(OptionError, r"'mq'\. Did you mean 'mqm'", read_folder, tmp_path, "mq")
    twice = [str(tmp_path / "human-scores" / name) for name in ("da.seg.score", "mqm.seg.score")]
    raises(InputError, "level seg for people already", sources_in, read_score_files(twice), one="people")


def test_folders_as_mtme_releases_them(tmp_path: Path) -> None:
    write(tmp_path / "human-scores" / "en-de.mqm.seg.score", "a\t1\na\t2\n")
    write(tmp_path / "human-scores" / "zh-en.mqm.seg.score", "b\t1\nb\t2\n")
    write(tmp_path / "metric-scores" / "en-de" / "BLEU-refA.seg.score", "a\t1\na\t2\n")
    human, metrics = read_folder(tmp_path / "en-de")
    assert (human.name, human.at("seg").systems, [metric.name for metric in metrics]) == ("mqm", ("a",), ["BLEU-refA"])


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("en-de.mqm.seg.score", "mqm"),
        ("da-sqm.seg.score.gz", "da-sqm"),  # looks like a language pair, and is none
        ("en-de.da-sqm.sys.score", "da-sqm"),
        ("BLEU-refA.seg.score.gz", "BLEU-refA"),
        ("scores.csv", "scores"),
    ],
)
def test_names_of_tables(file: str, name: str) -> None:
    assert table_name(Path(file)) == name


def test_files_are_named_like_the_systems_people_judged() -> None:
    known = ("jhu-hiero", "onlineA", "A")
    assert names_like(["newstest2012.fr-en.onlineA", "jhu-hiero", "x.y"], known) == ["onlineA", "jhu-hiero", "x.y"]
    raises(InputError, "both look like the system 'onlineA'", names_like, ["a.onlineA", "b.onlineA"], known)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty"),
        ("a\t1\na\tx\n", "line 2: 'x' is not a number"),
        ("a\t1\na\tnan\n", "line 2: the score is nan; it must be finite"),
        ("a\t1\na\tinf\n", "line 2: the score is inf"),
        ("a\t1\na\t2\nb\t1\n", "a has 2 segments and b has 1"),
        ("a\tNone\nb\tNone\n", "holds no score at all"),
        ("a\t1\t2\n", "has a header and no scores under it"),
        ("a\t1\n\n\na\tx\n", "line 4: 'x' is not a number"),
        ("system\tscore\na\t1\na\t2\n", "line 3: a has two scores, and no column `segment` tells them apart"),
        ("system\tsegment\tscore\na\t1\t1\na\t1\t2\n", "a has two scores for segment '1'"),
        ("system\tsegment\tscore\na\t1\n", "line 2 has 2 columns under a header of 3"),
        ("a\ta\n1\t2\n", "line 1: two columns are called 'a'"),
        ("lonely\n", "a score file has lines"),
    ],
)
def test_refused(text: str, message: str, tmp_path: Path) -> None:
    raises(InputError, message, read_table, write(tmp_path / "x.seg.score", text))


def test_missing_file(tmp_path: Path) -> None:
    raises(InputError, "There is no file", read_table, tmp_path / "none.score")


def test_tables_refuse_what_is_no_score() -> None:
    raises(InputError, "NaN; write None", Table.of, "m", {"a": [float("nan")]})
    raises(InputError, "infinite score for a, segment 2", Table.of, "m", {"a": [1.0, float("inf")]})
    raises(InputError, "two systems called 'a'", Table, "m", ("a", "a"), np.ones((2, 1)))


def test_names_that_do_not_match() -> None:
    human = Table.of("mqm", {"a": [1.0], "b": [2.0], "refA": [3.0]})
    metric = Table.of("BLEU", {"b": [5.0], "a": [4.0], "synth": [6.0]})
    raises(InputError, "refA only in mqm; synth only in BLEU", aligned, human, metric)
    one, two = aligned(human, metric, ("refA", "synth"))
    assert (one.systems, two.systems, two.cells.tolist()) == (("a", "b"), ("a", "b"), [[4.0], [5.0]])
    with pytest.raises(InputError, match="mqm has 1 segment and m has 2"):
        aligned(human, Table.of("m", {name: [1.0, 2.0] for name in ("a", "b", "refA")}))
    with pytest.raises(InputError, match="level seg and m at level sys"):
        aligned(human, Table.of_systems("m", dict.fromkeys(("a", "b", "refA"), 1.0)))


def test_agreement_of_little() -> None:
    one = Source("h", Table.of("h", {"a": [1.0, 2.0], "b": [2.0, 2.0]}))
    flat = Source("m", Table.of("m", {"a": [1.0, 1.0], "b": [1.0, 1.0]}))
    found = answer(one, flat, Question("pearson"))
    assert (found.value, found.reason) == (None, "the metric's scores are constant")
    assert answer(flat, one, Question("spearman")).reason == "the human scores are constant"
    assert answer(one, flat, Question("kendall-b", "seg", "item")).value is None
    assert answer(one, flat, Question("acc-eq", "seg", "item")).value == 0.5  # ties everywhere: one of two is right
    raises(InputError, "share 1 system", answer, one, flat, Question("pearson"), exclude=["a"])
    raises(InputError, "Two metrics are called 'm'", correlate, one, [flat, flat])
    apart = Source("m", Table.of("m", {"a": [None, 1.0], "b": [None, None]}))
    holes = Source("h", Table.of("h", {"a": [1.0, None], "b": [2.0, None]}))
    raises(InputError, "no cell in common", answer, holes, apart, Question("pearson"))
    raises(InputError, "no scores of segments", Source("s", None, Table.of_systems("s", {"a": 1.0})).at, "seg")


def test_questions_refused() -> None:
    raises(OptionError, "'pearson' is not a question; one looks like sys/pearson", Question.from_text, "pearson")
    raises(OptionError, "only `correlate` asks about those", Question.from_text, "doc/pearson")
    raises(OptionError, "at level seg called 'pierson'. Did you mean 'pearson'", Question.from_text, "seg/pierson")
    raises(OptionError, "no grouping called 'day'", Question.from_text, "seg/pearson/day")
    raises(OptionError, "acc-eq is averaged by item", Question.from_text, "seg/acc-eq")
    raises(OptionError, "has one group only; leave the grouping out", Question.from_text, "sys/pearson/item")
