"""`bolide doctor` finds what works, what is absent and what is broken, and its exit code says which."""

import json
import sys
import tomllib
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace

import pytest

from bolide import doctor
from bolide.doctor import ABSENT, BROKEN, SLOW, WORKS, Finding, cache, core, texts
from bolide.doctor.extras import dotted, look_at
from bolide.doctor.findings import REINSTALL
from bolide.doctor.packages import EXTRAS, NUMPY, REQUIRED, STEMMER, Package
from bolide.kernels import COMPILED
from bolide.metrics.examples import Example
from bolide.text import analysis
from bolide.text.tokenize import EXTRA_TOKENIZERS, TOKENIZERS
from bolide.web import runtime
from tests.cli.run import bolide

PROJECT = Path(__file__).parents[2] / "pyproject.toml"


def only(findings: Iterator[Finding], name: str) -> Finding:
    (found,) = [finding for finding in findings if finding.name == name]
    return found


def written(package: Package) -> str:
    """A package as pyproject.toml writes it."""
    below = "" if package.below == (sys.maxsize,) else f",<{dotted(package.below)}"
    return f"{package.name}>={dotted(package.least)}{below}"


def test_the_packages_are_those_of_the_project() -> None:
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    extras = {
        name: sorted(texts) for name, texts in project["optional-dependencies"].items() if name not in ("test", "docs")
    }
    assert {name: sorted(map(written, packages)) for name, packages in EXTRAS.items()} == extras
    assert [written(package) for package in REQUIRED] == project["dependencies"]


def test_every_tokenizer_is_tried() -> None:
    names = {finding.name for finding in texts.tokenizers()}
    assert names | {"whitespace"} == {*TOKENIZERS, *EXTRA_TOKENIZERS}  # whitespace is another name for none


@pytest.mark.parametrize("name", texts.SAMPLES)
def test_samples_are_cut_as_sacrebleu_cuts_them(name: str) -> None:
    pytest.importorskip("sacrebleu")
    from sacrebleu.metrics.bleu import _get_tokenizer

    text, expected = texts.SAMPLES[name]
    if name == "tercom":
        from sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer

        assert TercomTokenizer(normalized=True, case_sensitive=True)(text).split() == expected.split()
        return
    assert _get_tokenizer(name)()(text).split() == expected.split()


def test_all_is_well_here() -> None:
    result = bolide("doctor", "-f", "json")
    data = json.loads(result.out)
    assert (result.code, result.err) == (0, "")
    assert data["usable"] is True
    assert data["compiled"] is COMPILED
    kernels = next(one for one in data["findings"] if one["name"] == "kernels")
    assert kernels["state"] == (WORKS if COMPILED else SLOW)
    assert bool(kernels["mend"]) != COMPILED
    assert {one["state"] for one in data["findings"]} <= {WORKS, SLOW, ABSENT}


def test_what_is_broken_is_named_with_a_cure_and_exit_code_1(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TOKENIZERS, "13a", str.split)
    result = bolide("doctor")
    assert result.code == 1
    line = next(line for line in result.out.splitlines() if " 13a " in line)
    assert "broken" in line
    assert 'not "It\'s $ 3.50 , “ok” ?"' in line
    assert f"13a: {REINSTALL}" in result.out
    assert "Broken: 1 of " in result.out


def test_a_package_that_is_not_there_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "simplemma", None)
    analysis.load.cache_clear()
    found = only(texts.units(), "base by simplemma:en")
    assert (found.state, found.detail) == (ABSENT, "not installed: simplemma")
    assert found.mend == "pip install 'bolide[units]'"
    assert doctor.usable([found])


@pytest.mark.parametrize(
    ("version", "state"), [("1.25.9", BROKEN), ("1.26", WORKS), ("1.26.0rc1", WORKS), ("10.0", WORKS)]
)
def test_a_version_that_is_too_old_is_broken(monkeypatch: pytest.MonkeyPatch, version: str, state: str) -> None:
    monkeypatch.setattr(metadata, "version", lambda name: version)
    assert look_at("numpy", NUMPY, "pip install bolide").state == state


def test_a_version_that_is_too_new_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metadata, "version", lambda name: "3.0.1")
    found = look_at("extra stems", STEMMER, "pip install 'bolide[stems]'")
    assert (found.state, found.detail) == (BROKEN, "3.0.1 is installed; it must be 1.2.1 or newer and below 3")


@pytest.mark.parametrize(
    ("plain", "state"), [((), WORKS), (("ngrams",), BROKEN), (None, SLOW)], ids=["all", "half", "none"]
)
def test_kernels(monkeypatch: pytest.MonkeyPatch, plain: tuple[str, ...] | None, state: str) -> None:
    monkeypatch.delenv("BOLIDE_CORE", raising=False)

    def module(name: str) -> SimpleNamespace:
        stem = name.rpartition(".")[2]
        return SimpleNamespace(__file__=f"{stem}.py" if plain is None or stem in plain else f"{stem}.abi3.so")

    monkeypatch.setattr(core, "import_module", module)
    found = core._kernels()
    assert found.state == state
    assert bool(found.mend) == (state != WORKS)


def test_a_wrong_number_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Example, "holds", lambda example: example.metric.name != "BLEU")
    found = only(core.findings(), "worked examples")
    assert found.state == BROKEN
    assert "BLEU" in found.detail


def test_a_cache_that_cannot_be_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("BOLIDE_CACHE", str(tmp_path / "file" / "cache"))
    found = only(cache.findings(), "folder")
    assert found.state == BROKEN
    assert "BOLIDE_CACHE" in found.mend


def test_the_runtime_is_absent_damaged_or_whole(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BOLIDE_CACHE", str(tmp_path))
    assert only(cache.findings(), "Pyodide").state == ABSENT
    folder = tmp_path / f"pyodide-{runtime.VERSION}"
    folder.mkdir()
    for name in runtime.FILES:
        (folder / name).write_bytes(b"")
    found = only(cache.findings(), "Pyodide")
    assert found.state == BROKEN
    assert all(name in found.detail for name in runtime.FILES)
    empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"  # sha256sum /dev/null
    monkeypatch.setattr(runtime, "FILES", dict.fromkeys(runtime.FILES, empty))
    assert only(cache.findings(), "Pyodide").state == WORKS


def test_it_writes_a_file(tmp_path: Path) -> None:
    result = bolide("doctor", "-f", "json", "-o", tmp_path / "out.json")
    assert result.out == ""
    assert json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))["version"]
