"""Standard streams in UTF-8, whatever the locale; errors and warnings in one line; how far long work is.

`guarded` runs a program so.
"""

from __future__ import annotations

import io
import os
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import monotonic
from typing import TYPE_CHECKING, Any, TextIO

from bolide.system.errors import BolideError, BolideWarning, one_line

if TYPE_CHECKING:
    from rich.progress import Progress

EXIT_DONE, EXIT_FAILED, EXIT_ERROR, EXIT_INTERRUPTED = 0, 1, 2, 130
_SHOW = warnings.showwarning


def say(program: str, message: str) -> None:
    """Print one line on standard error, after the program's name; if it cannot be written, it is lost."""
    line = f"{program}: {one_line(message)}".removeprefix(": ")
    with suppress(OSError, ValueError, AttributeError):  # it is closed, or None
        if sys.stderr.isatty():  # words stay whole there
            from shutil import get_terminal_size
            from textwrap import fill

            width = max(20, get_terminal_size().columns)
            line = fill(line, width, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
        sys.stderr.write(f"{line}\n")
        sys.stderr.flush()


def watched(stream: TextIO) -> bool:
    """Whether the stream is a terminal that shows colours; one that a plug-in closed is none."""
    return not stream.closed and stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


_postponed: list[Callable[[], None]] | None = None  # during a program: what waits for its output


def once_written(action: Callable[[], None]) -> None:
    """Call this when the output of the program is written, and not if that fails; at once if there is no program."""
    if _postponed is None:
        action()
    else:
        _postponed.append(action)


def guarded(program: str, run: Callable[[], int | None]) -> int:
    """Run a program and return its exit code; an error is printed in one line."""
    global _postponed
    said = set[str]()

    def show(message: Warning | str, category: type[Warning], *location: Any) -> None:
        if issubclass(category, UserWarning) and str(message) not in said:  # others are not for users of a program
            said.add(str(message))
            say(program, str(message))

    actions: list[Callable[[], None]] = []
    _postponed = actions
    with warnings.catch_warnings():
        if warnings.showwarning is _SHOW:  # no other code collects them
            warnings.simplefilter("always", BolideWarning)
            warnings.showwarning = show  # type: ignore[assignment]
        try:
            _set_up_streams()
            try:
                code = run()
            except SystemExit as leave:  # argparse leaves after --help
                code = leave.code  # type: ignore[assignment]
            sys.stdout.flush()
            for action in actions:
                action()
            return code or EXIT_DONE
        except (BolideError, OSError, MemoryError, ImportError) as problem:
            _flush_or_discard()
            if isinstance(problem, BrokenPipeError):  # the reader has seen enough
                return EXIT_DONE
            say(program, _message(problem))
            return EXIT_ERROR
        finally:
            _postponed = None


def _set_up_streams() -> None:
    """Let standard streams be UTF-8; one that was closed leads nowhere, or a file that is opened would take its place.
    Standard output then fails as it does on a full disk."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDONLY if number == 1 else os.O_RDWR)
    sys.stdout = sys.stdout or os.fdopen(1, "w", closefd=False)
    sys.stderr = sys.stderr or io.StringIO()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # of names of files that are not UTF-8


def _flush_or_discard() -> None:
    """Write what is left for standard output, which must not fail when Python ends."""
    try:
        sys.stdout.flush()
    except OSError:
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _message(error: BaseException) -> str:
    if isinstance(error, OSError):
        what = error.strerror or str(error) or type(error).__name__
        return f"{error.filename or 'Standard output cannot be written'}: {what}."
    if isinstance(error, MemoryError):
        return "There is not enough memory for this."
    if isinstance(error, ImportError):
        return f"A package cannot be loaded: {error}. Is there enough memory, and is it completely installed?"
    return str(error)


FIRST, AGAIN = 10.0, 60.0  # seconds until a log has its first line, and between lines


@contextmanager
def progress(label: str, total: int | None) -> Iterator[Callable[[int], None]]:
    """Yields a function that is told how many of the `total` steps were just done, None where nobody knows the total.

    On a terminal a bar appears after a second. Elsewhere there is a line after ten seconds and then every minute: a log
    file is not flooded, and shows signs of life.
    """
    bar: Progress | None = None
    terminal, done, start = watched(sys.stderr), 0, monotonic()
    due = start + (1.0 if terminal else FIRST)

    def step(steps: int) -> None:
        nonlocal bar, done, due
        done += steps
        now = monotonic()
        if now < due:
            return
        if not terminal:
            due = now + AGAIN
            share = f" of {total:,} ({100 * done // total} %)" if total else ""
            say("bolide", f"{label}: {done:,}{share} after {now - start:.0f} s")
            return
        if bar is None:
            from rich.console import Console
            from rich.progress import Progress

            bar = Progress(console=Console(file=sys.stderr), transient=True)
            bar.start()
            bar.add_task(label, total=total)
        bar.update(bar.task_ids[0], completed=done)

    try:
        yield step
    finally:
        if bar is not None:
            bar.stop()
