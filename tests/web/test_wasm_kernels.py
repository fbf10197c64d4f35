"""Compiled kernels for the page: what it gets of them, and whether those of the package compute what they should."""

import hashlib
import json
import shutil
import subprocess
from pathlib import Path

import pytest

from bolide.web.serve import runtime as pinned, wasm_kernels
from bolide.web.serve.runtime import archive, unpacked
from bolide.web.serve.site import SERVICE_WORKER, site
from tests.scripts import ROOT
from tests.web.served import put_runtime

AT_HOME = {"statistics/exchanges"}  # of systems alone


def in_name() -> bytes:
    """Kernels that are compiled in name only."""
    return archive({f"bolide/kernels/{name}.abi3.so": f"\0asm {name}".encode() for name in wasm_kernels.names()})


@pytest.fixture
def fake_runtime(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BOLIDE_CACHE", str(tmp_path))
    return put_runtime(tmp_path / f"pyodide-{pinned.VERSION}", monkeypatch)


def test_the_package_has_the_kernels_of_its_sources() -> None:
    """`scripts/pyodide-wheel --package` makes them; with others the page would compute interpreted, and say so."""
    names = [path.name for path in (ROOT / "src" / "bolide" / "web" / "serve").glob("kernels-*.zip")]
    assert names == [f"{wasm_kernels.file_name()}.zip"]


def test_the_page_has_the_compiled_kernels_of_its_sources(fake_runtime: Path) -> None:
    plain, files = site(fake_runtime), site(fake_runtime, kernels=in_name())
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
