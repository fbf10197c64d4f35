"""What is installed here and whether it works, each thing tried for real; and how to mend what does not."""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import Any

from bolide._version import __version__
from bolide.doctor import cache, core, extras, texts
from bolide.doctor.findings import ABSENT, BROKEN, SLOW, WORKS, Finding
from bolide.kernels import COMPILED

__all__ = ["ABSENT", "BROKEN", "PARTS", "SLOW", "WORKS", "Finding", "as_data", "examine", "usable"]

PARTS: dict[str, Callable[[], Iterator[Finding]]] = {
    "core": core.findings,
    "tokenizers": texts.tokenizers,
    "tables": texts.tables,
    "units": texts.units,
    "extras": extras.findings,
    "cache": cache.findings,
}


def examine() -> list[Finding]:
    """Everything, part by part."""
    return [finding for look in PARTS.values() for finding in look()]


def usable(findings: list[Finding]) -> bool:
    """Whether everything works that should: what is absent or slow is no fault."""
    return all(finding.state != BROKEN for finding in findings)


def as_data(findings: list[Finding]) -> dict[str, Any]:
    """The same as plain data, for JSON."""
    return {
        "version": __version__,
        "compiled": COMPILED,
        "python": platform.python_version(),
        "platform": platform.platform(),
        "usable": usable(findings),
        "findings": [asdict(finding) for finding in findings],
    }
