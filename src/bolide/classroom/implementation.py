"""Implementations under check, each in a process of its own: a Python function, a command, or a file of answers."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from math import isfinite
from multiprocessing import current_process, get_context
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from bolide.classroom import harness
from bolide.corpus.decoding import split_lines
from bolide.system.errors import InputError, OptionError, counted
from bolide.system.stored import check_stored

_LOADING = 60.0  # seconds for an import: some packages take many
_LONGEST = 1 << 17  # bytes of an answer
_MOST_FAILURES = 3  # calls without an answer, after which a function is not called again


@dataclass(frozen=True)
class Answer:
    """What an implementation returned for a case: a score with parts, or an error."""

    score: float | None = None
    parts: dict[str, Any] = field(default_factory=dict)
    error: str = ""

    @classmethod
    def of(cls, data: Any) -> Answer:
        """Read one answer: a number, or an object with `score` or `error`."""
        if isinstance(data, dict) and data.get("error"):
            return cls(error=str(data["error"])[:300])
        values = data if isinstance(data, dict) else {"score": data}
        score: Any = values.get("score")
        if not harness.is_number(score):
            return cls(error=f"it answered {data!r:.80}, which is not a number")
        if not isfinite(score):
            return cls(error=f"it returned {score}")
        parts = values.get("parts", {name: part for name, part in values.items() if name != "score"})
        comparable = {name: harness.numbers(part) for name, part in parts.items()} if isinstance(parts, dict) else {}
        return cls(float(score), comparable)

    @classmethod
    def read(cls, line: str) -> Answer:
        """Read the answer of a command."""
        try:
            return cls.of(json.loads(line))
        except (ValueError, RecursionError):
            return cls(error=f"it answered {line!r:.80}, which is not a number")


class Implementation:
    """Something that scores cases; `parameters` are the names and annotations of a Python function's."""

    fixed = False  # whether it can answer only the cases that were printed for it
    is_function = False

    def __init__(self, name: str) -> None:
        self.name, self.parameters = name, list[tuple[str, str]]()

    def close(self) -> None:
        """End its process."""

    def answer(self, calls: Sequence[list[Any]], cases: Sequence[dict[str, Any]]) -> list[Answer]:
        """One answer per case; `calls` are the arguments for functions, `cases` plain data for everything else."""
        raise NotImplementedError


class FunctionProcess(Implementation):
    """A Python function in a process of its own, which is ended and started again if a call takes too long.

    Of a function that is passed as an object it is a copy of this process, which may hold more memory than a limit
    would allow.
    """

    is_function = True

    def __init__(self, target: str | Callable[..., Any], seconds: float, memory: int) -> None:
        super().__init__(target if isinstance(target, str) else getattr(target, "__name__", repr(target)))
        self._target, self._seconds, self._memory = target, seconds, memory
        self._failures = 0
        self._start()

    def _start(self) -> None:
        self._connection, theirs = socket.socketpair()
        self._replies = self._connection.makefile("rb")
        with theirs:
            if isinstance(self._target, str):
                words = [harness.__file__, self._target, str(self._memory), str(os.getpid()), str(theirs.fileno())]
                process = subprocess.Popen(
                    [sys.executable, "-B", "-P", *words],  # -P: nothing is imported from the working folder
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    pass_fds=[theirs.fileno()],
                )
                self._end: tuple[Callable[[], object], Callable[[], object]] = (process.kill, process.wait)
            elif current_process().daemon:
                raise OptionError("In a worker of a pool, pass the function as 'file.py:function'.")
            else:
                connections = (self._target, theirs, self._connection)
                copy = get_context("fork").Process(target=harness.serve_in_copy, args=connections, daemon=True)
                copy.start()
                self._end = (copy.kill, copy.join)
        loaded = self._next(_LOADING)
        try:
            if "error" in loaded:
                raise InputError(loaded["error"])
            self.parameters = check_stored(loaded.get("parameters"), list[tuple[str, str]], "What it says first")
        except InputError as problem:
            self.close()
            raise InputError(f"{self.name} cannot be loaded: {problem}.") from None

    def _next(self, seconds: float) -> dict[str, Any]:
        """What the process says next, or an `error` after which it must be started again. The function shares its
        descriptors, and may have written something else."""
        self._connection.settimeout(seconds)
        try:
            line = self._replies.readline(_LONGEST)
        except TimeoutError:
            return {"error": f"no answer within {seconds:g} seconds", "ended": True}
        except OSError:
            line = b""
        if not line:
            return {"error": "its process ended, perhaps for lack of memory", "ended": True}
        with suppress(ValueError, RecursionError):
            reply = json.loads(line)
            if isinstance(reply, dict):
                return reply
        return {"error": "its process wrote something else than an answer", "ended": True}

    def answer(self, calls: Sequence[list[Any]], cases: Sequence[dict[str, Any]]) -> list[Answer]:
        return [self._one(call) for call in calls]

    def _one(self, call: list[Any]) -> Answer:
        if self._failures == _MOST_FAILURES:
            return Answer(error="not called again after three calls without an answer")
        self._connection.settimeout(self._seconds)
        with suppress(OSError):  # its process has ended, which is seen next
            self._connection.sendall(json.dumps(call).encode() + b"\n")
        reply = self._next(self._seconds)
        if "ended" in reply:
            self._failures += 1
            self.close()
            self._start()
        return Answer.of(reply)

    def close(self) -> None:
        kill, wait = self._end
        kill()
        wait()
        self._replies.close()
        self._connection.close()


class Command(Implementation):
    """A program that reads cases as JSON lines and writes one number, or one JSON object, per line."""

    def __init__(self, command: str, seconds: float) -> None:
        super().__init__(command)
        self._seconds = seconds
        try:
            self._words = shlex.split(command)
        except ValueError as problem:
            raise InputError(f"The command {command!r:.80} cannot be read: {problem}.") from None
        if not self._words or shutil.which(self._words[0]) is None:
            raise InputError(
                f"There is no program {self._words[0] if self._words else ''!r}, no such file of answers, and no "
                f"function of that name. Pass file.py:function, package.module:function, a command or a file."
            )

    def answer(self, calls: Sequence[list[Any]], cases: Sequence[dict[str, Any]]) -> list[Answer]:
        seconds, most = self._seconds * max(5, len(cases)), _LONGEST * (len(cases) + 1)
        with TemporaryFile() as given, TemporaryFile() as out, TemporaryFile() as err:
            given.writelines(json.dumps(case, ensure_ascii=False).encode() + b"\n" for case in cases)
            given.seek(0)
            try:
                # Files, not pipes: whatever it leaves behind, nothing waits for their end.
                done = subprocess.run(
                    self._words, stdin=given, stdout=out, stderr=err, timeout=seconds, preexec_fn=lambda: _limit(most)
                )
            except subprocess.TimeoutExpired:
                return [Answer(error=f"no answer within {seconds:g} seconds")] * len(cases)
            if out.seek(0, os.SEEK_END) >= most:
                error = f"it wrote more than {most:,} bytes for {counted(len(cases), 'case')}"
                return [Answer(error=error)] * len(cases)
            out.seek(0)
            lines = split_lines(out.read().decode("utf-8", "replace"))
            err.seek(max(0, err.seek(0, os.SEEK_END) - 4096))
            said = err.read().decode("utf-8", "replace").strip().splitlines()
        if len(lines) != len(cases):
            last = (said or [f"status {done.returncode}"])[-1]
            problem = f"{counted(len(lines), 'line')} for {counted(len(cases), 'case')} ({last:.200})"
            return [Answer(error=problem)] * len(cases)
        return list(map(Answer.read, lines))


def _limit(most: int) -> None:
    """A command ends with the program that started it, and writes no file longer than this."""
    import resource

    harness.end_with_parent()
    with suppress(ValueError):  # where less is allowed
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))


class AnswerFile(Implementation):
    """Answers that were computed elsewhere, one per line, in the order in which `--cases` prints the cases."""

    fixed = True

    def __init__(self, path: str) -> None:
        super().__init__(Path(path).name)
        try:
            lines = split_lines(Path(path).read_text(encoding="utf-8-sig"))
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(f"{path} cannot be read: {error}.") from None
        self._answers = [Answer.read(line) for line in lines if line.strip()]

    def answer(self, calls: Sequence[list[Any]], cases: Sequence[dict[str, Any]]) -> list[Answer]:
        if len(self._answers) != len(cases):
            raise InputError(
                f"{self.name} has {counted(len(self._answers), 'answer')} for {counted(len(cases), 'case')}; print the "
                "cases with --cases, with the same --like, -n and --seed."
            )
        return self._answers


def implementation_of(value: str | Callable[..., Any], seconds: float, memory: int) -> Implementation:
    """The implementation that a user names or passes; a call may take so many seconds, its process so many bytes."""
    if not isinstance(value, str):
        if not callable(value):
            raise OptionError(f"{value!r:.60} is not a function; pass one, or 'file.py:function'.")
        return FunctionProcess(value, seconds, memory)
    where, colon, name = value.rpartition(":")
    named = colon and where and all(part.isidentifier() for part in name.split("."))
    if named and (where.endswith(".py") or not any(map(str.isspace, where))):
        if where.endswith(".py") and not os.path.isfile(where):
            raise InputError(f"There is no file {where}.")
        return FunctionProcess(value, seconds, memory)
    if os.path.isfile(value):
        if value.endswith(".py"):
            raise OptionError(f"Which function of {value}? Name it: {value}:function.")
        if not os.access(value, os.X_OK):
            return AnswerFile(value)
        return Command(shlex.quote(str(Path(value).resolve())), seconds)
    return Command(value, seconds)
