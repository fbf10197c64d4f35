"""Run a Python program that cannot be changed with sacreBLEU, NLTK, jiwer or
pycocoevalcap made faster.

The peers that are installed keep their numbers, errors and output; without
names, all of them are made faster. Only this process and those that it forks
are; in a program of yours, call bolide.accelerate.

examples:
  bolide accelerate sacrebleu nltk -- script.py --its options
  bolide accelerate sacrebleu -- -m sacrebleu ref.txt -i system.txt
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from bolide.program.stdio import EXIT_DONE
from bolide.system.errors import OptionError

if TYPE_CHECKING:
    from bolide.cli.parser import Parser

USAGE = "bolide accelerate [PEER …] -- SCRIPT … | -m MODULE …"


def parser() -> Parser:
    """What `--help` shows; the words are not read by it."""
    from bolide.cli.parser import Parser  # takes a fifth of the time of a sacreBLEU

    command = Parser("accelerate", __doc__)
    command.usage = USAGE
    return command


def run(words: Sequence[str]) -> int:
    """Begin anew as a plain Python, so that nothing of this program is in the way of the other."""
    split = words.index("--") if "--" in words else len(words)
    program = words[split:][1:]
    if {"-h", "--help"}.intersection(words[:split]):
        sys.stdout.write(parser().format_help())
        return EXIT_DONE
    if not program or program == ["-m"]:
        raise OptionError(f"There is no program to run. Usage: {USAGE}")
    if program[0] != "-m" and not os.path.exists(program[0]):
        raise OptionError(f"There is no script {program[0]!r:.200}. For a module: -- -m {program[0]:.200}")
    command = [sys.executable, "-m", "bolide.peers", *words]
    if os.name == "posix":
        sys.stdout.flush()
        os.execv(command[0], command)
    return subprocess.call(command)
