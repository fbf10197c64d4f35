"""How many threads or processes share the work."""

from __future__ import annotations

import os
from operator import index

from bolide.errors import OptionError


def available_cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def workers(jobs: int) -> int:
    """How many workers `jobs` asks for: 0 means one per core. Anything but an integer ≥ 0 is refused."""
    try:
        number = -1 if isinstance(jobs, bool) else index(jobs)
    except TypeError:
        number = -1
    if number < 0:
        raise OptionError(f"jobs is {jobs!r}; it must be an integer ≥ 0, where 0 means all cores.")
    return number or available_cores()
