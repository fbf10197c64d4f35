"""The kernels as installed, and the same files run uncompiled beside them."""

from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import bolide.kernels


def interpreted(name: str) -> ModuleType:
    """The kernel's source file, loaded as plain Python under another name."""
    path = Path(bolide.kernels.__file__).with_name(f"{name}.py")
    loader = SourceFileLoader(f"interpreted_{name}", str(path))
    module = module_from_spec(spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    assert module.COMPILED is False
    return module
