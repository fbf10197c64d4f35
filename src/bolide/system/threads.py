"""How many threads or processes share the work, and how it is done in threads that can be left alone.

A signal reaches Python code only, so a thread inside a compiled loop does not notice Ctrl-C before the loop ends. Long
work is therefore done in threads that nobody waits for at the end, while the calling thread waits: KeyboardInterrupt is
raised there at once. What is under way then ends by itself, at the next step, and what it made is dropped.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from operator import index
from typing import Any, TypeVar

from bolide.system.errors import OptionError

Result = TypeVar("Result")

MOST = 1024  # workers; more are meant by nobody, and each takes memory
_NAP = 0.2  # seconds between two looks at threads, where a system wakes nobody who waits for one


def available_cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def workers(jobs: int) -> int:
    """How many workers `jobs` asks for: 0 means one per core. Anything but an integer ≥ 0 is refused."""
    try:
        number = -1 if isinstance(jobs, bool) else index(jobs)
    except TypeError:
        number = -1
    if number < 0:
        raise OptionError(f"jobs is {jobs!r}; it must be an integer ≥ 0, where 0 means all cores.")
    if number > MOST:
        raise OptionError(f"jobs is {number}; there can be at most {MOST:,} workers. 0 means one per core.")
    return number or available_cores()


def share(work: Callable[[Any], None], items: Iterable[Any], threads: int) -> None:
    """Do the work on all items in this many threads. The first problem, in the order of the items, is raised."""
    from threading import Event, Lock, Thread

    tasks, taking, ended = enumerate(items), Lock(), Event()
    problems: dict[int, BaseException] = {}

    def go() -> None:
        while not ended.is_set():
            with taking:
                number, item = next(tasks, (-1, None))
            if number < 0:
                return
            try:
                work(item)
            except BaseException as problem:
                problems[number] = problem
                ended.set()

    crew = [Thread(target=go, daemon=True) for _ in range(threads)]
    try:
        for thread in crew:
            thread.start()
        for thread in crew:
            while thread.is_alive():
                thread.join(_NAP)
    finally:
        ended.set()
    if problems:
        raise problems[min(problems)]


def waited_for(work: Callable[[], Result]) -> Result:
    """The result of work that may take long inside a compiled loop; Ctrl-C ends the waiting."""
    if not hears_signals():
        return work()
    results: list[Result] = []
    share(lambda call: results.append(call()), [work], 1)
    return results[0]


def hears_signals() -> bool:
    """Whether this is the thread in which Ctrl-C raises KeyboardInterrupt, and another one can be started."""
    if sys.platform == "emscripten":
        return False
    from threading import current_thread, main_thread

    return current_thread() is main_thread()
