"""Worker counts, and daemon threads for long work, so that Ctrl-C is noticed at once.

A thread inside a compiled loop does not check for signals before the loop ends. Long work is therefore done in daemon
threads while the calling thread waits: KeyboardInterrupt is raised there at once. The workers end by themselves after
their current step, and their results are dropped.
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from operator import index
from typing import Any, TypeVar

from bolide.system.errors import OptionError

Result = TypeVar("Result")

MOST = 1024  # workers; more are a mistake, and each takes memory
_NAP = 0.2  # seconds between checks for the end of a thread: on some systems a signal does not interrupt the wait


def available_cores() -> int:
    """The number of cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def workers(jobs: int) -> int:
    """The number of workers for `jobs`: 0 means one per core. OptionError if it is not an integer ≥ 0."""
    try:
        number = -1 if isinstance(jobs, bool) else index(jobs)
    except TypeError:
        number = -1
    if number < 0:
        raise OptionError(f"jobs is {jobs!r}; it must be an integer ≥ 0, where 0 means all cores.")
    if number > MOST:
        raise OptionError(f"jobs is {number}; there can be at most {MOST:,} workers. 0 means one per core.")
    return number or available_cores()


def run_in_threads(work: Callable[[Any], None], items: Iterable[Any], threads: int) -> None:
    """Call `work` on all items in this many threads; the first exception, in the order of the items, is raised."""
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
    except RuntimeError as problem:  # an interrupt inside `start` may release a lock that is not held
        if isinstance(problem.__context__, KeyboardInterrupt):
            raise problem.__context__ from None
        raise
    finally:
        ended.set()
    if problems:
        raise problems[min(problems)]


def map_in_order(work: Callable[[Any], Result], items: Iterable[Any], threads: int) -> Iterator[Result]:
    """Map `work` over the items in threads; yields results in order, with only a few items in progress at a time."""
    from collections import deque
    from concurrent.futures import Future, ThreadPoolExecutor

    pool = ThreadPoolExecutor(threads)
    waiting: deque[Future[Result]] = deque()
    try:
        for item in items:
            waiting.append(pool.submit(work, item))
            if len(waiting) > threads + 1:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def run_interruptible(work: Callable[[], Result]) -> Result:
    """Run work that may take long inside a compiled loop in another thread, so that Ctrl-C can interrupt it."""
    if not is_main_thread():
        return work()
    results: list[Result] = []
    run_in_threads(lambda call: results.append(call()), [work], 1)
    return results[0]


def is_main_thread() -> bool:
    """Whether this is the main thread, in which Ctrl-C raises KeyboardInterrupt, and threads can be started."""
    if sys.platform == "emscripten":
        return False
    from threading import current_thread, main_thread

    return current_thread() is main_thread()
