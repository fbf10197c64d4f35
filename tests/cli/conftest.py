"""The files of the situations, in a folder for all tests of a file."""

from pathlib import Path

import pytest

from tests.cli.situations import write_texts


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("texts")
    write_texts(path)
    return path


@pytest.fixture
def in_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
