"""METEOR 1.5 against its jar, where Java and pycocoevalcap are at hand: both in turn, medians, the spread shown.

Warm, the jar is one process that has measured the same texts ten times before the clock starts, since it takes Java
that long to compile what it runs; the clocks are those of the processor, so that others on the machine do not count.
Cold, both start anew in every round, and the clock is the one on the wall.
"""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from tests.meteor_normalizer import normalizer

from bench.jar import WarmJar, jar_path, java
from bench.timing import DATA, Line, Side, duel, first_system
from bolide import METEOR
from bolide.metrics.meteor.meteor15.counts import printed_row

THREE = ("-m", "exact stem synonym")
WARM_UP = 10  # passes


def lines() -> Iterator[Line]:
    """All measurements of METEOR 1.5; none, said aloud, where the jar cannot run."""
    jar = jar_path()
    if jar is None or not DATA.is_dir():
        print("METEOR 1.5: Java, pycocoevalcap or the test sets are missing; nothing to compare with")
        return
    hyps, refs = (texts[:2000] for texts in first_system("wmt12/fr-en"))
    with TemporaryDirectory() as folder:
        for name, texts in (("raw.h", hyps), ("raw.r", refs)):
            Path(folder, name).write_text("\n".join(texts) + "\n", encoding="utf-8")
        files = [str(Path(folder, name)) for name in ("raw.h", "raw.r")]
        yield from _warm(jar, hyps, refs)
        yield from _cold(jar, files)
        yield _memory(jar, files)


def _warm(jar: Path, hyps: list[str], refs: list[str]) -> Iterator[Line]:
    normalize = normalizer("en")
    raw = hyps, refs
    done = tuple([normalize(text).lower() for text in texts] for texts in raw)
    for work, (own, references), options, metric, goal in (
        ("normalised text, three modules", done, THREE, METEOR(normalize=False), 10),
        ("with normalisation", raw, (*THREE, "-norm"), METEOR(), 12),
        ("with all four modules", raw, ("-norm",), METEOR(paraphrase="auto"), 3),
    ):
        with WarmJar(jar, *options) as warm:
            _agree(warm, metric, own, references)
            sides = _sides(warm, metric, own, references)
            theirs, ours, spread = duel(*sides, rounds=9, warm_up=WARM_UP)
        yield Line(f"METEOR 1.5 warm, {work}", "jar", theirs, ours, goal, spread)


def _sides(warm: WarmJar, metric: METEOR, hyps: list[str], refs: list[str]) -> tuple[Side, Side]:
    """Both give the statistics of every segment."""
    clock = process_time if warm.has_clock else perf_counter
    theirs = Side(lambda: warm.segments(hyps, refs), warm.clock if warm.has_clock else perf_counter)
    return theirs, Side(lambda: metric.measure(hyps, refs), clock)


def _agree(warm: WarmJar, metric: METEOR, hyps: list[str], refs: list[str]) -> None:
    """A race is one only if both do the same: the jar's statistics of every segment are Bolide's."""
    theirs = [[int(float(number)) for number in line.split()] for line in warm.segments(hyps, refs)]
    ours = [list(printed_row(row)) for row in metric.measure(hyps, refs)]
    different = sum(one != other for one, other in zip(theirs, ours, strict=True))
    if different:
        print(f"METEOR 1.5: {different} of {len(ours)} segments differ from the jar's")


def _cold(jar: Path, files: list[str]) -> Iterator[Line]:
    """From process start to the score of 2,000 segments."""

    def run(command: list[str]) -> Callable[[], object]:
        return lambda: subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)

    for work, options in (("without paraphrases", (*THREE, "-norm")), ("with paraphrases", ("-norm",))):
        jars = Side(run(java(jar, *files, "-q", "-l", "en", *options)))
        own = Side(run([sys.executable, "-m", "bolide", "meteor", *files, "-q", *options]))
        theirs, ours, spread = duel(jars, own, rounds=5, warm_up=1)
        yield Line(f"METEOR 1.5 cold, {work}", "jar", theirs, ours, 3, spread)


def _memory(jar: Path, files: list[str]) -> Line:
    """Peak memory of one run with paraphrases."""
    theirs = java(jar, *files, "-q", "-l", "en", "-norm")
    ours = [sys.executable, "-m", "bolide", "meteor", *files, "-q", "-norm"]
    return Line("METEOR 1.5, peak with paraphrases", "jar", _peak(theirs), _peak(ours), 4, unit="MB")


def _peak(command: list[str]) -> float:
    """Gigabytes: a line shows thousandths of its numbers, as milliseconds of seconds."""
    code = "import resource, subprocess, sys; subprocess.run(sys.argv[1:], capture_output=True, check=True); "
    code += "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    done = subprocess.run([sys.executable, "-c", code, *command], capture_output=True, check=True)
    return int(done.stdout) * (1 if sys.platform == "darwin" else 1024) / 1e9
