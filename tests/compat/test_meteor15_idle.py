"""`bolide meteor`: every option of the tool has an effect or is refused, in each of the tool's ways to be called."""

import gzip
from pathlib import Path

import pytest

from bolide.compat.meteor15.arguments import _FLAGS, _WITH_VALUE
from tests.cli.run import Result, bolide
from tests.tables import table

pytestmark = pytest.mark.one_core

DATA = table(__file__, "meteor15.toml")


SOMETIMES = ("-d", "-e")  # words of one's own that another module, or the built-in table, has too


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BOLIDE_CACHE", str(tmp_path / "cache"))
    for name, text in DATA["idle_files"].items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    for name in ("new/paraphrase.gz", "table.gz"):
        (tmp_path / name).write_bytes(gzip.compress(b"0.5\ncats\nfelines\n", mtime=0))
    return tmp_path


def answer(folder: Path, words: list[str], stdin: str) -> tuple[Result, str]:
    before = set(folder.iterdir())
    result = bolide("meteor", *words, stdin=stdin.encode())
    written = sorted(path for path in set(folder.iterdir()) - before if path.is_file())
    texts = "".join(f"{path.name}: {path.read_text()}" for path in written)
    for path in written:
        path.unlink()
    return result, texts


@pytest.mark.parametrize("option", sorted(_FLAGS | _WITH_VALUE))
def test_an_option_has_an_effect_or_is_refused(option: str, folder: Path) -> None:
    effects = False
    for name, (base, stdin) in DATA["situations"].items():
        words = (option, DATA["values"][option]) if option in _WITH_VALUE else (option,)
        plain, changed = answer(folder, base, stdin), answer(folder, [*base, *words], stdin)
        assert plain[0].code == 0, plain[0].err
        if changed[0].code == 2:
            assert changed[0].err.splitlines()[-1].startswith("bolide: ")
            continue
        assert changed != plain or option in (*DATA["same"], *SOMETIMES), f"{name} ignores {option}"
        effects |= changed != plain
    assert effects or option in DATA["same"]
