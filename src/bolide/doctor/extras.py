"""The packages of each extra: installed, new enough, not too new, and importable."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module

from bolide.doctor.findings import ABSENT, BROKEN, WORKS, Finding, tried
from bolide.doctor.packages import EXTRAS, REQUIRED, Package


def findings() -> Iterator[Finding]:
    """The packages of each extra, imported."""
    for extra, packages in EXTRAS.items():
        yield from (look_at(f"extra {extra}", package, f"pip install 'bolide[{extra}]'") for package in packages)


def look_at(part: str, package: Package, mend: str) -> Finding:
    """Whether a package is there, in a version that will do, and can be imported."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        found = version(package.name)
    except PackageNotFoundError:
        state = BROKEN if package in REQUIRED else ABSENT
        return Finding(part, package.name, state, "not installed", mend)
    if not package.least <= _numbers(found) < package.below:
        below = "" if package.below[0] == sys.maxsize else f" and below {dotted(package.below)}"
        detail = f"{found} is installed; it must be {dotted(package.least)} or newer{below}"
        return Finding(part, package.name, BROKEN, detail, mend)
    if part == "units":  # hundreds of megabytes that nobody may want to wait for
        return Finding(part, package.name, WORKS, f"{found}; its models are tried when they are named")

    def imported() -> str:
        import_module(package.module)
        return found

    again = mend.replace("install", "install --force-reinstall", 1)
    return tried(part, package.name, imported, mend=again)


def _numbers(version: str) -> tuple[int, ...]:
    """The leading numbers of a version: 2.0.1rc1 is (2, 0, 1)."""
    from itertools import takewhile

    parts = ("".join(takewhile(str.isdecimal, part)) for part in version.split("."))
    return tuple(int(part) for part in takewhile(bool, parts))


def dotted(numbers: tuple[int, ...]) -> str:
    """A version from its numbers."""
    return ".".join(map(str, numbers))
