"""SIGINT, SIGTERM and SIGHUP handling: exit within a second, print one line, remove temporary files.

All raise KeyboardInterrupt in the main thread, which ends a command the usual way. But a compiled loop does not check
for signals; so the C half of Python's signal handling also wakes a thread, which ends the process by force if it is
still running after a moment.
"""

import _thread
import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from bolide.system.files import remove_unfinished

MOMENT = 0.4  # seconds that a command has to end by itself
SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
_interrupted = False
_ignoring = False
_announced = False
_ANNOUNCING = _thread.allocate_lock()  # held while the line is printed, by the main thread or the one that watches


def install_handlers() -> None:
    """Install handlers that end the process."""
    global _ignoring
    _ignoring = False
    sys.unraisablehook = _ignore_interrupt
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    _thread.start_new_thread(_watch, (reading,))
    for number in SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:  # as in the background, where Ctrl-C is meant for others
            signal.signal(number, _interrupt)


def interrupted() -> bool:
    """Whether a signal has arrived: any exception after that is taken for a consequence of it.

    An interrupt may arrive anywhere, also inside a library that then raises something else, because of a lock that it
    no longer holds or a pool that is half closed.
    """
    return _interrupted


def ignore_signals() -> None:
    """Ignore these signals from now on: the command has its exit code, and the process is about to end.

    Python itself removes its handlers while it ends, and a signal would then change the exit code.
    """
    global _ignoring
    _ignoring = True
    for number in SIGNALS:
        if signal.getsignal(number) is _interrupt:
            signal.signal(number, signal.SIG_IGN)


def _interrupt(number: int, frame: object) -> None:
    global _interrupted
    if not (_interrupted or _ignoring):  # a second one would only disturb how the first one ends the command
        _interrupted = True
        if "threading" in sys.modules:  # a pool's thread may fail because of what the signal interrupts
            sys.modules["threading"].excepthook = lambda problem: None  # type: ignore[attr-defined]
        raise KeyboardInterrupt


def run(main: Callable[[], int | None], program: str) -> int:
    """Run a command with the handlers installed and return its exit code."""
    install_handlers()
    try:
        return main() or 0
    except BaseException:
        if interrupted():
            leave(at_once=True, program=program)
        raise


def leave(at_once: bool = False, program: str = "bolide") -> None:
    """Print that the command was interrupted; if `at_once`, end the process whatever its threads are doing."""
    global _announced
    with _ANNOUNCING:
        if not _announced:
            _announced = _interrupted  # without a signal, no other thread is about to print the line
            with suppress(OSError, ValueError, AttributeError):  # standard error is closed
                sys.stderr.write(f"{program}: interrupted\n")
                sys.stderr.flush()
    if at_once:
        _end()


def _watch(reading: int) -> None:
    while os.read(reading, 1) not in [bytes([number]) for number in SIGNALS]:
        continue
    time.sleep(MOMENT)
    with suppress(RuntimeError):  # while it ends, Python 3.12 and later start no thread
        _thread.start_new_thread(_end_soon, ())
    if sys.stderr is not None and sys.stderr.isatty():
        sys.stderr.write("\x1b[?25h\r\x1b[K")  # a progress bar hides the cursor
    leave(at_once=True)


def _end_soon() -> None:
    """End the process even if standard error is a full pipe that nobody reads and printing to it blocks."""
    time.sleep(MOMENT)
    _end()


def _end() -> None:
    remove_unfinished()
    if "multiprocessing" in sys.modules:
        from multiprocessing import active_children

        for child in active_children():
            child.terminate()
    os._exit(130)


def _ignore_interrupt(unraisable: Any) -> None:
    """Print no traceback for an interrupt that arrives where nothing can be raised, for example in a destructor."""
    if not issubclass(unraisable.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(unraisable)
