"""METEOR against NLTK, what the optimal alignment costs, two threads, and a process's first synonym."""

import subprocess
import sys
from collections.abc import Iterator
from time import perf_counter

from bench.timing import Line, corpus, race
from bench.wordnet_data import nltk_data
from bolide import METEOR
from bolide.metrics.meteor import VARIANTS


def lines() -> list[Line]:
    """All measurements of METEOR's variants nltk and 2005."""
    name, hyps, refs = corpus()
    return [_warm(name, hyps, refs), _cold(name), _optimal(name, hyps, refs), *_threads(hyps, refs), _first_synonym()]


def _warm(name: str, hyps: list[str], refs: list[str]) -> Line:
    import nltk

    nltk.data.path.insert(0, str(nltk_data()))
    from nltk.translate.meteor_score import single_meteor_score

    def theirs() -> None:
        for hyp, ref in zip(hyps, refs, strict=True):
            single_meteor_score(ref.split(), hyp.split())

    theirs()  # loads WordNet
    metric = METEOR(variant="nltk")
    return Line(f"METEOR nltk, warm ({name})", "NLTK", *race(theirs, lambda: metric.segments(hyps, refs), 3), 67)


_THEIRS = """
import nltk; nltk.data.path.insert(0, {data!r})
from nltk.translate.meteor_score import single_meteor_score
for hyp, ref in zip(hyps, refs): single_meteor_score(ref.split(), hyp.split())
"""
_OURS = "from bolide import METEOR; METEOR(variant='nltk').segments(hyps, refs)"


def _cold(name: str) -> Line:
    """From the start of a process that knows the texts to all scores, imports and WordNet included."""

    def run(code: str) -> float:
        start = "from bench.timing import corpus; from time import perf_counter; _, hyps, refs = corpus()\n"
        timed = f"{start}began = perf_counter()\n{code}\nprint(perf_counter() - began)"
        runs = (subprocess.run([sys.executable, "-c", timed], capture_output=True, check=True) for _ in range(2))
        return min(float(done.stdout) for done in runs)

    return Line(f"METEOR nltk, cold ({name})", "NLTK", run(_THEIRS.format(data=str(nltk_data()))), run(_OURS), 6.7)


def _optimal(name: str, hyps: list[str], refs: list[str]) -> Line:
    """The median segment, each alone: 2005 may take three times as long as nltk."""

    def median(metric: METEOR) -> float:
        times = []
        for hyp, ref in zip(hyps, refs, strict=True):
            start = perf_counter()
            metric.measure([hyp], [ref])
            times.append(perf_counter() - start)
        return sorted(times)[len(times) // 2]

    greedy, best = METEOR(variant="nltk"), METEOR(variant="2005")
    median(greedy), median(best)  # a first pass stems and looks up every word
    return Line("METEOR 2005, median segment", "variant nltk", median(greedy), median(best), 1 / 3)


def _threads(hyps: list[str], refs: list[str]) -> Iterator[Line]:
    """Every variant with two threads and with one; only two quiet cores say anything here."""
    many, more = hyps * 4, refs * 4
    for variant in VARIANTS:
        metric = METEOR(variant=variant)
        times = race(lambda m=metric: m.measure(many, more), lambda m=metric: m.measure(many, more, jobs=2), 5)
        yield Line(f"METEOR {variant}, two threads", "one thread", *times, 1.6)


_FIRST = """
from time import process_time
from bolide.text.words.wordnet import spelled_synsets, synsets
start = process_time(); synsets("dog"), spelled_synsets("dog"); print(process_time() - start)
"""


def _first_synonym() -> Line:
    """What a process waits for when it first asks for a synonym, in processor time, beside what it may be."""
    runs = (subprocess.run([sys.executable, "-c", _FIRST], capture_output=True, check=True) for _ in range(7))
    return Line("METEOR's first synonym in a process", "20 ms", 0.020, min(float(run.stdout) for run in runs), 1)
