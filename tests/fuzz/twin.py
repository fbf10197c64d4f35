"""The other core in a process of its own: asked for the same answers, and started again if it dies.

python -m tests.fuzz.twin    reads lines of JSON, [target, data in base 64], and answers each with a line
"""

import base64
import json
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).parents[2]


class Twin:
    """Answers from a process whose `bolide` lies in another folder."""

    def __init__(self, source: Path) -> None:
        self._environment = {**os.environ, "PYTHONPATH": f"{source}{os.pathsep}{ROOT}", "BOLIDE_CORE": ""}
        self._process: subprocess.Popen[str] | None = None

    def answer(self, name: str, data: bytes) -> str:
        """What the twin answers: the target's answer, the traceback it ended with, or that the process died."""
        if self._process is None:
            command = [sys.executable, "-m", "tests.fuzz.twin"]
            self._process = subprocess.Popen(
                command, cwd=ROOT, env=self._environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        asked, answers = self._process.stdin, self._process.stdout
        assert asked is not None
        assert answers is not None
        try:
            asked.write(json.dumps([name, base64.b64encode(data).decode()]) + "\n")
            asked.flush()
            line = answers.readline()
        except BrokenPipeError:
            line = ""
        if line:
            return str(json.loads(line))
        code = self.close()
        return f"the process died with status {code}"

    def close(self) -> int | None:
        """End the process, if there is one."""
        process, self._process = self._process, None
        if process is None:
            return None
        with suppress(BrokenPipeError), process:
            pass  # closes its pipes and waits
        return process.returncode


def serve() -> None:
    """Answer until nobody asks."""
    import traceback

    from tests.fuzz.targets import answer

    out = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    for line in sys.stdin:
        name, data = json.loads(line)
        try:
            found = answer(name, base64.b64decode(data))
        except Exception:
            found = traceback.format_exc()
        out.write(json.dumps(found) + "\n")
        out.flush()


if __name__ == "__main__":
    serve()
