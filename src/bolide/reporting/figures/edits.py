"""Edits as a picture: the candidate above the reference, operations between them, arcs for shifts; long sentences are
broken into bands. Letters, boxes and numbers carry all information, so colour is not needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from bolide.data.figures import EditAlignment, EditColumn, Move
from bolide.reporting.blocks import Block, Drawing, Heading, Paragraph, Span, small_print
from bolide.reporting.figures import canvas
from bolide.reporting.figures.canvas import Box, Picture
from bolide.reporting.render.text import columns_wide, shortened
from bolide.system.errors import visible

LETTERS = {"ok": "", "substitute": "S", "insert": "I", "delete": "D", "jump": "J"}
STYLES = {"ok": "", "substitute": "bad", "insert": "bad", "delete": "bad", "jump": "half"}
_EDITS = "S: substitution · I: insertion (extra {unit}) · D: deletion (missing {unit})"
_SHIFTS = " · [1 … ]: moved here by shift 1, from ▿1"
_SHIFTS_DRAWN = " · boxes and arcs: moved by a shift"
_JUMPS = " · J: a jump to another place in the candidate"
_LONGEST = 24  # characters; longer words are truncated


def _short(word: str) -> str:
    return shortened(visible(word), _LONGEST)


def _key(figure: EditAlignment, shifts: str) -> str:
    jumps = _JUMPS if any(column.operation == "jump" for column in figure.columns) else ""
    return f"{_EDITS.format(unit=figure.unit)}{shifts if figure.moves else ''}{jumps}"


def _runs(indices: Sequence[int], band: Callable[[int], float] = lambda index: 0.0) -> list[list[int]]:
    """The runs of consecutive indices in one band."""
    runs = groupby(enumerate(indices), key=lambda item: (item[1] - item[0], band(item[1])))
    return [[index for _, index in run] for _, run in runs]


# --- on a terminal ------------------------------------------------------------------------------------------------

_TERMINAL = 64  # width of a band without the names of the lines
_MOST = 400  # columns


def edit_blocks(figure: EditAlignment) -> list[Block]:
    """Candidate, marks and reference in bands, one below the other."""
    if not figure.columns:
        return []
    if len(figure.columns) > _MOST:
        elsewhere = Paragraph.of("Too long for a terminal; `bolide explain --svg FILE` draws it.")
        return [Heading("Edits"), elsewhere, Paragraph.of(figure.caption)]
    columns = [_cells(figure, k) for k in range(len(figure.columns))]
    sizes = [max(map(_wide, cells)) + 1 for cells in columns]
    drawn: list[tuple[Span, ...]] = []
    for first, end in _bands(sizes, _TERMINAL):
        rows = [[Span(f"{name:<10}", "dim")] for name in ("candidate", "", "reference")]
        for cells, size in zip(columns[first:end], sizes[first:end], strict=True):
            for row, spans in zip(rows, cells, strict=True):
                row += [*spans, Span(" " * (size - _wide(spans)))]
        drawn += [*(tuple(span for span in row if span.text) for row in rows), (Span(""),)]
    key = small_print(_key(figure, _SHIFTS))
    return [Heading("Edits"), Drawing(tuple(drawn[:-1])), Paragraph.of(figure.caption), *key]


def _cells(figure: EditAlignment, k: int) -> list[tuple[Span, ...]]:
    """The two words of a column and the operation between them, as in its three lines on a terminal."""
    column, (before, behind) = figure.columns[k], _before(figure, k)
    style, lead = STYLES[column.operation], Span(" " * columns_wide(before))
    hyp, ref = Span(_short(column.hyp), style), Span(_short(column.ref), style)
    between = Span(LETTERS[column.operation] or "|", style)
    return [(Span(before, "strong"), hyp, Span(behind, "strong")), (lead, between), (lead, ref)]


def _wide(spans: Sequence[Span]) -> int:
    return sum(columns_wide(span.text) for span in spans)


def _before(figure: EditAlignment, k: int) -> tuple[str, str]:
    """The signs before and after a word: origins of shifts, and brackets around shifted words."""
    runs = [(number, run) for number, move in enumerate(figure.moves, 1) for run in _runs(move.columns)]
    origins = "".join(f"▿{number} " for number, move in enumerate(figure.moves, 1) if move.origin == k)
    opened = "".join(f"[{number} " for number, run in runs if run[0] == k)
    closed = "]" * sum(run[-1] == k for _, run in runs)
    if k == len(figure.columns) - 1:
        closed += "".join(f" ▿{number}" for number, move in enumerate(figure.moves, 1) if move.origin > k)
    return origins + opened, closed


def _bands(sizes: Sequence[float], most: float) -> Iterator[tuple[int, int]]:
    """Break columns into bands no wider than `most`, unless a single column is wider."""
    first, room = 0, 0.0
    for k, size in enumerate(sizes):
        if k > first and room + size > most:
            yield first, k
            first, room = k, 0.0
        room += size
    if sizes:
        yield first, len(sizes)


# --- as a picture -------------------------------------------------------------------------------------------------

_WIDTH = 860  # of the words in a band
_LEFT = 88
_LEVEL = 15  # height of the label of a shift
_WORDS = 84  # height of the words, with a gap below
_LETTER = 8.2
_GAP = 14
_EDGE = 'rx="4" fill="none" stroke="currentColor" stroke-width="1.4"'  # of words that were moved


class _Arc(NamedTuple):
    """A shift from one point of a band to another, or to its label if the other end is in another band."""

    top: float
    start: float
    end: float
    middle: float  # of the label
    label: str
    arrow: bool  # at the end

    @property
    def length(self) -> float:
        return abs(self.end - self.start)


_SMALL, _BOLD = 6.4, 8.3  # width of a letter of a label, and of a title


def draw_edits(figure: EditAlignment, room: float = _WIDTH) -> Picture:
    """The edits as a picture, in bands of at most the width `room`; right-to-left text runs from right to left."""
    words = [(_short(column.hyp), _short(column.ref)) for column in figure.columns]
    boxes = _boxes([_LETTER * max(1, *map(columns_wide, pair)) + _GAP for pair in words], room)
    width = max([box.right for box in boxes], default=_LEFT) + 16 + 40 * bool(figure.moves)
    leftward = canvas.runs_left(column.ref for column in figure.columns)
    if leftward:
        boxes = [Box(width - box.right, width - box.left, box.top) for box in boxes]
    arcs = [_arcs(number, move, boxes, leftward) for number, move in enumerate(figure.moves, 1)]
    tops, levels, top = {}, dict[_Arc, int](), 28.0
    for band in sorted({box.top for box in boxes}):
        here = sorted((arc for shift in arcs for arc in shift if arc.top == band), key=lambda arc: arc.length)
        levels |= {arc: level for level, arc in enumerate(here)}  # the label of each has a height of its own
        top += 24 + _LEVEL * len(here) if here else 0
        tops[band] = top
        top += _WORDS
    boxes = [box._replace(top=tops[box.top]) for box in boxes]
    x, side = (width, "end") if leftward else (0, "start")
    lines = [(y + down, name) for y in tops.values() for name, down in (("candidate", 16), ("reference", 58))]
    parts = [canvas.text((x, y), name, side, more='opacity="0.7"') for y, name in lines]
    parts += [_drawn(column, box) for column, box in zip(figure.columns, boxes, strict=True)]
    for number, (move, shift) in enumerate(zip(figure.moves, arcs, strict=True), 1):
        drawn = []
        for first, last in _joined(move, boxes):
            size = (last.right - first.left - 4, 23)
            drawn.append(canvas.rect((first.left + 2, first.top), size, _EDGE))
        drawn += [_drawn_arc(arc, tops[arc.top], levels[arc]) for arc in shift]
        tooltip = f"shift {number}: {move.text}, saves {move.gain}"
        parts.append(canvas.group(drawn, tooltip, f'class="move" data-move="{number}"'))
    captions = (figure.caption, _key(figure, _SHIFTS_DRAWN))
    rows = [row for line in captions for row in canvas.wrapped(line, max(width, min(440, _LEFT + room)))]
    height = max([box.top for box in boxes], default=0) + _WORDS + 30
    parts += [canvas.text((0, height - 24 + 18 * k), row) for k, row in enumerate(rows)]
    width = max(width, 7.4 * max(map(len, rows)))
    if _BOLD * len(figure.title) <= max(width, _LEFT + room):  # a narrow page has it beside the picture
        parts.insert(0, canvas.heading((0, 16), figure.title))
        width = max(width, _BOLD * len(figure.title))
    return Picture(width, height + 18 * (len(rows) - 2), figure.title, figure.description, tuple(parts))


def _boxes(sizes: Sequence[float], most: float) -> list[Box]:
    """The positions of all columns, with the number of the band for its top: in as few bands as possible, and these as
    narrow as possible, so that the last is not much shorter."""
    bands, boxes = list(_bands(sizes, most)), list[Box]()
    while 1 < len(bands) < len(sizes) and len(narrower := list(_bands(sizes, most - _GAP))) == len(bands):
        bands, most = narrower, most - _GAP
    for band, (first, end) in enumerate(bands):
        x = float(_LEFT)
        for size in sizes[first:end]:
            boxes.append(Box(x, x + size, band))
            x += size
    return boxes


def _arcs(number: int, move: Move, boxes: Sequence[Box], leftward: bool) -> list[_Arc]:
    """The arc of a shift; if its ends are in different bands, one for each, which the number connects."""
    first, last = _joined(move, boxes)[0]
    behind = move.origin >= len(boxes)  # the last column; otherwise it is the point before one
    left, right, top = boxes[-1 if behind else move.origin]
    x, end = right if behind != leftward else left, (first.left + last.right) / 2
    if first.top == top:
        label = f"shift {number}, saves {move.gain}"
        return [_Arc(top, x, end, max((x + end) / 2, _SMALL * len(label) / 2), label, True)]
    return [
        _Arc(top, x, x, x, f"shift {number} →", False),
        _Arc(first.top, end, end, end, f"→ shift {number}, saves {move.gain}", True),
    ]


def _drawn(column: EditColumn, box: Box) -> str:
    """The two words of a column and the operation between them."""
    x, top, operation = box.middle, box.top, column.operation
    struck = 'text-decoration="line-through"' if operation in ("substitute", "insert") else ""
    bold = 'font-weight="bold"' if operation != "ok" else ""
    parts = [canvas.text((x, top + 16), _short(column.hyp), "middle", more=struck)]
    parts.append(canvas.text((x, top + 58), _short(column.ref), "middle", more=bold))
    if operation == "ok":
        parts.append(canvas.lines(f"M{x:.6g} {top + 24:.6g}v16", 0.35))
    else:
        parts.append(canvas.text((x, top + 37), LETTERS[operation], "middle", more=bold))
    tooltip = " ".join([operation, " → ".join(filter(None, (column.hyp, column.ref)))]).rstrip()
    return canvas.group(parts, tooltip, f'class="edit {operation}" {canvas.word_data(column.hyp_at, column.ref_at)}')


def _joined(move: Move, boxes: Sequence[Box]) -> list[tuple[Box, Box]]:
    """The leftmost and the rightmost word of each run of adjacent words of a shift within a band."""
    runs = [sorted(boxes[k] for k in run) for run in _runs(move.columns, lambda k: boxes[k].top)]
    return [(run[0], run[-1]) for run in runs]


def _drawn_arc(arc: _Arc, top: float, level: int) -> str:
    """An arc with a wedge at its start, an arrow at its end, and its label; a line if it has one end only."""
    (_, x, end, *_), foot, high = arc, top - 2, 14 + _LEVEL * level
    wedge = f"M{x - 4:.6g} {foot - 7:.6g}L{x:.6g} {foot:.6g}L{x + 4:.6g} {foot - 7:.6g}Z"
    peak = foot - 8 - high * 4 / 3
    curve = f"M{x:.6g} {foot - 8:.6g}C{x:.6g} {peak:.6g} {end:.6g} {peak:.6g} {end:.6g} {foot:.6g}"
    arrow = f"M{end - 3:.6g} {foot - 6:.6g}L{end:.6g} {foot:.6g}L{end + 3:.6g} {foot - 6:.6g}"
    way = curve if x != end else f"M{x:.6g} {foot - 8 * (not arc.arrow):.6g}V{foot - 8 - high:.6g}"
    parts = [canvas.lines(wedge)] if x != end or not arc.arrow else []
    parts += [canvas.lines(way, 0.8), canvas.lines(arrow) if arc.arrow else ""]
    parts.append(canvas.text((arc.middle, foot - 10 - high), arc.label, "middle", more='font-size="11"'))
    return "".join(parts)
