"""Hot loops over integers: the same files run compiled by Cython or as plain Python."""

import os
from importlib.machinery import EXTENSION_SUFFIXES


def _all_compiled(folder: str) -> bool:
    """Whether every kernel in this folder has its extension beside it; the names are enough, and imports take time."""
    try:
        names = os.listdir(folder)
    except OSError:  # inside a zip file, from which no extension is imported
        return False
    compiled = {name.split(".")[0] for name in names if name.endswith(tuple(EXTENSION_SUFFIXES))}
    # In the browser page sources lie there as bytecode.
    sources = {name.split(".")[0] for name in names if name.endswith((".py", ".pyc"))}
    kernels = {name for name in sources if not name.startswith("_")}
    return bool(compiled) and kernels <= compiled


COMPILED = _all_compiled(__path__[0])


def beats_built_ins() -> bool:
    """Whether a kernel is faster than the same work done with methods of str, numpy and scipy: where it is compiled."""
    return COMPILED
