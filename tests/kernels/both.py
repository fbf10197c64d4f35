"""A kernel compiled and not, in one process: the .py file loaded as it is, beside the extension made from it."""

import importlib
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import bolide.kernels


def interpreted(name: str) -> ModuleType:
    """The kernel's source, run by the interpreter even where an extension lies beside it."""
    full = f"interpreted_{name}"
    if full not in sys.modules:
        path = Path(bolide.kernels.__file__).with_name(f"{name}.py")
        spec = spec_from_loader(full, SourceFileLoader(full, str(path)))
        if spec is None or spec.loader is None:
            raise ImportError(path)
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
        sys.modules[full] = module
    return sys.modules[full]


def both(name: str) -> dict[str, ModuleType]:
    """The kernel by how it runs; only one of the two where nothing was compiled."""
    found = {"interpreted": interpreted(name)}
    module = importlib.import_module(f"bolide.kernels.{name}")
    if module.COMPILED:
        found["compiled"] = module
    return found
