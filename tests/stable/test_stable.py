"""Names that users rely on stay; the frozen numbers are only ever added to."""

from hashlib import sha256
from pathlib import Path

import pytest

from tests.frozen import file as frozen
from tests.stable.names import current, disappeared, listed, warned

pytestmark = pytest.mark.one_core


def test_no_stable_name_disappeared() -> None:
    assert len(listed()) > 1000
    gone = disappeared(current(), listed(), warned())
    assert not gone, (
        f"gone: {gone[:20]}. A name that was released needs an entry marked ⚠ that names it in backquotes; "
        "if it never was, run python -m tests.stable.names."
    )


def test_a_planted_removal_is_caught() -> None:
    releases = dict.fromkeys(("flag score --hashes", "python bolide.compare", "json score systems[].name"), "0.2.0")
    assert disappeared(["flag score --hashes"], releases, []) == ["json score systems[].name", "python bolide.compare"]
    entries = ["- ⚠ `bolide.compare` is gone.", "- ⚠ JSON has no `systems[].name` any more."]
    assert disappeared(["flag score --hashes"], releases, entries) == []
    assert disappeared([], releases, [*entries, "- ⚠ --hashes without backquotes"]) == ["flag score --hashes"]


def test_frozen_files_were_only_added_to() -> None:
    assert frozen.changed_before_the_end() == []


def test_a_planted_change_of_a_frozen_number_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = b"first" + b"second"
    (tmp_path / "9.9.9.jsonl.xz").write_bytes(data)
    record = "".join(f"9.9.9.jsonl.xz\t{size}\t{sha256(data[:size]).hexdigest()}\n" for size in (5, 11))
    (tmp_path / "appended.tsv").write_text(record)
    monkeypatch.setattr(frozen, "FOLDER", tmp_path)
    assert frozen.changed_before_the_end() == []
    (tmp_path / "9.9.9.jsonl.xz").write_bytes(b"firsT" + b"second")
    assert frozen.changed_before_the_end() == ["9.9.9.jsonl.xz, bytes 1 to 5", "9.9.9.jsonl.xz, bytes 1 to 11"]
    (tmp_path / "9.9.9.jsonl.xz").write_bytes(data + b"third")
    assert frozen.changed_before_the_end() == ["9.9.9.jsonl.xz has bytes that appended.tsv does not list"]
