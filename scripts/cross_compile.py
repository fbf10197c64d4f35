"""Compiles every kernel for Windows and macOS, x86-64 and arm64, with the clang that PyPI's ziglang brings.

    python -m venv cross && cross/bin/pip install ziglang cython setuptools
    cross/bin/python scripts/cross_compile.py                  all four, about ten minutes of processor time
    cross/bin/python scripts/cross_compile.py macos-arm64      one of them

It shows that the C is no more than C: no header, type or builtin that only GNU's compiler or Linux has, and no `long`
that must have 64 bits. Objects are made under CPython's limited API and thrown away; nothing is linked, nothing is run.
Wheels for these platforms are built and tested by .github/workflows/wheels.yml. For macOS, Python's headers are those
at hand. For Windows they are a copy whose pyconfig.h has no headers of Unix and longs of 4 bytes.
"""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

import ziglang
from Cython.Build import cythonize

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

import setup as build  # noqa: E402  # the project's own

from bolide.system.files import write_text  # noqa: E402

TARGETS = {
    "windows-x86_64": "x86_64-windows-gnu",
    "windows-arm64": "aarch64-windows-gnu",
    "macos-x86_64": "x86_64-macos",
    "macos-arm64": "aarch64-macos",
}
ZIG = Path(ziglang.__file__).parent / "zig"
LIMITED_API = "-DPy_LIMITED_API=0x030B0000"
STRICT = ["-Werror=implicit-function-declaration", "-Werror=int-conversion", "-Werror=incompatible-pointer-types"]
WINDOWS_SIZES = {"SIZEOF_LONG": 4, "ALIGNOF_LONG": 4, "SIZEOF_WCHAR_T": 2}


def windows_headers(folder: Path) -> Path:
    """Python's headers for a platform with neither sys/ nor 8-byte longs."""
    shutil.copytree(sysconfig.get_path("include"), folder, dirs_exist_ok=True)
    text = Path(sysconfig.get_config_h_filename()).read_text(encoding="utf-8")
    text = re.sub(r"^#define (HAVE_SYS_\w+_H|HAVE_PTHREAD_H) 1$", r"/* no \1 */", text, flags=re.MULTILINE)
    for name, size in WINDOWS_SIZES.items():
        text, count = re.subn(rf"^#define {name} \d+$", f"#define {name} {size}", text, flags=re.MULTILINE)
        if count != 1:
            sys.exit(f"scripts/cross_compile.py: pyconfig.h does not define {name} once")
    write_text(folder / "pyconfig.h", text)
    return folder


def translated(folder: Path) -> dict[str, Path]:
    """The C file of each kernel, and of the code that they share."""
    extensions = cythonize(
        build.extensions("compiled"),
        compiler_directives=build.DIRECTIVES,
        include_path=["src"],
        quiet=True,
        shared_utility_qualified_name=build.SHARED,
        build_dir=str(folder),
        nthreads=build.CORES,
    )
    return {extension.name: Path(extension.sources[0]) for extension in extensions}


def compile_one(target: str, headers: Path, name: str, source: Path, folder: Path) -> str:
    """The compiler's complaints; empty if it made an object."""
    options, _ = build.flags("unix", name)
    plain = [option for option in options if "unwind" not in option]
    output = folder / f"{name}-{target}.o"
    command = [str(ZIG), "cc", "-target", TARGETS[target], *STRICT, *plain, LIMITED_API, "-I", str(headers)]
    done = subprocess.run([*command, "-c", str(source), "-o", str(output)], capture_output=True, text=True, check=False)
    if done.returncode or not output.stat().st_size:
        return f"{name} for {target}:\n{done.stderr[-2000:]}"
    output.unlink()
    return ""


def main(targets: list[str]) -> int:
    """Compile for these targets, or for all."""
    unknown = [name for name in targets if name not in TARGETS]
    if unknown:
        print(f"{unknown[0]} is not a target; there are {', '.join(TARGETS)}.", file=sys.stderr)
        return 2
    os.chdir(ROOT)
    with TemporaryDirectory() as work:
        folder = Path(work)
        sources = translated(folder / "c")
        headers = {"windows": windows_headers(folder / "headers"), "macos": Path(sysconfig.get_path("include"))}
        failed = []
        for target in targets or TARGETS:
            started = time.monotonic()
            home = headers[target.partition("-")[0]]
            with ThreadPoolExecutor(build.CORES) as pool:
                jobs = [pool.submit(compile_one, target, home, name, path, folder) for name, path in sources.items()]
                problems = [problem for job in jobs if (problem := job.result())]
            failed += problems
            print(
                f"{target}: {len(sources) - len(problems)} of {len(sources)} compile, "
                f"{time.monotonic() - started:.0f} s",
                flush=True,
            )
        print(*failed[:5], sep="\n", file=sys.stderr, end="")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
