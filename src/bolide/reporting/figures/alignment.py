"""The alignment of a candidate with its reference, in two lines with whole chunks in brackets, and as a matrix: the
reference across, the candidate down, a mark for each link.

If the reference is written from right to left, so are the lines and the columns. The two lines have the measures of
`linkFigure` in page/figures.js, which draws them in the report and on the page.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from bolide.data.figures import AlignmentMatrix, LinkedCell
from bolide.reporting.blocks import Block, Drawing, Heading, Paragraph, Span, small_print
from bolide.reporting.figures import canvas
from bolide.reporting.figures.canvas import Box, Picture
from bolide.reporting.look import chunk_colour
from bolide.reporting.render.text import columns_wide, shortened
from bolide.system.errors import counted, visible

WIDEST = 40  # reference words that still fit on a terminal
TALLEST = 60
_LONGEST = 14  # characters; longer words are truncated
EXACT, OTHER = "●", "○"


# --- on a terminal ------------------------------------------------------------------------------------------------


def matrix_blocks(matrix: AlignmentMatrix) -> list[Block]:
    """The matrix in characters, with the reference words written downward; no blocks if there are no links."""
    if not matrix.cells:
        return []
    if len(matrix.ref) > WIDEST or len(matrix.hyp) > TALLEST:
        return [Heading("Alignment"), Paragraph.of("Too large for a terminal; `bolide explain --svg FILE` draws it.")]
    key = f"{EXACT} the same word   {OTHER} another form, a synonym or a paraphrase; colours are chunks"
    numbers = [f"{k} {_short(word)}" for k, word in enumerate(matrix.ref, 1)] if canvas.runs_left(matrix.ref) else []
    return [Heading("Alignment"), Drawing(tuple(_lines(matrix))), *small_print(key, " · ".join(numbers))]


def _lines(matrix: AlignmentMatrix) -> list[tuple[Span, ...]]:
    names = [_short(word) for word in matrix.hyp]
    margin = max(map(columns_wide, names), default=0)
    heads = [_short(word) for word in matrix.ref]
    if canvas.runs_left(heads):  # letters that are joined cannot be written one below the other
        heads = [str(k) for k in range(1, len(heads) + 1)]
    height, drawn = max(map(len, heads), default=0), list[tuple[Span, ...]]()
    for letters in zip(*(word.rjust(height) for word in heads), strict=True):  # a wide one fills the gap of its column
        cells = (" " * (2 - columns_wide(letter)) + letter for letter in letters)
        drawn.append((Span(" " * (margin + 1) + "".join(cells)),))
    for i, name in enumerate(names):
        spans = [Span(" " * (margin - columns_wide(name)) + name + " ")]
        for j in range(len(matrix.ref)):
            cell = matrix.cells.get((i, j))
            if cell is None:
                spans.append(Span(" ·", "dim"))
            else:
                spans += [Span(" "), Span(EXACT if cell.exact else OTHER, f"group{cell.chunk % 6}")]
        drawn.append(tuple(spans))
    return drawn


def _short(word: str) -> str:
    return shortened(visible(word), _LONGEST)


# --- in two lines -----------------------------------------------------------------------------------------------------

_SIZE, _GAP, _ROOM = 20, 24.0, 860  # of a word, between words, and for a band
_UPPER, _LOWER, _HIGH = 70.0, 232.0, 262.0  # baselines of the candidate and the reference, and the height of both
_PITCH = 246.0  # from one band of both lines to the next
_WIDE = 11.0  # of a letter
_DASHES = {"exact": "", "stem": "7 4", "synonym": "2 4"}


def draw_alignment(matrix: AlignmentMatrix) -> Picture:
    """The candidate above the reference: whole chunks in brackets, a curve and a number for each.

    Wide sentences are broken into bands, each with the same share of both. A chunk from one band to
    another has its number at both ends and no curve.
    """
    words = [[_short(word) for word in side] for side in (matrix.hyp, matrix.ref)]
    sizes = [[max(14.0, _WIDE * columns_wide(word)) for word in side] for side in words]
    bands = max(1, *(ceil((sum(side) + _GAP * (len(side) + 1)) / _ROOM) for side in sizes))
    local = [_placed(side, bands) for side in sizes]
    chunks: dict[tuple[int, float, float], list[tuple[int, int]]] = {}
    for (i, j), cell in matrix.cells.items():
        chunks.setdefault((cell.chunk, local[0][i].top, local[1][j].top), []).append((i, j))
    stages = dict.fromkeys(cell.stage for cell in matrix.cells.values() if not cell.exact)  # what the dashes mean
    captions = [
        matrix.caption,
        *([f"Dashed: {', '.join(_MEANINGS.get(one, one) for one in stages)}."] if stages else []),
    ]
    if any(upper != lower for _, upper, lower in chunks):
        captions.append("No curve: the same number in another row.")
    ends = [box.right + _GAP for side in local for box in side]
    width = max(*ends, _LETTER * max(map(len, (matrix.title, *captions))), 240.0)
    leftward = canvas.runs_left(matrix.ref)
    placed = [_moved(side, width, leftward) for side in local]
    look = {"anchor": "end" if leftward else "start", "more": 'opacity="0.75"'}
    parts = [canvas.heading((0, 18), matrix.title)]
    for top in (_PITCH * band for band in range(bands)):
        for y, name in ((40, "candidate"), (_HIGH, matrix.reference)):
            parts.append(canvas.text((width if leftward else 0, top + y), name, **look))
    parts += [_drawn_chunk(matrix, key[0], chunks[key], placed) for key in sorted(chunks)]
    for at, y in enumerate((_UPPER, _LOWER)):
        looks = _looks(matrix, at, len(words[at]))
        for k, (word, box) in enumerate(zip(words[at], placed[at], strict=True)):
            indices = canvas.word_data(*((k, None) if at == 0 else (None, k)))
            more = f'font-size="{_SIZE}" {indices}{looks[k]}'
            parts.append(canvas.text((box.middle, box.top + y), word, "middle", more=more))
    bottom = _HIGH + _PITCH * (bands - 1)
    parts += [canvas.text((0, bottom + 26 + 20 * k), line) for k, line in enumerate(captions)]
    described = f"{counted(len({key[0] for key in chunks}), 'chunk')}. {matrix.description}"
    return Picture(width, bottom + 14 + 20 * len(captions), matrix.title, described, tuple(parts))


def _placed(sizes: Sequence[float], bands: int) -> list[Box]:
    """The words of a line, in bands that begin at 0."""
    boxes: list[Box] = []
    total, reached, x = sum(sizes) + _GAP * (len(sizes) + 1), 0.0, _GAP
    for size in sizes:
        reached += _GAP + size
        top = _PITCH * int(bands * (reached - size / 2) / total)
        x = _GAP if boxes and boxes[-1].top < top else x
        boxes.append(Box(x, x + size, top))
        x += size + _GAP
    return boxes


def _moved(line: Sequence[Box], width: float, mirrored: bool) -> list[Box]:
    """The words with each band in the middle of the picture, from right to left if it is mirrored."""
    ends = {box.top: box.right + _GAP for box in line}
    moved = []
    for left, right, top in line:
        by = (width - ends[top]) / 2
        moved.append(Box(width - right - by, width - left - by, top) if mirrored else Box(left + by, right + by, top))
    return moved


def _drawn_chunk(
    matrix: AlignmentMatrix, number: int, pairs: Sequence[tuple[int, int]], placed: Sequence[Sequence[Box]]
) -> str:
    """A bracket below and above its words, dashed by the stage of each, a curve between, and its number."""
    sides = [[placed[at][pair[at]] for pair in pairs] for at in (0, 1)]
    ends = [(min(word.left for word in words) - 3, max(word.right for word in words) + 3) for words in sides]
    x1, x2 = ((left + right) / 2 for left, right in ends)
    y1, y2 = sides[0][0].top + _UPPER + 14, sides[1][0].top + _LOWER - 26
    stroke, discs, parts = 'fill="none" stroke="currentColor" stroke-width="2.5"', [(x1, y1 + 20)], []
    if sides[0][0].top == sides[1][0].top:
        way = f"M{x1:g} {y1:g}v12C{x1:g} {y1 + 78:g} {x2:g} {y2 - 66:g} {x2:g} {y2:g}"
    else:
        way, discs = f"M{x1:g} {y1:g}v10M{x2:g} {y2:g}v-10", [*discs, (x2, y2 - 20)]
    parts.append(f'<path d="{way}" {stroke}/>')
    for (left, right), words, y, hook in zip(ends, sides, (y1, y2), (-8, 8), strict=True):
        parts.append(f'<path d="M{left:g} {y + hook:g}V{y:g}M{right:g} {y:g}v{hook}" {stroke}/>')
        for pair, word in zip(pairs, words, strict=True):
            dashes = _DASHES.get(matrix.cells[pair].stage, "10 3 2 3")
            first, last = max(left, word.left - _GAP / 2), min(right, word.right + _GAP / 2)
            more = f' stroke-dasharray="{dashes}"' if dashes else ""
            parts.append(f'<path d="M{first:g} {y:g}H{last:g}" {stroke}{more}/>')
    for x, y in discs:
        parts.append(canvas.circle((x, y), 11, 'class="paper" fill="#ffffff" stroke="currentColor" stroke-width="2"'))
        parts.append(canvas.text((x, y + 4.5), str(number), "middle", more='font-weight="bold"'))
    ours, theirs = " ".join(matrix.hyp[i] for i, _ in pairs), " ".join(matrix.ref[j] for _, j in pairs)
    return canvas.group(parts, f"chunk {number}: {ours} – {theirs}", chunk_colour(number))


# --- as a matrix ------------------------------------------------------------------------------------------------------

CELL = 32
_TURN = 28.0  # height of the title, and of the names of the axes
_LETTER = 8.2
_MEANINGS = {
    "exact": "the same word",
    "stem": "the same stem",
    "synonym": "a synonym",
    "paraphrase": "a paraphrase",
}


_SIGNS = {"exact": EXACT, "stem": "◐", "synonym": OTHER}
_OTHER_SIGN, _CROSS = "◇", "✕"


def draw_matrix(matrix: AlignmentMatrix) -> Picture:
    """The matrix as a picture: a sign for the stage of each link, a number and a colour for its chunk."""
    hyp, ref = ([_short(word) for word in side] for side in (matrix.hyp, matrix.ref))
    leftward, faint, middle = canvas.runs_left(ref), 'opacity="0.75"', CELL / 2 + 4
    beside = _LETTER * max(map(columns_wide, (*hyp, "candidate ↓"))) + 16
    left, top = 8 if leftward else beside, 2 * _TURN + 16 + _LETTER * max(map(columns_wide, ref), default=0)
    right, bottom = left + CELL * max(len(ref), 1), top + CELL * max(len(hyp), 1)
    width = right + (beside if leftward else 20)
    ys, xs = [top + CELL * i for i in range(len(hyp) + 1)], [left + CELL * j for j in range(len(ref) + 1)]
    grid = [f"M{left:g} {y:g}h{CELL * len(ref)}" for y in ys] + [f"M{x:g} {top:g}v{CELL * len(hyp)}" for x in xs]
    columns = xs[-2::-1] if leftward else xs
    first, side, names, end = (right, "end", right + 8, "start") if leftward else (left, "start", left - 8, "end")
    axis = f"← {matrix.reference}" if leftward else f"{matrix.reference} →"
    parts = [canvas.heading((0, 18), matrix.title), canvas.text((first, _TURN + 16), axis, side, more=faint)]
    parts += [canvas.text((names, top - 8), "candidate ↓", end, more=faint), canvas.lines("".join(grid), 0.15)]
    looks = _looks(matrix, 1, len(ref))
    for j, (x, word, look) in enumerate(zip(columns, ref, looks, strict=False)):
        parts.append(canvas.turned((x + middle, top - 6), word, more=f"{canvas.word_data(ref=j)}{look}"))
    for i, (word, look) in enumerate(zip(hyp, _looks(matrix, 0, len(hyp)), strict=True)):
        parts.append(canvas.text((names, ys[i] + middle), word, end, more=f"{canvas.word_data(hyp=i)}{look}"))
    for (i, j), cell in matrix.cells.items():
        crosses = ", crosses another link" if cell.crossing else ""
        tooltip = f"{matrix.hyp[i]} – {matrix.ref[j]}, {cell.stage}, chunk {cell.chunk}{crosses}"
        parts.append(canvas.group(_cell(cell, columns[j], ys[i]), tooltip, f'class="tie" {canvas.word_data(i, j)}'))
    for i, j in matrix.dropped:
        tooltip = f"{matrix.hyp[i]} – {matrix.ref[j]}, could match, but was dropped"
        sign = canvas.text((columns[j] + CELL / 2, ys[i] + middle), _CROSS, "middle")
        parts.append(canvas.group([sign], tooltip, f'class="tie dropped" {canvas.word_data(i, j)}'))
    rows = [matrix.caption, *canvas.wrapped(_legend(matrix), max(width, 420))]
    parts += [canvas.text((0, bottom + 24 * k), row) for k, row in enumerate(rows, 1)]
    width = max(width, _LETTER * max(map(len, (matrix.title, *rows))))
    return Picture(width, bottom + 16 + 24 * len(rows), matrix.title, matrix.description, tuple(parts))


def _looks(matrix: AlignmentMatrix, side: int, size: int) -> list[str]:
    """The attributes of each word: underlined if it has no link, struck through if its link was dropped."""
    linked, dropped = ({pair[side] for pair in pairs} for pairs in (matrix.cells, matrix.dropped))
    lines = {**dict.fromkeys(dropped, "line-through"), **dict.fromkeys(linked, "")}
    by_word = (lines.get(word, "underline") for word in range(size))
    return [f' text-decoration="{line}" font-style="italic"' if line else "" for line in by_word]


def _cell(cell: LinkedCell, x: float, y: float) -> list[str]:
    dashes = ' stroke-dasharray="3 2"' if cell.crossing else ""
    edge = f'rx="3" fill="currentColor" fill-opacity="0.16" stroke="currentColor" stroke-width="1.5"{dashes}'
    number = f'font-size="{12 if cell.chunk < 10 else 10}"'
    return [
        canvas.rect((x + 2, y + 2), (CELL - 4, CELL - 4), f"{edge} {chunk_colour(cell.chunk)}"),
        canvas.text((x + 9, y + CELL / 2 + 4), _SIGNS.get(cell.stage, _OTHER_SIGN), "middle"),
        canvas.text((x + CELL - 4, y + CELL / 2 + 4), str(cell.chunk), "end", more=number),
    ]


def _legend(matrix: AlignmentMatrix) -> str:
    """What the signs mean, as far as they occur."""
    stages = dict.fromkeys(cell.stage for cell in matrix.cells.values())
    signs = [f"{_SIGNS.get(stage, _OTHER_SIGN)} {_MEANINGS.get(stage, stage)}" for stage in stages]
    signs += ["underlined: no match"] if len(matrix.cells) < max(len(matrix.hyp), len(matrix.ref)) else []
    signs += [f"{_CROSS} could match, but dropped"] if matrix.dropped else []
    signs += ["dashed: crosses another link"] if any(cell.crossing for cell in matrix.cells.values()) else []
    return " · ".join([*signs, "number: chunk"]) if matrix.cells else " · ".join(signs)
