"""Public names of a package that are imported when first used, so that importing the package costs next to nothing."""

TYPE_CHECKING = False  # as in typing, whose import would cost more than all of this file
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from types import ModuleType


def attach(
    package: str, names: "Mapping[str, Sequence[str]]"
) -> "tuple[Callable[[str], object], Callable[[], list[str]], list[str]]":
    """The `__getattr__`, `__dir__` and `__all__` of a package, from its public names by defining module."""
    homes = {name: f"{package}.{module}" for module, defined in names.items() for name in defined}

    def get(name: str) -> object:
        from sys import modules

        if name not in homes:
            from bolide.system.wrong_names import instead

            hint = "" if name.startswith("_") else instead(package, name, list(homes))
            raise AttributeError(f"module {package!r} has no attribute {name!r}{hint}")
        value = getattr(imported(homes[name]), name)
        setattr(modules[package], name, value)
        return value

    return get, lambda: sorted(homes), sorted(homes)


def imported(module: str) -> "ModuleType":
    """A module and what it imports. Meanwhile nothing becomes garbage, so collection is off."""
    import gc
    from importlib import import_module

    collecting = gc.isenabled()
    gc.disable()
    try:
        return import_module(module)
    finally:
        if collecting:
            gc.enable()
