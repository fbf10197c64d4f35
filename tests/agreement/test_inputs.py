"""Score files of every form, told by their content, in; tables out; what does not fit is refused by name and line."""

import gzip
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from bolide import InputError, OptionError
from bolide.agreement.annotations import read_annotations
from bolide.agreement.error_overlay import names_like
from bolide.agreement.labels import read_labels
from bolide.agreement.questions import Question, answer, correlate
from bolide.agreement.reading import (
    read_folder,
    read_mqm,
    read_score_files,
    read_table,
    sources_in,
    sources_of,
    table_name,
)
from bolide.agreement.score_files import FORMS, Content, read_scores
from bolide.agreement.table import Source, Table, aligned
from tests.agreement.judged import FILES, REFUSED
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


@pytest.mark.parametrize(("name", "text"), FILES["forms"])
def test_forms(name: str, text: str, tmp_path: Path) -> None:
    table = read_table(write(tmp_path / name, text))
    order = [table.systems.index(system) for system in ("a", "b")]
    np.testing.assert_array_equal(table.cells[order], EXPECTED)
    assert (table.level, table.name, sorted(table.systems)) == ("seg", name.split(".")[0], ["a", "b"])


def test_systems_alone(tmp_path: Path) -> None:
    for name, text in (("x.sys.score", "a\t1\nb\t2\n"), ("y.csv", "system,score\na,1\nb,2\n")):
        table = read_table(write(tmp_path / name, text), higher_is_better=False)
        assert (table.level, table.systems, table.cells.tolist()) == ("sys", ("a", "b"), [[1.0], [2.0]])
        assert table.upward.tolist() == [[-1.0], [-2.0]]


def test_a_name_tells_the_level(tmp_path: Path) -> None:
    assert read_table(write(tmp_path / "x.seg.score", "a\t1\nb\t2\n")).level == "seg"  # one segment is a segment
    several = write(tmp_path / "x.sys.score", "a\t1\na\t2\nb\t2\nb\t3\n")
    raises(InputError, r"x\.sys\.score: a has 2 scores, in a file of one per system by its name", read_table, several)


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


@pytest.mark.parametrize(("file", "name"), FILES["names"])
def test_names_of_tables(file: str, name: str) -> None:
    assert table_name(Path(file)) == name


def test_files_are_named_like_the_systems_people_judged() -> None:
    known = ("jhu-hiero", "onlineA", "A")
    assert names_like(["newstest2012.fr-en.onlineA", "jhu-hiero", "x.y"], known) == ["onlineA", "jhu-hiero", "x.y"]
    raises(InputError, "both look like the system 'onlineA'", names_like, ["a.onlineA", "b.onlineA"], known)


READERS: dict[str, Callable[[Path], object]] = {
    "scores": read_table,
    "annotations": lambda path: read_annotations(path).table(),
    "mqm": read_mqm,
    "documents": lambda path: read_labels(str(path), "document"),
}


@pytest.mark.parametrize(
    ("kind", "text", "message"), [(kind, *row) for kind, rows in REFUSED.items() for row in rows], ids=repr
)
def test_refused(kind: str, text: str, message: str, tmp_path: Path) -> None:
    raises(InputError, message, READERS[kind], write(tmp_path / "x.tsv", text))


def test_missing_file(tmp_path: Path) -> None:
    raises(InputError, "There is no file", read_table, tmp_path / "none.score")


def test_tables_refuse_what_is_no_score() -> None:
    raises(InputError, "NaN; write None", Table.of, "m", {"a": [float("nan")]})
    raises(InputError, "score inf for a, segment 2", Table.of, "m", {"a": [1.0, float("inf")]})
    raises(InputError, "two systems called 'a'", Table, "m", ("a", "a"), np.ones((2, 1)))
    raises(InputError, r"cells of \(2, 3\) for 1 system", Table, "m", ("a",), np.ones((2, 3)))
    raises(InputError, r"cells of \(2,\) for 2 systems", Table, "m", ("a", "b"), np.ones(2))


def test_names_that_do_not_match() -> None:
    human = Table.of("mqm", {"a": [1.0], "b": [2.0], "refA": [3.0]})
    metric = Table.of("BLEU", {"b": [5.0], "a": [4.0], "synth": [6.0]})
    raises(InputError, "refA only in mqm; synth only in BLEU", aligned, human, metric)
    one, two = aligned(human, metric, ("refA", "synth"))
    assert (one.systems, two.systems, two.cells.tolist()) == (("a", "b"), ("a", "b"), [[4.0], [5.0]])
    longer = Table.of("m", {name: [1.0, 2.0] for name in human.systems})
    raises(InputError, "mqm has 1 segment and m has 2", aligned, human, longer)
    raises(InputError, "level seg and mqm at level sys", aligned, human, human.averaged())


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
    for text, message in FILES["no questions"].items():
        raises(OptionError, message, Question.from_text, text)


# --- every form of score files ----------------------------------------------------------------------------------------


def scores(text: str, name: str = "x.txt") -> tuple[str, str, dict[str, list[float | None]]]:
    form, pairs = read_scores(Content(Path(name), text))
    (found,) = pairs.values()
    return form, found.level, found.scores


def test_every_form_is_here() -> None:
    assert {form for form, *_ in FILES["said"]} == set(FORMS)


@pytest.mark.parametrize(("form", "text", "level", "expected"), FILES["said"])
def test_forms_are_told_and_read_by_their_content(
    form: str, text: str, level: str, expected: dict[str, list[float | None]]
) -> None:
    *told, found = scores(text)
    assert (told, found.keys()) == ([form, level], expected.keys())
    for system, line in expected.items():
        np.testing.assert_array_equal(np.array(found[system], dtype=float), line)


def test_scores_of_domains_are_refused_with_advice() -> None:
    raises(InputError, r"give the .seg.score", scores, "news\ta\t1\n", "en-de.mqm.domain.score")


def test_lines_of_a_log_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "comet.txt"
    path.write_text("Seed set to 1\na.txt\tSegment 0\tscore: 0.8\na.txt\tscore: 0.8\nPredictions saved in: x.json.\n")
    table = read_table(path)
    assert table.notes == (f"{path}: left out 2 lines without a score.",)


def test_files_of_numbers_are_the_systems_of_one_metric(here: Path) -> None:
    for name, text in {"a.comet": "1\n2\n", "b.comet": "3\n4\n", "a.txt": "5\n6\n", "short.comet": "1\n"}.items():
        Path(name).write_text(text)
    comet, plain = sources_of(["a.comet", "b.comet", "a.txt"], lower=["comet"])
    assert (comet.name, comet.seg.systems, comet.seg.higher_is_better) == ("comet", ("a", "b"), False)
    np.testing.assert_array_equal(comet.seg.cells, [[1, 2], [3, 4]])
    assert (plain.name, plain.at("seg").systems) == ("scores", ("a",))
    raises(InputError, r"short.comet has 1 score and a has 2", sources_of, ["a.comet", "short.comet"])


def test_numbers_with_gaps_are_not_lines(tmp_path: Path) -> None:
    gaps = read_table(write(tmp_path / "gaps.csv", "segment,a,b\n1,5,4\n3,4,3\n"))
    lines = Table.of("lines", {"a": [1.0, 2.0], "b": [2.0, 3.0]})
    raises(InputError, "gaps has no scores of segment 2", aligned, gaps, lines)
    assert aligned(gaps, gaps)[1].cells.tolist() == [[5, 4], [4, 3]]


def test_a_long_word_in_place_of_a_number_is_not_repeated_whole() -> None:
    for text in (f"a\t1\na\t{'9' * 5000}x\n", f"a.txt\tSegment 0\tscore: {'9' * 5000}x\n"):
        with pytest.raises(InputError) as caught:
            read_scores(Content(Path("long.seg.score"), text))
        assert len(str(caught.value)) < 300
