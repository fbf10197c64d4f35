"""`bolide meteor`: every option of the tool has an effect or is refused, in each of the tool's ways to be called."""

import gzip
from pathlib import Path

import pytest

from bolide.compat.meteor15.arguments import _FLAGS, _WITH_VALUE
from tests.cli.run import Result, bolide

pytestmark = pytest.mark.one_core

MODULES = ("-m", "exact stem synonym")
ROW = b"EVAL ||| 3 3 1 1 0 0 0 0 1 1 0 0 1 1 0 0 0 0 0 0 1 2 2\n"
SITUATIONS = {
    "plain": (("hyp", "ref", *MODULES), b""),
    "one module": (("hyp", "ref", "-m", "exact"), b""),
    "paraphrases": (("hyp", "ref", "-a", "table.gz"), b""),
    "normalised": (("hyp", "ref", *MODULES, "-norm"), b""),
    "sgml": (("test.sgm", "ref.sgm", "-sgml", *MODULES), b""),
    "alignments": (("hyp", "ref", *MODULES, "-writeAlignments"), b""),
    "stdio": (("-", "-", "-stdio", *MODULES), b"SCORE ||| The cats sat now ||| the cat sat\nSING ||| 1\n" + ROW),
    "new": (("hyp", "ref", "-new", "new"), b""),
}
VALUES = {
    "-l": "fr", "-t": "adq", "-p": "0.5 1 0.5 0.5", "-m": "exact", "-w": "1 0.5 0.5", "-r": "2", "-x": "1",
    "-s": "words", "-a": "table.gz", "-f": "out", "-new": "new", "-e": "stems", "-d": "own",
}  # fmt: skip
SAME = {
    "-x": "nothing is lost from so few words", "-r": "needs another file", "-a": "always there where it is needed",
    "-m": "likewise", **dict.fromkeys(("-stdio", "-mira", "-sgml", "-new"), "need other files"),
}  # fmt: skip


SOMETIMES = ("-d", "-e")  # words of one's own that another module, or the built-in table, has too


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BOLIDE_CACHE", str(tmp_path / "cache"))
    sgml = '<{0}set setid="s" {1}="z">\n<doc docid="d" {1}="z">\n<seg id="1"> {2} </seg>\n</doc>\n</{0}set>\n'
    (tmp_path / "new").mkdir()
    (tmp_path / "own").mkdir()
    table = gzip.compress(b"0.5\ncats\nfelines\n", mtime=0)
    files = {
        "hyp": "The cats sat , here .\n", "ref": "the felines sits here now .\n", "words": "cats\nsat\n",
        "test.sgm": sgml.format("tst", "sysid", "The cats sat now"),
        "ref.sgm": sgml.format("ref", "refid", "the cat sits"),
        "stems": "cats\t3\tcat\nsits\t2\tsat\n", "new/function.words": "the\n",
        "own/english.synsets": "sat\n1\nsits\n1\nnow\n1\n", "own/english.exceptions": "sits\nsat\n",
        "new/paraphrase.gz": table, "table.gz": table,
    }  # fmt: skip
    for name, text in files.items():
        (tmp_path / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    return tmp_path


def answer(folder: Path, words: tuple[str, ...], stdin: bytes) -> tuple[Result, str]:
    before = set(folder.iterdir())
    result = bolide("meteor", *words, stdin=stdin)
    written = sorted(path for path in set(folder.iterdir()) - before if path.is_file())
    texts = "".join(f"{path.name}: {path.read_text()}" for path in written)
    for path in written:
        path.unlink()
    return result, texts


@pytest.mark.parametrize("option", sorted(_FLAGS | _WITH_VALUE))
def test_an_option_has_an_effect_or_is_refused(option: str, folder: Path) -> None:
    effects = False
    for name, (base, stdin) in SITUATIONS.items():
        words = (option, VALUES[option]) if option in _WITH_VALUE else (option,)
        plain, changed = answer(folder, base, stdin), answer(folder, (*base, *words), stdin)
        assert plain[0].code == 0, plain[0].err
        if changed[0].code == 2:
            assert changed[0].err.splitlines()[-1].startswith("bolide: ")
            continue
        assert changed != plain or option in (*SAME, *SOMETIMES), f"{name} ignores {option}"
        effects |= changed != plain
    assert effects or option in SAME
