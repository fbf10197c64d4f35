"""What compiles the kernels for Pyodide: its headers, and what it makes; scripts/pyodide-wheel tries its commands."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from bolide.web.serve import runtime as pinned, wasm_kernels
from tests.scripts import ROOT

pytestmark = pytest.mark.one_core

SCRIPTS = ROOT / "scripts" / "pyodide"


def test_every_size_is_compared_with_the_compilers() -> None:
    told = set(re.findall(r"#define (SIZEOF_\w+)", (SCRIPTS / "pyconfig.h").read_text()))
    assert told == set(re.findall(r"SIZEOF_\w+", (SCRIPTS / "abi.c").read_text()))


def test_the_runtime_is_told_of_in_the_same_words_everywhere() -> None:
    for script in (SCRIPTS / "try.mjs", ROOT / "src" / "bolide" / "web" / "serve" / "precompile.mjs"):
        assert f'abi_version: "{pinned.ABI}"' in script.read_text(encoding="utf-8"), script.name


def test_the_compiled_kernels_compute_what_they_should(tmp_path: Path) -> None:
    """Those that are kept for the page here, all of them loaded into Pyodide by node."""
    try:
        runtime = pinned.runtime(fetch=False)
    except pinned.NoRuntime as problem:
        pytest.skip(str(problem))
    kept = wasm_kernels.lookup(runtime)
    if kept is None or shutil.which("node") is None:
        pytest.skip(
            "there are no compiled kernels of these sources for the page: scripts/pyodide-wheel makes them, with node"
        )
    site = tmp_path / "site"
    shutil.copytree(
        ROOT / "src" / "bolide", site / "bolide", ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
    )
    zipped = tmp_path / "kernels.zip"
    zipped.write_bytes(kept)
    shutil.unpack_archive(zipped, site)
    command = ["node", "--stack-size=4000", SCRIPTS / "try.mjs", runtime, SCRIPTS / "try.py", site, SCRIPTS]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert "all compiled" in done.stdout
    assert "on the compiled core" in done.stdout
