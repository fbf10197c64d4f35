"""Attacks: command lines over files that lie.

A kind is a function that yields attacks; most take a valid file and replace every value in it by values that nobody
wrote there. `test_attacks` runs some of each kind, and as many as BOLIDE_ATTACKS says.
"""

import json
import os
import random
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

from bolide import BolideError
from tests.cli.run import bolide
from tests.fuzz.hostile_files import (
    arrow_files,
    counts_files,
    flipped,
    json_variants,
    packed_page,
    parquet_files,
    scratch,
    workbooks,
)


@dataclass(frozen=True)
class Attack:
    """A command line, or a Python call, and the files in its folder; a function makes one that is not plain bytes."""

    words: tuple[str, ...]
    files: dict[str, bytes | Callable[[Path], None]] = field(default_factory=dict)
    call: Callable[[], object] | None = None


NO_FILES: tuple[Callable[[Path], None], ...] = (os.mkfifo, os.mkdir, lambda path: path.symlink_to("/dev/zero"))
TSV = b"a\tb\tref\tdomain\nthe cat sat\tthe cat sits\tthe cat sat down\tx\na dog\ta dog ran\ta dog ran\ty\n"
SCORE = ("score", "ref", "-i", "a", "-m", "bleu", "chrf", "--table")


def run_here(attack: Attack, folder: Path) -> str | None:
    """What went wrong, or None."""
    os.chdir(folder)
    for name, content in attack.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content) if isinstance(content, bytes) else content(path)
    if attack.call is not None:
        with suppress(BolideError):
            attack.call()
        return None
    result = bolide(*attack.words)
    if "Traceback" in result.err or result.code not in (0, 1, 2):
        return f"code {result.code}: {result.err}"
    if result.code == 2 and len(result.err.splitlines()) != 1:
        return f"{len(result.err.splitlines())} lines: {result.err[:300]}"
    return None


def arrow(rng: random.Random, size: int) -> Iterator[Attack]:
    for raw in arrow_files(rng, size):
        yield Attack((*SCORE, "t.arrow"), {"t.arrow": raw})
        yield Attack((*SCORE, "t.arrow", "--by", "domain"), {"t.arrow": raw})


def parquet(rng: random.Random, size: int) -> Iterator[Attack]:
    for raw in parquet_files(rng, size):
        yield Attack((*SCORE, "t.parquet", "--by", "domain"), {"t.parquet": raw})


def rows(rng: random.Random, size: int) -> Iterator[Attack]:
    for raw in counts_files(rng, size):
        yield Attack(("combine", "r.parquet"), {"r.parquet": raw})
        yield Attack(("compare", "--rows", "r.parquet", "-n", "20"), {"r.parquet": raw})


def resume(rng: random.Random, size: int) -> Iterator[Attack]:
    words = (*SCORE, "t.tsv", "--by", "domain", "--resume", "saved")
    os.chdir(scratch())
    for extra in ((), ("-o", "rows.parquet", "--counts"), ("--confidence", "20", "--mode", "poisson")):
        state, others = _checkpoint((*words, *extra))
        stat = (1_700_000_000, 1_700_000_000)

        def table(path: Path, stat: tuple[int, int] = stat) -> None:
            path.write_bytes(TSV)
            os.utime(path, stat)

        def placed(data: Any) -> Callable[[Path], None]:
            def write(path: Path) -> None:
                text = json.dumps(data).replace("@HERE@", str(path.parents[1]))
                path.write_bytes(text.encode("utf-8", "surrogatepass"))

            return write

        for variant in json_variants(state, rng, size):
            yield Attack((*words, *extra), {"t.tsv": table, "saved/state.json": placed(variant), **others})
        for raw in (b"", b"{", b"[]", b"null", b"\xff\xfe", b"[" * 100_000, b"1" * 10_000, b'"\\ud800"'):
            yield Attack((*words, *extra), {"t.tsv": table, "saved/state.json": raw, **others})
        for odd in (*NO_FILES, lambda path: path.symlink_to("state.json")):
            yield Attack((*words, *extra), {"t.tsv": table, "saved/state.json": odd, **others})
        for name, raw in others.items():
            for damaged in flipped(raw, rng, size):
                files = {"t.tsv": table, "saved/state.json": placed(state), name: damaged}
                yield Attack((*words, *extra), files)


def _checkpoint(words: tuple[str, ...]) -> tuple[Any, dict[str, bytes]]:
    """The state of a run that was stopped at its end, with its folder replaced by @HERE@."""
    from bolide.cli.main import main
    from bolide.engines import checkpoints

    folder = scratch()
    os.chdir(folder)
    (folder / "t.tsv").write_bytes(TSV)
    os.utime("t.tsv", (1_700_000_000, 1_700_000_000))
    child = os.fork()
    if child == 0:
        checkpoints.report_of = lambda *_: os._exit(0)  # type: ignore[assignment]
        main(list(words))
        os._exit(1)
    os.waitpid(child, 0)
    state = json.loads((folder / "saved" / "state.json").read_text().replace(str(folder), "@HERE@"))
    others = {f"saved/{path.name}": path.read_bytes() for path in (folder / "saved").glob("*.parquet")}
    return state, others


def reports(rng: random.Random, size: int) -> Iterator[Attack]:
    from bolide.cli.main import main

    os.chdir(scratch())
    Path("t.tsv").write_bytes(TSV)
    options = ("-m", "bleu", "ter", "-n", "20", "-f", "json", "-o", "r.json")
    main(["report", "ref", "--table", "t.tsv", "-i", "a", "b", *options])
    data = json.loads(Path("r.json").read_text())
    for variant in json_variants(data, rng, size):
        raw = json.dumps(variant).encode("utf-8", "surrogatepass")
        yield Attack(("report", "--from", "r.json", "-o", "r.html"), {"r.json": raw})
        yield Attack(("report", "--from", "r.json", "-f", "json", "--no-text"), {"r.json": raw})
        if isinstance(variant, dict):
            yield Attack(("report", "--from", "p.html", "-o", "r.html"), {"p.html": packed_page(variant)})


def accumulators(rng: random.Random, size: int) -> Iterator[Attack]:
    from bolide import METEOR, Accumulator

    sums = Accumulator(["bleu", METEOR(average="mean")])
    sums.add(["a b c"], ["a b d"])
    for variant in json_variants(json.loads(sums.to_json()), rng, size):
        raw = json.dumps(variant).encode("utf-8", "surrogatepass")
        yield Attack((), {"sums.json": raw}, lambda: str(Accumulator.load("sums.json").score()))
    for odd in NO_FILES:
        yield Attack((), {"sums.json": odd}, lambda: Accumulator.load("sums.json"))


def caches(rng: random.Random, size: int) -> Iterator[Attack]:
    import gzip

    from bolide.text.words.paraphrase import load

    folder = scratch()
    table = gzip.compress(b"1\na cat\nthe cats\n", mtime=0)
    (folder / "table.gz").write_bytes(table)
    os.utime(folder / "table.gz", (1_700_000_000, 1_700_000_000))
    with patch.dict(os.environ, BOLIDE_CACHE=str(folder / "cache")):
        load(str(folder / "table.gz"))
    cached = {path.name: path.read_bytes() for path in (folder / "cache").iterdir()}

    def put_table(path: Path) -> None:
        path.write_bytes(table)
        os.utime(path, (1_700_000_000, 1_700_000_000))

    def call() -> object:
        with patch.dict(os.environ, BOLIDE_CACHE="cache"), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that it is converted again
            return load("table.gz")

    for name, raw in cached.items():
        for damaged in flipped(raw, rng, size):
            yield Attack((), {"table.gz": put_table, f"cache/{name}": damaged}, call)
        for odd in NO_FILES:
            yield Attack((), {"table.gz": put_table, f"cache/{name}": odd}, call)


def sheets(rng: random.Random, size: int) -> Iterator[Attack]:
    for raw in workbooks(rng, size):
        yield Attack((*SCORE, "t.xlsx"), {"t.xlsx": raw})


def groups(rng: random.Random, size: int) -> Iterator[Attack]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    kinds = [
        *(pa.timestamp(unit) for unit in ("s", "ms", "us", "ns")), pa.timestamp("s", "Nowhere/Land"), pa.date32(),
        pa.date64(), pa.time32("s"), pa.time64("ns"), *(pa.duration(unit) for unit in ("s", "ns")), pa.int64(),
        pa.uint64(), pa.float64(), pa.month_day_nano_interval(), pa.binary(), pa.decimal128(38, 2),
        pa.float16(), pa.null(),
    ]  # fmt: skip
    for kind in kinds:
        width = kind.bit_width if kind != pa.binary() and kind != pa.null() else 64
        for value in (0, -1, 1 << 30, -(1 << 31) + 1, (1 << 31) - 1, (1 << 63) - 1, -(1 << 63) + 1):
            raw = (value & ((1 << width) - 1)).to_bytes(width // 8, "little") * 2
            try:
                buffers = [None] if kind == pa.null() else [None, pa.py_buffer(raw)]
                if kind == pa.binary():
                    buffers = [None, pa.py_buffer(b"\0\0\0\0\x01\0\0\0\x02\0\0\0"), pa.py_buffer(b"\xff\x00")]
                column = pa.Array.from_buffers(kind, 2, buffers)
                table = pa.table({"a": ["x y", "z"], "ref": ["x y", "w"], "domain": column})
                sink = pa.BufferOutputStream()
                with pa.ipc.new_file(sink, table.schema) as writer:
                    writer.write_table(table)
                arrow_raw = sink.getvalue().to_pybytes()
            except (pa.ArrowException, ValueError):
                continue
            for extra in ((), ("-f", "json"), ("-o", "r.parquet", "--counts")):
                yield Attack((*SCORE, "t.arrow", "--by", "domain", *extra), {"t.arrow": arrow_raw})
            try:
                sink = pa.BufferOutputStream()
                pq.write_table(table, sink)
            except (pa.ArrowException, ValueError):
                continue
            yield Attack((*SCORE, "t.parquet", "--by", "domain"), {"t.parquet": sink.getvalue().to_pybytes()})
    texts = ('"\\ud800"', '"\\udfff x"', '"\\u0000"', '"\\u001b[2J"', '"\\u202e"')
    for label in (*texts, "1e400", "true", "null", "{}", "[1]"):
        text = f'{{"a": "x y", "ref": "x z", "domain": {label}}}\n' * 2
        files = (("-o", "r.parquet"), ("--resume", "saved"), ("-o", "r.tsv"))
        for extra in ((), *(("-f", form) for form in FORMS), *files):
            yield Attack((*SCORE, "t.jsonl", "--by", "domain", *extra), {"t.jsonl": text.encode()})
    for where in ("a", "ref"):
        text = json.dumps({"a": "x y", "ref": "x y", "domain": "d", where: "x \ud800 y"}) + "\n"
        for form in FORMS:
            yield Attack((*SCORE, "t.jsonl", "-f", form, "--by", "domain"), {"t.jsonl": text.encode()})


FORMS = ("table", "text", "tsv", "csv", "latex", "markdown", "html", "json")
KINDS: dict[str, Callable[[random.Random, int], Iterator[Attack]]] = {
    kind.__name__: kind for kind in (arrow, parquet, rows, resume, reports, accumulators, caches, sheets, groups)
}
