"""Tables that lie: offsets that point elsewhere, files that are cut while they are read, pipes, dates out of range."""

import os
import threading
from pathlib import Path

import pytest

from bolide import InputError, Stats
from bolide.corpus.arrow_files import arrow_batches
from bolide.engines import arrow
from bolide.system import limits
from tests.cli.run import bolide, refused
from tests.errors import raises

pa = pytest.importorskip("pyarrow")

TSV = b"a\tb\tref\tdomain\nthe cat\tthe cats\tthe cat\tx\na dog\ta dog ran\ta dog ran\ty\n"


@pytest.mark.parametrize("offsets", [(0, 2**31 - 1, 2**31 - 1), (0, 5, 3), (-8, 3, 5)])
def test_lying_offsets_never_reach_python_nor_a_kernel(offsets: tuple[int, ...]) -> None:
    """An array that was read from memory, or handed over by another library, is checked like one from a file."""
    import numpy as np

    memory = pa.array(["the cat", "a dog"]).buffers()
    cells = np.frombuffer(memory[1], np.int32).copy()
    honest = pa.Array.from_buffers(pa.string(), 2, [None, pa.py_buffer(cells), memory[2]])
    batch = pa.record_batch({"a": honest, "ref": pa.array(["x", "y"])})
    assert len(Stats.from_arrow(arrow.measure(batch, "a", "ref"))) == 2
    cells[:3] = offsets
    raises(InputError, "The column 'a' is damaged", arrow.measure, batch, "a", "ref")


def test_a_file_that_is_cut_while_it_is_read_is_refused(here: Path) -> None:
    """A mapped file would end the process by SIGBUS."""
    table = pa.table({"a": ["the cat sat"] * 40_000, "ref": ["the cat"] * 40_000})
    with pa.ipc.new_file("t.arrow", table.schema) as writer:
        writer.write_table(table, max_chunksize=20_000)
    batches = arrow_batches("t.arrow", "t.arrow", ["a", "ref"])
    first = next(batches)
    os.truncate("t.arrow", 5_000)
    assert first.corpus("a", ["ref"], "a").hyps[-1] == "the cat sat"
    raises(InputError, r"t\.arrow.* (cut off|damaged)", list, batches)


@pytest.mark.parametrize("kind", [pa.string(), pa.dictionary(pa.int32(), pa.string()), pa.string_view()])
@pytest.mark.parametrize("parquet", [True, False])
def test_a_small_file_of_much_text_is_refused(
    kind: pa.DataType, parquet: bool, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import pyarrow.parquet as pq

    monkeypatch.setattr(limits, "MAX_UNPACKED_BYTES", 1 << 16)
    cells = pa.array(["x " * 5_000] * 200, kind)
    table = pa.table({"a": cells, "ref": cells})
    if parquet:
        pq.write_table(table, "t", compression="zstd")
    else:
        with pa.ipc.new_file("t", table.schema, options=pa.ipc.IpcWriteOptions(compression="zstd")) as writer:
            writer.write_table(table)
    refused(bolide("score", "ref", "-i", "a", "--table", "t"), "t unpacks to more than 250 times its", "bytes")


@pytest.mark.parametrize(
    "words",
    [
        ["score", "ref", "-i", "a", "-m", "chrf"],
        ["score", "ref", "-m", "chrf", "-i", "a", "--by", "domain"],
        ["compare", "ref", "-m", "chrf", "-i", "a", "b", "-n", "9", "--labels", "domain"],
    ],
)
def test_a_table_from_a_pipe_is_read_once_and_used_as_often_as_needed(words: list[str], here: Path) -> None:
    Path("t.tsv").write_bytes(TSV)
    expected = bolide(*words, "--table", "t.tsv")
    assert expected.code == 0
    os.mkfifo("fifo")
    writer = threading.Thread(target=Path("fifo").write_bytes, args=(TSV,))
    writer.start()
    assert bolide(*words, "--table", "fifo").out == expected.out
    writer.join()
    assert bolide(*words, "--table", "-", stdin=TSV).out == expected.out
    assert bolide(*words, "--table", "-", stdin=TSV.replace(b"a dog ran", b"a dog")).out != expected.out, "no longer"
