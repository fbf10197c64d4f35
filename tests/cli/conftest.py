"""The files of the situations, in a folder for all tests of a file, and what it has in FILES."""

from pathlib import Path

import pytest

from tests.cli.situations import write_texts


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Path:
    path = tmp_path_factory.mktemp("texts")
    write_texts(path)
    for name, content in getattr(request.module, "FILES", {}).items():
        (path / name).parent.mkdir(exist_ok=True)
        (path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


@pytest.fixture
def in_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
