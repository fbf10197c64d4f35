"""Stands in for the page's loops that draw and add, outside a browser: numpy, from the same state."""

import sys
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest


class Trials:
    """What `page/resampling.mjs` calls Trials: the draws of numpy's generator in this state."""

    def __init__(self, state: bytes, increment: bytes, order: bytes, sizes: bytes) -> None:
        generator = np.random.PCG64()
        numbers = {"state": int.from_bytes(state, "little"), "inc": int.from_bytes(increment, "little")}
        generator.state = {"bit_generator": "PCG64", "state": numbers, "has_uint32": 0, "uinteger": 0}
        self.rng = np.random.Generator(generator)
        self.order, self.sizes = (np.frombuffer(one, dtype=np.uint32).astype(int) for one in (order, sizes))
        self.stays = np.empty((0, len(self.order)), dtype=bool)
        self.places = np.empty((0, len(self.order)), dtype=int)

    def toss(self, trials: int) -> None:
        self.stays = self.rng.integers(2, size=(trials, len(self.order)), dtype=bool)

    def draw(self, resamples: int) -> None:
        starts, sizes = (np.repeat(one, self.sizes) for one in (np.cumsum(self.sizes) - self.sizes, self.sizes))
        drawn = self.order[starts + self.rng.integers(sizes, size=(resamples, len(sizes)))]
        self.places = np.concatenate([self.places, drawn])


class Sums:
    """What `page/resampling.mjs` calls Sums: the rows of all systems, added over the trials."""

    def __init__(self, trials: Trials, cells: bytes, systems: int, width: int) -> None:
        self.trials = trials
        self.rows = np.frombuffer(cells, dtype=np.int64).reshape(-1, systems, width)

    def keep(self) -> bool:
        return False

    def resample(self, first: int, last: int) -> None:
        pass

    def exchanged(self, one: int, other: int) -> SimpleNamespace:
        stays = self.trials.stays.astype(np.int64)
        return SimpleNamespace(to_bytes=(stays @ self.rows[:, one] + (1 - stays) @ self.rows[:, other]).tobytes)

    def bootstrapped(self, system: int) -> SimpleNamespace:
        return SimpleNamespace(to_bytes=self.rows[self.trials.places, system].sum(1).tobytes)


@pytest.fixture(autouse=True)
def browser_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    """The modules that Python finds in the page."""
    loops = SimpleNamespace(Trials=SimpleNamespace(new=Trials), Sums=SimpleNamespace(new=Sums))
    monkeypatch.setitem(sys.modules, "bolide_resampling", loops)
    ffi = ModuleType("pyodide.ffi")
    ffi.to_js = lambda data: data  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "pyodide", ModuleType("pyodide"))
    monkeypatch.setitem(sys.modules, "pyodide.ffi", ffi)
