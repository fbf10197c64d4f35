"""The alignment of a translation with its reference as a matrix: reference across, candidate down, a mark a link."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from bolide.explanation import Explanation
from bolide.report.blocks import Block, Drawing, Heading, Paragraph, Span
from bolide.report.renderers import columns_wide, visible

WIDEST = 40  # reference words that still fit on a terminal
TALLEST = 60
_LONGEST = 14  # letters of a word that are shown
EXACT, OTHER = "●", "○"


@dataclass(frozen=True)
class Matrix:
    """Both texts and the linked cells: (candidate word, reference word) → whether exact, and the chunk."""

    hyp: tuple[str, ...]
    ref: tuple[str, ...]
    cells: dict[tuple[int, int], tuple[bool, int]]


def matrix_of(explanation: Explanation) -> Matrix | None:
    """The matrix of an explanation that has links, against the reference they point into; None where it has none."""
    links = [mark for mark in explanation.marks if "chunk" in mark.details and mark.reference is not None]
    if not links:
        return None
    cells = {
        (i, j): (mark.details.get("stage") == "exact", mark.details["chunk"])
        for mark in links
        for i in mark.hyp
        for j in mark.ref
    }
    return Matrix(explanation.hyp, explanation.refs[links[0].reference or 0], cells)


# --- on a terminal ------------------------------------------------------------------------------------------------


def matrix_blocks(explanation: Explanation) -> list[Block]:
    """The matrix in characters, the reference's words written downward; nothing for a metric without links."""
    matrix = matrix_of(explanation)
    if matrix is None:
        return []
    if len(matrix.ref) > WIDEST or len(matrix.hyp) > TALLEST:
        return [Heading("Alignment"), Paragraph.of("Too large for a terminal; --svg FILE draws it.")]
    key = f"{EXACT} the same word   {OTHER} another form, a synonym or a paraphrase; colours are chunks"
    return [Heading("Alignment"), Drawing(tuple(_lines(matrix))), Paragraph.of(Span(key, "dim"))]


def _lines(matrix: Matrix) -> list[tuple[Span, ...]]:
    names = [_short(word) for word in matrix.hyp]
    margin = max(map(columns_wide, names), default=0)
    lines = _heading([_short(word) for word in matrix.ref], margin)
    for i, name in enumerate(names):
        spans = [Span(" " * (margin - columns_wide(name)) + name + " ")]
        for j in range(len(matrix.ref)):
            found = matrix.cells.get((i, j))
            if found is None:
                spans.append(Span(" ·", "dim"))
            else:
                spans += [Span(" "), Span(EXACT if found[0] else OTHER, f"group{found[1] % 6}")]
        lines.append(tuple(spans))
    return lines


def _heading(words: Sequence[str], margin: int) -> list[tuple[Span, ...]]:
    """Words written from top to bottom, ending on one line; a wide character fills its column's gap."""
    height = max(map(len, words), default=0)
    lines: list[tuple[Span, ...]] = []
    for row in range(height):
        letters = [word[row - height + len(word)] if row >= height - len(word) else " " for word in words]
        cells = [" " * (2 - columns_wide(letter)) + letter for letter in letters]
        lines.append((Span(" " * (margin + 1) + "".join(cells)),))
    return lines


def _short(word: str) -> str:
    shown = visible(word)
    return shown if len(shown) <= _LONGEST else shown[: _LONGEST - 1] + "…"


# --- as a picture -------------------------------------------------------------------------------------------------

CELL = 22
_TINTS = ("#4db6d6", "#e6c229", "#57b894", "#c98bdb", "#7d9ff5", "#f28b6d")


def matrix_svg(explanation: Explanation) -> str | None:
    """The matrix as SVG: a filled dot for the same word, an open circle for other matches, a colour for each chunk."""
    matrix = matrix_of(explanation)
    if matrix is None:
        return None
    score = explanation.score
    left, top = (20 + 8 * max((len(_short(word)) for word in side), default=0) for side in (matrix.hyp, matrix.ref))
    width, height = left + CELL * len(matrix.ref) + 20, top + CELL * len(matrix.hyp) + 40
    title = f"{score.name} {score.value:.4f}: how the candidate is aligned with the reference"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'role="img" fill="currentColor" font-family="sans-serif" font-size="13">',
        f"<title>{_text(title)}</title>",
        f"<desc>{_text(_description(matrix))}</desc>",
        *_words(matrix, left, top),
        *_cells(matrix, left, top),
        f'<text x="{left}" y="{height - 12}">{_text(f"{score.name} {score.value:.4f}")}</text>',
    ]
    return "\n".join([*lines, "</svg>"]) + "\n"


def _description(matrix: Matrix) -> str:
    """Every link in words, for those who do not see the picture."""
    links = [f"{matrix.hyp[i]} with {matrix.ref[j]} (chunk {chunk})" for (i, j), (_, chunk) in matrix.cells.items()]
    return "Linked: " + ", ".join(links) + "."


def _words(matrix: Matrix, left: int, top: int) -> list[str]:
    lines = []
    for j, word in enumerate(matrix.ref):
        x = left + CELL * j + CELL // 2 + 4
        lines.append(f'<text transform="translate({x} {top - 6}) rotate(-90)">{_text(_short(word))}</text>')
    for i, word in enumerate(matrix.hyp):
        y = top + CELL * i + CELL // 2 + 4
        lines.append(f'<text x="{left - 8}" y="{y}" text-anchor="end">{_text(_short(word))}</text>')
    return lines


def _cells(matrix: Matrix, left: int, top: int) -> list[str]:
    high, wide = CELL * len(matrix.hyp), CELL * len(matrix.ref)
    grid = [f"M{left} {top + CELL * i}h{wide}" for i in range(len(matrix.hyp) + 1)]
    grid += [f"M{left + CELL * j} {top}v{high}" for j in range(len(matrix.ref) + 1)]
    lines = [f'<path d="{"".join(grid)}" stroke="currentColor" stroke-opacity="0.15" fill="none"/>']
    for (i, j), (exact, chunk) in matrix.cells.items():
        x, y, tint = left + CELL * j, top + CELL * i, _TINTS[chunk % len(_TINTS)]
        told = _text(f"{matrix.hyp[i]} – {matrix.ref[j]}, chunk {chunk}")
        dot = 'fill="#1a1a1a"' if exact else 'fill="none" stroke="#1a1a1a" stroke-width="1.5"'
        lines.append(
            f'<g><title>{told}</title><rect x="{x + 1}" y="{y + 1}" width="{CELL - 2}" height="{CELL - 2}" '
            f'fill="{tint}"/><circle cx="{x + CELL // 2}" cy="{y + CELL // 2}" r="5" {dot}/></g>'
        )
    return lines


def _text(text: str) -> str:
    """Text as XML allows it: escaped, and control characters shown as what they are."""
    return escape("".join(c for c in visible(text) if c not in "\ufffe\uffff"))
