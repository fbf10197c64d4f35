"""Test sets that sacreBLEU has unpacked in its folder are found there: -t, --list and --echo, nothing downloaded."""

from pathlib import Path
from typing import Any

import pytest
import sacrebleu.dataset as peer

from bolide import InputError
from bolide.compat.sacrebleu import dataset, utils
from tests.compat.test_command_line import LINES, both, plain, run
from tests.errors import raises

pytestmark = pytest.mark.one_core


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """sacreBLEU's folder as it is after its download: an archive, here an empty one, and the files from it."""
    for name, pair, text in (("wmt17", "de-en", None), ("wmt24", "en-cs", LINES["xml"])):
        found = peer.DATASETS[name]
        raw = tmp_path / name / "raw"
        for url in found.data:
            raw.mkdir(parents=True, exist_ok=True)
            (raw / found._get_tarball_filename(url)).write_text("was unpacked")
        for number, file in enumerate(found.langpairs[pair]):
            (raw / file).parent.mkdir(parents=True, exist_ok=True)
            (raw / file).write_text(text or LINES["sgm"].format(["source", "target"][number]), encoding="utf-8")
    return tmp_path


SYSTEM = "target the first line .\nfour &amp; three\ntarget the line of all\n"
CASES = [(line, stdin.replace("SYSTEM", SYSTEM)) for line, stdin in LINES["test_sets"]]


def test_as_sacrebleu_does(folder: Path) -> None:
    """The peer goes first, and makes the text files; ours finds them."""
    cases = [(line.split(), stdin) for line, stdin in [*CASES, *((line, "") for line in LINES["fields_refused"])]]
    for number, (theirs, ours, words) in enumerate(both(cases, folder)):
        assert theirs["code"] == ours["code"] == (number >= len(CASES)), (words, theirs["err"], ours["err"])
        assert plain(ours["out"]) == plain(theirs["out"]), words
    lines = {"-t wmt17 -l de-en -ol de": SYSTEM + "four\n", "-t wmt24 -l en-cs --subset [": SYSTEM}
    longer, unclosed = run("ours", [(line.split(), stdin) for line, stdin in lines.items()], folder)
    assert (longer["code"], longer["out"]) == (1, "")
    assert "The system has 4 lines, the references 3." in longer["err"]
    assert (unclosed["code"], unclosed["out"]) == (2, "")
    assert unclosed["err"] == "sacreBLEU: unterminated character set at position 0\n"


def test_lists(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    both([(["-t", "wmt17", "-l", "de-en", "--echo", "src"], "")], folder)
    lines = ["--list", "--list -t wmt17", "--list -l en-de", "--list -l cs-ru", "--download wmt17 -l de-en"]
    whole, fields, pair, none, files = (
        result["out"] for result in run("ours", [(line.split(), "") for line in lines], folder)
    )
    assert whole == f"The available test sets are:\n{'wmt17':<30}: de-en\n"
    assert fields == "de-en: src, ref, docid, genre, origlang\n"
    assert pair == f"The available test sets for en-de are:\n{'wmt17':<30}: de-en\n"
    assert none == "The available test sets for cs-ru are:\n"
    assert files.splitlines()[0] == str(folder / "wmt17" / "wmt17.de-en.src")
    monkeypatch.setenv("SACREBLEU", str(folder))
    assert utils.get_source_file("wmt17", "de-en") == str(folder / "wmt17" / "wmt17.de-en.src")
    assert utils.get_reference_files("wmt17", "de-en") == [str(folder / "wmt17" / "wmt17.de-en.ref")]


def test_what_is_not_there(tmp_path: Path) -> None:
    results: Any = run("ours", [(line.split(), "x\n") for line, _, _ in LINES["test_sets_refused"]], tmp_path)
    import re

    for (line, code, message), result in zip(LINES["test_sets_refused"], results, strict=True):
        assert result["code"] == code, line
        assert re.search(message, result["err"]), result["err"]
        assert "Traceback" not in result["err"]
        assert result["out"] == ""


def test_sets_that_sacrebleu_knows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SACREBLEU", str(tmp_path))
    assert {name: pairs for name, (pairs, _) in dataset.known().items()} == {
        name: list(found.langpairs) for name, found in peer.DATASETS.items()
    }
    assert set(dataset.DATASETS) == set(peer.DATASETS)
    assert len(dataset.DATASETS) == len(peer.DATASETS)


def test_a_set_of_ones_own_and_names_that_lead_outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tmp_path / "cache" / "mine" / "v1"
    own.mkdir(parents=True)
    (own / "mine_v1.en-de.src").write_text("one\n")
    (own / "mine_v1.en-de.ref-A").write_text("eins\n")
    (own / "mine_v1.en-de.ref-B").write_text("ein\n")
    monkeypatch.setenv("SACREBLEU", str(tmp_path / "cache"))
    assert dataset.on_this_machine() == ["mine/v1"]
    assert dataset.dataset("mine/v1").fieldnames("en-de") == ["src", "ref:A", "ref:B"]
    assert [Path(file).name for file in utils.get_reference_files("mine/v1", "en-de")] == [
        "mine_v1.en-de.ref-A",
        "mine_v1.en-de.ref-B",
    ]
    assert "../cache/mine/v1" not in dataset.DATASETS
    raises(InputError, "mine/v1 has no de-en; it has en-de", utils.get_source_file, "mine/v1", "de-en")
