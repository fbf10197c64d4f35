"""METEOR 1.5's jar as one process that stays: it is started once, warmed up, and asked again and again."""

from __future__ import annotations

import os
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from types import TracebackType


def jar_path() -> Path | None:
    """The jar inside an installed pycocoevalcap, where Java can run it."""
    spec = find_spec("pycocoevalcap")
    for folder in spec.submodule_search_locations or () if spec else ():
        path = Path(folder, "meteor", "meteor-1.5.jar")
        if path.is_file() and shutil.which("java"):
            return path
    return None


def java(jar: Path, *arguments: str) -> list[str]:
    """The command that runs the jar."""
    return ["java", "-Xmx2G", "-Dfile.encoding=UTF-8", "-jar", str(jar), *arguments]


class WarmJar:
    """The jar's line protocol (`-stdio`): a line with reference and candidate in, a line of statistics out."""

    def __init__(self, jar: Path, *options: str) -> None:
        command = java(jar, "-", "-", "-stdio", "-l", "en", *options)
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )

    def __enter__(self) -> WarmJar:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._process.kill()
        self._process.communicate()

    @property
    def has_clock(self) -> bool:
        """Whether this system tells how much of the processor another process has used."""
        return Path("/proc/self/stat").exists()

    def clock(self) -> float:
        """The seconds of processor time that the jar has used so far, in all its threads."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def segments(self, hyps: list[str], refs: list[str]) -> list[str]:
        """The statistics of every segment, as the jar writes them."""
        source, answers = self._process.stdin, self._process.stdout
        assert source is not None
        assert answers is not None
        asked = [f"SCORE ||| {_plain(ref)} ||| {_plain(hyp)}\n" for hyp, ref in zip(hyps, refs, strict=True)]

        def ask() -> None:
            source.write("".join(asked).encode())
            source.flush()

        asking = Thread(target=ask)  # the jar answers while it is still being asked, and waits where nobody reads
        asking.start()
        found = [answers.readline().decode().strip() for _ in asked]
        asking.join()
        if not found[-1]:
            raise RuntimeError("the jar stopped answering")
        return found


def _plain(text: str) -> str:
    return " ".join(text.replace("|||", " ").split())
