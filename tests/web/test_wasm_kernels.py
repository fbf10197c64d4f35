"""Compiled kernels for the page: which wheels are taken, what the page gets of them, what is said of the others; and
whether those that are cached compute what they should. `scripts/pyodide-wheel` compiles and tries them.
"""

import hashlib
import json
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from bolide.system.errors import InputError
from bolide.web.serve import runtime as pinned, wasm_kernels
from bolide.web.serve.runtime import unpacked
from bolide.web.serve.site import SERVICE_WORKER, site
from tests.errors import raises
from tests.scripts import ROOT
from tests.web.served import put_runtime

TAG = f"cp311-abi3-{wasm_kernels.PLATFORM}"
INFO, KERNELS = "bolide-0.dist-info", "bolide/kernels"
AT_HOME = {"statistics/concordance", "statistics/tie_thresholds"}  # of systems alone


def wheel(folder: Path, changes: dict[str, bytes | None] | None = None, tag: str = TAG) -> Path:
    """A wheel as far as it is looked at; the compiled kernels are compiled in name only."""
    files: dict[str, bytes | None] = {f"{KERNELS}/{name}": data for name, data in wasm_kernels.sources().items()}
    files |= {f"{KERNELS}/{name}.abi3.so": f"\0asm {name}".encode() for name in wasm_kernels.names()}
    files |= {f"{KERNELS}/__init__.py": b"other", f"{INFO}/WHEEL": f"Wheel-Version: 1.0\nTag: {tag}\n".encode()}
    with zipfile.ZipFile(folder / "bolide-0.whl", "w") as zipped:
        for name, data in {**files, **(changes or {})}.items():
            if data is not None:
                zipped.writestr(name, data)
    return folder / "bolide-0.whl"


@pytest.fixture(autouse=True)
def packaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which a release has its kernels, here an empty one: this checkout may have some."""
    folder = tmp_path / "packaged"
    folder.mkdir()
    monkeypatch.setattr(wasm_kernels, "PACKAGED", folder)
    return folder


@pytest.fixture
def fake_runtime(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BOLIDE_CACHE", str(tmp_path))
    return put_runtime(tmp_path / f"pyodide-{pinned.VERSION}", monkeypatch)


def test_the_package_has_the_kernels_of_its_sources() -> None:
    """`scripts/pyodide-wheel --package` makes them; with others the page would compute interpreted, and say so."""
    names = [path.name for path in (ROOT / "src" / "bolide" / "web" / "serve").glob("kernels-*.zip")]
    assert names == [f"{wasm_kernels.file_name()}.zip"]


def test_the_page_has_the_compiled_kernels_of_its_sources(tmp_path: Path, fake_runtime: Path) -> None:
    plain, files = site(fake_runtime), site(fake_runtime, kernels=wasm_kernels.read(wheel(tmp_path)))
    assert wasm_kernels.NAME not in plain
    assert json.loads(plain["runtime.json"])["kernels"] is False
    kernels = unpacked(files[wasm_kernels.NAME])
    assert kernels["bolide/kernels/text/scan.abi3.so"] == b"\0asm text/scan"
    compiled = {name.removeprefix("bolide/kernels/").removesuffix(".abi3.so") for name in kernels}
    paths = [Path(name) for name in unpacked(files["app.zip"]) if name.startswith("bolide/kernels/")]
    sources = {path.relative_to("bolide/kernels").with_suffix("").as_posix() for path in paths if path.name[0] != "_"}
    assert compiled == sources | {"_shared"} == {*wasm_kernels.names()} - AT_HOME
    facts = json.loads(files["runtime.json"])
    assert (facts["kernels"], facts["sizes"][wasm_kernels.NAME]) == (True, len(files[wasm_kernels.NAME]))
    assert hashlib.sha256(files[wasm_kernels.NAME]).hexdigest() in files[SERVICE_WORKER].decode()


@pytest.mark.parametrize(
    ("changes", "tag", "told"),
    [
        ({}, "cp311-abi3-linux_x86_64", rf"is for linux_x86_64; the page needs .* for {wasm_kernels.PLATFORM}"),
        ({}, "cp311-abi3-pyemscripten_2025_0_wasm32", "is for pyemscripten_2025_0_wasm32; the page needs"),
        ({f"{INFO}/WHEEL": b"\xff"}, TAG, "is for no platform; the page needs"),
        ({f"{INFO}/WHEEL": None}, TAG, "is for no platform; the page needs"),
        ({f"{KERNELS}/text/scan.py": b"# older"}, TAG, r"compiled from other kernels .*\(text/scan.py\)"),
        ({f"{KERNELS}/ngrams/matches.pxd": b"# older"}, TAG, r"compiled from other kernels .*\(ngrams/matches.pxd\)"),
        ({f"{KERNELS}/new.py": b""}, TAG, r"compiled from other kernels .*\(new.py\)"),
        ({f"{KERNELS}/text/scan.py": None}, TAG, r"compiled from other kernels .*\(text/scan.py\)"),
        ({f"{KERNELS}/text/scan.abi3.so": None}, TAG, r"not all of its kernels are compiled \(text/scan not\)"),
        ({f"{KERNELS}/_shared.abi3.so": None}, TAG, r"not all of its kernels are compiled \(_shared not\)"),
    ],
)
def test_another_wheel_is_refused(tmp_path: Path, changes: dict[str, bytes | None], tag: str, told: str) -> None:
    raises(InputError, told, wasm_kernels.read, wheel(tmp_path, changes, tag))


# --- what compiles them, and what they compute ------------------------------------------------------------------------

SCRIPTS = ROOT / "scripts" / "pyodide"


def test_the_compiled_kernels_compute_what_they_should(tmp_path: Path) -> None:
    """Those of the package, all of them loaded into Pyodide by node."""
    try:
        runtime = pinned.runtime(fetch=False)
    except pinned.NoRuntime as problem:
        pytest.skip(str(problem))
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    site = tmp_path / "site"
    shutil.copytree(
        ROOT / "src" / "bolide", site / "bolide", ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
    )
    (zipped,) = (site / "bolide" / "web" / "serve").glob("kernels-*.zip")
    shutil.unpack_archive(zipped, site)
    command = ["node", "--stack-size=4000", SCRIPTS / "try.mjs", runtime, SCRIPTS / "try.py", site, SCRIPTS]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert "all compiled" in done.stdout
    assert "on the compiled core" in done.stdout
