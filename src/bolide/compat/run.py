"""Run a command whose Python processes import Bolide's replacements: the command itself, and all that it starts.

    python -m bolide.compat.run sacrebleu nltk.translate -- lm_eval --tasks wmt16 …
    python -m bolide.compat.run jiwer -- python evaluate.py

Every Python that is started with this environment imports `sitecustomize` from the folder `startup` and installs them.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from shutil import which

from bolide.compat import REPLACEMENTS, VARIABLE
from bolide.system.errors import BolideError, InputError, known_name

USAGE = f"usage: python -m bolide.compat.run MODULE… -- COMMAND…\n\nmodules: {', '.join(REPLACEMENTS)}"


def environment(names: Sequence[str]) -> dict[str, str]:
    """The environment in which every Python has the replacements."""
    for name in names:
        known_name("replacement", name, REPLACEMENTS)
    every = ",".join(filter(None, [os.environ.get(VARIABLE), *names]))  # with those of a run around this one
    paths = [str(Path(__file__).with_name("startup")), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, VARIABLE: every, "PYTHONPATH": os.pathsep.join(filter(None, paths))}


def main(words: Sequence[str]) -> int:
    """Run the command in place of this process, or as a child where that is not possible; return its exit code."""
    split = words.index("--") if "--" in words else len(words)
    names, command = words[:split], list(words[split + 1 :])
    if names in (["-h"], ["--help"]):
        print(USAGE)
        return 0
    if not names or not command:
        raise InputError(USAGE)
    environ = environment(names)
    path = which(command[0])
    if path is None:
        script = f" For a script: -- python {command[0]}" if command[0].endswith(".py") else ""
        raise InputError(f"There is no command {command[0]!r:.200}.{script}")
    if os.name == "posix":
        sys.stdout.flush()  # of another sitecustomize; it would be lost
        os.execve(path, command, environ)
    return subprocess.call([path, *command[1:]], env=environ)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except BolideError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
