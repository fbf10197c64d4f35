"""The kernels as installed, and the same files run uncompiled beside them."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.machinery import FileFinder, SourceFileLoader
from pathlib import Path
from types import ModuleType
from unittest.mock import patch

import pytest

import bolide.kernels

_FOLDER = Path(bolide.kernels.__file__).parent
_FINDERS = {
    str(folder): FileFinder(str(folder), (SourceFileLoader, [".py"]))
    for folder in (_FOLDER, *filter(Path.is_dir, _FOLDER.iterdir()))
}
Core = ModuleType  # a kernel
_LOADED: dict[str, ModuleType] = {}


@contextmanager
def _uncompiled() -> Iterator[None]:
    """Kernels imported in here are interpreted, those that they import too; afterwards all is as before."""
    before = _kernels()
    for name in before:
        del sys.modules[name]
    sys.modules.update(_LOADED)
    with patch.dict(vars(bolide.kernels)), patch.dict(sys.path_importer_cache, _FINDERS):
        try:
            yield
        finally:
            _LOADED.update(_kernels())
            for name in _kernels():
                del sys.modules[name]
            sys.modules.update(before)


def _kernels() -> dict[str, ModuleType]:
    return {name: module for name, module in sys.modules.items() if name.startswith(f"{bolide.kernels.__name__}.")}


def interpreted(name: str) -> ModuleType:
    """The source file of a kernel (`ngrams.matches`) as plain Python, with every kernel that it uses."""
    with _uncompiled():
        module = import_module(f"{bolide.kernels.__name__}.{name}")
    assert (module.__file__ or "").endswith(".py")
    return module


def both(name: str) -> list[Core]:
    """A kernel as it is installed, and interpreted."""
    return [import_module(f"{bolide.kernels.__name__}.{name}"), interpreted(name)]


def cores(name: str) -> pytest.MarkDecorator:
    """Give a test, as `core`, a kernel as it is installed and interpreted."""
    return pytest.mark.parametrize("core", both(name), ids=["installed", "interpreted"])
