"""Score files of every form, told by their content, in; tables out; what does not fit is refused by name and line."""

import gzip
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from bolide import InputError, OptionError
from bolide.agreement.annotations import mqm_errors, read_annotations
from bolide.agreement.judgments import read_judgments
from bolide.agreement.labels import read_labels
from bolide.agreement.table import Table, Vector, aligned
from bolide.testset.score_files import FORMS, Content, form_of, tables_of
from bolide.testset.score_tables import read_score_files, sources_in
from tests.agreement.judged import FILES, REFUSED, read_table
from tests.errors import raises


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


def test_folder(tmp_path: Path) -> None:
    write(tmp_path / "human-scores" / "mqm.seg.score", "a\t1\na\t2\n")
    raises(InputError, r"metric-scores has no file \*.seg.score", read_judgments, tmp_path)
    write(tmp_path / "metric-scores" / "BLEU-refA.seg.score.gz", "a\t1\na\t2\n")
    write(tmp_path / "metric-scores" / "BLEU-refA.sys.score.gz", "a\t7\n")
    (judged,) = read_judgments(tmp_path, lower=["BLEU-refA"]).by_pair.values()
    human, metrics = judged.source, judged.metrics
    assert (human.name, human.has("sys"), [metric.name for metric in metrics]) == ("mqm", True, ["BLEU-refA"])
    assert (metrics[0].at("sys").cells.tolist(), metrics[0].at("seg").higher_is_better) == ([[7.0]], False)
    write(tmp_path / "human-scores" / "da.seg.score", "a\t1\na\t2\n")
    raises(InputError, "several human scores, da, mqm; name one", read_judgments, tmp_path)
    raises(OptionError, r"'mq'\. Did you mean 'mqm'", read_judgments, tmp_path, gold="mq")
    twice = [str(tmp_path / "human-scores" / name) for name in ("da.seg.score", "mqm.seg.score")]
    raises(InputError, "level seg for da already", sources_in, read_score_files(twice), one=True)


def test_folders_as_mtme_releases_them(tmp_path: Path) -> None:
    write(tmp_path / "human-scores" / "en-de.mqm.seg.score", "a\t1\na\t2\n")
    write(tmp_path / "human-scores" / "zh-en.mqm.seg.score", "b\t1\nb\t2\n")
    write(tmp_path / "metric-scores" / "en-de" / "BLEU-refA.seg.score", "a\t1\na\t2\n")
    judged = read_judgments(tmp_path / "en-de").by_pair["en-de"]
    assert read_judgments(tmp_path, pair="en-de").one().metrics[0].name == "BLEU-refA"
    human, metrics = judged.source, judged.metrics
    assert (human.name, human.at("seg").systems, [metric.name for metric in metrics]) == ("mqm", ("a",), ["BLEU-refA"])


READERS: dict[str, Callable[[Path], object]] = {
    "scores": read_table,
    "annotations": lambda path: read_annotations(path).table(),
    "mqm": lambda path: mqm_errors.read(str(path), path.read_text()),
    "documents": lambda path: read_labels(str(path), "document"),
}


@pytest.mark.parametrize(
    ("kind", "text", "message"), [(kind, *row) for kind, rows in REFUSED.items() for row in rows], ids=repr
)
def test_refused(kind: str, text: str, message: str, tmp_path: Path) -> None:
    raises(InputError, message, READERS[kind], write(tmp_path / "x.tsv", text))


# --- every form of score files ----------------------------------------------------------------------------------------


def scores(text: str, name: str = "x.txt") -> tuple[str, str, dict[str, Vector]]:
    content = Content(Path(name), text)
    form = form_of(content)
    ((found, _),) = tables_of(content, FORMS[form].read(content), "x").values()
    return form, found.level, dict(zip(found.systems, found.cells, strict=True))


def test_every_form_is_here() -> None:
    assert {form for form, *_ in FILES["said"]} == {*FORMS} - {"column"}


@pytest.mark.parametrize(("form", "text", "level", "expected"), FILES["said"])
def test_forms_are_told_and_read_by_their_content(
    form: str, text: str, level: str, expected: dict[str, list[float | None]]
) -> None:
    *told, found = scores(text)
    assert (told, found.keys()) == ([form, level], expected.keys())
    for system, line in expected.items():
        np.testing.assert_array_equal(np.array(found[system], dtype=float), line)


def test_numbers_with_gaps_are_not_lines(tmp_path: Path) -> None:
    gaps = read_table(write(tmp_path / "gaps.csv", "segment,a,b\n1,5,4\n3,4,3\n"))
    lines = Table.of("lines", {"a": [1.0, 2.0], "b": [2.0, 3.0]})
    raises(InputError, "gaps has no scores of segment 2", aligned, gaps, lines)
    assert aligned(gaps, gaps).cells.tolist() == [[5, 4], [4, 3]]
