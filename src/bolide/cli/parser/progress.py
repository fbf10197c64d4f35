"""A progress bar on stderr, for work over a second, where somebody watches."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from bolide.system.stdio import watched


@contextmanager
def progress(label: str, total: int | None) -> Iterator[Callable[[int], None]]:
    """Yields a function that is told how many of the `total` steps were just done; the bar appears after a second.

    Where nobody knows the total, it is None.
    """
    if not watched(sys.stderr):
        yield lambda steps: None
        return
    done = 0
    bar = None
    task = None

    def appear() -> None:
        nonlocal bar, task
        from rich.console import Console
        from rich.progress import Progress

        bar = Progress(console=Console(file=sys.stderr), transient=True)
        bar.start()
        task = bar.add_task(label, total=total, completed=done)

    def step(steps: int) -> None:
        nonlocal done
        done += steps
        if bar is not None and task is not None:
            bar.update(task, completed=done)

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
