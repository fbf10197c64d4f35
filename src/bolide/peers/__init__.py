"""`bolide.accelerate`: the hot functions of installed peers are replaced, and everything else stays the peer's own.

A peer has a module here with VERSIONS, the versions whose insides it knows, and `hooks()`: what to replace.
"""

from __future__ import annotations

import sys
import warnings
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from threading import RLock
from typing import Any, NamedTuple, Self

from bolide.system.errors import MissingExtra, known_name

PEERS = ("sacrebleu", "nltk", "jiwer", "pycocoevalcap")
UNKNOWN = "bolide.accelerate knows {} {}, not {}, which runs its own code."
MISSING = object()  # in place of an attribute that its owner inherits


class Hook(NamedTuple):
    """An attribute of a class, a module or a function, and its replacement."""

    owner: Any
    name: str
    new: Any

    def __str__(self) -> str:
        owner, module = self.owner, getattr(self.owner, "__module__", None)
        return f"{f'{module}.{owner.__qualname__}' if module else owner.__name__}.{self.name}"


_lock = RLock()
_users: dict[str, int] = {}  # how many handles hold each peer that is patched
_patches: dict[str, list[tuple[Hook, Any]]] = {}  # with what was there before
_warned: set[str] = set()


class Acceleration:
    """What `accelerate` did: `undo()`, or the end of a `with` block, takes it back."""

    def __init__(self, versions: dict[str, str]) -> None:
        self.versions = versions
        self._held = [name for name in versions if name in _users]

    def undo(self) -> None:
        """Take it back, unless somebody else still holds the same peer; a second call changes nothing."""
        with _lock:
            while self._held:
                _release(self._held.pop())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.undo()

    def __repr__(self) -> str:
        return "\n".join(
            f"{name} {version}: {patched(name) or 'nothing is replaced'}" for name, version in self.versions.items()
        )


def accelerate(*names: str) -> Acceleration:
    """Make installed peers faster; without names, all that are installed. Numbers, errors and output stay the same.

    Also an `initializer` for worker processes that are spawned. Forked ones inherit it.

    >>> import bolide, sacrebleu
    >>> with bolide.accelerate("sacrebleu"):
    ...     score = sacrebleu.corpus_bleu(["the cat is on mat"], [["the cat is on the mat"]])
    """
    for name in names:
        known_name("peer", name, PEERS)
    wanted = dict.fromkeys(names or filter(is_installed, PEERS))
    if absent := [name for name in wanted or PEERS if not is_installed(name)]:
        raise MissingExtra(f"{', '.join(absent)}: not installed. pip install {' '.join(absent)}")
    with _lock:
        versions = {name: version_of(name) for name in wanted}
        hooks: dict[str, list[Hook]] = {}
        for name in versions.keys() - _users.keys():
            module = import_module(f"bolide.peers.{name}")
            if is_known(name):
                hooks[name] = list(module.hooks())
            elif name not in _warned:
                _warned.add(name)
                warnings.warn(UNKNOWN.format(name, ", ".join(module.VERSIONS), versions[name]), stacklevel=2)
        for name, mine in hooks.items():
            _users[name], _patches[name] = 0, [_replaced(hook) for hook in mine]
        for name in versions.keys() & _users.keys():
            _users[name] += 1
        return Acceleration(versions)


def is_installed(name: str) -> bool:
    """Whether a peer can be imported."""
    return name in sys.modules or find_spec(name) is not None


def version_of(name: str) -> str:
    """The version of an installed peer."""
    version = getattr(sys.modules.get(name), "__version__", None)
    if version is None:
        roots = getattr(find_spec(name), "submodule_search_locations", None) or ()
        folders = [path.name for root in roots for path in Path(root).parent.glob(f"{name}-*.dist-info")]
        if folders:
            return folders[0].removesuffix(".dist-info").rpartition("-")[2]
        from importlib import metadata  # which takes longer than all of this

        version = metadata.version(name)
    return str(version)


def is_known(name: str) -> bool:
    """Whether Bolide knows the insides of the installed version of a peer."""
    return ".".join(version_of(name).split(".")[:2]) in import_module(f"bolide.peers.{name}").VERSIONS


def patched(name: str) -> str:
    """What is replaced in a peer at the moment."""
    return ", ".join(str(hook) for hook, _ in _patches.get(name, ()))


def _replaced(hook: Hook) -> tuple[Hook, Any]:
    """Replace an attribute."""
    old = _present(hook.owner, hook.name)
    setattr(*hook)
    return hook, old


def _present(owner: Any, name: str) -> Any:
    """An attribute as its owner has it itself."""
    return getattr(owner, name) if name == "__code__" else vars(owner).get(name, MISSING)


def _release(name: str) -> None:
    """One user less of a peer; after the last, what is still Bolide's becomes what it was."""
    _users[name] -= 1
    if _users[name]:
        return
    del _users[name]
    for (owner, attribute, new), old in reversed(_patches.pop(name)):
        if _present(owner, attribute) is not new:
            continue  # somebody has replaced it since, and may go on calling Bolide's
        if old is MISSING:
            delattr(owner, attribute)
        else:
            setattr(owner, attribute, old)
