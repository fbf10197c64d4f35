"""How the kernels are compiled: all of them or none. Everything else is in pyproject.toml.

BOLIDE_CORE=pure      no extension at all: a py3-none-any wheel
BOLIDE_CORE unset     compile where a C compiler is found, otherwise install the same files uncompiled and say so
BOLIDE_CORE=compiled  a failed compile fails the build
BOLIDE_CORE=checked   the same for tests only: every index is compared with the bounds of its array (scripts/checked)
BOLIDE_CORE=sanitized likewise, by AddressSanitizer and UBSan, where the compiler is gcc or clang
BOLIDE_ABI3=1         for every CPython from 3.11 on, not for this one alone: single calls are up to a tenth slower
"""

import os
import sys
import sysconfig
import tempfile
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

FOLDER = Path("src/bolide/kernels")
SOURCES = {  # an underscore is not compiled
    ".".join(path.relative_to("src").with_suffix("").parts): path for path in sorted(FOLDER.rglob("[a-z]*.py"))
}
SHARED = "bolide.kernels._shared"  # Cython's own code, once: each kernel would carry 25,000 lines of it otherwise
CORE = os.environ.get("BOLIDE_CORE", "")
CHECKED = CORE == "checked"
DIRECTIVES = {
    "language_level": 3,
    "infer_types": True,
    "boundscheck": CHECKED,
    "wraparound": False,
    "initializedcheck": CHECKED,
    "auto_pickle": False,  # what a kernel works with is never pickled, and the code for it was a fifth of the objects
}
TRANSLATED = "build/cython-checked" if CHECKED else "build/cython"  # what has other directives is other C
SANITIZERS = ["-fsanitize=address,undefined", "-fno-omit-frame-pointer", "-fno-wrapv"]
# -O2, with exceptions, as measured with gcc 12 on x86-64. Sums under random signs are compared 13 times as fast
# under -O3, which does four or more at once: 2.2 ms instead of 29 for all pairs of 20 systems in 30 tables of 1,000.
# Kendall's pairs under 64 permutations are counted twice as fast: 12.5 ms instead of 26.4 for 20,000 cells. So are
# rgbF's settings when it is tuned: 2.8 ms instead of 5.0 to 6.0 for 25 settings of 20,000 rows.
VECTORISED = {
    "bolide.kernels.formulas.rgbf",
    *(f"bolide.kernels.statistics.{name}" for name in ("concordance", "permuted_sums", "tie_thresholds")),
}
# What is never hot is compiled to be small, which keeps 73 kB out of the compressed wheel.
SMALL = {"bolide.kernels.text.lexicon", "bolide.kernels.meteor2005.optimal"}
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
ABI3 = os.environ.get("BOLIDE_ABI3") == "1"
if ABI3 and (sys.implementation.name != "cpython" or sysconfig.get_config_var("Py_GIL_DISABLED")):
    sys.exit("BOLIDE_ABI3=1: this Python has no stable ABI; leave it unset.")


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
    """What is to be compiled, as the Python files that `BuildKernels` turns into C when it runs."""
    if core not in ("", "pure", "compiled", "checked", "sanitized"):
        known = "'pure', 'compiled', 'checked' or 'sanitized'"
        sys.exit(f"BOLIDE_CORE={core!r} is not known: use {known}, or leave it unset.")
    if core == "pure":
        return []
    if core == "" and not can_compile():
        print("bolide: no C compiler with Python's headers; installing the uncompiled core (same numbers, slower).")
        return []
    sources = {name: [str(path)] for name, path in SOURCES.items()}
    macros = [("Py_LIMITED_API", "0x030B0000")] if ABI3 else []
    return [
        Extension(name, files, define_macros=macros, py_limited_api=ABI3, depends=["setup.py"])
        for name, files in {SHARED: [], **sources}.items()
    ]


def flags(compiler: str, name: str) -> tuple[list[str], list[str]]:
    """Arguments for the compiler and for the linker.

    No symbols for debuggers and no tables for unwinding, no padding between a file's segments, and no fused
    multiply-add: a formula gives the same bits compiled and interpreted.
    """
    if compiler == "msvc":
        return ["/O2", "/fp:precise"], []
    if CORE in ("checked", "sanitized"):
        more = SANITIZERS if CORE == "sanitized" else []
        return ["-O1", "-g", "-ffp-contract=off", *more], more[:1]
    level = "-O3" if name in VECTORISED else "-Os" if name in SMALL else "-O2"
    compiling, linking = [level, "-g0", "-ffp-contract=off"], []
    if sys.platform.startswith("linux"):
        # C throws nothing, and the names that a debugger would show beside a frame are not there either.
        compiling += ["-fno-asynchronous-unwind-tables", "-fno-unwind-tables"]
        linking += ["-Wl,-s,-z,noseparate-code"]
    return compiling, linking


class BuildKernels(build_ext):
    """Python to C to extensions, on all cores; where the compile fails and may fail, none of them is left."""

    def run(self) -> None:
        required = self.inplace or os.environ.get("BOLIDE_CORE", "") not in ("", "pure")
        try:
            if self.extensions:
                self._translate()
            super().run()
        except Exception as error:
            if required:
                raise
            print(f"bolide: the kernels did not compile ({error}); installing the uncompiled core.", file=sys.stderr)
            for output in self.get_outputs():
                Path(output).unlink(missing_ok=True)
            self.extensions.clear()
            if wheel := self.distribution.command_obj.get("bdist_wheel"):
                wheel.root_is_pure = True  # it serves every platform then

    def _translate(self) -> None:
        from Cython.Build import cythonize

        newest = max(Path(name).stat().st_mtime for name in ("setup.py", "pyproject.toml"))
        made = [Path(TRANSLATED, path).with_suffix(".c") for path in SOURCES.values()]
        translated = cythonize(
            self.extensions,
            compiler_directives=DIRECTIVES,
            shared_utility_qualified_name=SHARED,
            include_path=["src"],  # where .pxd files are looked for
            build_dir=TRANSLATED,
            force=any(path.exists() and path.stat().st_mtime < newest for path in made),
            nthreads=CORES,
        )
        sources = {extension.name: extension.sources for extension in translated}
        for extension in self.extensions:
            extension.sources = sources[extension.name]

    def build_extensions(self) -> None:
        for extension in self.extensions:
            made = flags(self.compiler.compiler_type, extension.name)
            extension.extra_compile_args, extension.extra_link_args = made
        if linker := getattr(
            self.compiler, "linker_so", None
        ):  # no kernel needs Python's own libraries at a fixed path
            self.compiler.linker_so = [word for word in linker if not word.startswith("-Wl,-rpath")]
        super().build_extensions()

    def copy_extensions_to_source(self) -> None:
        """In a checkout: what was built before under another suffix would be imported instead of the new file."""
        super().copy_extensions_to_source()
        new = {Path("src", self.get_ext_filename(extension.name)) for extension in self.extensions}
        for old in (path for suffix in EXTENSION_SUFFIXES for path in FOLDER.rglob(f"*{suffix}")):
            if old not in new:
                old.unlink(missing_ok=True)


class BuildWithGuides(build_py):
    """Puts the metrics' pages of docs/ beside the code: the browser page shows them as "How it works"."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:  # a checkout reads them where they are
            return
        guides = Path(self.build_lib, "bolide", "docs", "metrics")
        self.mkpath(str(guides))
        for guide in sorted(Path("docs/metrics").glob("*.md")):
            self.copy_file(str(guide), str(guides / guide.name))
        self._remove_leftovers(guides)

    def _remove_leftovers(self, guides: Path) -> None:
        """What an earlier build left in build/ and this one does not make would be packed, and imported, too."""
        made = {Path(name) for name in (*self.get_outputs(), *self.get_finalized_command("build_ext").get_outputs())}
        made.update(guides / guide.name for guide in Path("docs/metrics").glob("*.md"))
        for path in Path(self.build_lib, "bolide").rglob("*"):
            if path.is_file() and path not in made:
                path.unlink()


if __name__ == "__main__":
    modules = extensions(CORE)
    setup(
        cmdclass={"build_ext": BuildKernels, "build_py": BuildWithGuides},
        ext_modules=modules,
        options={
            "build_ext": {"parallel": CORES},
            **({"bdist_wheel": {"py_limited_api": "cp311"}} if modules and ABI3 else {}),
        },
    )
