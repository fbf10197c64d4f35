"""The line protocol: SCORE asks for statistics, EVAL for the score of statistics."""

from __future__ import annotations

from collections.abc import Iterator

from bolide.compat.meteor15.arguments import Command
from bolide.compat.meteor15.output import for_corpus, number, statistics
from bolide.corpus import Corpus
from bolide.metrics.meteor.meteor15.counts import WIDTH

_TRIMMED = "".join(map(chr, range(0x21)))


def answer(command: Command, line: str) -> Iterator[str]:
    """The lines that answer one line."""
    fields = line.rstrip("\r\n").split("|||")
    while fields and not fields[-1]:
        fields.pop()
    coco = command.has("-coco")
    word = line[:5]
    if word.startswith(("SCORE", "score")):
        yield _score(command, fields[1:])
    elif word.startswith(("EVAL", "eval")):
        yield from _eval(command, fields[1:], coco or len(fields) > 2)
    elif coco and word.startswith(("SING", "sing")):
        yield from _eval(command, fields[1:], False)
    else:
        yield f"Error: specify SCORE or EVAL{' or SING' if coco else ''}"


def _score(command: Command, fields: list[str]) -> str:
    if len(fields) < 2:
        return "Error: specify hypothesis and at least one reference"
    *refs, hyp = (text.strip(_TRIMMED) for text in fields)
    return statistics(command.measure(Corpus.of([hyp], [refs]))[0])


def _eval(command: Command, fields: list[str], summed: bool) -> Iterator[str]:
    """The score of each field of statistics, and with `summed` that of all together."""
    if not fields:
        yield "Error: specify Meteor stats"
        return
    rows = []
    for text in fields:
        try:
            row = [int(float(part)) for part in text.split()]
        except (ValueError, OverflowError):
            row = []
        if len(row) != WIDTH:
            yield f"Error: Meteor stats are {WIDTH} numbers"
            return
        rows.append(row)
    for row in rows if summed else rows[:1]:
        yield number(command.formula.value(row))
    if summed:
        total = [sum(column) for column in zip(*map(for_corpus, rows), strict=True)]
        yield number(command.formula.value(total))
