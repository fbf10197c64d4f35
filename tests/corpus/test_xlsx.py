"""Excel workbooks: what openpyxl wrote is read as openpyxl reads it."""

import io
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from bolide.corpus.table_files import Records
from bolide.corpus.xlsx import read_sheet
from bolide.system.errors import InputError
from tests.errors import raises

openpyxl = pytest.importorskip("openpyxl")


def saved(book: Any) -> bytes:
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def book_of(rows: list[list[Any]]) -> Any:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    return book


def workbook(rows: list[list[Any]]) -> bytes:
    return saved(book_of(rows))


def read(raw: bytes) -> Records:
    warnings: list[str] = []
    records = read_sheet("x.xlsx", raw, warnings.append)
    assert warnings == []
    return records


def as_openpyxl_reads(raw: bytes) -> Records:
    header, *rows = openpyxl.load_workbook(io.BytesIO(raw), data_only=True).worksheets[0].iter_rows(values_only=True)
    return [
        (number, {name: "" if cell is None else cell for name, cell in zip(header, row, strict=True)})
        for number, row in enumerate(rows, 2)
    ]


def test_texts_and_numbers_are_as_openpyxl_reads_them() -> None:
    raw = workbook([["out", "n", "yes"], [" a\nb ", 3, True], [None, 0.25, False], ["1", -7, None]])
    assert read(raw) == as_openpyxl_reads(raw)


def with_part(raw: bytes, part: str, old: bytes, new: bytes, **added: bytes) -> bytes:
    """The workbook with other bytes in one of its parts, and with parts added."""
    out = io.BytesIO()
    with ZipFile(io.BytesIO(raw)) as book, ZipFile(out, "w", ZIP_DEFLATED) as copy:
        for name in book.namelist():
            data = book.read(name)
            assert old in data or not name.endswith(f"/{part}.xml")
            if f"{part}.xml" in name:
                data = data.replace(old, new, 1)
            if name.rpartition("/")[2].partition(".")[0] not in added:
                copy.writestr(name, data)
        for name, data in added.items():
            copy.writestr(f"xl/{name}.xml", data)
    return out.getvalue()


INLINE = b'<c r="A2" t="inlineStr"><is><t>TEXT</t></is></c>'
SHARED = """<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>no</t></si>
<si><r><t xml:space="preserve">a </t></r><r><rPr><b/></rPr><t>日本</t></r>
<rPh sb="0" eb="2"><t>にほん</t></rPh></si></sst>"""


@pytest.mark.parametrize(
    "cell",
    [
        b'<c r="A2" t="inlineStr"><is><t>TEXT</t></is></c>',
        b'<c r="A2" t="inlineStr"><is><r><t>a_x000D_</t></r><r><t>b_x005f_x000D_</t></r></is></c>',
        b'<c r="A2" t="str"><f>"x"</f><v>TEXT</v></c>',
        b'<c r="A2" t="s"><v>0</v></c>',
    ],
    ids=["text", "runs", "formula", "shared"],
)
def test_escapes_of_what_xml_cannot_hold(cell: bytes) -> None:
    """ECMA-376, part 1, 22.9.2.19 (ST_Xstring): _x000D_ is a carriage return, _x005F_ an underscore."""
    text = b"a_x000D_b_x005F_x000D_"
    shared = SHARED.encode().replace(b"<si><t>no</t></si>", b"<si><t>%s</t></si>" % text)
    raw = with_part(workbook([["out"], ["TEXT"]]), "sheet1", INLINE, cell.replace(b"TEXT", text), sharedStrings=shared)
    assert read(raw) == [(2, {"out": "a\rb_x000D_"})]


CANNOT_BE_READ = r"^x\.xlsx is an Excel workbook that cannot be read: .+\.$"


@pytest.mark.parametrize(
    ("part", "old", "new", "words"),
    [
        ("sheet1", b'<row r="2"', b'<row r="x"', CANNOT_BE_READ),
        ("sheet1", b'<row r="3"', b'<row r="1"', CANNOT_BE_READ),
        ("sheet1", b'<c r="A2" t="inlineStr">', b'<c r="A2" t="s"><v>99</v>', CANNOT_BE_READ),
        ("sheet1", b"<sheetData>", b"<sheetData", CANNOT_BE_READ),
        ("sheet1", b"<worksheet ", b'<!DOCTYPE a [<!ENTITY b "c">]><worksheet ', CANNOT_BE_READ),
        ("workbook", b"<sheet ", b"<shoot ", CANNOT_BE_READ),
        ("sheet1", b'<row r="3"', b'<row r="1048576"', "more than 100,000 blank rows from row 3 on"),
        ("sheet1", b"<sheetData>", b"<sheetData>" + bytes(7 * 10**7), "unpacks to more than 100"),
        ("sheet1", b'<c r="A2"', b'<c r="B2"', "row 2 has a cell in a column without a name"),
        ("sheet1", b'<c r="A2"', b'<c r="A2"/><c r="A2"', "the cell A2 stands there twice"),
    ],
)
def test_a_damaged_workbook(part: str, old: bytes, new: bytes, words: str) -> None:
    raw = workbook([["a"], ["x"], ["y"]])
    assert len(read(raw)) == 2
    raises(InputError, words, read, with_part(raw, part, old, new))
