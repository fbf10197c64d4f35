"""Simulates coverage, uniformity of p-values and effects of training runs, and draws docs/figures/statistics-*.svg.

It takes less than a minute and prints the tables of docs/statistics.md. The truth is known: scores of segments are
normal, share an effect of their document (intra-document correlation ½) and, for runs, an effect of their training run.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import numpy as np

from bolide.reporting.figures.canvas import Picture, circle, group, lines, text
from bolide.significance import Plan, Sample, compare, confidence
from bolide.significance.units import ResamplingUnits
from bolide.system.files import write_text

FOLDER = Path(__file__).parents[1] / "docs" / "figures"
DOCUMENTS = (6, 10, 20, 50, 100)
EFFECTS = (0.0, 0.25, 0.5, 1.0, 1.5)  # of a run, in standard errors of a mean over segments
SIZE, TIMES, ROUNDS = 4, 200, 250  # segments of a document, resamples, simulated test sets
COVERED = 4000  # simulated test sets behind a share of covered truths
Curves = Mapping[str, Sequence[tuple[float, float]]]


@cache
def units_of(documents: int) -> ResamplingUnits:
    """So many documents of SIZE segments."""
    units = ResamplingUnits.of([str(number) for number in range(documents) for _ in range(SIZE)])
    assert units is not None
    return units


def test_set(rng: np.random.Generator, documents: int) -> tuple[list[float], ResamplingUnits]:
    """Scores of segments with an effect of their document, all of mean 0, and their documents."""
    units = units_of(documents)
    return (rng.normal(size=documents)[list(units.numbers)] + rng.normal(size=SIZE * documents)).tolist(), units


def coverage() -> Curves:
    """The share of 95 % intervals of a mean that contain the truth, by number of documents."""
    rng = np.random.default_rng(1)
    curves: dict[str, list[tuple[float, float]]] = {"by document": [], "by segment": []}
    for documents in DOCUMENTS:
        hits = dict.fromkeys(curves, 0)
        for _ in range(COVERED):
            line, units = test_set(rng, documents)
            sample = Sample.from_values("s", "m", line).with_units(units)
            for name in curves:
                interval = confidence(sample, Plan(unit=name.split()[1]))
                hits[name] += interval.low <= 0 <= interval.high
        for name in curves:
            curves[name].append((documents, hits[name] / COVERED))
    return curves


def uniformity() -> Curves:
    """The share of p-values up to each level, between two equally good systems on 40 documents."""
    rng = np.random.default_rng(2)
    found: dict[str, list[float]] = {"by document": [], "by segment": []}
    for seed in range(ROUNDS):
        (x, units), (y, _) = test_set(rng, 40), test_set(rng, 40)
        pair = [Sample.from_values(name, "m", line).with_units(units) for name, line in (("x", x), ("y", y))]
        for name, line in found.items():
            plan = Plan(trials=TIMES, seed=seed, unit=name.split()[1])
            line.append(compare(pair, plan).pairs[0].p)
    levels = np.linspace(0, 1, 41)
    return {name: [(float(a), float(np.mean(np.array(line) <= a))) for a in levels] for name, line in found.items()}


def run_effects() -> Curves:
    """How often equally good systems of three runs each are called different at .05, by the effect of a run."""
    rng = np.random.default_rng(3)
    curves: dict[str, list[tuple[float, float]]] = {"sound": [], "clark2011": [], "one run each": []}
    size = 60
    error = 0.5 * (2 / size) ** 0.5
    for effect in EFFECTS:
        hits = dict.fromkeys(curves, 0)
        for seed in range(ROUNDS):
            base = rng.normal(size=size)
            runs = {
                name: [
                    Sample.from_values(
                        name, "m", (base + rng.normal(0, 0.5, size) + rng.normal(0, effect * error)).tolist()
                    )
                    for _ in range(3)
                ]
                for name in "ab"
            }
            first, further = [runs[name][0] for name in "ab"], {name: runs[name][1:] for name in "ab"}
            for name in ("sound", "clark2011"):
                plan = Plan(trials=150, seed=seed, runs_test=name)
                hits[name] += compare(first, plan, further).pairs[0].significant
            hits["one run each"] += compare(first, Plan(trials=150, seed=seed)).pairs[0].significant
        for name in curves:
            curves[name].append((effect, hits[name] / ROUNDS))
    return curves


def plot(curves: Curves, title: str, x: str, y: str, top: float, aim: Sequence[tuple[float, float]]) -> str:
    """Curves with their names, and what they should be as a thin line."""
    largest = max(point[0] for points in curves.values() for point in points)
    low = 0.5 if top == 1 and min(value for points in curves.values() for _, value in points) > 0.5 else 0.0

    def place(point: tuple[float, float]) -> tuple[float, float]:
        return 60 + 330 * point[0] / largest, 260 - 220 * (point[1] - low) / (top - low)

    def way(points: Sequence[tuple[float, float]]) -> str:
        return "M" + "L".join(f"{a:.1f} {b:.1f}" for a, b in map(place, points))

    parts = [lines("M60 40V260H400"), lines(way(aim), 0.35)]
    for k in range(5):
        level = low + (top - low) * k / 4
        parts.append(text((54, place((0, level))[1] + 4), f"{level:.2f}", "end"))
        parts.append(text((place((largest * k / 4, low))[0], 276), f"{largest * k / 4:.3g}", "middle"))
    heights: list[float] = []
    for name, points in curves.items():
        parts.append(lines(way(points)))
        parts += [group([circle(place(point), 3)], f"{name}: {point[1]:.3f}") for point in points if len(points) < 10]
        left, height = place(points[-1] if len(points) < 10 else points[len(points) // 3])
        while any(abs(height - other) < 14 for other in heights):  # names must not overlap
            height += 1
        heights.append(height)
        parts.append(text((left + 8, height + 4), name))
    parts += [text((225, 296), x, "middle"), text((12, 28), y)]
    told = "; ".join(
        f"{name}: {', '.join(f'{b:.2f} at {a:g}' for a, b in points[:: max(1, len(points) // 5)])}"
        for name, points in curves.items()
    )
    return Picture(520, 304, title, told, tuple(parts)).document()


def main() -> None:
    """Simulate, draw, print."""
    aims = {
        "coverage": [(0.0, 0.95), (100.0, 0.95)],
        "uniformity": [(0.0, 0.0), (1.0, 1.0)],
        "runs": [(0.0, 0.05), (1.5, 0.05)],
    }
    figures = {
        "coverage": (coverage(), "Coverage of 95 % intervals", "documents of 4 segments", "share with the truth", 1.0),
        "uniformity": (uniformity(), "p-values of equal systems", "level", "share of p-values up to it", 1.0),
        "runs": (
            run_effects(),
            "Equal systems called different at .05",
            "effect of a run, in standard errors",
            "share called different",
            0.6,
        ),
    }
    for name, (curves, title, x, y, top) in figures.items():
        write_text(FOLDER / f"statistics-{name}.svg", plot(curves, title, x, y, top, aims[name]))
        for curve, points in curves.items():
            print(name, curve, " ".join(f"{a:g}: {b:.3f}" for a, b in points))


if __name__ == "__main__":
    main()
