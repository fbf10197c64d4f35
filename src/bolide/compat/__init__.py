"""Drop-in replacements for other tools, and installation of them under those tools' names.

import bolide.compat
bolide.compat.install("sacrebleu")      # before anything imports it
import sacrebleu                        # is bolide.compat.sacrebleu
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from importlib.metadata import Distribution, DistributionFinder
from importlib.util import find_spec, spec_from_loader
from itertools import accumulate
from os import PathLike
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from bolide._version import __version__
from bolide.system.errors import InputError, known_name

if TYPE_CHECKING:
    from importlib.metadata._meta import SimplePath

# The modules that can be replaced, and their replacements.
REPLACEMENTS = {
    "sacrebleu": "bolide.compat.sacrebleu",
    "nltk.translate": "bolide.compat.nltk.translate",
    "jiwer": "bolide.compat.jiwer",
    "pycocoevalcap": "bolide.compat.coco",
}
# The versions that are replaced; a distribution that is not installed has this version, and Bolide's after it.
VERSIONS = {"sacrebleu": "2.6.0", "nltk": "3.10.4", "jiwer": "4.0.0", "pycocoevalcap": "1.2"}
# pycocoevalcap has a folder for every score. What is not here is its own, as is what needs Java, if it is installed.
_JAVA = ("pycocoevalcap.spice.spice", "pycocoevalcap.tokenizer.ptbtokenizer")
_CAPTIONS = {
    "pycocoevalcap.bleu.bleu": "scorers",
    "pycocoevalcap.cider.cider": "cider",
    "pycocoevalcap.eval": "evaluation",
    "pycocoevalcap.meteor.meteor": "scorers",
    "pycocoevalcap.rouge.rouge": "scorers",
    **dict.fromkeys(_JAVA, "evaluation"),
}
VARIABLE = "BOLIDE_COMPAT"  # names the replacements to install in every Python of a command that was run with them


class _ReplacementLoader(Loader):
    """Loads one of Bolide's modules under another name, without changing it."""

    def __init__(self, ours: str) -> None:
        self.ours = ours
        self.spec: Any = find_spec(ours)

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return import_module(self.ours)

    def exec_module(self, module: ModuleType) -> None:
        module.__spec__ = self.spec  # the import system has replaced it with the other name's

    def get_code(self, fullname: str) -> Any:
        """The code of Bolide's module, which `python -m NAME` executes."""
        return self.spec.loader.get_code(self.ours)


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
        if self.peer == "pycocoevalcap":
            replaced = fullname in _CAPTIONS and not (fullname in _JAVA and real_spec(fullname))
            ours = f"{self.ours}.{_CAPTIONS[fullname]}" if replaced else ""
        spec = find_spec(ours) if ours else None
        if spec is not None:
            package = spec.submodule_search_locations is not None
            return spec_from_loader(fullname, _ReplacementLoader(spec.name), origin=spec.origin, is_package=package)
        if self.peer in ("sacrebleu", "jiwer"):  # replaced as a whole
            return None
        real = real_spec(fullname)
        if real is None and any(name.startswith(f"{fullname}.") for name in _CAPTIONS):
            return ModuleSpec(fullname, None, is_package=True)
        return real

    def find_distributions(self, context: DistributionFinder.Context | None = None) -> Iterator[Distribution]:
        """The metadata of the peer's distribution if that is not installed, for programs that ask for its version."""
        name = self.peer.partition(".")[0]
        if context is not None and context.name == name and real_spec(name) is None:
            yield _Distribution(name)


class _Distribution(Distribution):
    """The metadata of a distribution that Bolide stands in for."""

    def __init__(self, name: str) -> None:
        self.text = f"Metadata-Version: 2.1\nName: {name}\nVersion: {VERSIONS[name]}+bolide.{__version__}\n"

    def read_text(self, filename: str) -> str | None:
        return self.text if filename == "METADATA" else None

    def locate_file(self, path: str | PathLike[str]) -> SimplePath:
        return Path(path)


def real_spec(name: str) -> ModuleSpec | None:
    """The peer's module itself, as if nothing were replaced; None if it is not installed."""
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
    known_name("replacement", name, REPLACEMENTS)
    if any(isinstance(finder, _ReplacementFinder) and finder.peer == name for finder in sys.meta_path):
        return
    if name in sys.modules:
        raise InputError(
            f"{name} is loaded already, as {sys.modules[name]}: call bolide.compat.install({name!r}) before anything "
            f"imports it, or use `with bolide.compat.installed({name!r}):` around the code in question."
        )
    _install(name)


def install_from_environment() -> None:
    """Install the replacements that `python -m bolide.compat.run` names in the environment."""
    for name in filter(None, os.environ.get(VARIABLE, "").split(",")):
        install(name)


@contextmanager
def installed(name: str) -> Iterator[ModuleType]:
    """Let `import NAME` import Bolide's replacement inside a `with` block; the real module is restored afterwards."""
    known_name("replacement", name, REPLACEMENTS)
    parent, _, last = name.rpartition(".")
    if parent and parent not in sys.modules and real_spec(parent) is not None:
        import_module(parent)  # or else it would take Bolide's functions from the module, and hold them afterwards
    before, finders = _unloaded(name), list(sys.meta_path)
    real_parent = sys.modules.get(parent)
    held = getattr(real_parent, last, None)
    try:
        _install(name)
        yield import_module(name)
    finally:
        sys.meta_path[:] = [one for one in sys.meta_path if one in finders or getattr(one, "peer", None) != name]
        _unloaded(name)
        sys.modules.update(before)
        if held is not None:
            setattr(real_parent, last, held)
        elif real_parent is None:
            sys.modules.pop(parent, None)


class _InstalledNames:
    """The names installed in this process; unpickling them in a new worker installs them there."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names
        for name in names:
            install(name)

    def __reduce__(self) -> tuple[object, ...]:
        return _InstalledNames, (self.names,)


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


def _unloaded(name: str) -> dict[str, ModuleType]:
    """A module and its submodules, which are forgotten."""
    return {key: sys.modules.pop(key) for key in list(sys.modules) if key == name or key.startswith(f"{name}.")}
