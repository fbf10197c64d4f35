"""Hot loops over integers: the same files run compiled by Cython or as plain Python.

If they are not compiled, the command line prints a line on stderr and the library logs a warning, once per process, at
first use: pip hides the output of the build. There is no warning in the browser, where the page itself says so, nor if
the environment has BOLIDE_CORE=pure.
"""

import os
import sys
from collections.abc import Callable
from importlib.machinery import PathFinder

# All kernels are compiled or none; this module exists only if they are, and what is in a zip file cannot be imported.
COMPILED = PathFinder.find_spec("bolide.kernels._shared", __path__) is not None
NOTICE = (
    "the core is not compiled: the numbers are the same, but computing them takes longer. `bolide doctor` says how to "
    "compile it; BOLIDE_CORE=pure in the environment switches this message off."
)
_warned = False


def use_kernels() -> bool:
    """Whether to use the kernels instead of methods of str and numpy: if they are compiled, they are faster."""
    return COMPILED


def wanted() -> bool:
    """Whether the core is uncompiled on purpose."""
    return sys.platform == "emscripten" or os.environ.get("BOLIDE_CORE") == "pure"


def warn_once(warn: Callable[[str], None] | None = None) -> None:
    """Warn, the first time this is called in a process, if the core is not compiled."""
    global _warned
    if COMPILED or _warned:
        return
    _warned = True
    if not wanted():
        (warn or _log)(NOTICE)


def _log(message: str) -> None:
    from logging import getLogger

    getLogger("bolide").warning("bolide: %s", message)
