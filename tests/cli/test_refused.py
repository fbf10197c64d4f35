"""What each command refuses: one line that says what, where and what to do; exit code 2; nothing printed or written.

The table is refused.toml, which has a mistake of every kind.
"""

import json
import os
import shlex
from pathlib import Path

import pytest

from tests.cli.run import bolide, refused
from tests.cli.situations import PYARROW
from tests.docs.example_files import HEADER
from tests.tables import table

TABLES = table(__file__, "refused.toml")
REFUSED = {line: message for line, message in TABLES["refused"].items() if PYARROW or "parquet" not in line}
HOLLOW = {"format": 1, "bolide": "x", "compiled": True, "comparisons": [], "summary": {}, "segments": {}, "batches": []}
FILES = {
    **{name: text.replace("HEADER", HEADER) for name, text in TABLES["files"].items()},
    "latin.txt": b"a\n\xff\xfe\n",
    "damaged.gz": b"\x1f\x8b damaged",
    "old.txt": b"a b\rc d\r",
    "hollow.json": json.dumps(HOLLOW),
    "later.json": json.dumps({**HOLLOW, "format": 99}),
}


@pytest.fixture(autouse=True, scope="module")
def _made(folder: Path) -> None:
    """Files that are made of the others."""
    (folder / "cut.html").write_text("<!doctype html><title>a report</title>")
    assert bolide("score", folder / "ref.txt", "-i", folder / "a.txt", "-o", folder / "base.json").code == 0


def files() -> dict[str, int]:
    """What is in the folder, and when it was written."""
    return {entry.name: entry.stat().st_mtime_ns for entry in os.scandir()}


@pytest.mark.usefixtures("in_folder")
@pytest.mark.parametrize("line", REFUSED)
def test_it_is_refused_in_one_line_and_nothing_is_written(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    late = "the folder is not looked at first"
    monkeypatch.setattr("bolide.web.serve.server.runtime", lambda *given: pytest.fail(late))
    before, messages = files(), REFUSED[line]
    refused(bolide(*shlex.split(line)), *([messages] if isinstance(messages, str) else messages))
    assert files() == before
