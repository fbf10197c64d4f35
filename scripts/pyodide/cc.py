"""A C compiler for Pyodide's platform, as setuptools calls one: clang and lld, which the package `ziglang` brings.

    python cc.py … -c kernel.c -o kernel.o
    python cc.py -shared kernel.o -o kernel.abi3.so

Emscripten's dlopen loads WebAssembly files of position-independent code with a section `dylink.0`. What such a file
lacks (Python's API, the C library, memory, table, stack pointer) it imports, and the main module supplies it. To make
one, Emscripten is not needed, for its compiler is clang and its linker is lld; nor is its very version, since C calls C
here by types that have not changed. The C library's headers are musl's, as Emscripten's are.

BOLIDE_PYODIDE_HEADERS is a folder with Python's headers, `pyconfig.h` and `bits/alltypes.h` for this platform, which
`python cc.py --headers FOLDER` writes.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import ziglang

ZIG = Path(ziglang.__file__).parent
HERE = Path(__file__).parent
MUSL = ZIG / "lib" / "libc" / "include"
LIKE = MUSL / "riscv32-linux-musl"  # 32 bits, 64-bit time; alike in all but the names of two types, which abi.c checks
TARGET = ["--target=wasm32-unknown-emscripten", "-fPIC", "-fwrapv", "-DNDEBUG"]
# A call through a pointer of another type traps in WebAssembly, and what is not declared has no type at all.
STRICT = ["-Werror", "-Wcast-function-type-mismatch", "-Wno-unreachable-code"]
LINK = [
    *("-shared", "--experimental-pic", "--no-entry", "--import-memory", "--unresolved-symbols=import-dynamic"),
    *("--no-export-dynamic", "--strip-all", "-O2"),
]


def write_headers(folder: Path) -> None:
    """Python's headers with the pyconfig.h of this platform, and musl's types with the sizes of this platform."""
    shutil.copytree(sysconfig.get_path("include"), folder, dirs_exist_ok=True)
    shutil.copy(HERE / "pyconfig.h", folder)
    types = (LIKE / "bits" / "alltypes.h").read_text()
    for name in ("_Addr", "_Reg"):  # `long` has 32 bits here as `int` has, but is what wasm32 makes size_t of
        if f"#define {name} int\n" not in types:
            sys.exit(f"cc.py: {LIKE.name} of this ziglang does not define {name} as int")
        types = types.replace(f"#define {name} int\n", f"#define {name} long\n")
    (folder / "bits").mkdir(exist_ok=True)
    (folder / "bits" / "alltypes.h").write_text(types)


def compile_command(arguments: list[str], headers: Path) -> list[str]:
    """What this project asks for stays; what the Python at hand was compiled with is no concern of another platform."""
    kept = [one for one in arguments if one.startswith(("-DPy_", "-DCYTHON_", "-O", "-ffp-contract="))]
    source = arguments[arguments.index("-c") + 1]
    includes = [headers, ZIG / "lib" / "include", LIKE, MUSL / "generic-musl"]
    found = [part for folder in includes for part in ("-isystem", str(folder))]
    out = ["-c", source, "-o", _output(arguments)]
    return [str(ZIG / "zig"), "clang", *TARGET, *STRICT, "-nostdinc", *found, *kept, *out]


def link_command(arguments: list[str]) -> list[str]:
    """One module with its entry, which is named after the file; everything else in it is its own."""
    out = _output(arguments)
    objects = [one for one in arguments if one.endswith(".o")]
    entry = f"--export=PyInit_{Path(out).name.partition('.')[0]}"
    return [str(ZIG / "zig"), "wasm-ld", *LINK, entry, *objects, "-o", out]


def _output(arguments: list[str]) -> str:
    return arguments[arguments.index("-o") + 1]


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["--headers"]:
        write_headers(Path(arguments[1]))
        return 0
    headers = Path(os.environ["BOLIDE_PYODIDE_HEADERS"])
    command = compile_command(arguments, headers) if "-c" in arguments else link_command(arguments)
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
