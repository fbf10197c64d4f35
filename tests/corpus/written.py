"""Rows of texts as a table in any format."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest

SEPARATORS = {"csv": ",", "semicolons": ";", "tsv": "\t"}
FORMS = (*SEPARATORS, "jsonl", "json", "xlsx", "parquet", "ipc", "stream", "zst")


def write(path: Path, rows: list[dict[str, Any]], form: str = "jsonl") -> Path:
    """Write a table; in the form `map`, Parquet whose objects are maps."""
    lines = "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)
    if form in SEPARATORS:
        with path.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, rows[0], delimiter=SEPARATORS[form])
            writer.writeheader()
            writer.writerows(rows)
    elif form in ("jsonl", "json"):
        path.write_text(lines if form == "jsonl" else json.dumps(rows, indent=1), encoding="utf-8")
    elif form == "xlsx":
        book = pytest.importorskip("openpyxl").Workbook()
        for cells in ([*rows[0]], *([*row.values()] for row in rows)):
            book.active.append(cells)
        book.save(path)
    else:
        pa, pq = (pytest.importorskip(name) for name in ("pyarrow", "pyarrow.parquet"))
        table = pa.Table.from_pylist(*_maps(rows)) if form == "map" else pa.Table.from_pylist(rows)
        if form == "zst":
            with pa.output_stream(path, compression="zstd") as file:
                file.write(lines.encode())
        elif form in ("ipc", "stream"):
            with (pa.ipc.new_file if form == "ipc" else pa.ipc.new_stream)(path, table.schema) as writer:
                writer.write_table(table, max_chunksize=4)
        else:
            pq.write_table(table, path, row_group_size=4)
    return path


def _maps(rows: list[dict[str, Any]]) -> tuple[list[dict[str, Any]], Any]:
    """The rows with lists of pairs for objects, and their schema."""
    pa = pytest.importorskip("pyarrow")
    texts = pa.map_(pa.string(), pa.string())
    kinds = [(name, texts if isinstance(cell, dict) else pa.array([cell]).type) for name, cell in rows[0].items()]
    return [{k: [*v.items()] if isinstance(v, dict) else v for k, v in row.items()} for row in rows], pa.schema(kinds)
