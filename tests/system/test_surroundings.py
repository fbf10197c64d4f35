"""Workers end with the process that started them."""

import subprocess
import sys
import time
from pathlib import Path

from tests.python import environment

WAIT = 60.0  # seconds, on a busy machine


ANALYSING = """
import sys
from multiprocessing import active_children
from bolide.text.units.views import UnitPlan, analysed
if __name__ == "__main__":
    texts = [f"the cat sat {k}" for k in range(5000)]
    chunks = analysed(texts, UnitPlan(("word", "char"), ("words", "chars"), "13a"), 2)
    next(chunks)
    print(*(child.pid for child in active_children()), flush=True)
    sys.stdin.readline()
    chunks.throw(KeyboardInterrupt)
"""


def test_workers_end_with_their_parent(tmp_path: Path) -> None:
    """Interrupted, it ends them all, and its threads have nothing to complain about."""
    (tmp_path / "script.py").write_text(ANALYSING)
    with subprocess.Popen(
        [sys.executable, "script.py"],
        cwd=tmp_path,
        env=environment(),
        text=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as parent:
        assert parent.stdout is not None
        workers = [int(word) for word in parent.stdout.readline().split()]
        assert len(workers) == 2
        _, errors = parent.communicate("\n", timeout=WAIT)
    assert errors.rstrip().splitlines()[-1] == "KeyboardInterrupt"
    assert "InvalidStateError" not in errors
    end = time.monotonic() + WAIT
    while any(map(is_running, workers)):
        assert time.monotonic() < end, "a worker outlives its parent"


def is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
