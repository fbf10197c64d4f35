"""Implementations under check, each in a process of its own: a Python function, a command, or a file of answers."""

from __future__ import annotations

import json
import os
import queue
import shlex
import shutil
import signal
import subprocess
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import IO, Any, cast

from bolide.classroom import harness
from bolide.system.errors import InputError, OptionError, counted

_LOADING = 60.0  # seconds for an import: some packages take many
_LONGEST = 1 << 17  # characters of an answer
_WAITING = 1000  # answers that nobody has asked for


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


class Implementation(ABC):
    """Something that scores cases; `parameters` are the names and annotations of a Python function's."""

    name: str
    parameters: list[list[str]]
    fixed = False  # whether it can answer only the cases that were printed for it
    kind = "a function"
    options: tuple[str, ...] = ("timeout", "memory", "tokens", "hyp_first")  # of `check` that have an effect on it

    def close(self) -> None:  # noqa: B027 - most have no process that outlives an answer
        """End its process."""

    @abstractmethod
    def answer(self, calls: Sequence[list[Any]], cases: Sequence[dict[str, Any]]) -> list[Answer]:
        """One answer per case; `calls` are the arguments for functions, `cases` plain data for everything else."""


class FunctionProcess(Implementation):
    """A Python function in a process of its own, which is ended and started again if a call takes too long."""

    def __init__(self, target: str | Callable[..., Any], seconds: float, memory: int) -> None:
        self._target, self._seconds, self._memory = target, seconds, memory
        self.name = target if isinstance(target, str) else getattr(target, "__name__", repr(target))
        self._failures = 0
        if not isinstance(target, str):  # a copy of this process, which may hold more memory than a limit would allow
            self.kind, self.options = "a function of this process", ("timeout", "tokens", "hyp_first")
        self._start()

    def _start(self) -> None:
        self._process: subprocess.Popen[str] | _Fork
        if isinstance(self._target, str):
            words = ["-m", harness.__name__, self._target, str(self._memory), str(os.getpid())]
            self._process = subprocess.Popen(
                [sys.executable, "-B", "-P", *words],  # -P: nothing is imported from the working folder
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                encoding="utf-8",
                errors="replace",
            )
        else:
            self._process = _Fork(self._target)
        self._calls = cast(IO[str], self._process.stdin)
        self._lines: queue.Queue[str] = queue.Queue(_WAITING)
        threading.Thread(target=_pump, args=(self._process.stdout, self._lines), daemon=True).start()
        try:
            loaded = self._next(_LOADING)
            if not _are_parameters(loaded.get("parameters")):
                raise _NoAnswerError(loaded.get("error", "it does not say its parameters"))
        except _NoAnswerError as problem:
            self.close()
            raise InputError(f"{self.name} cannot be loaded: {problem}.") from None
        self.parameters = loaded["parameters"]

    def _next(self, seconds: float) -> dict[str, Any]:
        """What the process says next. The function shares its descriptors, and may have written something else."""
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            raise _NoAnswerError(f"no answer within {seconds:g} seconds") from None
        if not line:
            raise _NoAnswerError("its process ended, perhaps for lack of memory")
        try:
            reply: dict[str, Any] | None = json.loads(line)
        except (ValueError, RecursionError):
            reply = None
        if not isinstance(reply, dict):
            raise _NoAnswerError(f"its process wrote {line.rstrip()!r:.80} in place of an answer")
        return reply

    def answer(self, calls: Sequence[list[Any]], cases: Sequence[dict[str, Any]]) -> list[Answer]:
        return [self._one(call) for call in calls]

    def _one(self, call: list[Any]) -> Answer:
        if self._failures == 3:
            return Answer(error="not called again after three calls without an answer")
        try:
            print(json.dumps(call), file=self._calls, flush=True)
            return Answer.of(self._next(self._seconds))
        except OSError:
            answer = Answer(error="its process ended")
        except _NoAnswerError as problem:
            answer = Answer(error=str(problem))
        self._failures += 1
        self.close()
        self._start()
        return answer

    def close(self) -> None:
        self._process.kill()
        with suppress(OSError):
            self._calls.close()
        self._process.wait()


class _NoAnswerError(Exception):
    """A process that ended, is late, or writes something else than an answer."""


def _are_parameters(value: Any) -> bool:
    """Whether this is a list of names and annotations."""
    pairs = value if isinstance(value, list) else [None]
    return all(isinstance(pair, list) and list(map(type, pair)) == [str, str] for pair in pairs)


class _Fork:
    """A copy of this process that runs a function, used as a Popen; the function may be a lambda.

    It may also be in a worker of multiprocessing's pools, where multiprocessing has no processes.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        if not hasattr(os, "fork"):
            raise OptionError("Pass the function as 'file.py:function' or 'package.module:function' on this system.")
        (calls, stdin), (stdout, answers) = os.pipe(), os.pipe()
        self._pid = os.fork()
        if self._pid == 0:
            try:
                os.close(stdin)
                os.close(stdout)
                harness.end_with_parent()
                harness.silence()
                asked, answered = os.fdopen(calls, encoding="utf-8"), os.fdopen(answers, "w", encoding="utf-8")
                harness.serve(function, asked, answered)
            finally:
                os._exit(0)
        os.close(calls)
        os.close(answers)
        self.stdin = os.fdopen(stdin, "w", encoding="utf-8")
        self.stdout = os.fdopen(stdout, encoding="utf-8", errors="replace")

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            os.kill(self._pid, signal.SIGKILL)

    def wait(self) -> None:
        with suppress(ChildProcessError):
            os.waitpid(self._pid, 0)


def _pump(lines: IO[str], into: queue.Queue[str]) -> None:
    """Pass on the lines of a process as they come, then an empty one; a line that is too long comes in pieces."""
    with lines:
        while line := lines.readline(_LONGEST):
            into.put(line)
    into.put("")


class Command(Implementation):
    """A program that reads cases as JSON lines and writes one number, or one JSON object, per line."""

    kind = "a command"
    options = ("timeout",)

    def __init__(self, command: str, seconds: float) -> None:
        self.name, self.parameters, self._seconds = command, [], seconds
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
        text = "".join(json.dumps(case, ensure_ascii=False) + "\n" for case in cases)
        seconds, most = self._seconds * max(5, len(cases)), _LONGEST * (len(cases) + 1)
        try:
            out, err, status = _run(self._words, text.encode(), seconds, most)
        except subprocess.TimeoutExpired:
            return [Answer(error=f"no answer within {seconds:g} seconds")] * len(cases)
        if len(out) > most:
            return [Answer(error=f"it wrote more than {most:,} bytes for {counted(len(cases), 'case')}")] * len(cases)
        lines = out.decode("utf-8", "replace").splitlines()
        if len(lines) != len(cases):
            last = (err.decode("utf-8", "replace").strip().splitlines() or [f"status {status}"])[-1]
            problem = f"{counted(len(lines), 'line')} for {counted(len(cases), 'case')} ({last:.200})"
            return [Answer(error=problem)] * len(cases)
        return list(map(_read_answer, lines))


def _run(words: Sequence[str], text: bytes, seconds: float, most: int) -> tuple[bytes, bytes, int]:
    """Run a command on a text: its output, of which more than `most` bytes end it, its last errors, and its status."""
    end = harness.end_with_parent if os.name == "posix" else None
    pipe = subprocess.PIPE
    process = subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, preexec_fn=end)
    streams = cast(list[IO[bytes]], [process.stdin, process.stdout, process.stderr])
    out, err = bytearray(), bytearray()

    def write(stream: IO[bytes]) -> None:
        with suppress(OSError), stream:  # which a command need not read
            stream.write(text)

    def read(stream: IO[bytes]) -> None:
        with stream:
            while (piece := os.read(stream.fileno(), 1 << 16)) and len(out) <= most:
                out.extend(piece)
        if len(out) > most:
            process.kill()

    def read_last(stream: IO[bytes]) -> None:
        with stream:
            while piece := os.read(stream.fileno(), 1 << 16):
                err[:] = (err + piece)[-4096:]

    work = zip((write, read, read_last), streams, strict=True)
    threads = [threading.Thread(target=function, args=(stream,), daemon=True) for function, stream in work]
    try:
        for thread in threads:
            thread.start()
        status = process.wait(seconds)
        for thread in threads[1:]:
            thread.join(1.0)  # a process that the command left behind may hold its output open
    finally:
        process.kill()
        process.wait()
    return bytes(out), bytes(err), status


class AnswerFile(Implementation):
    """Answers that were computed elsewhere, one per line, in the order in which `--cases` prints the cases."""

    fixed = True
    kind = "a file of answers"
    options = ()

    def __init__(self, path: str) -> None:
        self.name, self.parameters = Path(path).name, []
        try:
            lines = Path(path).read_text(encoding="utf-8-sig").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(f"{path} cannot be read: {error}.") from None
        self._answers = [_read_answer(line) for line in lines if line.strip()]

    def answer(self, calls: Sequence[list[Any]], cases: Sequence[dict[str, Any]]) -> list[Answer]:
        if len(self._answers) != len(cases):
            raise InputError(
                f"{self.name} has {counted(len(self._answers), 'answer')} for {counted(len(cases), 'case')}; print the "
                "cases with --cases, with the same --like, -n and --seed."
            )
        return self._answers


def _read_answer(line: str) -> Answer:
    try:
        return Answer.of(json.loads(line))
    except (ValueError, RecursionError):
        return Answer(error=f"it answered {line!r:.80}, which is not a number")


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
