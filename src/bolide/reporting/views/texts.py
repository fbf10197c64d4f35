"""Blocks about texts: their units, what is odd about them, outputs split into the lines of their reference, and the
choices of MBR decoding, with the scores of all pairs as JSON and as NumPy's .npy."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING

from bolide.reporting.blocks import Block, Paragraph, Span, TableBlock, small_print
from bolide.reporting.views.scores import lower_is_better
from bolide.system.errors import counted
from bolide.system.stored import to_json

if TYPE_CHECKING:  # `bolide units` needs none of them
    from bolide.evaluation.health import HealthReport
    from bolide.evaluation.mbr import Choice, Choices
    from bolide.evaluation.resegmentation import Resegmented


def units_blocks(names: Sequence[str], cells: Sequence[Sequence[Sequence[str]]]) -> list[Block]:
    """One row per text; where lines have alternatives, they are numbered."""
    several = any(len(group) > 1 for group in cells)
    rows = [
        (str(line), *([str(rank)] if several else []), *units)
        for line, group in enumerate(cells, 1)
        for rank, units in enumerate(group, 1)
    ]
    numbers = ("line", "text") if several else ("line",)
    return [TableBlock.of((*numbers, *names), rows, "r" * len(numbers) + "l" * len(names))]


_MOST = 30  # lines that are listed


def health_blocks(report: HealthReport) -> list[Block]:
    """One row per oddity, with its lines; or that there is none."""
    looked = f"{', '.join(report.systems)}: {counted(report.segments, 'segment')}"
    if not report.notes:
        return [Paragraph.of(Span(f"{looked}; nothing is odd.", "good"))]
    rows = []
    for note in report.notes:
        which = ", ".join(map(str, note.lines[:_MOST])) + (" …" if len(note.lines) > _MOST else "")
        rows.append((note.system, note.meaning, str(len(note.lines) or ""), which))
    return [TableBlock.of(("system", "what is odd", "lines", "which"), rows, "llrl"), *small_print(looked)]


_NAMES = {"word": "word", "char": "character"}


def resegmented_blocks(result: Resegmented, width: int = 1) -> list[Block]:
    """One row per line, with its edits; the total below."""
    header = ("line", "edits", f"reference {_NAMES[result.unit]}s", "% edited", "text")
    rows = [
        (str(number), str(line.edits), str(line.ref_len), _share(line.edits, line.ref_len, width), line.text)
        for number, line in enumerate(result.lines, 1)
    ]
    return [TableBlock.of(header, rows, "rrrrl"), Paragraph.of(summary_sentence(result, width))]


def summary_sentence(result: Resegmented, width: int = 1) -> str:
    """The cost of all lines in one sentence."""
    total = result.total
    share = _share(total.edits, total.ref_len, width)
    kinds = (("substitution", total.substitutions), ("insertion", total.insertions), ("deletion", total.deletions))
    return (
        f"{counted(total.edits, 'edit')} for {counted(total.ref_len, _NAMES[result.unit])} of the reference"
        f"{f' ({share} %)' if share else ''}: {', '.join(counted(number, name) for name, number in kinds)}."
    )


def resegmented_text(result: Resegmented) -> str:
    """Only the lines of the output."""
    return "".join(f"{line.text}\n" for line in result.lines)


def _share(edits: int, size: int, width: int) -> str:
    return f"{100 * edits / size:.{width}f}" if size else ""


# --- choices ----------------------------------------------------------------------------------------------------------


def choice_blocks(choice: Choice) -> list[Block]:
    """The candidates of one sentence, best first: the first is the choice."""
    rows = [(str(rank), str(k + 1), f"{100 * choice.expected[k]:.1f}") for rank, k in enumerate(choice.ranking, 1)]
    name = choice.signature.metric
    table = TableBlock.of(("rank", "candidate", f"expected {name}"), rows, "rrr")
    notes = lower_is_better([] if choice.higher_is_better else [name])
    return [Paragraph.of(choice.text), table, *notes, *small_print(str(choice.signature))]


def choices_blocks(result: Choices, width: int = 1) -> list[Block]:
    """One line per sentence."""
    rows = [
        (candidates.sentence, f"{choice.index + 1}/{len(choice.expected)}", f"{choice.points:.{width}f}", choice.text)
        for candidates, choice in zip(result.lists, result.choices, strict=True)
    ]
    name = result.metric.title
    score = name if result.references else f"expected {name}"
    blocks: list[Block] = [TableBlock.of(("sentence", "candidate", score, "text"), rows, "rrrl")]
    blocks += lower_is_better([] if result.metric.formula.higher_is_better else [name])
    return blocks + small_print(*result.signatures())


def choices_text(result: Choices) -> str:
    """Only the selected texts, one per line."""
    return "".join(f"{choice.text}\n" for choice in result.choices)


def scores_as_json(result: Choices) -> bytes:
    """The scores of every candidate (rows) against every candidate (columns), one table per sentence."""
    named = zip(result.lists, result.tables, strict=True)
    sentences = [{"sentence": one.sentence, "scores": table.tolist()} for one, table in named]
    return f"{to_json(sentences, None)}\n".encode()


def scores_as_npy(result: Choices) -> bytes:
    """The scores of all pairs as an array of sentences × candidates × candidates, padded with nan."""
    import numpy as np

    size = max(map(len, result.tables))
    scores = np.full((len(result.tables), size, size), np.nan)
    for sentence, table in zip(scores, result.tables, strict=True):
        sentence[: len(table), : len(table)] = table.tolist()
    file = BytesIO()
    np.save(file, scores)
    return file.getvalue()
