"""The kernels as installed, and the same files run uncompiled beside them."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_loader
from pathlib import Path
from types import ModuleType

import pytest

import bolide.kernels

_FOLDER = Path(bolide.kernels.__file__).parent
Core = ModuleType  # a kernel
_LOADED: dict[str, ModuleType] = {}


class _Sources(MetaPathFinder):
    """Finds the source file of a kernel, whether it is compiled or not."""

    def find_spec(self, name: str, _: Sequence[str] | None, __: ModuleType | None = None) -> ModuleSpec | None:
        path = _source(name.removeprefix(f"{bolide.kernels.__name__}."))
        if not name.startswith(f"{bolide.kernels.__name__}.") or not path.exists():
            return None
        return spec_from_loader(name, SourceFileLoader(name, str(path)))


@contextmanager
def _uncompiled() -> Iterator[None]:
    """Kernels imported in here are interpreted, those that they import too; afterwards all is as before."""
    finder, before, names = _Sources(), _kernels(), dict(vars(bolide.kernels))
    for name in before:
        del sys.modules[name]
    sys.modules.update(_LOADED)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        _LOADED.update(_kernels())
        for name in _kernels():
            del sys.modules[name]
        sys.modules.update(before)
        vars(bolide.kernels).clear()
        vars(bolide.kernels).update(names)


def _kernels() -> dict[str, ModuleType]:
    return {name: module for name, module in sys.modules.items() if name.startswith(f"{bolide.kernels.__name__}.")}


def _source(name: str) -> Path:
    return _FOLDER.joinpath(*name.split(".")).with_suffix(".py")


def interpreted(name: str) -> ModuleType:
    """The source file of a kernel (`ngrams.matches`) as plain Python, with every kernel that it uses."""
    with _uncompiled():
        module = import_module(f"{bolide.kernels.__name__}.{name}")
    assert module.__file__ == str(_source(name))
    return module


def both(name: str) -> list[Core]:
    """A kernel as it is installed, and interpreted."""
    return [import_module(f"{bolide.kernels.__name__}.{name}"), interpreted(name)]


def cores(name: str) -> pytest.MarkDecorator:
    """Give a test, as `core`, a kernel as it is installed and interpreted."""
    return pytest.mark.parametrize("core", both(name), ids=["installed", "interpreted"])
