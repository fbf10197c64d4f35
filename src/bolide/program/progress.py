"""How far long work is: a bar on a terminal, otherwise a line now and then."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from bolide.program.stdio import say, watched

FIRST, AGAIN = 10.0, 60.0  # seconds until a log has its first line, and between lines


@contextmanager
def progress(label: str, total: int | None) -> Iterator[Callable[[int], None]]:
    """Yields a function that is told how many of the `total` steps were just done; the bar appears after a second.

    Where nobody knows the total, it is None.
    """
    if not watched(sys.stderr):
        yield _lines(label, total)
        return
    done = 0
    bar = None

    def appear() -> None:
        nonlocal bar
        from rich.console import Console
        from rich.progress import Progress

        started = Progress(console=Console(file=sys.stderr), transient=True)
        started.start()
        started.add_task(label, total=total, completed=done)
        bar = started

    def step(steps: int) -> None:
        nonlocal done
        done += steps
        if bar is not None:
            bar.update(bar.task_ids[0], completed=done)

    from threading import Timer  # most runs are over before anybody could watch

    timer = Timer(1.0, appear)
    timer.daemon = True
    timer.start()
    try:
        yield step
    finally:
        timer.cancel()
        timer.join()  # a bar that is just appearing has appeared, and can be taken away
        if bar is not None:
            bar.stop()


def _lines(label: str, total: int | None) -> Callable[[int], None]:
    """Write a line after ten seconds and then every minute: a log file is not flooded, and shows signs of life."""
    from time import monotonic

    start = monotonic()
    done, due = 0, start + FIRST

    def step(steps: int) -> None:
        nonlocal done, due
        done += steps
        now = monotonic()
        if now < due:
            return
        due = now + AGAIN
        share = f" of {total:,} ({100 * done // total} %)" if total else ""
        say("bolide", f"{label}: {done:,}{share} after {now - start:.0f} s")

    return step
