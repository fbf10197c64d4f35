"""Bolide itself: where it is, whether its kernels are compiled, whether it computes what it should."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from bolide import kernels
from bolide._version import __version__
from bolide.doctor.extras import look_at
from bolide.doctor.findings import BROKEN, REINSTALL, SLOW, WORKS, Finding, Unexpected, tried
from bolide.doctor.packages import REQUIRED
from bolide.uncompiled import wanted

COMPILE = (
    f"install a C compiler and Python's headers (Debian: apt-get install gcc python3-dev), then: {REINSTALL} "
    "(in a checkout: a dot in place of the last word)"
)


def findings() -> Iterator[Finding]:
    """Where Bolide is, whether its kernels are compiled, whether it computes what it should."""
    where = Path(kernels.__file__).parents[1]
    running = f"{platform.python_implementation()} {platform.python_version()}, {platform.platform()}"
    yield Finding("core", "installed", WORKS, f"Bolide {__version__} in {where}; {running}")
    yield _kernels()
    yield tried("core", "worked examples", _examples)
    yield from (look_at("core", package, f"pip install '{package.name}'") for package in REQUIRED)


def _kernels() -> Finding:
    names = [module.name for module in iter_modules(kernels.__path__) if not module.name.startswith("_")]
    try:
        homes = {name: str(import_module(f"bolide.kernels.{name}").__file__) for name in names}
    except Exception as problem:
        return Finding("core", "kernels", BROKEN, f"{type(problem).__name__}: {problem}", REINSTALL)
    plain = [name for name, home in homes.items() if home.endswith((".py", ".pyc"))]
    if not plain:
        return Finding("core", "kernels", WORKS, f"all {len(names)} compiled")
    if len(plain) < len(names):
        return Finding("core", "kernels", BROKEN, f"compiled except {', '.join(plain)}: a half-done build", REINSTALL)
    said = "not compiled: the same numbers, slower"
    if wanted():
        return Finding(
            "core", "kernels", SLOW, f"{said}, as BOLIDE_CORE=pure asks for", f"unset BOLIDE_CORE, {COMPILE}"
        )
    return Finding("core", "kernels", SLOW, said, COMPILE)


def _examples() -> str:
    from bolide.metrics.examples import ALL_EXAMPLES

    wrong = [f"{example.metric.name} {example.title}" for example in ALL_EXAMPLES if not example.holds()]
    if wrong:
        raise Unexpected(f"{len(wrong)} of {len(ALL_EXAMPLES)} differ from the published number: {', '.join(wrong)}")
    return f"all {len(ALL_EXAMPLES)} give the published number"
