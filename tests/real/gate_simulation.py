"""How often a gate reports a loss where there is none, over WMT23: `python -m tests.real.gate_simulation 10000 zh-en`.

Documents are drawn with replacement, and those of two systems at most two points apart are exchanged at random, so that
nothing has changed. Beside it stand the rates of the rule “fail if the score fell by more than 0.5”.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

import bolide
from bolide.metrics import METRICS
from bolide.significance.arithmetic import holm, student_p
from bolide.significance.paired import loss_test
from bolide.significance.plan import Plan
from bolide.significance.sample import Matrix, Sample
from bolide.significance.units import DOCUMENT, ResamplingUnits
from tests.real.data import DATA
from tests.significance.texts import measure_samples

SIZES = (20, 60, 190)
NAMES = ("BLEU", "chrF", "mean of segments")
LEVEL = 0.025


@dataclass(frozen=True)
class Documents(ResamplingUnits):
    """Documents with one row each; how many they are effectively depends on their segments."""

    effective: float = 0.0


def systems(pair: str) -> tuple[list[list[Sample]], np.ndarray]:
    """The samples of all systems under each metric, a row for each document, and the sizes of the documents."""
    data = bolide.TestSet.from_folder(DATA / "wmt23" / pair, reference="refA")
    bleu, chrf = measure_samples(data.corpora, [METRICS["bleu"](), METRICS["chrf"]()])
    means = [Sample.from_values(one.system, "mean", 100 * one.values) for one in chrf]
    units = ResamplingUnits.of(data.documents)
    assert units is not None
    groups = [
        [replace(s, rows=s.with_units(units).drawn_rows(DOCUMENT)) for s in group] for group in (bleu, chrf, means)
    ]
    return groups, np.array(units.sizes)


def drawn(one: Sample, rows: Matrix, name: str, sizes: np.ndarray) -> list[Sample]:
    """A sample of documents with these rows and sizes."""
    units = Documents(tuple(range(len(rows))), effective=float(sizes.sum() ** 2 / (sizes**2).sum()))
    return [replace(one, system=name, rows=rows, values=rows[:, 0], units=units)]


def rates(pair: str, size: int, sets: int, seed: int = 1) -> dict[str, float]:
    """The share of sets in which a loss is reported: by metric at m = 0, at d = −m, of any of the three metrics, by the
    fixed rule, and where documents are drawn from a population with a loss of m and not exchanged (`drawn`)."""
    (groups, sizes), rng, alarms = systems(pair), np.random.default_rng(seed), Counter[str]()
    values = [[one.scale * one.value for one in group] for group in groups]
    points = values[NAMES.index("chrF")]
    close = [(a, b) for a, b in combinations(range(len(points)), 2) if abs(points[a] - points[b]) <= 2]
    for k in range(sets):
        pair_drawn, plan = close[rng.integers(len(close))], Plan(trials=399, seed=k, unit=DOCUMENT)
        chosen, flip = rng.integers(len(sizes), size=size), rng.integers(2, size=size, dtype=bool)[:, None]
        p_values, shifted = [], []
        for name, group, of_metric in zip(NAMES, groups, values, strict=True):
            a, b = sorted(pair_drawn, key=of_metric.__getitem__, reverse=True)
            old, new = group[a].rows[chosen], group[b].rows[chosen]
            both = [np.where(flip, new, old), np.where(flip, old, new)]
            before, after = (
                drawn(group[a], rows, n, sizes[chosen]) for rows, n in zip(both, ("old", "new"), strict=True)
            )
            test = loss_test(before, after, 0.0, plan)
            p_values.append(test.p_worse)
            alarms[f"{name}, m = 0"] += test.p_worse <= LEVEL
            t = test.found.value / test.found.error
            shifted.append(student_p(t, test.found.freedom) / 2 if t < 0 else 1.0)
            alarms[f"{name}, d = −m"] += shifted[-1] <= LEVEL
            alarms[f"{name}, fixed"] += group[a].scale * test.found.value < -0.5
            before, after = (drawn(group[a], rows, n, sizes[chosen]) for rows, n in ((old, "old"), (new, "new")))
            lost = loss_test(before, after, (of_metric[a] - of_metric[b]) / group[a].scale, plan)
            alarms[f"{name}, drawn"] += lost.p_worse <= LEVEL
        alarms["three metrics, m = 0"] += min(holm(p_values)) <= LEVEL
        alarms["three metrics, d = −m"] += min(holm(shifted)) <= LEVEL
    return {name: count / sets for name, count in alarms.items()}


def main(sets: str, *pairs: str) -> Iterator[str]:
    for pair in pairs or ("en-de", "zh-en"):
        for size in SIZES:
            for name, rate in sorted(rates(pair, size, int(sets)).items()):
                yield f"{pair}\t{size}\t{name}\t{rate:.4f}"


if __name__ == "__main__":
    for line in main(*sys.argv[1:]):
        print(line, flush=True)
