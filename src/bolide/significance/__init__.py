"""Significance tests and confidence intervals for any metric, computed from rows of counts.

from bolide.significance import Plan, Sample, compare
compare([Sample.of(name, metric, stats) for name, stats in tables.items()], Plan(baseline="old"))
"""

from importlib import import_module

_MODULES = {
    "breakdown": ["bucketed", "by_length"],
    "paired": ["compare", "confidence"],
    "plan": ["Plan"],
    "results": ["Comparison", "Interval", "Pair", "SystemResult"],
    "sample": ["Sample"],
}
_HOMES = {name: f"{__name__}.{module}" for module, names in _MODULES.items() for name in names}
__all__ = sorted(_HOMES)


def __getattr__(name: str) -> object:
    """A public name, imported when it is first used (PEP 562): importing the package costs next to nothing."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_HOMES[name]), name)
    return value


def __dir__() -> list[str]:
    return __all__
