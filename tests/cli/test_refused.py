"""What each command refuses: one line that says what, where and what to do; exit code 2; nothing printed or written.

The table is refused.toml. What holds for every option and for every place that names a file is in test_every_option.py
and test_every_file.py.
"""

import json
import os
import shlex
import tomllib
from pathlib import Path

import pytest

import bolide as library
from bolide import demo
from tests.cli.run import bolide, refused
from tests.cli.situations import PYARROW, write_texts
from tests.docs.example_files import HEADER

pytestmark = pytest.mark.one_core
TABLES = tomllib.loads(Path(__file__).with_name("refused.toml").read_text(encoding="utf-8"))
REFUSED = {
    line: said
    for begin, lines in TABLES["refused"].items()
    for end, said in lines.items()
    if "parquet" not in (line := f"{begin} {end}".strip()) or PYARROW
}
HOLLOW = {"format": 1, "bolide": "x", "compiled": True, "comparisons": [], "summary": {}, "segments": {}, "batches": []}
FILES = {
    **{name: text.replace("HEADER", HEADER).encode() for name, text in TABLES["files"].items()},
    "latin.txt": b"a\n\xff\xfe\n",
    "damaged.gz": b"\x1f\x8b damaged",
    "old.txt": b"a b\rc d\r",
    "hollow.json": json.dumps(HOLLOW).encode(),
    "later.json": json.dumps({**HOLLOW, "format": 99}).encode(),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("refused")
    write_texts(path)
    for name, data in FILES.items():
        (path / name).parent.mkdir(exist_ok=True)
        (path / name).write_bytes(data)
    page = (path / "report.html").read_text()
    at = page.index('id="data-summary">') + 400
    (path / "cut.html").write_text(page[:at] + page[at + 5 :])
    report = library.evaluate({"a": demo.SYSTEMS["careful"]}, demo.HUMAN_A)
    (path / "base.json").write_text(report.to_json())
    return path


def files() -> dict[str, int]:
    """What is in the folder, and when it was written."""
    return {entry.name: entry.stat().st_mtime_ns for entry in os.scandir()}


@pytest.mark.parametrize("line", REFUSED)
def test_it_is_refused_in_one_line_and_nothing_is_written(
    line: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    late = "the folder is not looked at first"
    monkeypatch.setattr("bolide.web.serve.server.runtime", lambda *given: pytest.fail(late))
    before, messages = files(), REFUSED[line]
    refused(bolide(*shlex.split(line)), *([messages] if isinstance(messages, str) else messages))
    assert files() == before
