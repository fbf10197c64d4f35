"""Runs many command lines of one program in one process: each in a child of its own, after the imports are done.

python commands.py peer|ours < cases.json > results.json
"""

import json
import os
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any


def run(main: Any, words: list[str], stdin: str) -> dict[str, Any]:
    """What a command line prints, and its exit code."""
    with tempfile.TemporaryDirectory() as folder:
        files = {0: Path(folder, "in"), 1: Path(folder, "out"), 2: Path(folder, "err")}
        files[0].write_text(stdin, encoding="utf-8")
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            for number, path in files.items():
                flags = os.O_RDONLY if number == 0 else os.O_WRONLY | os.O_CREAT
                os.dup2(os.open(path, flags), number)
            code = 0
            try:
                sys.argv = ["sacrebleu", *words]
                main()
            except SystemExit as end:
                code = end.code if isinstance(end.code, int) else 1
            except BaseException:
                code = 99
                import traceback

                traceback.print_exc()
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        out, err = (files[number].read_text(encoding="utf-8") for number in (1, 2))
        return {"code": code, "out": out, "err": err}


if __name__ == "__main__":
    if sys.argv[1] == "peer":
        from sacrebleu.sacrebleu import main
    else:
        from bolide.compat.sacrebleu.sacrebleu import main  # type: ignore[assignment]
    import_module(f"{main.__module__.rpartition('.')[0]}.significance")  # numpy once, not in every child
    cases = json.load(sys.stdin)
    print(json.dumps([run(main, words, stdin) for words, stdin in cases]))
