"""What commands print, in words that stand for the rest. The table is printed.toml."""

import shlex
import tomllib
from pathlib import Path

import pytest

from tests.cli.run import quickly
from tests.cli.situations import write_texts

pytestmark = pytest.mark.one_core
TABLES = tomllib.loads(Path(__file__).with_name("printed.toml").read_text(encoding="utf-8"))
PRINTED = {f"{begin} {end}".strip(): said for begin, lines in TABLES["printed"].items() for end, said in lines.items()}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("printed")
    write_texts(path)
    for name, text in TABLES["files"].items():
        (path / name).write_text(text)
    return path


@pytest.mark.parametrize("line", PRINTED)
def test_it_is_printed(line: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    result, texts = quickly(*shlex.split(line)), PRINTED[line]
    assert result.code == 0, result.err
    for text in [texts] if isinstance(texts, str) else texts:
        assert (text.removeprefix("!") in result.out + result.err) != text.startswith("!"), text
