"""Compiled kernels for the page: which wheels are taken, what the page gets of them, what is said of the others.

Whether they compute what they should is for `scripts/pyodide-wheel` to show, which runs them.
"""

import base64
import hashlib
import io
import json
import zipfile
from pathlib import Path

import pytest

from bolide.calls import doctor
from bolide.system.errors import InputError
from bolide.web.serve import runtime as pinned
from bolide.web.serve import server, wasm_kernels
from bolide.web.serve.server import export
from bolide.web.serve.site import SERVICE_WORKER, bytes_of, site
from tests.cli.run import bolide, refused
from tests.web.served import put_runtime

pytestmark = pytest.mark.one_core

TAG = f"cp311-abi3-{wasm_kernels.PLATFORM}"
INFO = "bolide-0.dist-info"
AT_HOME = {
    f"statistics/{name}" for name in ("concordance", "permuted_sums", "tie_thresholds")
}  # what only statistics over systems need


def contents(tag: str = TAG) -> dict[str, bytes]:
    """What a wheel holds, as far as it is looked at; the compiled kernels are compiled in name only."""
    files = {f"bolide/kernels/{name}": data for name, data in wasm_kernels.sources().items()}
    files |= {f"bolide/kernels/{name}.abi3.so": f"\0asm {name}".encode() for name in wasm_kernels.names()}
    return {
        **files,
        "bolide/kernels/__init__.py": b"other",
        f"{INFO}/WHEEL": f"Wheel-Version: 1.0\nTag: {tag}\n".encode(),
    }


def wheel(folder: Path, files: dict[str, bytes], record: bool = True) -> Path:
    def line(name: str) -> str:
        digest = base64.urlsafe_b64encode(hashlib.sha256(files[name]).digest()).decode().rstrip("=")
        return f"{name},sha256={digest},{len(files[name])}\n"

    path = folder / "bolide-0.whl"
    with zipfile.ZipFile(path, "w") as zipped:
        for name, data in files.items():
            zipped.writestr(name, data)
        if record:
            zipped.writestr(f"{INFO}/RECORD", "".join(map(line, files)) + f"{INFO}/RECORD,,\n")
    return path


@pytest.fixture(autouse=True)
def packaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which a release has its kernels, here an empty one: this checkout may have some."""
    folder = tmp_path / "packaged"
    folder.mkdir()
    monkeypatch.setattr(wasm_kernels, "PACKAGED", folder)
    return folder


def test_kernels_of_a_release_are_used_unasked(tmp_path: Path, packaged: Path) -> None:
    assert wasm_kernels.lookup(tmp_path) is None
    (packaged / wasm_kernels.file_name()).write_bytes(b"kernels")
    kernels_of_release = wasm_kernels.lookup(tmp_path)
    assert kernels_of_release is not None
    assert kernels_of_release.read_bytes() == b"kernels"


@pytest.fixture
def fake_runtime(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(pinned, "program", lambda _: None)  # no node
    monkeypatch.setenv("BOLIDE_CACHE", str(tmp_path))
    return put_runtime(tmp_path / f"pyodide-{pinned.VERSION}", monkeypatch)


def test_what_was_read_is_kept_for_these_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert wasm_kernels.lookup(tmp_path) is None
    data = wasm_kernels.read(wheel(tmp_path, contents()))
    (tmp_path / "kernels-of-old.zip").touch()
    wasm_kernels.store(data, tmp_path)
    kept = wasm_kernels.lookup(tmp_path)
    assert kept is not None
    assert kept.read_bytes() == data
    assert list(tmp_path.glob("kernels-*.zip")) == [kept.path]
    monkeypatch.setattr(wasm_kernels, "_HERE", tmp_path)  # other sources: none
    assert wasm_kernels.lookup(tmp_path) is None


def test_the_page_has_the_compiled_kernels_of_its_sources(tmp_path: Path, fake_runtime: Path) -> None:
    files = site(fake_runtime, kernels=wasm_kernels.read(wheel(tmp_path, contents())))
    with zipfile.ZipFile(io.BytesIO(bytes_of(files[wasm_kernels.NAME]))) as zipped:
        compiled = {name.removeprefix("bolide/kernels/").removesuffix(".abi3.so") for name in zipped.namelist()}
        assert zipped.read("bolide/kernels/text/scan.abi3.so") == b"\0asm text/scan"
    with zipfile.ZipFile(io.BytesIO(bytes_of(files["app.zip"]))) as zipped:
        paths = [Path(name) for name in zipped.namelist() if name.startswith("bolide/kernels/")]
    sources = {path.relative_to("bolide/kernels").with_suffix("").as_posix() for path in paths if path.name[0] != "_"}
    assert compiled == sources | {"_shared"}
    assert compiled == {*wasm_kernels.names()} - AT_HOME


def test_the_page_is_told_of_them_and_keeps_them_offline(tmp_path: Path, fake_runtime: Path) -> None:
    files = site(fake_runtime, kernels=wasm_kernels.read(wheel(tmp_path, contents())))
    data = bytes_of(files[wasm_kernels.NAME])
    facts = json.loads(bytes_of(files["runtime.json"]))
    assert facts["kernels"] is True
    assert facts["sizes"][wasm_kernels.NAME] == len(data)
    assert hashlib.sha256(data).hexdigest() in bytes_of(files[SERVICE_WORKER]).decode()
    export(files, tmp_path / "out", "x")
    assert (tmp_path / "out" / wasm_kernels.NAME).read_bytes() == data


def test_without_them_nothing_of_them_is_served(fake_runtime: Path) -> None:
    files = site(fake_runtime)
    assert wasm_kernels.NAME not in files
    assert json.loads(bytes_of(files["runtime.json"]))["kernels"] is False


def changed(name: str, data: bytes) -> dict[str, bytes]:
    return {**contents(), name: data}


def without(name: str) -> dict[str, bytes]:
    return {one: data for one, data in contents().items() if one != name}


@pytest.mark.parametrize(("files", "told"), [
    (contents("cp311-abi3-linux_x86_64"), rf"is for linux_x86_64; the page needs .* for {wasm_kernels.PLATFORM}"),
    (contents("cp311-abi3-pyemscripten_2025_0_wasm32"), "is for pyemscripten_2025_0_wasm32; the page needs"),
    (changed(f"{INFO}/WHEEL", b"\xff"), "is for no platform; the page needs"),
    (without(f"{INFO}/WHEEL"), "is not a wheel of Bolide: there is no WHEEL in it"),
    (changed("bolide/kernels/text/scan.py", b"# older"), r"compiled from other kernels .*\(text/scan.py differs\)"),
    (
        changed("bolide/kernels/ngrams/matches.pxd", b"# older"),
        r"compiled from other kernels .*\(ngrams/matches.pxd differs\)",
    ),
    (changed("bolide/kernels/new.py", b""), r"compiled from other kernels .*\(new.py differs\)"),
    (without("bolide/kernels/text/scan.py"), r"compiled from other kernels .*\(text/scan.py differs\)"),
    (without("bolide/kernels/text/scan.abi3.so"), r"not all of its kernels are compiled \(text/scan not\)"),
    (without("bolide/kernels/_shared.abi3.so"), r"not all of its kernels are compiled \(_shared not\)"),
])  # fmt: skip
def test_another_wheel_is_refused(tmp_path: Path, files: dict[str, bytes], told: str) -> None:
    with pytest.raises(InputError, match=told):
        wasm_kernels.read(wheel(tmp_path, files))


def test_what_the_record_does_not_know_is_refused(tmp_path: Path) -> None:
    path = wheel(tmp_path, contents(), record=False)
    with pytest.raises(InputError, match="there is no RECORD in it"):
        wasm_kernels.read(path)
    with zipfile.ZipFile(path, "a") as zipped:
        zipped.writestr(f"{INFO}/RECORD", "bolide/kernels/text/scan.abi3.so,sha256=AAAA,4\n\n")
    with pytest.raises(InputError, match=r"is damaged: bolide/kernels/\S+ is not the file that its RECORD lists"):
        wasm_kernels.read(path)


def test_a_damaged_wheel_is_one_clear_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is refused before anything is fetched."""
    monkeypatch.setattr(server, "ready", lambda *_: pytest.fail("the runtime was asked for"))
    path = wheel(tmp_path, contents())
    whole = path.read_bytes()
    for data, told in (
        (b"", "is not a wheel, or is damaged"),
        (whole[: len(whole) // 2], "is not a wheel, or is damaged"),
        (whole.replace(b"\0asm text/scan", b"\0asm TEXT/SCAN"), "is not a wheel, or is damaged"),
    ):
        path.write_bytes(data)
        result = bolide("web", "--no-open", "--kernels", path)
        refused(result, told)
    result = bolide("web", "--no-open", "--kernels", tmp_path / "none.whl")
    refused(result, "none.whl cannot be read: ")


def test_a_wheel_named_once_serves_ever_after(
    tmp_path: Path, fake_runtime: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "ready", lambda *_: fake_runtime)
    path = wheel(tmp_path, contents())
    plain = bolide("web", "--export", tmp_path / "plain")
    first = bolide("web", "--export", tmp_path / "first", "--kernels", path)
    path.unlink()
    second = bolide("web", "--export", tmp_path / "second")
    assert [one.code for one in (plain, first, second)] == [0, 0, 0]
    assert ["with compiled kernels" in one.err for one in (plain, first, second)] == [False, True, True]
    pages = [tmp_path / name / wasm_kernels.NAME for name in ("plain", "first", "second")]
    assert [page.exists() for page in pages] == [False, True, True]
    assert pages[1].read_bytes() == pages[2].read_bytes()


def test_what_was_kept_and_is_damaged_is_not_used(tmp_path: Path, fake_runtime: Path) -> None:
    states = []

    def look() -> None:
        states.append(next(one for one in doctor.cached() if one.name == "page's kernels"))

    look()
    wasm_kernels.store(wasm_kernels.read(wheel(tmp_path, contents())), fake_runtime)
    look()
    kept = wasm_kernels.lookup(fake_runtime)
    assert kept is not None
    kept.path.write_bytes(kept.read_bytes() + b"!")
    said: list[str] = []
    assert wasm_kernels.lookup(fake_runtime, said.append) is None
    assert len(said) == 1
    assert "damaged and not used; pass the wheel again, with --kernels" in said[0]
    look()
    assert [one.state for one in states] == [doctor.ABSENT, doctor.WORKS, doctor.BROKEN]
    assert all("--kernels" in one.fix for one in (states[0], states[2]))


def test_a_cache_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    said: list[str] = []
    (tmp_path / "file").touch()
    wasm_kernels.store(wasm_kernels.read(wheel(tmp_path, contents())), tmp_path / "file" / "runtime", said.append)
    assert len(said) == 1
    assert "cannot be stored" in said[0]
