"""`python -m bench --against REV [name …]`: this checkout and another commit side by side, in one run.

Each commit has its own process, which imports its own Bolide and does a piece of work when it is told to; both take
turns, so that a busy moment of the machine hits both, and times are those of the processor. The commit is checked out
and compiled once, in build/against. A piece of work that one of them cannot do is left out with the reason.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from statistics import median
from time import process_time

from bench.timing import DATA, corpus

ROOT = Path(__file__).parents[1]
ROUNDS = 15
Work = Callable[[], object]


# --- what is done, by calls that do not change from commit to commit ------------------------------------------------


def works() -> dict[str, Callable[[], Work]]:
    """The pieces of work by name: each prepares what it needs and gives the call that is timed."""
    return {
        "bleu-sentence": lambda: _sentences("BLEU", 300),
        "bleu-corpus": lambda: _corpus("BLEU"),
        "bleu-segments": lambda: _segments("BLEU"),
        "bleu-arrow": _arrow,
        "bleu-pairwise": lambda: _pairwise("BLEU", 60),
        "chrf-sentence": lambda: _sentences("CHRF", 200),
        "chrf-corpus": lambda: _corpus("CHRF"),
        "ter-sentence": lambda: _sentences("TER", 100),
        "ter-corpus": lambda: _corpus("TER"),
        "wer-sentence": lambda: _sentences("WER", 200),
        "wer-corpus": lambda: _corpus("WER"),
        "meteor15-corpus": lambda: _corpus("METEOR", variant="1.5"),
        "meteor15-pairwise": lambda: _pairwise("METEOR", 12, variant="1.5"),
        "meteor2005-corpus": lambda: _corpus("METEOR", variant="2005"),
    }


def _metric(name: str, **options: object) -> object:
    import bolide

    return getattr(bolide, name)(**options)


def _sentences(name: str, size: int) -> Work:
    metric, (_, hyps, refs) = _metric(name), corpus()
    pairs = list(zip(hyps[:size], refs[:size], strict=True))
    return lambda: [metric.sentence(hyp, ref) for hyp, ref in pairs]  # type: ignore[attr-defined]


def _corpus(name: str, **options: object) -> Work:
    metric, (_, hyps, refs) = _metric(name, **options), corpus()
    return lambda: metric.corpus(hyps, refs)  # type: ignore[attr-defined]


def _segments(name: str) -> Work:
    metric, (_, hyps, refs) = _metric(name), corpus()
    return lambda: metric.segments(hyps, refs)  # type: ignore[attr-defined]


def _pairwise(name: str, size: int, **options: object) -> Work:
    metric, (_, hyps, refs) = _metric(name, **options), corpus()
    return lambda: metric.pairwise(hyps[:size], refs[:size])  # type: ignore[attr-defined]


def _arrow() -> Work:
    import pyarrow

    from bolide.metrics.measuring import measure_arrow

    metric, (_, hyps, refs) = _metric("BLEU"), corpus()
    batch = pyarrow.record_batch([pyarrow.array(hyps), pyarrow.array(refs)], names=["hyp", "ref"])
    return lambda: measure_arrow(metric, batch)


# --- the process of one commit --------------------------------------------------------------------------------------


def serve() -> None:
    """Do the piece of work named on each line of standard input, and print its seconds of processor time, or why it
    cannot be done."""
    ready: dict[str, Work] = {}
    print(Path(str(import_module("bolide").__file__)).parent, flush=True)
    for line in sys.stdin:
        name = line.strip()
        try:
            if name not in ready:
                ready[name] = works()[name]()
                ready[name]()  # a first call imports and fills tables
            start = process_time()
            ready[name]()
            print(process_time() - start, flush=True)
        except Exception as error:
            print(f"{type(error).__name__}: {error}".replace("\n", " "), flush=True)


class Side:
    """One commit's process."""

    def __init__(self, source: Path) -> None:
        paths = os.pathsep.join((str(source), str(ROOT)))
        environment = {**os.environ, "PYTHONPATH": paths, "BOLIDE_TEST_DATA": str(DATA)}
        command = [sys.executable, "-c", "from bench.against import serve; serve()"]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment, cwd=source
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.input, self.output = self.process.stdin, self.process.stdout
        imported = Path(self.output.readline().strip())
        if imported.parent.resolve() != source.resolve():
            raise SystemExit(f"bench: {source} was to be measured, but {imported} was imported.")

    def seconds(self, name: str) -> float | str:
        """The seconds that a piece of work took, or why it cannot be done."""
        print(name, file=self.input, flush=True)
        answer = self.output.readline().strip()
        try:
            return float(answer)
        except ValueError:
            return answer or "the process ended"

    def end(self) -> None:
        """End the process."""
        self.input.close()
        self.process.wait()


def checked_out(revision: str) -> Path:
    """The sources of a commit, compiled; they stay in build/against for the next run."""
    resolved = subprocess.run(
        ["git", "rev-parse", "--verify", f"{revision}^{{commit}}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if resolved.returncode:
        raise SystemExit(f"bench: there is no commit {revision!r} here.")
    folder = ROOT / "build" / "against" / resolved.stdout.strip()[:12]
    if not folder.is_dir():
        subprocess.run(["git", "worktree", "prune"], cwd=ROOT, check=True)
        subprocess.run(
            ["git", "worktree", "add", "-q", "--detach", folder, resolved.stdout.strip()], cwd=ROOT, check=True
        )
    if not list(folder.glob("src/bolide/kernels/**/*.so")):
        print(f"compiling {revision} in {folder} …", flush=True)
        build = [sys.executable, "setup.py", "build_ext", "--inplace"]
        subprocess.run(
            build, cwd=folder, env={**os.environ, "BOLIDE_CORE": "compiled"}, stdout=subprocess.DEVNULL, check=True
        )
    return folder / "src"


def compare(revision: str, names: Sequence[str]) -> Iterator[str]:
    """The lines of the table: the best times, their ratio, and the quartiles of the ratios of single rounds."""
    there, here = Side(checked_out(revision)), Side(ROOT / "src")
    yield f"{'work':<24} {revision[:12] + ' ms':>16} {'here ms':>10} {'ratio':>7}   middle half of the rounds"
    for name in names or works():
        times: list[tuple[float, float]] = []
        for _ in range(ROUNDS):
            one, other = there.seconds(name), here.seconds(name)
            if isinstance(one, str) or isinstance(other, str):
                yield f"{name:<24} left out: {one if isinstance(one, str) else other}"
                break
            times.append((one, other))
        else:
            best = [min(side) for side in zip(*times, strict=True)]
            ratios = sorted(one / other for one, other in times)
            quarter = len(ratios) // 4
            middle = f"{ratios[quarter]:.2f}–{ratios[-quarter - 1]:.2f}, median {median(ratios):.2f}"
            slower = "  slower" if best[0] / best[1] < 0.95 and median(ratios) < 0.95 else ""
            ms = f"{1000 * best[0]:>16.2f} {1000 * best[1]:>10.2f}"
            yield f"{name:<24} {ms} {best[0] / best[1]:>7.2f}   {middle}{slower}"
    there.end()
    here.end()
