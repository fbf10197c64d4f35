"""The command line as a user starts it: start-up, reading, scoring, printing; what a start costs above Python's."""

import subprocess
import sys
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from tempfile import TemporaryDirectory

from bench.timing import Line, bytecode_kept, corpus, race

FIRST_BLEU = "from bolide import BLEU; BLEU().corpus(['the cat sat on mats'], ['the cat sat on a mat'])"
ROUNDS = 15


def lines() -> list[Line]:
    """All measurements of the command line and of starting."""
    name, hyps, refs = corpus()
    with TemporaryDirectory() as folder, bytecode_kept():
        hyp, ref = Path(folder, "hyp.txt"), Path(folder, "ref.txt")
        hyp.write_text("\n".join(hyps) + "\n", encoding="utf-8")
        ref.write_text("\n".join(refs) + "\n", encoding="utf-8")
        arguments = (str(ref), "-i", str(hyp), "-b")
        ours = ("-m", "bolide", "score", *arguments)
        times = race(lambda: _run("-m", "sacrebleu", *arguments), lambda: _run(*ours))
        return [
            Line(f"bolide score ({name})", "sacrebleu", *times, 8),
            Line("bolide score, processor time above Python's", "90 ms allowed", 0.090, _above_python(*ours), 1),
            Line("a first BLEU, the same", "40 ms allowed", 0.040, _above_python("-c", FIRST_BLEU), 1),
            _help(),
        ]


def _run(*command: str) -> None:
    subprocess.run([sys.executable, *command], stdout=subprocess.DEVNULL, check=True)


def _above_python(*command: str) -> float:
    """The processor time of a command less that of an empty one, the least of several each, taken in turn.

    The clock on the wall would tell how busy the machine is.
    """
    _run(*command)
    best = [float("inf"), float("inf")]
    for _ in range(ROUNDS):
        for k, each in enumerate((("-c", "pass"), command)):
            before = getrusage(RUSAGE_CHILDREN)
            _run(*each)
            after = getrusage(RUSAGE_CHILDREN)
            best[k] = min(best[k], after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return best[1] - best[0]


def _help() -> Line:
    times = race(lambda: _run("-c", "import argparse"), lambda: _run("-m", "bolide", "--help"), 15)
    return Line("bolide --help", "python + argparse", *times, 1 / 1.5)
