"""Tokens of units of plain texts: each distinct sentence is analysed once, in several processes if there are many."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from bolide.system.errors import InputError, OptionError, counted
from bolide.system.stored import to_json
from bolide.system.threads import workers
from bolide.text.tokenize import tokenizer
from bolide.text.units import FILE, load, parse_units
from bolide.text.units.parallel import ALTERNATIVE, SEPARATOR, escaped_mark, solid, split_units, unescaped_mark

Sentence = tuple[list[str], ...]  # the tokens of each unit

CHUNK = 128  # sentences per task of a process
MOST = 1 << 20  # sentences in the cache


class UnitPlan(NamedTuple):
    """The units to produce: their kinds, the tool of each, and the tokenizer for words."""

    kinds: tuple[str, ...]
    tools: tuple[str, ...]
    tokenize: str


_CACHES: dict[UnitPlan, dict[str, Sentence]] = {}  # the units of each distinct text, in this process


def units_of(
    texts: Sequence[str], plan: UnitPlan, *, jobs: int = 1, progress: Callable[[int], None] = lambda sentences: None
) -> list[Sentence]:
    """The units of every text.

    Texts analysed before in this process are taken from a cache; `progress` is called with the number of texts that are
    ready. With more than one job, a script that calls this needs the usual `if __name__ == "__main__":`.
    """
    known = _CACHES.setdefault(plan, {})
    new = list(dict.fromkeys(text for text in texts if text not in known))
    if new and len(known) > MOST:  # replaced, not emptied: another thread may be reading it
        known = _CACHES[plan] = {}
        new = list(dict.fromkeys(texts))
    progress(len(texts) - len(new))
    for chunk in analysed(new, plan, jobs):
        known.update(chunk)
        progress(len(chunk))
    return [known[text] for text in texts]


def unit_texts(
    texts: Sequence[str], plan: UnitPlan, *, jobs: int = 1, progress: Callable[[int], None] = lambda sentences: None
) -> list[str]:
    """Every text as a line of its units, separated by `++`."""
    return list(map(unit_line, units_of(texts, plan, jobs=jobs, progress=progress)))


def analysed(texts: Sequence[str], plan: UnitPlan, jobs: int) -> Iterator[dict[str, Sentence]]:
    """The texts with their units, in chunks."""
    chunks = [texts[first : first + CHUNK] for first in range(0, len(texts), CHUNK)]
    work = partial(_chunk, plan)
    processes = workers(jobs)
    if processes == 1 or len(chunks) < 4:
        yield from map(work, chunks)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import active_children, get_context

    others = active_children()
    with _starting():  # new processes; one that was forked would inherit the locks of threads, but not the threads
        pool = ProcessPoolExecutor(processes, mp_context=get_context("spawn"))
    try:
        with _starting():
            tasks = [pool.submit(work, chunk) for chunk in chunks]
        for task in tasks:
            yield task.result()
    except BaseException:  # an interrupt, or the generator was closed: do not wait for running tasks
        # The tasks are not cancelled: before Python 3.12, the pool's thread would fail to end those that are.
        for child in set(active_children()) - set(others):
            child.terminate()
        raise
    finally:
        pool.shutdown()


@contextmanager
def _starting() -> Iterator[None]:
    """Processes started in here ignore Ctrl-C and a closed terminal, which end their parent and thereby them, import
    nothing from the working folder before they have this path, and do not complain of an interrupted program."""
    import signal

    wanted = {"PYTHONSAFEPATH": "1", "PYTHONWARNINGS": "ignore:resource_tracker"}
    before = {name: os.environ.get(name, "") for name in wanted}  # an empty one is as none
    mask = getattr(signal, "pthread_sigmask", None)  # not on Windows
    heard = mask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGHUP}) if mask else set()
    os.environ |= wanted
    try:
        yield
    finally:
        os.environ |= before
        if mask:
            mask(signal.SIG_SETMASK, heard)


def _chunk(plan: UnitPlan, texts: Sequence[str]) -> dict[str, Sentence]:
    cut = tokenizer(plan.tokenize)
    views = [load(kind, tool) for kind, tool in zip(plan.kinds, plan.tools, strict=True)]
    sentences = {}
    for text in texts:
        words = cut(text.rstrip())
        sentences[text] = tuple([solid(token) for token in view(text, words) if token.strip()] for view in views)
    return sentences


def unit_line(views: Iterable[Sequence[str]]) -> str:
    """The units of one sentence in one line; a sentence without tokens is an empty line."""
    lines = [" ".join(map(escaped_mark, view)) for view in views]
    return f" {SEPARATOR} ".join(lines) if any(lines) else ""


@dataclass(frozen=True)
class UnitLines:
    """Lines of units: `names` are those of the units, `lines[i]` the alternatives of line i, each as it is written."""

    names: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]
    taken: bool = False  # one unit that was read back, in which nothing is escaped

    @property
    def cells(self) -> list[list[list[str]]]:
        """The units of every alternative of every line, each as it is read: without the backslashes before marks."""
        if self.taken:
            return [[[text] for text in line] for line in self.lines]
        return [[[_plain(view) for view in split_units(text, len(self.names))] for text in line] for line in self.lines]

    def to_text(self) -> str:
        """The lines as rgbF reads them, alternatives joined by `#`."""
        return "".join(f"{f' {ALTERNATIVE} '.join(line)}\n" for line in self.lines)

    def to_json(self) -> str:
        """The units of every line as JSON."""
        lines = [[dict(zip(self.names, units, strict=True)) for units in group] for group in self.cells]
        return to_json({"units": list(self.names), "lines": lines})


def make_units(
    groups: Sequence[Sequence[str]],
    units: Sequence[str],
    language: str | None = None,
    *,
    tokenize: str = "13a",
    jobs: int = 1,
    progress: Callable[[int], None] = lambda texts: None,
) -> UnitLines:
    """Make units of texts; `groups[i]` are the alternatives of line i."""
    names, tools = parse_units(units, language)
    if FILE in tools:
        raise OptionError("pos=FILE is for `bolide score`; here units are made of the text alone.")
    texts = [text for group in groups for text in group]
    lines = iter(unit_texts(texts, UnitPlan(tuple(names), tools, tokenize), jobs=jobs, progress=progress))
    return UnitLines(tuple(names), tuple(tuple(next(lines) for _ in group) for group in groups))


def take_unit(lines: Sequence[str], number: int) -> UnitLines:
    """Read one unit back, by its number from 1."""
    taken = []
    for line, text in enumerate(lines, 1):
        views = split_units(text, number)
        if len(views) < number:
            raise InputError(f"Line {line} has {counted(len(views), 'unit')}; there is no unit {number} to take.")
        taken.append((_plain(views[number - 1]),))
    return UnitLines((f"unit {number}",), tuple(taken), taken=True)


def _plain(tokens: Sequence[str]) -> str:
    return " ".join(map(unescaped_mark, tokens))
