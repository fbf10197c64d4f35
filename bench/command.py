"""The command line as a user starts it: start-up, reading, scoring, printing."""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.timing import Line, corpus, race


def lines() -> list[Line]:
    """All measurements of the command line."""
    return [_score(), _help()]


def _run(*command: str) -> None:
    subprocess.run([sys.executable, *command], stdout=subprocess.DEVNULL, check=True)


def _score() -> Line:
    name, hyps, refs = corpus()
    with TemporaryDirectory() as folder:
        hyp, ref = Path(folder, "hyp.txt"), Path(folder, "ref.txt")
        hyp.write_text("\n".join(hyps) + "\n", encoding="utf-8")
        ref.write_text("\n".join(refs) + "\n", encoding="utf-8")
        times = race(
            lambda: _run("-m", "sacrebleu", str(ref), "-i", str(hyp), "-b"),
            lambda: _run("-m", "bolide", "score", str(ref), "-i", str(hyp), "-b"),
        )
    return Line(f"bolide score ({name})", "sacrebleu", *times, 4)


def _help() -> Line:
    times = race(lambda: _run("-c", "import argparse"), lambda: _run("-m", "bolide", "--help"), 15)
    return Line("bolide --help", "python + argparse", *times, 1 / 1.5)
