"""Whether the machine was quiet while something was timed: what others and its host used of its cores."""

import os
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

OTHERS = 0.1  # share of all cores that other processes may use
STEAL = 0.02  # share that the host of a virtual machine may take
SPREAD = 1.3  # highest by lowest ratio of single rounds
SHORT = 0.05  # seconds over which nothing can be said, as the clock of /proc/stat ticks a hundred times a second


class Moment(NamedTuple):
    """Seconds since the machine was started: by the clock, of all cores at work, taken by the host, and our own."""

    clock: float
    busy: float
    steal: float
    mine: float


def moment() -> Moment | None:
    """The present moment; None if this system has no /proc/stat."""
    try:
        fields = Path("/proc/stat").read_text(encoding="ascii").splitlines()[0].split()[1:9]
    except OSError:
        return None
    user, nice, system, _, _, irq, soft, steal = (int(field) / os.sysconf("SC_CLK_TCK") for field in fields)
    times = os.times()
    return Moment(perf_counter(), user + nice + system + irq + soft, steal, sum(times[:4]))


def doubts(start: Moment | None, end: Moment | None, spread: tuple[float, float] | None) -> list[str]:
    """Why a time taken between two moments is not to be trusted; empty if it is."""
    reasons = []
    if start is not None and end is not None and end.clock - start.clock > SHORT:
        capacity = (end.clock - start.clock) * (os.cpu_count() or 1)
        others = (end.busy - start.busy - (end.mine - start.mine)) / capacity
        steal = (end.steal - start.steal) / capacity
        if others > OTHERS:
            reasons.append(f"others used {others:.0%} of the cores")
        if steal > STEAL:
            reasons.append(f"the host took {steal:.0%}")
    if spread and spread[1] > SPREAD * spread[0]:
        reasons.append(f"rounds differ by a factor of {spread[1] / spread[0]:.1f}")
    return reasons
