"""Which kernels to compile, and whether a failed compile may fall back. All else is in pyproject.toml.

BOLIDE_CORE=pure      no extension at all: a py3-none-any wheel
BOLIDE_CORE unset     compile where a C compiler is found, otherwise install the same files uncompiled and say so
BOLIDE_CORE=compiled  a failed compile fails the build
"""

import os
import sys
import tempfile
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_py import build_py

KERNELS = sorted(Path("src/bolide/kernels").glob("[a-z]*.py"))
DIRECTIVES = {"language_level": 3, "boundscheck": False, "wraparound": False, "initializedcheck": False}


def can_compile() -> bool:
    """Whether a C compiler and Python's headers are at hand, found out by compiling one line."""
    from setuptools._distutils import ccompiler, sysconfig

    compiler = ccompiler.new_compiler()
    sysconfig.customize_compiler(compiler)
    compiler.add_include_dir(sysconfig.get_python_inc())
    with tempfile.TemporaryDirectory() as folder:
        probe = Path(folder, "probe.c")
        probe.write_text("#include <Python.h>\n")
        try:
            compiler.compile([str(probe)], output_dir=folder)
        except Exception:
            return False
    return True


def extensions(core: str) -> list[Extension]:
    if core not in ("", "pure", "compiled"):
        sys.exit(f"BOLIDE_CORE={core!r} is not known: use 'pure', 'compiled' or leave it unset.")
    if core == "pure":
        return []
    if core == "" and not can_compile():
        print("bolide: no C compiler with Python's headers; installing the uncompiled core (same numbers, slower).")
        return []
    from Cython.Build import cythonize

    modules = [
        Extension(f"bolide.kernels.{path.stem}", [str(path)], optional=core != "compiled", extra_compile_args=["-O3"])
        for path in KERNELS
    ]
    return cythonize(modules, compiler_directives=DIRECTIVES, build_dir="build/cython", nthreads=os.cpu_count() or 1)


class BuildWithGuides(build_py):
    """Puts the metrics' pages of docs/ beside the code: the browser page shows them as "How it works"."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:  # a checkout reads them where they are
            return
        for guide in sorted(Path("docs/metrics").glob("*.md")):
            target = Path(self.build_lib, "bolide", "docs", "metrics", guide.name)
            self.mkpath(str(target.parent))
            self.copy_file(str(guide), str(target))


if __name__ == "__main__":
    setup(
        cmdclass={"build_py": BuildWithGuides},
        ext_modules=extensions(os.environ.get("BOLIDE_CORE", "")),
        options={"build_ext": {"parallel": os.cpu_count() or 1}},
    )
