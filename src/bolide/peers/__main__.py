"""`bolide accelerate` in a Python of its own: accelerate peers, then run a script or a module as Python would."""

import os
import sys
from runpy import run_module, run_path

from bolide.peers import accelerate
from bolide.program.stdio import EXIT_ERROR, say
from bolide.system.errors import BolideError


def main(words: list[str]) -> int:
    """Run the program after `--` with the peers before it."""
    split = words.index("--")
    names, program = words[:split], words[split + 1 :]
    module = program[0] == "-m"
    sys.argv = program[1:] if module else program
    if not module and not sys.flags.safe_path:
        sys.path[0] = os.path.dirname(os.path.realpath(program[0]))
    try:
        accelerate(*names)
    except BolideError as error:
        say("bolide accelerate", str(error))
        return EXIT_ERROR
    if module:
        run_module(program[1], run_name="__main__", alter_sys=True)
    else:
        run_path(program[0], run_name="__main__")
    return 0


sys.exit(main(sys.argv[1:]))
