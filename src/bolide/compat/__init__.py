"""Drop-in replacements for other tools, and installation of them under those tools' names.

import bolide.compat
bolide.compat.install("sacrebleu")      # before anything imports it
import sacrebleu                        # is bolide.compat.sacrebleu
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import find_spec, spec_from_loader
from itertools import accumulate
from types import ModuleType

from bolide.system.errors import InputError, unknown

# The modules that can be replaced, and their replacements.
REPLACEMENTS = {"sacrebleu": "bolide.compat.sacrebleu", "nltk.translate": "bolide.compat.nltk.translate"}


class _ReplacementLoader(Loader):
    """Loads one of Bolide's modules under another name, without changing it."""

    def __init__(self, ours: str) -> None:
        self.ours = ours

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        module = import_module(self.ours)
        self.spec = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        module.__spec__ = self.spec  # the import system has replaced it with the other name's


class _ReplacementFinder(MetaPathFinder):
    """Finds Bolide's replacements for the modules of a peer."""

    def __init__(self, peer: str, ours: str) -> None:
        self.peer, self.ours = peer, ours

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self.peer and not fullname.startswith(f"{self.peer}."):
            return None
        ours = self.ours + fullname.removeprefix(self.peer)
        spec = find_spec(ours)
        if spec is None:
            return _real(fullname) if "." in self.peer else None
        return spec_from_loader(
            fullname, _ReplacementLoader(ours), is_package=spec.submodule_search_locations is not None
        )


def _real(name: str) -> ModuleSpec | None:
    """The peer's module, which is used if Bolide does not replace it."""
    path: Sequence[str] | None = None
    spec: ModuleSpec | None = None
    for prefix in accumulate(name.split("."), "{}.{}".format):
        spec = PathFinder.find_spec(prefix, path)
        if spec is None:
            return None
        path = spec.submodule_search_locations
    return spec


def install(name: str) -> None:
    """Let `import NAME` import Bolide's replacement, in the whole process from now on.

    Raises InputError if the real one is loaded already: code that holds its functions would go on calling them.
    """
    _check(name)
    if any(isinstance(finder, _ReplacementFinder) and finder.peer == name for finder in sys.meta_path):
        return
    loaded = sys.modules.get(name)
    if loaded is not None:
        raise InputError(
            f"{name} is loaded already, from {getattr(loaded, '__file__', 'elsewhere')}: call "
            f"bolide.compat.install({name!r}) before anything imports it, or use `with "
            f"bolide.compat.installed({name!r}):` around the code in question."
        )
    _install(name)


@contextmanager
def installed(name: str) -> Iterator[ModuleType]:
    """Let `import NAME` import Bolide's replacement inside a `with` block; the real module is restored afterwards."""
    _check(name)
    before, finders = _loaded(name), list(sys.meta_path)
    parent, _, last = name.rpartition(".")
    held = getattr(sys.modules.get(parent), last, None)
    for module in before:
        del sys.modules[module]
    try:
        _install(name)
        yield import_module(name)
    finally:
        sys.meta_path[:] = finders
        for module in _loaded(name):
            del sys.modules[module]
        sys.modules.update(before)
        if held is not None:
            setattr(sys.modules[parent], last, held)


def _check(name: str) -> None:
    if name not in REPLACEMENTS:
        raise unknown("replacement", name, REPLACEMENTS)


class _InstalledNames:
    """The names installed in this process; unpickling them in a new worker installs them there."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names

    def __reduce__(self) -> tuple[object, ...]:
        return _install_all, (self.names,)


def _install_all(names: Sequence[str]) -> None:
    for name in names:
        install(name)


def _install_in_workers() -> None:
    """Install the parent's replacements in workers that multiprocessing starts afresh (spawn, forkserver).

    A forked worker has them anyway. The others receive a dictionary, and unpickle its values, before they import
    anything of the program.
    """
    from multiprocessing import spawn

    prepare = spawn.get_preparation_data
    if getattr(prepare, "installs_replacements", False):
        return

    def get_preparation_data(name: str) -> dict[str, object]:
        names = [finder.peer for finder in reversed(sys.meta_path) if isinstance(finder, _ReplacementFinder)]
        return {**prepare(name), "bolide.compat": _InstalledNames(names)}

    get_preparation_data.installs_replacements = True  # type: ignore[attr-defined]
    spawn.get_preparation_data = get_preparation_data


def _install(name: str) -> None:
    _install_in_workers()
    sys.meta_path.insert(0, _ReplacementFinder(name, REPLACEMENTS[name]))
    parent = name.rpartition(".")[0]
    if parent and parent not in sys.modules and find_spec(parent) is None:  # a submodule needs its package
        sys.modules[parent] = import_module(REPLACEMENTS[name].rpartition(".")[0])
    elif parent and parent in sys.modules:
        setattr(sys.modules[parent], name.rpartition(".")[2], import_module(name))


def _loaded(name: str) -> dict[str, ModuleType]:
    return {key: module for key, module in sys.modules.items() if key == name or key.startswith(f"{name}.")}
