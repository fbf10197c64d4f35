"""What was found out about one thing, and how trying it becomes a finding."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec

from bolide.doctor.packages import EXTRAS
from bolide.errors import MissingExtra

WORKS, SLOW, ABSENT, BROKEN = "works", "slow", "absent", "broken"
REINSTALL = "pip install --force-reinstall --no-deps --no-cache-dir --no-binary bolide bolide"


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at: which part of Bolide it belongs to, its state, and what to do about it."""

    part: str
    name: str
    state: str
    detail: str
    mend: str = ""


class Unexpected(Exception):
    """Something runs, and gives something else than it should."""


def tried(part: str, name: str, attempt: Callable[[], str], extra: str = "", mend: str = REINSTALL) -> Finding:
    """What came of an attempt; what it returns says more about it. That packages of `extra` are missing is no fault."""
    try:
        return Finding(part, name, WORKS, attempt())
    except Exception as problem:  # whatever it is, it is what the user has come to hear
        missing = [package.name for package in EXTRAS.get(extra, ()) if find_spec(package.module) is None]
        if missing and isinstance(problem, MissingExtra):
            return Finding(part, name, ABSENT, f"not installed: {', '.join(missing)}", f"pip install 'bolide[{extra}]'")
        said = str(problem).strip() or "no reason given"
        kind = "" if isinstance(problem, (Unexpected, MissingExtra)) else f"{type(problem).__name__}: "
        mend = f"pip install --force-reinstall 'bolide[{extra}]'" if extra else mend
        return Finding(part, name, BROKEN, kind + " ".join(said.split()), mend)


def same(found: object, expected: object) -> None:
    """Refuse what differs from what is expected."""
    if found != expected:
        raise Unexpected(f"gives {found!r}, not {expected!r}")
