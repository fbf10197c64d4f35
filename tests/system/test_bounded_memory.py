"""Files that do not end, or unpack to more than there is room for, are refused with an estimate."""

import gzip
from pathlib import Path

import pytest

from bolide import CDER, CER, METEOR, WER, InputError
from bolide.agreement.annotations import read_annotations
from bolide.corpus.decoding import text_of
from bolide.corpus.tables import TableOptions, TextTable
from bolide.kernels import COMPILED
from bolide.kernels.text import scan
from bolide.system import limits
from bolide.text.chrf_units import ChrfTexts
from bolide.text.tokens import encode
from tests.agreement.judged import read_table
from tests.cli.run import bolide
from tests.errors import raises
from tests.tables import table

CASES = table(__file__, "cases.toml")
READERS = [line.replace("THIS", __file__) for line in CASES["readers"]]


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no /dev/zero")
@pytest.mark.parametrize("command", READERS)
def test_a_device_that_never_ends(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bolide.corpus.lines.MAX_DEVICE_BYTES", 1 << 16)
    result = bolide(*command.replace("{}", "/dev/zero").split())
    assert (result.code, result.out) == (2, "")
    assert "a device that gave" in result.err


def test_a_bomb_is_refused_before_it_has_gone_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 1 GB no more is unpacked than the limit and a part."""
    sizes: list[int] = []
    whole = gzip.GzipFile.read

    def counting(self: gzip.GzipFile, size: int | None = -1) -> bytes:
        found = whole(self, size)
        sizes.append(len(found))
        return found

    monkeypatch.setattr(gzip.GzipFile, "read", counting)
    packed = gzip.compress(bytes(1 << 24)) * 64  # 1 GB; members that follow each other are one file
    raises(InputError, "unpacks to more than 250 times", text_of, packed, "bomb.gz")
    assert sum(sizes) <= limits.RATIO * len(packed) + (1 << 24) < 1 << 29


def test_texts_longer_than_places_can_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "CHARACTERS", 1000)
    texts, message = ["a" * 600, "b" * 600], "Texts of 1,200 characters are compared at once; there can be 1,000"
    raises(InputError, message, ChrfTexts, texts)
    if COMPILED:  # where words are numbered by a dictionary there is no such limit
        monkeypatch.setattr(scan, "MOST_POINTS", 1000)  # its own, for texts that need no preparation
        raises(InputError, message, encode, texts, "13a")


@pytest.mark.parametrize(
    ("metric", "name", "unit"),
    [
        (WER(), "the edit distance", "words"),
        (CER(whitespace=False), "the edit distance", "characters"),
        (CDER(), "CDER", "words"),
        (METEOR(variant="2005"), "METEOR 2005", "words"),
    ],
)
def test_pairs_too_long_to_be_compared(metric: object, name: str, unit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(limits.COMPARED, name, 10_000)
    text, longer = "a " * 100, "b " * 101
    assert len(metric.measure([text, "x"], [text, longer])) == 2  # type: ignore[attr-defined]
    message = f"segment 2: it has 100 {unit} and a reference 101; {name} compares each with each.*10,000 pairs"
    raises(InputError, message, metric.measure, ["x", text], ["x", longer])
    short = ["x"] * 2000
    raises(InputError, "segment 2001: it has 100", metric.measure, [*short, text], [*short, longer])


@pytest.mark.parametrize("form", CASES["sparse"])
def test_a_table_that_is_nearly_empty(form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A megabyte with a system and a segment of its own in every line would be a table of a billion places."""
    monkeypatch.setattr(limits, "CELLS", 1000)
    head, line = CASES["sparse"][form]
    path = str(tmp_path / "file")
    Path(path).write_text(head + "".join(line.format(k=k) for k in range(1, 101)), encoding="utf-8")

    def read() -> object:
        if form == "JSON lines":
            assert TextTable(path).column("id")[:2] == ["1", "2"]  # the columns that nobody asks for take no room
            return TextTable([path, path + ".other"], TableOptions(join="id"))
        found = read_annotations(path)
        return read_table(path) if found is None else found.table()

    raises(InputError, r"only \d+ of the 10,\d+ cells", read)
