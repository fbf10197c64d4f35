"""Plain texts become texts in units: each distinct sentence once, in processes where there are many."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple

from bolide.jobs import workers
from bolide.text.analysis import load
from bolide.text.tokenize import tokenizer
from bolide.text.units import SEPARATOR, guarded

CHUNK = 128  # sentences that a process takes at a time
MOST = 1 << 20  # sentences that are remembered


class Plan(NamedTuple):
    """What to make of a text: kinds of units, the tool of each, and the tokenizer that cuts the words."""

    kinds: tuple[str, ...]
    tools: tuple[str, ...]
    tokenize: str


_KNOWN: dict[Plan, dict[str, str]] = {}


def unit_texts(
    texts: Sequence[str], plan: Plan, *, jobs: int = 1, done: Callable[[int], None] = lambda sentences: None
) -> list[str]:
    """Every text with its units side by side, separated by `++`.

    What was analysed before in this process is not analysed again; `done` is called with the number of texts that are
    ready. With more than one job, a script that calls this needs the usual `if __name__ == "__main__":`.
    """
    known = _KNOWN.setdefault(plan, {})
    if len(known) > MOST:
        known.clear()
    new = list(dict.fromkeys(text for text in texts if text not in known))
    done(len(texts) - len(new))
    for chunk in analysed(new, plan, jobs):
        known.update(chunk)
        done(len(chunk))
    return [known[text] for text in texts]


def analysed(texts: Sequence[str], plan: Plan, jobs: int) -> Iterator[dict[str, str]]:
    """The texts of each chunk with what became of them."""
    chunks = [texts[first : first + CHUNK] for first in range(0, len(texts), CHUNK)]
    work = partial(_chunk, plan)
    processes = workers(jobs)
    if processes == 1 or len(chunks) < 4:
        yield from map(work, chunks)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    # A forked process would inherit the threads of a progress bar, half alive.
    with _safe_path(), ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        yield from pool.map(work, chunks)


@contextmanager
def _safe_path() -> Iterator[None]:
    """Keep new Python processes from importing out of the working folder before they have this one's path."""
    before = os.environ.get("PYTHONSAFEPATH")
    os.environ["PYTHONSAFEPATH"] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ["PYTHONSAFEPATH"]
        else:
            os.environ["PYTHONSAFEPATH"] = before


def _chunk(plan: Plan, texts: Sequence[str]) -> dict[str, str]:
    cut = tokenizer(plan.tokenize)
    views = [load(kind, tool) for kind, tool in zip(plan.kinds, plan.tools, strict=True)]
    found = {}
    for text in texts:
        words = cut(text.rstrip())
        found[text] = beside([view(text, words) for view in views])
    return found


def beside(views: Iterable[Sequence[str]]) -> str:
    """The units of one sentence in one line; a sentence without a token is an empty line."""
    lines = [" ".join(guarded(token) for token in view if token and not token.isspace()) for view in views]
    return f" {SEPARATOR} ".join(lines) if any(lines) else ""
