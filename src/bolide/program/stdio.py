"""Standard streams that may be closed, full, or in an encoding that lacks characters.

`guarded` runs a program with such streams: any error becomes one line on standard error and an exit code.
"""

from __future__ import annotations

import io
import os
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO

from bolide.system.errors import BolideError, BolideWarning, one_line

EXIT_DONE, EXIT_FAILED, EXIT_ERROR, EXIT_INTERRUPTED = 0, 1, 2, 130


class OutputError(BolideError):
    """Standard output is closed, or cannot be written."""


class _ReaderGone(Exception):
    """The reader of standard output closed the pipe."""


class _Output:
    """Standard output that raises OutputError if it cannot be written, and escapes characters its encoding lacks."""

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream or _Closed()

    def write(self, text: str) -> int:
        with _failing_here():
            self._stream.write(encodable(text, self._stream))
        return len(text)

    def writelines(self, texts: Any) -> None:
        for text in texts:
            self.write(text)

    def flush(self) -> None:
        with _failing_here():
            self._stream.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


class _Closed(io.TextIOBase):
    """Standard output that was closed before the program began: writing raises OutputError."""

    def write(self, text: str) -> int:
        raise OutputError("Standard output is closed. Name a file with -o, or leave it open.")


@contextmanager
def _failing_here() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise _ReaderGone from None
    except OSError as error:
        raise OutputError(f"Standard output cannot be written: {error.strerror or error}.") from None


def watched(stream: TextIO) -> bool:
    """Whether the stream is a terminal that shows colours; one that a plug-in closed is none."""
    return not stream.closed and stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def encodable(text: str, stream: object, escape: Callable[[str], str] | None = None) -> str:
    """Escape the characters that the stream's encoding lacks, with `escape` if given, otherwise as in `\\u4e2d`."""
    encoding = getattr(stream, "encoding", None)
    if not encoding:
        return text
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        if escape is None:
            return text.encode(encoding, "backslashreplace").decode(encoding)
        return "".join(c if c.encode(encoding, "ignore") else escape(c) for c in text)
    return text


def say(program: str, message: str) -> None:
    """Print one line on standard error, after the program's name; if it cannot be written, it is lost."""
    stream = sys.stderr
    with suppress(OSError, ValueError, AttributeError):  # it is closed, or None
        line = f"{program}: {one_line(message)}".removeprefix(": ")
        stream.write(encodable(f"{_wrapped(line, stream)}\n", stream))
        stream.flush()


def _wrapped(line: str, stream: TextIO) -> str:
    """The line as it is, or on a terminal wrapped at words."""
    if not stream.isatty():
        return line
    width = os.get_terminal_size(stream.fileno()).columns
    if not 20 <= width < len(line):
        return line
    from textwrap import fill  # most messages fit, or go into a file

    return fill(line, width, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


def guarded(program: str, run: Callable[[], int | None]) -> int:
    """Run a program and return its exit code; an error is printed in one line."""
    try:
        with _streams(program):
            return _answered(program, run)
    except BaseException as problem:  # also while the streams are installed or restored
        if not _is_interrupt(problem):
            raise
        from bolide.program.signals import leave

        leave(program=program)
        return EXIT_INTERRUPTED


def _answered(program: str, run: Callable[[], int | None]) -> int:
    try:
        return _finished(run)
    except BaseException as problem:
        gone = isinstance(problem, _ReaderGone)
        message = "" if gone else _message(problem)
        if message is None or _is_interrupt(problem):
            raise
        if gone or isinstance(problem, OutputError):
            _discard_output()
        if not gone:
            say(program, message)
        return EXIT_DONE if gone else EXIT_ERROR


def _is_interrupt(problem: BaseException) -> bool:
    """Whether the program was interrupted: after a signal, any exception is taken for a consequence of it."""
    signals = sys.modules.get("bolide.program.signals")
    return isinstance(problem, KeyboardInterrupt) or (signals is not None and signals.interrupted())


_postponed: list[Callable[[], None]] | None = None  # during a program: what waits for its output


def once_written(action: Callable[[], None]) -> None:
    """Call this when the output of the program is written, and not if that fails; at once if there is no program."""
    if _postponed is None:
        action()
    else:
        _postponed.append(action)


def _finished(run: Callable[[], int | None]) -> int:
    global _postponed
    _postponed = []
    try:
        code = run()
    except SystemExit as leave:  # argparse leaves after --help
        code = leave.code if isinstance(leave.code, int) else 0 if leave.code is None else EXIT_ERROR
        if isinstance(leave.code, str):
            raise BolideError(leave.code) from None
    finally:
        actions, _postponed = _postponed, None
    sys.stdout.flush()
    for action in actions:
        action()
    return code or EXIT_DONE


_NEEDED = ("numpy", "rich", "markdown_it")  # the dependencies in pyproject.toml


def _message(error: BaseException) -> str | None:
    """The message for an error that is not a bug in the program; None if it is one."""
    if isinstance(error, BolideError):
        return str(error)
    if isinstance(error, OSError):
        what = error.strerror or str(error) or type(error).__name__
        return f"{error.filename}: {what}." if error.filename else f"The system reports: {what}."
    if isinstance(error, MemoryError):
        return "There is not enough memory for this."
    if isinstance(error, ModuleNotFoundError) and error.name in _NEEDED:
        return f"The package {error.name}, which Bolide needs, is not installed; install Bolide again with pip."
    if isinstance(error, ImportError) and not isinstance(error, ModuleNotFoundError):  # of a compiled package
        return f"A package cannot be loaded: {error}. Is there enough memory, and is it completely installed?"
    return None


@contextmanager
def _streams(program: str) -> Iterator[None]:
    """Make the standard streams safe to use, and print warnings in one line, while a program runs."""
    for number in range(3):  # a closed descriptor is opened: otherwise the next file would become a standard stream
        try:
            os.fstat(number)
        except OSError:
            with suppress(OSError):
                os.open(os.devnull, os.O_RDWR)
    before = sys.stdout, sys.stderr
    sys.stdout = _Output(sys.stdout)
    if sys.stderr is None:
        sys.stderr = io.StringIO()  # what is written there is lost
    said = set[str]()

    def show(message: Warning | str, category: type[Warning], *location: Any) -> None:
        if issubclass(category, UserWarning) and str(message) not in said:  # others are not for users of a program
            said.add(str(message))
            say(program, str(message))

    with warnings.catch_warnings():
        if warnings.showwarning is _SHOW:  # no other code collects them
            warnings.simplefilter("always", BolideWarning)
            warnings.showwarning = show  # type: ignore[assignment]
        try:
            yield
        finally:
            sys.stdout, sys.stderr = before


_SHOW = warnings.showwarning


def _discard_output() -> None:
    """Discard what is left in standard output, so that Python does not fail to write it at exit."""
    with suppress(OSError, ValueError, AttributeError, OutputError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
