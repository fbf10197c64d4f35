"""Where the installed programs begin, and how Ctrl-C, SIGTERM and SIGHUP end them: soon, with one line and code 130.

A signal raises KeyboardInterrupt, and the command ends the usual way. But a compiled loop does not check for signals:
the C half of Python's signal handling also wakes a thread, which ends the process a moment later.
"""

import _thread
import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress

MOMENT = 0.4  # seconds that a command has to end by itself
SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
_ENDING = _thread.allocate_lock()  # never released: one thread ends the process


def bolide() -> int:
    """The program `bolide`."""
    # numpy reads this when it is imported. The search of `tune` has threads of its own, and other matrices are many and
    # small: with two threads, `compare` and `correlate` took half as much time again.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

    def main() -> int:
        from bolide.cli.main import main  # with handlers installed, since this takes a while

        return main()

    return run("bolide", main)


def rgbf() -> int:
    """The program `rgbF`."""

    def main() -> int:
        from bolide.peers.rgbf import main

        return main()

    return run("rgbF", main)


def run(program: str, main: Callable[[], int]) -> int:
    """Run a program that signals end; after one, any exception is taken for a consequence of it."""
    interrupted = False

    def interrupt(number: int, frame: object) -> None:
        nonlocal interrupted
        if not interrupted:  # a second one would only disturb how the first one ends the command
            interrupted = True
            raise KeyboardInterrupt

    def watch() -> None:
        while os.read(reading, 1)[0] not in SIGNALS:
            continue
        sys.unraisablehook = lambda problem: None  # whatever was interrupted may complain, in any thread
        if "threading" in sys.modules:
            sys.modules["threading"].excepthook = sys.unraisablehook  # type: ignore[attr-defined]
        time.sleep(MOMENT)
        end(program)

    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    for number in SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:  # as in the background, where Ctrl-C is meant for others
            signal.signal(number, interrupt)
    _thread.start_new_thread(watch, ())
    try:
        return main()
    except BaseException:
        if interrupted:
            end(program)
        raise


def end(program: str) -> None:
    """End the process with one line, whatever its threads are doing."""
    from bolide.system.files import remove_unfinished

    _ENDING.acquire()
    remove_unfinished()
    if "multiprocessing" in sys.modules:
        for child in sys.modules["multiprocessing"].active_children():
            child.kill()
    cursor = "\x1b[?25h\r\x1b[K" if os.isatty(2) else ""  # which a progress bar hides
    with suppress(OSError):  # standard error is closed
        os.write(2, f"{cursor}{program}: interrupted\n".encode())
    os._exit(130)
