"""What compiles the kernels for Pyodide: the commands that it makes of setuptools' own, and its headers."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from bolide.web.serve import runtime as pinned
from bolide.web.serve import wasm_kernels
from tests.scripts import ROOT, load

pytestmark = pytest.mark.one_core

SCRIPTS = ROOT / "scripts" / "pyodide"
HOST = ["-fstack-protector-strong", "-g", "-O3", "-D_FORTIFY_SOURCE=2", "-fPIC", "-I/usr/include/python3.11"]
MINE = ["-DPy_LIMITED_API=0x030B0000", "-O2", "-g0", "-ffp-contract=off"]


@pytest.fixture
def cc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script, with a ziglang that has no compiler."""
    ziglang = ModuleType("ziglang")
    ziglang.__file__ = str(tmp_path / "ziglang" / "__init__.py")
    monkeypatch.setitem(sys.modules, "ziglang", ziglang)
    return load(SCRIPTS / "cc.py")


def test_a_kernel_is_compiled_by_what_the_project_asks_for_alone(cc: ModuleType) -> None:
    command = cc.compile_command([*HOST, "-c", "ngrams.c", "-o", "ngrams.o", *MINE], Path("headers"))
    assert command[1] == "clang"
    assert "--target=wasm32-unknown-emscripten" in command
    assert command[-8:] == ["-O3", MINE[0], "-O2", "-ffp-contract=off", "-c", "ngrams.c", "-o", "ngrams.o"]
    assert not {"-fstack-protector-strong", "-D_FORTIFY_SOURCE=2", "-I/usr/include/python3.11"} & {*command}
    assert command[command.index("-isystem") + 1] == "headers"  # before the compiler's and the C library's


def test_a_module_exports_its_entry(cc: ModuleType) -> None:
    command = cc.link_command(["-shared", "build/ngrams.o", "-L/usr/lib", "-o", "x/ngrams.abi3.so", "-Wl,-s"])
    assert command[1] == "wasm-ld"
    assert "--export=PyInit_ngrams" in command
    assert command[-3:] == ["build/ngrams.o", "-o", "x/ngrams.abi3.so"]
    assert not [one for one in command if one.startswith(("-L", "-Wl"))]


def test_the_types_of_this_platform_replace_those_of_a_similar_one(cc: ModuleType, tmp_path: Path) -> None:
    cc.LIKE.joinpath("bits").mkdir(parents=True)
    types = cc.LIKE / "bits" / "alltypes.h"
    types.write_text("#define _Addr int\n#define _Int64 long long\n#define _Reg int\n")
    cc.write_headers(tmp_path / "headers")
    made_of = (tmp_path / "headers" / "bits" / "alltypes.h").read_text()
    assert made_of == "#define _Addr long\n#define _Int64 long long\n#define _Reg long\n"
    assert (tmp_path / "headers" / "pyconfig.h").read_bytes() == (SCRIPTS / "pyconfig.h").read_bytes()
    types.write_text("#define _Addr long\n")
    with pytest.raises(SystemExit, match="does not define _Addr as int"):
        cc.write_headers(tmp_path / "headers")


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
