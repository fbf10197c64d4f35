"""How the kernels are compiled: all of them or none. Everything else is in pyproject.toml.

BOLIDE_CORE=pure      no extension at all: a py3-none-any wheel
BOLIDE_CORE unset     compile; where that fails, install the same files uncompiled and say so
BOLIDE_CORE=compiled  a failed compile fails the build
BOLIDE_CORE=checked   the same for tests only: every index is compared with the bounds of its array (scripts/checked)
BOLIDE_ABI3=1         for every CPython from 3.11 on, not for this one alone: single calls are up to a tenth slower

CFLAGS, if they are set, say how to optimize. After a change of this file: python setup.py build_ext --inplace --force
"""

import os
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

CORE = os.environ.get("BOLIDE_CORE", "")
if CORE not in ("", "pure", "compiled", "checked"):
    sys.exit(f"BOLIDE_CORE={CORE!r} is not known: use 'pure', 'compiled' or 'checked', or leave it unset.")
ABI3 = os.environ.get("BOLIDE_ABI3") == "1"
SHARED = "bolide.kernels._shared"  # Cython's own code, once: each kernel would carry 25,000 lines of it otherwise
KERNELS = {  # an underscore is not compiled
    ".".join(path.relative_to("src").with_suffix("").parts): [str(path)]
    for path in sorted(Path("src/bolide/kernels").rglob("[a-z]*.py"))
}
CORES = os.cpu_count() or 1
DIRECTIVES = {
    "language_level": 3,
    "infer_types": True,
    "boundscheck": CORE == "checked",
    "wraparound": False,
    "initializedcheck": CORE == "checked",
    "auto_pickle": False,  # what a kernel works with is never pickled, and the code for it was a fifth of the objects
}


def flags(compiler: str, name: str) -> list[str]:
    """Arguments for the compiler; without fused multiply-add, the bits are those of the interpreted formulas."""
    if compiler == "msvc":
        return ["/O2", "/fp:precise"]
    # Statistics and rgbF's settings are computed 2 to 13 times as fast under -O3, n-grams counted a tenth faster, as
    # measured with gcc 12 on x86-64.
    fast = name.startswith(("bolide.kernels.statistics.", "bolide.kernels.formulas.rgbf", "bolide.kernels.ngrams"))
    # C throws nothing, and needs no tables for unwinding.
    optimized = ["-O3" if fast else "-O2", "-g0", "-fno-asynchronous-unwind-tables", "-fno-unwind-tables"]
    return ["-ffp-contract=off", *([] if "CFLAGS" in os.environ else optimized)]


class BuildKernels(build_ext):
    """Python to C to extensions, on all cores; where the compile fails and may fail, none of them is left."""

    def run(self) -> None:
        try:
            if self.extensions:
                self.translate()
            super().run()
        except Exception as error:
            if CORE or (self.inplace and not self.editable_mode):
                raise
            print(f"bolide: the kernels did not compile ({error}); installing the uncompiled core.", file=sys.stderr)
            for output in self.get_outputs():
                Path(output).unlink(missing_ok=True)
            self.extensions.clear()
            if wheel := self.distribution.command_obj.get("bdist_wheel"):
                wheel.root_is_pure = True  # it serves every platform then

    def translate(self) -> None:
        from Cython.Build import cythonize

        translated = cythonize(
            self.extensions,
            compiler_directives=DIRECTIVES,
            shared_utility_qualified_name=SHARED,
            include_path=["src"],  # where .pxd files are looked for
            build_dir="build/cython-checked" if CORE == "checked" else "build/cython",
            force=self.force,
            nthreads=CORES,
        )
        sources = {extension.name: extension.sources for extension in translated}
        for extension in self.extensions:
            extension.sources = sources[extension.name]

    def build_extensions(self) -> None:
        for extension in self.extensions:
            extension.extra_compile_args = flags(self.compiler.compiler_type, extension.name)
            if sys.platform.startswith("linux") and "CFLAGS" not in os.environ:
                extension.extra_link_args = ["-Wl,-s,-z,noseparate-code"]  # no symbols, no padding
        if linker := getattr(self.compiler, "linker_so", None):  # no kernel needs Python's libraries at a fixed path
            self.compiler.linker_so = [word for word in linker if not word.startswith("-Wl,-rpath")]
        super().build_extensions()


class BuildWithGuides(build_py):
    """Puts the metrics' pages of docs/ beside the code: the browser page shows them as "How it works"."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:  # a checkout reads them where they are
            self.copy_tree("docs/metrics", str(Path(self.build_lib, "bolide", "docs", "metrics")))


if __name__ == "__main__":
    limited = {"define_macros": [("Py_LIMITED_API", "0x030B0000")], "py_limited_api": True} if ABI3 else {}
    sources = {} if CORE == "pure" else {SHARED: [], **KERNELS}
    setup(
        cmdclass={"build_ext": BuildKernels, "build_py": BuildWithGuides},
        ext_modules=[Extension(name, files, **limited) for name, files in sources.items()],
        options={
            "build_ext": {"parallel": CORES},
            "bdist_wheel": {"py_limited_api": "cp311"} if sources and ABI3 else {},
        },
    )
