"""Which files a table consists of, and that none of them is counted twice, left out, or changed while it is read."""

import os
from pathlib import Path

import pytest

from bolide.corpus.inputs import TextReader
from bolide.corpus.lines import text_file
from bolide.corpus.table_files import parts_of
from bolide.corpus.tables import TextTable
from bolide.system.errors import InputError
from tests.errors import raises


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "t.tsv"
    path.write_text("hyp\tref\na b\ta c\n", "utf-8")
    return path


@pytest.mark.parametrize("alias", ["./t.tsv", "../{folder}/t.tsv", "link.tsv", "t.tsv", "*.tsv"])
def test_a_file_under_two_names_is_counted_once_or_refused(
    table: Path, alias: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(table.parent)
    if alias == "link.tsv":
        os.symlink("t.tsv", alias)
    raises(InputError, r"twice.*leave one of them out", parts_of, ["t.tsv", alias.format(folder=table.parent.name)])


def test_the_reference_cannot_be_the_output(table: Path) -> None:
    other = table.parent / "copy.tsv"
    other.write_bytes(table.read_bytes())
    files = [f"{table.parent}/./t.tsv"], [str(other), str(table)]
    raises(InputError, "both the reference and the output", TextReader().systems, *files)
    assert len(TextReader().systems([str(other)], [str(table)])) == 1  # equal texts in two files may be meant
    raises(InputError, r"column 'ref' is both", TextTable(str(table)).corpora, ["hyp", "ref"], ["ref"])


def test_a_file_that_changes_between_two_passes_or_during_one_is_refused(table: Path) -> None:
    lines = text_file(str(table))
    assert lines is not None
    assert list(lines) == list(lines) == ["hyp\tref", "a b\ta c"]
    begun = iter(lines)
    next(begun)
    with table.open("a", encoding="utf-8") as more:
        more.write("d\te\n")
    raises(InputError, r"changed while it was being read", list, begun)
    raises(InputError, r"changed while it was being read", list, lines)
