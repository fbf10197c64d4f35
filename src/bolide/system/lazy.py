"""Public names of a package, imported when first used (PEP 562): importing the package costs next to nothing."""

from __future__ import annotations

from importlib import import_module
from sys import modules
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


def attach(
    package: str, names: Mapping[str, Sequence[str]]
) -> tuple[Callable[[str], object], Callable[[], list[str]], list[str]]:
    """The `__getattr__`, `__dir__` and `__all__` of a package, from its public names by defining module."""
    homes = {name: f"{package}.{module}" for module, defined in names.items() for name in defined}

    def get(name: str) -> object:
        if name not in homes:
            from bolide.system.wrong_names import instead

            hint = "" if name.startswith("_") else instead(package, name, list(homes))
            raise AttributeError(f"module {package!r} has no attribute {name!r}{hint}")
        value = getattr(import_module(homes[name]), name)
        setattr(modules[package], name, value)
        return value

    return get, lambda: sorted(homes), sorted(homes)
