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
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any
from unittest.mock import patch

from bolide import BolideError
from tests.cli.run import bolide
from tests.fuzz import hostile_files as hostile
from tests.fuzz.hostile_files import flipped, json_variants, scratch


@dataclass(frozen=True)
class Attack:
    """A command line, or a Python call, and the files in its folder; a function makes one that is not plain bytes."""

    words: tuple[str, ...]
    files: dict[str, bytes | Callable[[Path], object]] = field(default_factory=dict)
    call: Callable[[], object] | None = None


NO_FILES: tuple[Callable[[Path], None], ...] = (
    os.mkfifo,
    os.mkdir,
    lambda path: path.symlink_to("/dev/zero"),
    lambda path: path.symlink_to(path.name),
)
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


BY = "--by", "domain"
# Each kind of file with the command lines that read it, as `t`.
READ: dict[str, tuple[Callable[[random.Random, int], Iterator[bytes]], *tuple[tuple[str, ...], ...]]] = {
    "arrow": (hostile.arrow_files, (*SCORE, "t"), (*SCORE, "t", *BY)),
    "parquet": (hostile.parquet_files, (*SCORE, "t", *BY)),
    "rows": (hostile.counts_files, ("combine", "t"), ("compare", "--rows", "t", "-n", "20")),
    "sheets": (hostile.workbooks, (*SCORE, "t")),
}


def over_files(kind: str, rng: random.Random, size: int) -> Iterator[Attack]:
    files, *commands = READ[kind]
    return (Attack(words, {"t": raw}) for raw in files(rng, size) for words in commands)


def dated(data: bytes) -> Callable[[Path], None]:
    """What writes the data into a file that was always changed at the same time."""

    def write(path: Path) -> None:
        path.write_bytes(data)
        os.utime(path, (1_700_000_000, 1_700_000_000))

    return write


def encoded(data: Any) -> bytes:
    return json.dumps(data).encode("utf-8", "surrogatepass")


def resume(rng: random.Random, size: int) -> Iterator[Attack]:
    def placed(data: Any) -> Callable[[Path], object]:
        return lambda path: path.write_bytes(encoded(data).replace(b"@HERE@", bytes(path.parents[1])))

    for extra in ((), ("-o", "rows.parquet", "--counts"), ("--confidence", "20", "--mode", "poisson")):
        words = (*SCORE, "t.tsv", *BY, "--resume", "saved", *extra)
        state, others = _checkpoint(words)
        files: dict[str, Any] = {"t.tsv": dated(TSV), "saved/state.json": placed(state), **others}
        texts = (b"", b"{", b"[]", b"null", b"\xff\xfe", b"[" * 100_000, b"1" * 10_000, b'"\\ud800"')
        for odd in (*map(placed, json_variants(state, rng, size)), *texts, *NO_FILES):
            yield Attack(words, {**files, "saved/state.json": odd})
        for name, raw in others.items():
            for damaged in flipped(raw, rng, size):
                yield Attack(words, {**files, name: damaged})


def _checkpoint(words: tuple[str, ...]) -> tuple[Any, dict[str, bytes]]:
    """The state of a run that was stopped at its end, with its folder replaced by @HERE@."""
    folder = scratch()
    os.chdir(folder)
    dated(TSV)(folder / "t.tsv")
    with patch("bolide.engines.streaming.report_of", side_effect=KeyboardInterrupt), suppress(KeyboardInterrupt):
        bolide(*words)
    state = json.loads((folder / "saved" / "state.json").read_text().replace(str(folder), "@HERE@"))
    others = {f"saved/{path.name}": path.read_bytes() for path in (folder / "saved").glob("*.parquet")}
    return state, others


def reports(rng: random.Random, size: int) -> Iterator[Attack]:
    os.chdir(scratch())
    Path("t.tsv").write_bytes(TSV)
    options = ("-m", "bleu", "ter", "-n", "20", "-f", "json", "-o", "r.json")
    assert bolide("report", "ref", "--table", "t.tsv", "-i", "a", "b", *options).code == 0
    data = json.loads(Path("r.json").read_text())
    for variant in json_variants(data, rng, size):
        for words in (("-o", "r.html"), ("-f", "json", "--no-text")):
            yield Attack(("report", "--from", "r.json", *words), {"r.json": encoded(variant)})


def accumulators(rng: random.Random, size: int) -> Iterator[Attack]:
    from bolide import METEOR, Accumulator

    sums = Accumulator(["bleu", METEOR(average="mean")])
    sums.add(["a b c"], ["a b d"])
    for odd in (*map(encoded, json_variants(json.loads(sums.to_json()), rng, size)), *NO_FILES):
        yield Attack((), {"sums.json": odd}, lambda: str(Accumulator.load("sums.json").score()))


def caches(rng: random.Random, size: int) -> Iterator[Attack]:
    import gzip

    from bolide.text.words.paraphrase import load

    folder = scratch()
    table = dated(gzip.compress(b"1\na cat\nthe cats\n", mtime=0))
    table(folder / "table.gz")
    with patch.dict(os.environ, BOLIDE_CACHE=str(folder / "cache")):
        load(str(folder / "table.gz"))

    def call() -> object:
        with patch.dict(os.environ, BOLIDE_CACHE="cache"), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that it is converted again
            return load("table.gz")

    for path in (folder / "cache").iterdir():
        for odd in (*flipped(path.read_bytes(), rng, size), *NO_FILES):
            yield Attack((), {"table.gz": table, f"cache/{path.name}": odd}, call)


def columns() -> Iterator[Any]:
    """Arrow columns of two cells, some of which no object of Python can hold."""
    import pyarrow as pa

    yield from (pa.nulls(2), pa.array([b"\xff", b"\0"]))
    kinds = [*map(pa.timestamp, ("s", "ms", "us", "ns")), pa.timestamp("s", "Nowhere/Land"), pa.date32(), pa.date64()]
    kinds += [pa.time32("s"), pa.time64("ns"), pa.duration("s"), pa.duration("ns"), pa.month_day_nano_interval()]
    kinds += [pa.int64(), pa.uint64(), pa.float64(), pa.decimal128(38, 2), pa.float16()]
    numbers = (0, -1, 1 << 30, -(1 << 31) + 1, (1 << 31) - 1, (1 << 63) - 1, -(1 << 63) + 1)
    for kind, number in product(kinds, numbers):
        cell = (number & ((1 << kind.bit_width) - 1)).to_bytes(kind.bit_width // 8, "little")
        yield pa.Array.from_buffers(kind, 2, [None, pa.py_buffer(cell * 2)])


def groups(rng: random.Random, size: int) -> Iterator[Attack]:
    import pyarrow as pa

    for column in columns():
        table = pa.table({"a": ["x y", "z"], "ref": ["x y", "w"], "domain": column})
        for extra in ((), ("-f", "json"), ("-o", "r.parquet", "--counts")):
            yield Attack((*SCORE, "t", *BY, *extra), {"t": hostile.ipc_bytes(table)})
        with suppress(pa.ArrowException):  # Parquet does not have every type
            yield Attack((*SCORE, "t", *BY), {"t": hostile.parquet_bytes(table)})
    texts = ('"\\ud800"', '"\\udfff x"', '"\\u0000"', '"\\u001b[2J"', '"\\u202e"')
    for label in (*texts, "1e400", "true", "null", "{}", "[1]"):
        text = f'{{"a": "x y", "ref": "x z", "domain": {label}}}\n' * 2
        files = (("-o", "r.parquet"), ("--resume", "saved"), ("-o", "r.tsv"))
        for extra in ((), *(("-f", form) for form in FORMS), *files):
            yield Attack((*SCORE, "t", *BY, *extra), {"t": text.encode()})
    for where in ("a", "ref"):
        text = json.dumps({"a": "x y", "ref": "x y", "domain": "d", where: "x \ud800 y"}) + "\n"
        for form in FORMS:
            yield Attack((*SCORE, "t", *BY, "-f", form), {"t": text.encode()})


FORMS = ("table", "text", "tsv", "csv", "latex", "markdown", "html", "json")
KINDS: dict[str, Callable[[random.Random, int], Iterator[Attack]]] = {
    **{kind: partial(over_files, kind) for kind in READ},
    **{kind.__name__: kind for kind in (resume, reports, accumulators, caches, groups)},
}
