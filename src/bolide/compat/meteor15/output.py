"""What the tool prints, line for line."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Sequence
from decimal import Decimal

from bolide.compat.meteor15.arguments import Command
from bolide.kernels.formulas.meteor15 import forgive_whole
from bolide.metrics.counts import Pairs
from bolide.metrics.meteor.meteor15.counts import WIDTH, printed_row


def number(value: float) -> str:
    """A number as Java prints it: at least one decimal, an exponent below a thousandth and from ten million up."""
    if not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    if value == 0 or 1e-3 <= abs(value) < 1e7:
        return repr(value)
    sign, digits, exponent = Decimal(repr(value)).normalize().as_tuple()
    text = "".join(map(str, digits))
    return f"{'-' * sign}{text[0]}.{text[1:] or '0'}E{int(exponent) + len(digits) - 1}"


def numbers(values: Iterable[float], separator: str = " ") -> str:
    """Numbers in a line."""
    return separator.join(number(float(value)) for value in values)


def statistics(row: Sequence[int]) -> str:
    """The 23 numbers of a segment."""
    return numbers(printed_row(row))


def result(command: Command, row: Sequence[int], total: bool = False) -> str:
    """The score of a segment, with -vOut precision, recall and penalty before it, with -ssOut the statistics; of a
    document or a system, the `total`, chunks are shown as they add up."""
    if command.has("-ssOut"):
        return numbers(row) if total else statistics(row)
    return _verbose(command, row) if command.has("-vOut") else number(command.formula.value(row))


def _verbose(command: Command, row: Sequence[int]) -> str:
    parts = command.formula.numbers(row)
    return numbers((parts[name] for name in ("precision", "recall", "penalty", "meteor")), "\t")


def eval_id(command: Command) -> str:
    """The name the tool gives a setting."""
    counts, formula = command.counts, command.formula
    text = "norm" if counts.normalize else "lc_only" if counts.lowercase else "no_norm"
    text += "_nopunct" if counts.normalize and not counts.punctuation else ""
    return "-".join(
        [
            "meteor-1.5",
            "ch" if counts.char_based else "wo",
            counts.language,
            text,
            numbers(formula.setting[:4], "_"),
            "_".join(stage[:2] for stage in counts.stages),
            numbers(formula.weights, "_"),
        ]
    )


def header(command: Command) -> str:
    """What stands above the scores."""
    formula = command.formula
    lines = [
        ("Meteor version:", "1.5\n"),
        ("Eval ID:", eval_id(command) + "\n"),
        ("Language:", command.language),
        ("Format:", "SGML" if command.has("-sgml") else "plaintext"),
        ("Task:", command.task),
        ("Modules:", " ".join(command.counts.stages)),
        ("Weights:", numbers(formula.weights)),
        ("Parameters:", numbers(formula.setting[:4]) + "\n"),
    ]
    return "".join(f"{label:<16}{value}\n" for label, value in lines)


def system_block(command: Command, total: Sequence[int]) -> str:
    """The table of a whole system: matches by stage, lengths, and every number of the formula."""
    lines = [
        "           Test Matches                  Reference Matches",
        "Stage      Content  Function    Total    Content  Function    Total",
    ]
    stages = [total[4 + 4 * k : 8 + 4 * k] for k in range(len(command.counts.stages))]
    sums = [sum(column) for column in zip(*stages, strict=True)]
    for label, counts in [*((str(k), stage) for k, stage in enumerate(stages, 1)), ("Total", sums)]:
        ours, theirs = (counts[0], counts[2]), (counts[1], counts[3])
        cells = (*ours, sum(ours), *theirs, sum(theirs))
        wide = (7, 10, 9, 11, 10, 9)
        lines.append(f"{label:<11}" + "".join(f"{cell:>{width}}" for cell, width in zip(cells, wide, strict=True)))
    unit = "chars" if command.counts.char_based else "words"
    parts = command.formula.numbers(total)
    named = [
        (f"Test {unit}:", str(total[0])),
        (f"Reference {unit}:", str(total[1])),
        ("Chunks:", str(total[20])),
        ("Precision:", number(parts["precision"])),
        ("Recall:", number(parts["recall"])),
        ("f1:", number(parts["f1"])),
        ("fMean:", number(parts["fmean"])),
        ("Fragmentation penalty:", number(parts["penalty"])),
    ]
    lines += ["", *(f"{label:<24}{value}" for label, value in named)]
    lines += ["", f"{'Final score:':<24}{number(parts['meteor'])}"]
    return "\n".join(lines) + "\n"


def alignment_text(command: Command, name: Sequence[str], hyp: str, refs: Sequence[str]) -> str:
    """A segment's alignment with the reference that scores best, as -writeAlignments writes it."""
    counts = command.counts
    every = counts.align(counts.encode([hyp], list(refs)), Pairs.one(len(refs)))
    values = command.formula.evaluate(every.rows, WIDTH)
    encoded = counts.encode([hyp], [refs[values.index(max(values))]])
    pair = counts.align(encoded, Pairs.one(1), linked=True)
    scores, texts = _verbose(command, pair.rows.tolist()), encoded.texts()
    lines = ["\t".join(("Alignment", *name, scores)), *(" ".join(tokens) for tokens in texts)]
    lines.append("Line2Start:Length\tLine1Start:Length\tModule\t\tScore")
    for j in range(len(texts[1])):
        ref_words, first, hyp_words, stage = pair.links[4 * j : 4 * j + 4]
        if ref_words:
            lines.append(f"{j}:{ref_words}\t\t\t{first}:{hyp_words}\t\t\t{stage}\t\t1.0")
    return "\n".join(lines) + "\n\n"


def for_corpus(row: Sequence[int]) -> list[int]:
    """A segment's statistics as they enter a sum: one that is matched as a whole adds no chunk."""
    cells = array("q", row)
    forgive_whole(cells)
    return cells.tolist()
