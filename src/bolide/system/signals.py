"""How a command ends when it is asked to, by Ctrl-C or SIGTERM: within a second, with one line and no leftovers.

Both raise KeyboardInterrupt in the main thread, which ends a command the usual way. But a compiled loop hears nothing
before it ends; so the C half of Python's signal handling also wakes a thread, which ends the process by force where it
is still there after a moment.
"""

from __future__ import annotations

import _thread
import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from bolide.system.files import abandon

MOMENT = 0.4  # seconds that a command has to end by itself
SIGNALS = (signal.SIGINT, signal.SIGTERM)
_asked = False
_done = False
_told = False
_TELLING = _thread.allocate_lock()  # held by whoever says so: the main thread, or the one that watches


def leave_when_asked() -> None:
    """From now on both signals end this process."""
    global _done
    _done = False
    sys.unraisablehook = _unheard
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    _thread.start_new_thread(_watch, (reading,))
    for number in SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:  # as in the background, where Ctrl-C is meant for others
            signal.signal(number, _interrupt)


def asked() -> bool:
    """Whether a signal has asked this process to end: whatever is raised from then on comes of that.

    An interrupt may arrive anywhere, also in a library that then stumbles over something else: a lock that it believes
    to hold, a pool that is half closed.
    """
    return _asked


def done() -> None:
    """From now on a signal comes too late: the command has its exit code, and the process is about to end.

    Python itself would give up its handlers while it ends, and a signal would then change the exit code.
    """
    global _done
    _done = True
    for number in SIGNALS:
        if signal.getsignal(number) is _interrupt:
            signal.signal(number, signal.SIG_IGN)


def _interrupt(number: int, frame: object) -> None:
    global _asked
    if not (_asked or _done):  # a second one would only disturb how the first one ends the command
        _asked = True
        raise KeyboardInterrupt


def run(main: Callable[[], int | None], program: str) -> int:
    """Run the command of a process and give its exit code."""
    leave_when_asked()
    try:
        return main() or 0
    except BaseException:
        if asked():
            leave(at_once=True, program=program)
        raise


def leave(at_once: bool = False, program: str = "bolide") -> None:
    """Say that the command was interrupted; `at_once`, end the process, whatever its threads are at."""
    global _told
    with _TELLING:
        if not _told:
            _told = _asked  # where no signal was seen, no other thread is about to say the same
            with suppress(OSError, ValueError, AttributeError):  # where it is closed there is nobody to tell
                sys.stderr.write(f"{program}: interrupted\n")
                sys.stderr.flush()
    if at_once:
        _end()


def _watch(reading: int) -> None:
    while os.read(reading, 1) not in map(_byte, SIGNALS):
        continue
    time.sleep(MOMENT)
    with suppress(RuntimeError):  # none can be started any more where Python (3.12 or later) is ending already
        _thread.start_new_thread(_end_soon, ())
    if sys.stderr is not None and sys.stderr.isatty():
        sys.stderr.write("\x1b[?25h\r\x1b[K")  # a progress bar hides the cursor
    leave(at_once=True)


def _end_soon() -> None:
    """End the process also where standard error is a pipe that nobody reads, and what is said there waits forever."""
    time.sleep(MOMENT)
    _end()


def _byte(number: int) -> bytes:
    return bytes([number])


def _end() -> None:
    abandon()
    if "multiprocessing" in sys.modules:
        from multiprocessing import active_children

        for child in active_children():
            child.terminate()
    os._exit(130)


def _unheard(unraisable: Any) -> None:
    """An interrupt that arrives where nothing can be raised, as in a destructor, is not worth a traceback."""
    if not issubclass(unraisable.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(unraisable)
