"""How times are taken: the peer and Bolide in turn, in one run, the best of several each."""

import gzip
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

DATA = Path(os.environ.get("BOLIDE_TEST_DATA") or Path(__file__).parents[2] / "shared" / "data")


class Line(NamedTuple):
    """One line of the table: the work, who else did it, both times in seconds, and the ratio aimed at."""

    work: str
    peer: str
    theirs: float
    ours: float
    goal: float
    unit: str = "ms"

    @property
    def ratio(self) -> float:
        """How many times the peer needs what Bolide needs."""
        return self.theirs / self.ours


def race(theirs: Callable[[], object], ours: Callable[[], object], rounds: int = 5) -> tuple[float, float]:
    """The best time of each, taken in turn so that a busy moment hits both."""
    best = [float("inf"), float("inf")]
    ours()  # a first call imports, compiles patterns and fills tables
    for _ in range(rounds):
        for k, work in enumerate((theirs, ours)):
            start = perf_counter()
            work()
            best[k] = min(best[k], perf_counter() - start)
    return best[0], best[1]


def corpus() -> tuple[str, list[str], list[str]]:
    """A name, hypotheses and references: WMT23 Chinese-English, or an embedded sample where that is absent."""
    folder = DATA / "wmt23" / "zh-en"
    if folder.is_dir():
        hyps, refs = (folder / name for name in ("system-outputs/GPT4-5shot.txt.gz", "refA.txt.gz"))
        return "wmt23/zh-en GPT4-5shot", read_lines(hyps), read_lines(refs)
    return "embedded sample", *_sample(2000)


def read_lines(path: Path) -> list[str]:
    return gzip.decompress(path.read_bytes()).decode("utf-8").removesuffix("\n").split("\n")


def _sample(size: int) -> tuple[list[str], list[str]]:
    """Sentences of real length over a vocabulary of real shape, the same in every run."""
    from random import Random

    draw = Random(1)
    words = [f"{'aeiou'[k % 5]}{k:x}{'nst'[k % 3]}" for k in range(4000)]
    weights = [1 / (k + 1) for k in range(4000)]
    refs = [draw.choices(words, weights, k=draw.randint(8, 45)) for _ in range(size)]
    hyps = [[draw.choice(words) if draw.random() < 0.35 else word for word in ref] for ref in refs]
    return [" ".join(hyp) + "." for hyp in hyps], [" ".join(ref) + "." for ref in refs]


@contextmanager
def bytecode_kept() -> Iterator[None]:
    """Bytecode is kept from the first run on, as an installation has it, wherever the sources lie."""
    before = dict(os.environ)
    with TemporaryDirectory() as folder:
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = folder
        try:
            yield
        finally:
            os.environ.clear()
            os.environ.update(before)
