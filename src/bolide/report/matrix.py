"""The alignment of a translation with its reference as a matrix: reference across, candidate down, a mark per link."""

from __future__ import annotations

from collections.abc import Sequence

from bolide.figures import AlignmentMatrix
from bolide.report.blocks import Block, Drawing, Heading, Paragraph, Span
from bolide.report.canvas import Picture, circle, group, lines, rect, text, turned
from bolide.report.renderers import columns_wide
from bolide.visible import visible

WIDEST = 40  # reference words that still fit on a terminal
TALLEST = 60
_LONGEST = 14  # letters of a word that are shown
EXACT, OTHER = "●", "○"


# --- on a terminal ------------------------------------------------------------------------------------------------


def matrix_blocks(matrix: AlignmentMatrix) -> list[Block]:
    """The matrix in characters, the reference's words written downward; nothing where there are no links."""
    if not matrix.cells:
        return []
    if len(matrix.ref) > WIDEST or len(matrix.hyp) > TALLEST:
        return [Heading("Alignment"), Paragraph.of("Too large for a terminal; --svg FILE draws it.")]
    key = f"{EXACT} the same word   {OTHER} another form, a synonym or a paraphrase; colours are chunks"
    return [Heading("Alignment"), Drawing(tuple(_lines(matrix))), Paragraph.of(Span(key, "dim"))]


def _lines(matrix: AlignmentMatrix) -> list[tuple[Span, ...]]:
    names = [_short(word) for word in matrix.hyp]
    margin = max(map(columns_wide, names), default=0)
    drawn = _heading([_short(word) for word in matrix.ref], margin)
    for i, name in enumerate(names):
        spans = [Span(" " * (margin - columns_wide(name)) + name + " ")]
        for j in range(len(matrix.ref)):
            found = matrix.cells.get((i, j))
            if found is None:
                spans.append(Span(" ·", "dim"))
            else:
                spans += [Span(" "), Span(EXACT if found.exact else OTHER, f"group{found.chunk % 6}")]
        drawn.append(tuple(spans))
    return drawn


def _heading(words: Sequence[str], margin: int) -> list[tuple[Span, ...]]:
    """Words written from top to bottom, ending on one line; a wide character fills its column's gap."""
    height = max(map(len, words), default=0)
    drawn: list[tuple[Span, ...]] = []
    for row in range(height):
        letters = [word[row - height + len(word)] if row >= height - len(word) else " " for word in words]
        cells = [" " * (2 - columns_wide(letter)) + letter for letter in letters]
        drawn.append((Span(" " * (margin + 1) + "".join(cells)),))
    return drawn


def _short(word: str) -> str:
    shown = visible(word)
    return shown if len(shown) <= _LONGEST else shown[: _LONGEST - 1] + "…"


# --- as a picture -------------------------------------------------------------------------------------------------

CELL = 22
_TINTS = ("#4db6d6", "#e6c229", "#57b894", "#c98bdb", "#7d9ff5", "#f28b6d")


def draw_matrix(matrix: AlignmentMatrix) -> Picture:
    """The matrix as SVG: a filled dot for the same word, an open circle for other matches, a colour for each chunk."""
    left, top = (20 + 8 * max((len(_short(word)) for word in side), default=0) for side in (matrix.hyp, matrix.ref))
    width, height = left + CELL * len(matrix.ref) + 20, top + CELL * len(matrix.hyp) + 40
    parts = [*_words(matrix, left, top), *_cells(matrix, left, top), text((left, height - 12), matrix.caption)]
    return Picture(width, height, matrix.title, matrix.description, tuple(parts))


def _words(matrix: AlignmentMatrix, left: int, top: int) -> list[str]:
    middle = CELL // 2 + 4
    across = [turned((left + CELL * j + middle, top - 6), _short(word)) for j, word in enumerate(matrix.ref)]
    return across + [
        text((left - 8, top + CELL * i + middle), _short(word), "end") for i, word in enumerate(matrix.hyp)
    ]


def _cells(matrix: AlignmentMatrix, left: int, top: int) -> list[str]:
    high, wide = CELL * len(matrix.hyp), CELL * len(matrix.ref)
    grid = [f"M{left} {top + CELL * i}h{wide}" for i in range(len(matrix.hyp) + 1)]
    grid += [f"M{left + CELL * j} {top}v{high}" for j in range(len(matrix.ref) + 1)]
    parts = [lines("".join(grid), 0.15)]
    for (i, j), (exact, chunk) in matrix.cells.items():
        x, y, tint = left + CELL * j, top + CELL * i, _TINTS[chunk % len(_TINTS)]
        dot = 'fill="#1a1a1a"' if exact else 'fill="none" stroke="#1a1a1a" stroke-width="1.5"'
        box = rect((x + 1, y + 1), (CELL - 2, CELL - 2), f'fill="{tint}"')
        ring = circle((x + CELL // 2, y + CELL // 2), 5, dot)
        parts.append(group([box, ring], f"{matrix.hyp[i]} – {matrix.ref[j]}, chunk {chunk}"))
    return parts
