"""Hot loops over integers: the same files run compiled by Cython or as plain Python."""

import os
from importlib.machinery import EXTENSION_SUFFIXES


def _all_compiled(folder: str) -> bool:
    """Whether every kernel under this folder has its extension module beside it, by file names (imports take time).

    Inside a zip file, from which extension modules cannot be imported, there is no file.
    """
    compiled, kernels = set(), set()
    for path, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name != "__pycache__"]  # pip compiles every source to bytecode
        for name in names:
            if name.endswith(tuple(EXTENSION_SUFFIXES)):
                compiled.add((path, name.split(".")[0]))
            elif name.endswith((".py", ".pyc")) and not name.startswith("_"):  # bytecode in the browser page
                kernels.add((path, name.split(".")[0]))
    return bool(compiled) and kernels <= compiled


COMPILED = _all_compiled(__path__[0])


def use_kernels() -> bool:
    """Whether to use the kernels instead of methods of str and numpy: if they are compiled, they are faster."""
    return COMPILED
