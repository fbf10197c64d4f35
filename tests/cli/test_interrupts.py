"""Ctrl-C, SIGTERM and SIGHUP end every command soon, with exit code 130, one line and nothing left over.

Each command is started on work that takes long, and says when it begins it; nothing here sleeps and hopes.
"""

import os
import random
import signal
import subprocess
from itertools import cycle
from pathlib import Path

import pytest

from bolide.cli.entry import SIGNALS
from tests.cli.run import begun
from tests.tables import table

SOON = 20.0  # seconds; the machine may be busy, and the work would take minutes

TABLES = table(__file__, "interrupts.toml")
SLOW, CALLS = TABLES["commands"], TABLES["calls"]
WITHOUT_RUNTIME = """import bolide.web.serve.server as s
from pathlib import Path
s.site = lambda *_: {}
s.runtime = lambda *_: Path("no runtime")"""


def long_text(seed: int, lines: int = 40, words: int = 6000) -> str:
    """Lines whose words come again and again: what METEOR, CDER and the others are slowest on."""
    rng = random.Random(seed)
    return "".join(" ".join(rng.choices(("the", "cat", "sat", "on"), k=words)) + "\n" for _ in range(lines))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("long")
    (made / "hyp.txt").write_text(long_text(1))
    (made / "ref.txt").write_text(long_text(2))
    (made / "hyp2.txt").write_text(long_text(3))
    (made / "short.txt").write_text("a b c d\n" * 2000)
    (made / "other.txt").write_text("a b c e\n" * 2000)
    (made / "human.seg.score").write_text("".join(f"hyp\t{k}\n" for k in range(40)))
    (made / "slow.py").write_text("import time\n\ndef score(hyp, ref):\n    time.sleep(600)\n")
    os.mkfifo(made / "endless")
    return made


def ended(process: subprocess.Popen[str]) -> tuple[str, str]:
    """What it printed; a process that does not end is not left to keep the machine busy."""
    try:
        return process.communicate(timeout=SOON)
    finally:
        process.kill()


@pytest.mark.parametrize(("line", "number"), list(zip(SLOW, cycle(SIGNALS), strict=False)))
def test_a_signal_ends_a_command(line: str, number: signal.Signals, folder: Path) -> None:
    before = sorted(folder.iterdir())
    process = begun(line, SLOW[line], WITHOUT_RUNTIME if line.startswith("web") else "", folder)
    process.send_signal(number)
    out, err = ended(process)
    assert "Traceback" not in err
    assert sorted(folder.iterdir()) == before
    if line.startswith("web") and process.returncode == 0:  # it serves already, and is ended so and in no other way
        return
    assert process.returncode == 130, err
    assert out.replace("begun\n", "") == ""  # each thread says so
    assert err.endswith("bolide: interrupted\n")
    assert err.count("interrupted") == 1


IN_THE_LIBRARY = """
import os, threading
from bolide import CDER, METEOR
hyp, ref = (open(name).readline() * 3 for name in ("hyp.txt", "ref.txt"))
try:
    {call}
except KeyboardInterrupt:
    os.write(2, b"caught")
"""


@pytest.mark.parametrize("call", CALLS)
def test_an_interrupt_reaches_the_caller_of_the_library(call: str, folder: Path) -> None:
    process = begun("", CALLS[call], IN_THE_LIBRARY.format(call=call), folder)
    process.send_signal(signal.SIGINT)
    _, err = ended(process)
    assert (process.returncode, err) == (0, "caught")
