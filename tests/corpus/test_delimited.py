"""TSV and CSV as others write them: the same texts come back, or what is doubtful is said."""

import csv
from io import StringIO
from typing import Any

import pytest
from hypothesis import given, strategies as st

from bolide.corpus.decoding import split_lines
from bolide.corpus.table_files import TableOptions
from bolide.corpus.text_tables import CSV, TEXT, read_rows
from tests.tables import table

pieces = st.sampled_from(['"', '""', "a", "b c", ",", ";", "\t", "\n", "\r\n", "'", " ", "“", ""])
cells = st.lists(pieces, max_size=5).map("".join)
plain_cells = cells.map(lambda text: "".join(c for c in text if c not in "\t\r\n"))
tables = st.integers(1, 3).flatmap(lambda width: st.lists(st.lists(cells, min_size=width, max_size=width), max_size=4))


def written(rows: list[list[str]], separator: str, quoting: Any = csv.QUOTE_MINIMAL) -> str:
    out = StringIO(newline="")
    csv.writer(out, delimiter=separator, quoting=quoting, lineterminator="\n").writerows(rows)
    return out.getvalue()


def read(text: str, separator: str = "\t", quotes: str | None = None) -> tuple[list[list[str]], list[str]]:
    """The cells, and what was warned of."""
    told: list[str] = []
    how = TableOptions(quotes, told.append)
    return [cells for _, cells in read_rows("t", split_lines(text), separator, how)], told


@given(rows=tables, separator=st.sampled_from(",;\t"), quoting=st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]))
def test_what_csv_writer_wrote_comes_back_or_is_warned_of(rows: list[list[str]], separator: str, quoting: Any) -> None:
    rows = [[f"c{k}" for k in range(len(rows[0]) if rows else 2)], *rows]
    found, told = read(written(rows, separator, quoting), separator)
    # csv.writer leaves a lone \\r as it is; line ends inside a cell are read as line feeds.
    wanted = [[cell.replace("\r\n", "\n") for cell in row] for row in rows]
    assert told or found == wanted
    assert read(written(rows, separator, quoting), separator, CSV) == (wanted, [])
    if separator != "\t" or quoting == csv.QUOTE_ALL:
        assert not told


@given(rows=st.lists(st.lists(plain_cells, min_size=2, max_size=2), max_size=4))
def test_a_tsv_of_plain_texts_comes_back_or_is_warned_of_or_could_only_be_quoted(rows: list[list[str]]) -> None:
    """As WMT writes TSV: quotes stand as they are in the text."""
    rows = [["one", "two"], *rows]
    text = "".join("\t".join(row) + "\n" for row in rows)
    assert read(text, quotes=TEXT) == (rows, [])
    found, told = read(text)
    bare = any('"' in cell and (len(cell) < 2 or cell[0] + cell[-1] != '""') for row in rows for cell in row)
    if bare or told:
        assert found == rows
    if found != rows:  # then a writer that quotes could have written every byte of it
        assert all(c.count('"') % 2 == 0 for row in rows for c in row)


DOUBTFUL = 'hyp\tref\n"Hello."\tHello.\n'


def test_what_could_be_either_is_read_as_text_and_said() -> None:
    found, (told,) = read(DOUBTFUL)
    assert found == [["hyp", "ref"], ['"Hello."', "Hello."]]
    for words in ("t: ", "line 2", "scored as text", "`quotes` (--table-quotes): text or csv"):
        assert words in told
    assert read(DOUBTFUL, quotes=CSV) == ([["hyp", "ref"], ["Hello.", "Hello."]], [])
    assert read(DOUBTFUL, quotes=TEXT) == (found, [])


@pytest.mark.parametrize(("below", "cells_", "warned"), table(__file__, "texts.toml")["quotes"])
def test_whose_the_quotes_are(below: str, cells_: list[list[str]], warned: bool) -> None:
    found, told = read(f"hyp\tref\n{below}\n")
    assert (found[1:], bool(told)) == (cells_, warned)


def test_an_empty_line_is_an_empty_text_in_one_column() -> None:
    for text in ('hyp\n"a"\n\nb\n\n', "hyp\na\n\nb\n\n"):
        assert read(text, ",") == ([["hyp"], ["a"], [""], ["b"], [""]], [])
