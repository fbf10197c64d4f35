"""Inside Pyodide: whether the wheel was compiled for what is running here, and computes what it should.

What follows on the command line goes to pytest, which then runs the tests of the kernels.
"""

import os
import re
import sys
import sysconfig
from importlib import import_module
from pathlib import Path

from bolide import kernels
from bolide.classroom.examples import EXAMPLES
from bolide.web.serve.runtime import ABI

WHEEL, SCRIPTS, REPOSITORY = Path(kernels.__file__).parents[2], Path("/pyodide"), Path("/source")


def compare_sizes() -> None:
    """The sizes that the kernels were compiled with are those that this Python was compiled with."""
    here, there = sysconfig.get_config_vars(), (SCRIPTS / "pyconfig.h").read_text()
    for name, size in re.findall(r"^#define ((?:SIZEOF|ALIGNOF)_\w+) (\d+)$", there, re.MULTILINE):
        if here[name] != int(size):
            sys.exit(f"{name} is {size} in pyconfig.h and {here[name]} here")


def import_kernels() -> None:
    """Every kernel is a compiled one."""
    paths = sorted((WHEEL / "bolide" / "kernels").rglob("[a-z]*.py"))
    names = [".".join(path.relative_to(WHEEL).with_suffix("").parts) for path in paths]
    plain = [name for name in names if not str(import_module(name).__file__).endswith(".so")]
    if plain or not kernels.COMPILED:
        sys.exit(f"not compiled: {', '.join(plain)}")
    print(f"{len(names)} kernels, all compiled")


if (abi := sysconfig.get_config_var("PYEMSCRIPTEN_PLATFORM_VERSION")) != ABI:  # by this name installers look for wheels
    sys.exit(f"this runtime wants wheels for pyemscripten_{abi}_wasm32, not {ABI}")
compare_sizes()
import_kernels()
if wrong := [example.title for example in EXAMPLES if not example.holds()]:  # not by doctor, which wants numpy
    sys.exit(f"worked examples fail: {', '.join(wrong)}")
print(f"{len(EXAMPLES)} worked examples on the compiled core")
if sys.argv[1:]:
    import pytest

    os.chdir(REPOSITORY)
    # Hypothesis keeps its generator in a thread-local value, to which this Python's collector knows no reference.
    quiet = "ignore:It looks like `register_random`:hypothesis.errors.HypothesisWarning"
    code = int(pytest.main(["-p", "no:cacheprovider", "-W", quiet, *sys.argv[1:]]))
    if code:
        sys.exit(f"the tests fail (pytest ended with {code})")
