"""Plain text: files with one line per segment, and the line protocol of -stdio (SCORE and EVAL)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import TextIOWrapper
from typing import TextIO

from bolide.compat.meteor15.arguments import Command
from bolide.compat.meteor15.output import alignment_text, for_corpus, header, number, result, statistics, system_block
from bolide.corpus import Corpus
from bolide.corpus.decoding import MARK, mark_notice
from bolide.corpus.lines import read_text
from bolide.metrics.meteor.meteor15.counts import WIDTH
from bolide.system.errors import InputError
from bolide.system.files import check_target, write_text
from bolide.system.messages import counted, one_line


def score_plain(command: Command, out: TextIO, err: TextIO) -> None:
    """Score two files and print what the tool prints."""
    if command.has("-writeAlignments"):
        check_target(f"{command.prefix}-align.out", command.inputs)
    hyps, refs = _lines(command.test), _lines(command.reference)
    files = {command.test: hyps, command.reference: refs}
    if marked := [name for name, lines in files.items() if lines and lines[0].startswith(MARK)]:
        advice = "as in the tool; `bolide score -m meteor --drop-bom` removes it"
        err.write(f"Warning: {one_line(mark_notice(*marked))}, {advice}.\n")
    per = command.references
    if len(hyps) * per != len(refs):
        raise InputError(
            f"test and reference not same length: {command.reference} has {counted(len(refs), 'line')} for "
            f"{len(hyps):,} of {command.test}; it needs {counted(per, 'line')} for each."
        )
    if not hyps:
        raise InputError(f"{command.test} is empty; there are no segments to score.")
    groups = [refs[k * per : (k + 1) * per] for k in range(len(hyps))]
    stats = command.measure(Corpus.of(hyps, groups))
    quiet, bare = command.has("-q"), command.has("-ssOut")
    if not quiet and not bare:
        out.write(header(command))
    for k, row in enumerate(stats, 1):
        text = result(command, row)
        if bare or (quiet and not command.has("-vOut")):
            (out if bare else err).write(f"{text}\n")
        else:
            out.write(f"Segment {k} score:\t{text}\n")
    if command.has("-writeAlignments"):
        named = enumerate(zip(hyps, groups, strict=True), 1)
        texts = (alignment_text(command, [str(k)], hyp, group) for k, (hyp, group) in named)
        write_text(f"{command.prefix}-align.out", "".join(texts), command.inputs)
    total = stats.total()
    if quiet:
        out.write(f"{number(command.formula.value(total))}\n")
    elif not bare:
        out.write(f"\nSystem level statistics:\n\n\n{system_block(command, total)}")


def _lines(name: str) -> list[str]:
    """Lines as Java reads them: a line feed, a carriage return or both end one."""
    lines = re.split("\r\n|\r|\n", read_text(name, mark=True))
    return lines[:-1] if not lines[-1] else lines


_TRIMMED = "".join(map(chr, range(0x21)))


def answer_lines(command: Command, source: TextIO | None, out: TextIO) -> None:
    """Answer lines until they end, each at once."""
    if source is None:
        raise InputError("Standard input is closed; -stdio and -mira read from it.")
    for line in TextIOWrapper(source.buffer, encoding="utf-8", errors="replace", newline=None):
        for reply in answer(command, line):
            print(reply, file=out, flush=True)


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
