"""Hostile files: valid ones of each format in which one thing lies."""

import atexit
import copy
import io
import json
import random
import shutil
import struct
import tempfile
import zipfile
from collections.abc import Iterator
from functools import cache, reduce
from itertools import product
from operator import getitem
from pathlib import Path
from typing import Any

from tests.cli.run import bolide

DEEP: Any = None
for _ in range(500):
    DEEP = [DEEP]
ODD: tuple[Any, ...] = (
    *(None, True, -1, 0, 1, 2**31, 2**63, 10**400, -0.5, 1e308, float("nan"), float("inf"), "", "x", "<b id=x>&\"'"),
    *("\ud800", "\0", "1", "9" * 5000, [], [[]], {}, [None], {"": {}}, DEEP),
)


def scratch() -> Path:
    """A new folder, which is removed when this process ends."""
    folder = Path(tempfile.mkdtemp(prefix="bolide-fuzz-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def json_variants(data: Any, rng: random.Random, most: int) -> Iterator[Any]:
    """The data with one value replaced, removed or repeated, for every path and odd value, or a sample of them."""
    yield data
    changes = list(product(_paths(data), (*ODD, _REMOVE, _REPEAT)))
    for path, value in changes if len(changes) <= most else rng.sample(changes, most):
        variant = [copy.deepcopy(data)]
        *steps, last = (0, *path)
        inside: Any = reduce(getitem, steps, variant)
        if value is _REMOVE:
            del inside[last]
        else:
            inside[last] = [inside[last]] * 3 if value is _REPEAT else value
        yield from variant


_REMOVE, _REPEAT = object(), object()


def _paths(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    steps = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for step, value in steps:
        yield from _paths(value, (*path, step))


def flipped(raw: bytes, rng: random.Random, count: int) -> Iterator[bytes]:
    """The bytes cut off, extended, or with one number replaced."""
    for size in (0, 1, 4, 8, len(raw) // 2, len(raw) - 1):
        yield raw[:size]
    yield raw + raw
    for _ in range(count):
        at = rng.randrange(len(raw))
        any_byte = bytes([rng.randrange(256)])
        value = rng.choice((b"\xff", b"\0", b"\x7f", b"\xff\xff\xff\x7f", b"\0\0\0\x80", b"\xff" * 8, any_byte))
        yield raw[:at] + value + raw[at + len(value) :]


# --- Arrow and Parquet ---------------------------------------------------------------------------------------------


def ipc_bytes(table: Any, stream: bool = False) -> bytes:
    """A table or batch as an Arrow file or stream."""
    import pyarrow as pa

    sink = pa.BufferOutputStream()
    with (pa.ipc.new_stream if stream else pa.ipc.new_file)(sink, table.schema) as writer:
        writer.write(table)
    return sink.getvalue().to_pybytes()  # type: ignore[no-any-return]


def parquet_bytes(table: Any, **options: Any) -> bytes:
    """A table as a Parquet file."""
    import pyarrow.parquet as pq

    sink = io.BytesIO()
    pq.write_table(table, sink, **options)
    return sink.getvalue()


def arrow_files(rng: random.Random, size: int) -> Iterator[bytes]:
    """Arrow files and streams with lying offsets, indices, lengths and bytes."""
    import pyarrow as pa

    texts, good = ["the cat sat on a mat", "a dog"], pa.array(["x y z", "w"])
    kinds = {
        pa.string(): "i",
        pa.large_string(): "q",
        pa.string_view(): "",
        pa.list_(pa.string()): "i",
        pa.large_list(pa.string()): "q",
        pa.dictionary(pa.int32(), pa.string()): "",
    }
    for stream in (False, True):
        for kind, code in kinds.items():
            cells = [[text, "z"] for text in texts] if "list" in str(kind) else texts
            column = pa.array(cells, None if pa.types.is_dictionary(kind) else kind)
            if pa.types.is_dictionary(kind):
                indices = pa.array([13, 14], pa.int32())
                column = pa.DictionaryArray.from_arrays(indices, pa.array([*"abcdefghijklm", *texts]))
            for name in ("a", "ref", "domain"):
                raw = ipc_bytes(pa.record_batch({"a": good, "ref": good, "domain": good, name: column}), stream)
                for old, new in lies(code, column):
                    assert old in raw, (kind, old)
                    yield raw.replace(old, new)
                yield from flipped(raw, rng, size // 10)


def lies(code: str, column: Any) -> Iterator[tuple[bytes, bytes]]:
    """The bytes of a column's offsets, indices or views, and such as point elsewhere."""
    if code:
        far = 2**31 - 1 if code == "i" else 2**62
        flat = (0, 2, 4) if "list" in str(column.type) else (0, 20, 25)
        near = ((0, 100_000, 200_000), (0, 5, 3), (0, -5, 3), (-8, 3, 5), (5, 3, 1))
        for values in (*near, (0, far, far), (far, far, far), (0, far, 3)):
            yield struct.pack(f"<3{code}", *flat), struct.pack(f"<3{code}", *values)
    elif "dictionary" in str(column.type):
        for indices in ((0, 2**31 - 1), (-1, 0), (5, 5), (100_000, 1)):
            yield struct.pack("<2i", 13, 14), struct.pack("<2i", *indices)
    else:
        view = struct.pack("<i4sii", 20, b"the ", 0, 0)
        far = 2**31 - 1
        for size, buffer, at in ((100_000, 0, 0), (20, 7, 0), (20, 0, far), (-1, 0, 0), (far, 0, 0), (20, -1, -9)):
            yield view, struct.pack("<i4sii", size, b"the ", buffer, at)


def parquet_files(rng: random.Random, size: int) -> Iterator[bytes]:
    """Parquet files in which bytes were replaced."""
    import pyarrow as pa

    cells = ["the cat", "a dog"] * 20
    plain = {"compression": "none", "data_page_version": "2.0"}
    for options in ({}, {"use_dictionary": False}, plain, {"compression": "zstd"}):
        for ref in (cells, [[cell, "x"] for cell in cells]):
            table = pa.table({"a": cells, "ref": ref, "domain": list(range(40))})
            yield from flipped(parquet_bytes(table, **options), rng, size // 5)


def counts_files(rng: random.Random, size: int) -> Iterator[bytes]:
    """Files of rows with odd metadata, odd columns, or replaced bytes."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    raw = counts_file()
    table = pq.read_table(io.BytesIO(raw))
    about = json.loads(pq.read_metadata(io.BytesIO(raw)).metadata[b"bolide.rows"])

    def written(table: Any, metadata: bytes) -> bytes:
        return parquet_bytes(table.replace_schema_metadata({"bolide.rows": metadata}))

    for variant in json_variants(about, rng, size):
        yield written(table, json.dumps(variant).encode("utf-8", "surrogatepass"))
    for metadata in (b"", b"{", b"[]", b"null", b"\xff", b"[" * 100_000, b'{"by": [], "metrics": []}'):
        yield written(table, metadata)
    good = json.dumps(about).encode()
    for name in table.column_names:
        index, rows = table.column_names.index(name), len(table)
        yield written(table.drop_columns([name]), good)
        one = [-(2**63), -1, 0, 2**62, 2**63 - 1, "x", "", 0.5, [1], True, b"\xff", {"x": 1}]
        more = [pa.array([None] * rows, pa.int64()), pa.array([2**64 - 1] * rows, pa.uint64())]
        more += [pa.nulls(rows), pa.array(["x"] * rows).dictionary_encode(), pa.array([None, *["x"] * (rows - 1)])]
        for cells in (
            *(pa.array([cell] * rows) for cell in one),
            *more,
            *map(pa.array, (range(rows), range(rows, 0, -1))),
        ):
            yield written(table.set_column(index, name, cells), good)
        yield written(table.append_column(name, table[name]), good)
    yield written(table.slice(0, 0), good)
    yield from flipped(raw, rng, size // 5)


@cache
def counts_file() -> bytes:
    """The rows of two systems."""
    folder = scratch()
    rows = "the cat sat\tthe cat sits\tthe cat sat down\tx\na dog\ta dog ran\ta dog ran\ty\n"
    (folder / "t.tsv").write_text("a\tb\tref\tdomain\n" + rows * 3)
    words = f"score ref --table {folder}/t.tsv -i a b -m bleu chrf --by domain -o {folder}/r.parquet --counts -b"
    assert bolide(*words.split()).code == 0
    return (folder / "r.parquet").read_bytes()


# --- reports and workbooks -----------------------------------------------------------------------------------------


def workbooks(rng: random.Random, size: int) -> Iterator[bytes]:
    """Excel workbooks: damaged ones, and small ones that unpack to much."""
    header = _row(1, ("a", "ref"))
    good = workbook(header + _row(2, ("x y", "x z")))
    yield good
    yield from flipped(good, rng, size // 5)
    wide = [f"c{k}" for k in range(16_384)]
    yield workbook(_row(1, ("a", "ref", *wide)) + _row(99_999, ("x", "y")))
    yield workbook(_row(1, ("a", "ref", *wide)) + "".join(_row(2 + k, ("x", "y")) for k in range(20_000)))
    yield workbook(header + "".join(_row(2 + 90_000 * k, ("x", "y")) for k in range(2_000)))
    long = "x " * 500_000
    cells = (
        f'<row r="{k}"><c r="A{k}" t="s"><v>0</v></c><c r="B{k}" t="s"><v>0</v></c></row>' for k in range(2, 20_002)
    )
    yield workbook(header + "".join(cells), f"<si><t>{long}</t></si>")
    yield workbook("<x>" * 1_000_000)
    yield workbook("<x " + " ".join(f"a{k}='1'" for k in range(300_000)) + "/>")
    for rows in (
        "<row/>" * 3_000_000,
        '<row r="2">' + "<c/>" * 3_000_000 + "</row>",
        '<row r="2"><c r="' + "Z" * 100_000 + '2"><v>1</v></c></row>',
        '<row r="2"><c><v>' + "9" * 1_000_000 + "</v></c></row>",
        '<row r="' + "9" * 5_000 + '"><c><v>1</v></c></row>',
        '<row r="2"><c t="s"><v>-1</v></c><c t="s"><v>99999999</v></c></row>',
        '<row r="2"><c t="inlineStr"><is><t>_xD800_</t></is></c><c t="str"><v>_xDFFF_</v></c></row>',
        '<row r="2"><c t="d"><v>0000-99-99</v></c><c t="n"><v>1e999</v></c></row>',
        '<row r="-5"><c><v>1</v></c></row>',
    ):
        yield workbook(header + rows, "<si><t>x</t></si>")


def _row(number: int, texts: Any) -> str:
    cells = "".join(f'<c t="inlineStr"><is><t>{text}</t></is></c>' for text in texts)
    return f'<row r="{number}">{cells}</row>'


def workbook(rows: str, shared: str = "") -> bytes:
    """A workbook with one sheet of these rows, written with as little as Bolide reads."""
    main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    link = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    packages = "http://schemas.openxmlformats.org/package/2006/relationships"
    parts = {
        "[Content_Types].xml": "<Types/>",
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{packages}"><Relationship Id="r1" '
        f'Type="{link}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook {main} xmlns:r="{link}"><sheets><sheet name="s" r:id="r1"/></sheets></workbook>',
        "xl/worksheets/sheet1.xml": f"<worksheet {main}><sheetData>{rows}</sheetData></worksheet>",
        **({"xl/sharedStrings.xml": f"<sst {main}>{shared}</sst>"} if shared else {}),
    }
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as book:
        for name, text in parts.items():
            book.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)
    return made.getvalue()
