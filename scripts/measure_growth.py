"""Measures how the cost of scoring grows and draws it: docs/figures/growth-*.svg, and a table for docs/performance.md.

    PYTHONPATH=src:. python scripts/measure_growth.py

Processor time of one thread, the best of several rounds, over three decades of segments, words per segment, references,
systems and resamples; the texts are WMT23's Chinese-English, or an embedded sample where they are absent.
"""

from collections.abc import Callable, Iterator
from itertools import cycle, islice
from pathlib import Path
from time import process_time

import numpy as np
from bench.timing import corpus

from bolide import BLEU, CHRF, METEOR, TER, BolideError, Metric
from bolide.corpus import Corpus
from bolide.reporting.figures.canvas import Picture, circle, heading, lines, text, turned
from bolide.significance.resampling import bootstrap
from bolide.significance.sample import Sample
from bolide.system import files

FOLDER = Path(__file__).parents[1] / "docs" / "figures"
METRICS: dict[str, Metric] = {
    "BLEU": BLEU(),
    "chrF": CHRF(),
    "TER": TER(),
    "METEOR nltk": METEOR(variant="nltk"),
    "METEOR 1.5": METEOR(),
}
Curve = list[tuple[int, float]]
LONGEST = 20.0  # seconds: what would take longer than ten times this is not tried


def seconds(work: Callable[[], object], rounds: int = 3) -> float:
    """The least processor time of some rounds; of one, where that takes long."""
    best = float("inf")
    for _ in range(rounds):
        start = process_time()
        work()
        best = min(best, process_time() - start)
        if best > 1:
            break
    return best


def curve(work: Callable[[int], Callable[[], object]], sizes: tuple[int, ...]) -> Curve:
    """Time by size, up to what takes too long or is refused."""
    found: Curve = []
    for size in sizes:
        try:
            found.append((size, seconds(work(size))))
        except BolideError:
            break
        if found[-1][1] > LONGEST:
            break
    return found


def curves() -> Iterator[tuple[str, str, dict[str, Curve]]]:
    """The name of a figure, what grows in it, and a curve for each metric."""
    _, hyps, refs = corpus()
    decades = (100, 1_000, 10_000, 100_000)
    several = (1, 10, 100, 1_000)

    def segments(metric: Metric) -> Callable[[int], Callable[[], object]]:
        def at(size: int) -> Callable[[], object]:
            texts = Corpus.of(list(islice(cycle(hyps), size)), list(islice(cycle(refs), size)))
            return lambda: metric.counts.measure(texts)

        return at

    def words(metric: Metric) -> Callable[[int], Callable[[], object]]:
        hyp, ref = (" ".join(texts).split() for texts in (hyps, refs))

        def at(size: int) -> Callable[[], object]:
            times = 10_000 // size
            texts = Corpus.of([" ".join(hyp[:size])] * times, [" ".join(ref[:size])] * times)
            return lambda: metric.counts.measure(texts)

        return at

    def references(metric: Metric) -> Callable[[int], Callable[[], object]]:
        def at(size: int) -> Callable[[], object]:
            texts = Corpus.of(hyps[:20], [[refs[(k + shift) % len(refs)] for shift in range(size)] for k in range(20)])
            return lambda: metric.counts.measure(texts)

        return at

    def systems(metric: Metric) -> Callable[[int], Callable[[], object]]:
        texts = Corpus.of(hyps[:100], refs[:100])
        return lambda size: lambda: [metric.corpus(texts.hyps, refs[:100]) for _ in range(size)]

    def resamples(metric: Metric) -> Callable[[int], Callable[[], object]]:
        sample = Sample.of("system", metric, metric.measure(hyps, refs))
        return lambda size: lambda: bootstrap([sample], size, np.random.default_rng(1))

    cheap = {name: metric for name, metric in METRICS.items() if not name.startswith("METEOR")}
    for name, grows, work, sizes, chosen in (
        ("segments", "segments", segments, decades, METRICS),
        ("words", "words per segment, 10,000 words in all", words, (10, 100, 1_000, 10_000), METRICS),
        ("references", "references per segment", references, several, METRICS),
        ("systems", "systems of 100 segments", systems, several, cheap),
        ("resamples", "resamples of 1,976 segments", resamples, decades, cheap),
    ):
        yield name, grows, {title: curve(work(metric), sizes) for title, metric in chosen.items()}


def plot(grows: str, found: dict[str, Curve]) -> str:
    """Time against size, both in powers of ten, with each curve's name at its end."""
    xs = sorted({size for points in found.values() for size, _ in points})
    times = [time for points in found.values() for _, time in points]
    low, high = int(np.floor(np.log10(min(times)))), int(np.ceil(np.log10(max(times))))
    left, right, top, bottom = 70.0, 420.0, 40.0, 300.0

    def place(size: float, time: float) -> tuple[float, float]:
        across = np.log10(size / xs[0]) / np.log10(xs[-1] / xs[0])
        up = (np.log10(time) - low) / (high - low)
        return float(left + across * (right - left)), float(bottom - up * (bottom - top))

    parts = [heading((10, 20), f"Seconds by {grows}")]
    for size in xs:
        x, _ = place(size, 10.0**low)
        parts += [lines(f"M{x:.6g} {top}V{bottom}", 0.15), text((x, bottom + 18), f"{size:,}", "middle")]
    for power in range(low, high + 1):
        _, y = place(xs[0], 10.0**power)
        parts += [lines(f"M{left} {y:.6g}H{right}", 0.15), text((left - 8, y + 4), f"{10.0**power:g}", "end")]
    parts += [
        text(((left + right) / 2, bottom + 38), grows, "middle"),
        turned((16, (top + bottom) / 2), "seconds", "middle"),
    ]
    taken: list[float] = []
    for name, points in sorted(found.items(), key=lambda item: item[1][-1][1]):
        places = [place(*point) for point in points]
        way = "M" + "L".join(f"{x:.6g} {y:.6g}" for x, y in places)
        parts += [
            lines(way),
            *(circle(at, 3, tooltip=f"{name}: {s:,}: {t:.3g} s") for at, (s, t) in zip(places, points, strict=True)),
        ]
        x, y = places[-1]
        while any(abs(y - other) < 14 for other in taken):
            y -= 2
        taken.append(y)
        parts.append(text((x + 8, y + 4), name))
    told = "; ".join(f"{name}: " + ", ".join(f"{s:,} {t:.3g} s" for s, t in points) for name, points in found.items())
    return Picture(540, 350, f"Seconds by {grows}", told, tuple(parts)).document()


def main() -> None:
    print(
        "| what grows | metric | from | to | seconds | seconds | grows by a factor of |\n|---|---|---|---|---|---|---|"
    )
    for name, grows, found in curves():
        files.write_text(FOLDER / f"growth-{name}.svg", plot(grows, found))
        for title, points in found.items():
            (a, first), (b, last) = points[0], points[-1]
            print(f"| {grows} | {title} | {a:,} | {b:,} | {first:.2g} | {last:.2g} | {last / first:,.0f} |", flush=True)


if __name__ == "__main__":
    main()
