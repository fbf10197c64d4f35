"""Edits as a picture: the candidate over the reference, marks between them, arcs for shifts; in bands like lines of
text, so that a long sentence stays readable. Letters, boxes and numbers say everything that colour could."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from bolide.data.figures import EditAlignment, EditColumn
from bolide.reporting.blocks import Block, Drawing, Heading, Paragraph, Span
from bolide.reporting.figures.canvas import Picture, group, heading, lines, rect, runs_left, text
from bolide.reporting.figures.canvas import places as at_places
from bolide.reporting.render.text import columns_wide
from bolide.system.messages import visible

LETTERS = {"ok": "", "substitute": "S", "insert": "I", "delete": "D", "jump": "J"}
STYLES = {"ok": "", "substitute": "bad", "insert": "bad", "delete": "bad", "jump": "half"}
KEY = "S: substitution · I: insertion (extra word) · D: deletion (missing word)"
_SHIFTS = " · [1 … ]: moved here by shift 1, from ▿1"
_SHIFTS_DRAWN = " · boxes and arcs: moved by a shift"
_JUMPS = " · J: a jump to another place in the candidate"
_LONGEST = 24  # letters of a word that are shown


def _short(word: str) -> str:
    shown = visible(word)
    return shown if len(shown) <= _LONGEST else shown[: _LONGEST - 1] + "…"


def _key(figure: EditAlignment, shifts: str) -> str:
    jumps = _JUMPS if any(column.operation == "jump" for column in figure.columns) else ""
    return f"{KEY}{shifts if figure.moves else ''}{jumps}"


def _runs(places: Sequence[int]) -> list[tuple[int, int]]:
    """The places as runs of neighbours, first and last of each."""
    found = []
    for _, run in groupby(enumerate(places), key=lambda item: item[1] - item[0]):
        run_places = [place for _, place in run]
        found.append((run_places[0], run_places[-1]))
    return found


# --- on a terminal ------------------------------------------------------------------------------------------------

_TERMINAL = 64  # letters of a band, without the names of the lines
_MOST = 400  # columns


def edit_blocks(figure: EditAlignment) -> list[Block]:
    """Candidate, marks and reference in bands, one below the other."""
    if not figure.columns:
        return []
    if len(figure.columns) > _MOST:
        return [
            Heading("Edits"),
            Paragraph.of("Too long for a terminal; `bolide explain --svg FILE` draws it."),
            Paragraph.of(figure.caption),
        ]
    drawn: list[tuple[Span, ...]] = []
    for first, end in _bands([_letters(figure, k) for k in range(len(figure.columns))], _TERMINAL):
        drawn += [*_band_lines(figure, first, end), (Span(""),)]
    key = Paragraph.of(Span(_key(figure, _SHIFTS), "dim"))
    return [Heading("Edits"), Drawing(tuple(drawn[:-1])), Paragraph.of(figure.caption), key]


def _before(figure: EditAlignment, k: int) -> tuple[str, str]:
    """What stands before and behind a word: where shifts come from, and the brackets of those that end here."""
    runs = [(number, run) for number, move in enumerate(figure.moves, 1) for run in _runs(move.columns)]
    origins = "".join(f"▿{number} " for number, move in enumerate(figure.moves, 1) if move.origin == k)
    opened = "".join(f"[{number} " for number, (first, _) in runs if first == k)
    closed = "]" * sum(last == k for _, (_, last) in runs)
    if k == len(figure.columns) - 1:
        closed += "".join(f" ▿{number}" for number, move in enumerate(figure.moves, 1) if move.origin > k)
    return origins + opened, closed


def _letters(figure: EditAlignment, k: int) -> int:
    """The room that a column takes on a terminal."""
    column, (before, behind) = figure.columns[k], _before(figure, k)
    ours = columns_wide(before) + columns_wide(_short(column.hyp)) + columns_wide(behind)
    return max(ours, columns_wide(before) + columns_wide(_short(column.ref)), columns_wide(before) + 1) + 1


def _bands(sizes: Sequence[float], most: float) -> Iterator[tuple[int, int]]:
    """Columns in bands no wider than `most`, unless one column alone is."""
    first, room = 0, 0.0
    for k, size in enumerate(sizes):
        if k > first and room + size > most:
            yield first, k
            first, room = k, 0.0
        room += size
    if sizes:
        yield first, len(sizes)


def _band_lines(figure: EditAlignment, first: int, end: int) -> Iterator[tuple[Span, ...]]:
    """The three lines of a band."""
    rows: list[list[Span]] = [[Span(f"{name:<10}", "dim")] for name in ("candidate", "", "reference")]
    for k in range(first, end):
        column, (before, behind), size = figure.columns[k], _before(figure, k), _letters(figure, k)
        style, lead = STYLES[column.operation], " " * columns_wide(before)
        shown = (_short(column.hyp), LETTERS[column.operation] or "|", _short(column.ref))
        for row, word, start, stop in zip(rows, shown, (before, lead, lead), (behind, "", ""), strict=True):
            rest = size - sum(map(columns_wide, (start, word, stop)))
            row += [Span(start, "strong"), Span(word, style), Span(stop, "strong"), Span(" " * rest)]
    for row in rows:
        yield tuple(span for span in row if span.text)


# --- as a picture -------------------------------------------------------------------------------------------------

_WIDTH = 860  # of the words in a band
_LEFT = 88
_ARCS = 50  # room above the words of a band with shifts
_WORDS = 84  # room for the words, with a gap below
_LETTER = 8.2
_GAP = 14


class _Place(NamedTuple):
    """Where a column stands: its left and right side and the top of its words."""

    left: float
    right: float
    top: float

    @property
    def middle(self) -> float:
        return (self.left + self.right) / 2


def draw_edits(figure: EditAlignment, room: float = _WIDTH) -> Picture:
    """The edits as SVG, in bands whose words take at most `room`; words that run from right to left are drawn so."""
    sizes = [_size(column) for column in figure.columns]
    places = _places(figure, sizes, list(_bands(sizes, room)))
    width = max([place.right for place in places], default=_LEFT) + 16
    leftward = runs_left(column.ref for column in figure.columns)
    if leftward:
        places = [_Place(width - place.right, width - place.left, place.top) for place in places]
    parts = _names(places, width if leftward else 0, "end" if leftward else "start")
    parts += [_drawn(column, place) for column, place in zip(figure.columns, places, strict=True)]
    for number, move in enumerate(figure.moves, 1):
        origin = _origin(places, move.origin, leftward)
        drawn = _drawn_move(number, [places[k] for k in move.columns], origin, move.gain)
        told = f"shift {number}: {move.text}, saves {move.gain}"
        parts.append(group(drawn, told, f'class="move" data-move="{number}"'))
    captions = (figure.caption, _key(figure, _SHIFTS_DRAWN))
    said = [row for line in captions for row in _wrapped(line, max(width, _LEFT + room))]
    height = max([place.top for place in places], default=0) + _WORDS + 30
    parts += [text((0, height - 24 + 18 * k), row) for k, row in enumerate(said)]
    width = max(width, 7.4 * max(map(len, said)))
    if 7.4 * len(figure.title) <= max(
        width, _WIDTH if room >= _WIDTH else 0
    ):  # a narrow page has it beside the picture
        parts.insert(0, heading((0, 16), figure.title))
        width = max(width, 7.4 * len(figure.title))
    return Picture(width, height + 18 * (len(said) - 2), figure.title, figure.description, tuple(parts))


def _names(places: Sequence[_Place], x: float, side: str) -> list[str]:
    """What the two lines of every band are."""
    faint, tops = 'opacity="0.7"', sorted({place.top for place in places})
    return [
        text((x, top + down), name, side, more=faint)
        for top in tops
        for name, down in (("candidate", 16), ("reference", 58))
    ]


def _wrapped(line: str, room: float) -> list[str]:
    """A line in rows that fit, broken between its parts."""
    rows = [""]
    for part in re.split(r"(?<=;) |(?= · )|(?= \+ )|(?= = )", line):
        longer = f"{rows[-1]}{'' if part.startswith(' ') or not rows[-1] else ' '}{part}"
        if rows[-1] and 7.4 * len(longer) > room:
            rows.append(part.removeprefix(" · ").lstrip())
        else:
            rows[-1] = longer
    return rows


def _places(figure: EditAlignment, sizes: Sequence[float], bands: Sequence[tuple[int, int]]) -> list[_Place]:
    """Where every column stands; a band that no shift touches needs no room for arcs."""
    last = len(sizes) - 1
    touched = {column for move in figure.moves for column in (*move.columns, min(move.origin, last))}
    places: list[_Place] = []
    top = 28.0
    for first, end in bands:
        top += 0 if touched.isdisjoint(range(first, end)) else _ARCS
        x = float(_LEFT)
        for size in sizes[first:end]:
            places.append(_Place(x, x + size, top))
            x += size
        top += _WORDS
    return places


def _size(column: EditColumn) -> float:
    return _LETTER * max(columns_wide(_short(column.hyp)), columns_wide(_short(column.ref)), 1) + _GAP


def _drawn(column: EditColumn, place: _Place) -> str:
    """The two words of a column and what is between them."""
    x, top, wrong = place.middle, place.top, column.operation in ("substitute", "insert")
    struck, bold = 'text-decoration="line-through"', 'font-weight="bold"'
    parts = [text((x, top + 16), _short(column.hyp), "middle", more=struck if wrong else "")]
    parts.append(text((x, top + 58), _short(column.ref), "middle", more=bold if column.operation != "ok" else ""))
    if column.operation == "ok":
        parts.append(lines(f"M{x:.6g} {top + 24:.6g}v16", 0.35))
    else:
        parts.append(text((x, top + 37), LETTERS[column.operation], "middle", more=bold))
    told = " ".join(filter(None, (column.operation, column.hyp, "→" if column.hyp and column.ref else "", column.ref)))
    return group(parts, told, f'class="edit {column.operation}" {at_places(column.hyp_at, column.ref_at)}')


def _origin(places: Sequence[_Place], column: int, leftward: bool) -> tuple[float, float]:
    """The point before a column; behind the last one where there is none."""
    behind = column >= len(places)
    place = places[-1 if behind else column]
    return place.right if behind != leftward else place.left, place.top


def _drawn_move(number: int, words: Sequence[_Place], origin: tuple[float, float], gain: int) -> list[str]:
    """Boxes round the words that a shift moved, a wedge where they were, and an arc between; both ends are numbered.

    Where the two ends lie in different bands the arc is left out: the numbers say what belongs together.
    """
    parts = []
    runs = [tuple(sorted((words[a], words[b]))) for a, b in _joined(words)]
    for first, last in runs:
        box = (first.left + 2, first.top), (last.right - first.left - 4, 23)
        parts.append(rect(*box, 'rx="4" fill="none" stroke="currentColor" stroke-width="1.4"'))
    x, top = origin
    foot, (first, last) = top - 2, runs[0]
    parts.append(lines(f"M{x - 4:.6g} {foot - 7:.6g}L{x:.6g} {foot:.6g}L{x + 4:.6g} {foot - 7:.6g}Z"))
    end = (first.left + last.right) / 2
    small = 'font-size="11"'
    if first.top != top:
        parts.append(text((x - 4, foot - 12), f"shift {number} →", more=small))
        parts.append(text((end, first.top - 8), f"→ shift {number}, saves {gain}", "middle", more=small))
        return parts
    high = min(_ARCS - 12, 14 + abs(end - x) / 12 + 6 * ((number - 1) % 3))
    peak = foot - 8 - high * 4 / 3
    parts.append(lines(f"M{x:.6g} {foot - 8:.6g}C{x:.6g} {peak:.6g} {end:.6g} {peak:.6g} {end:.6g} {foot:.6g}", 0.8))
    parts.append(lines(f"M{end - 3:.6g} {foot - 6:.6g}L{end:.6g} {foot:.6g}L{end + 3:.6g} {foot - 6:.6g}"))
    parts.append(text(((x + end) / 2, foot - 10 - high), f"shift {number}, saves {gain}", "middle", more=small))
    return parts


def _joined(words: Sequence[_Place]) -> list[tuple[int, int]]:
    """The words of a shift as runs that touch on one band: the numbers of the first and the last of each."""
    runs: list[tuple[int, int]] = []
    for k in range(len(words)):
        if runs and words[k].top == words[k - 1].top and _touch(words[k], words[k - 1]):
            runs[-1] = (runs[-1][0], k)
        else:
            runs.append((k, k))
    return runs


def _touch(one: _Place, other: _Place) -> bool:
    return abs(one.left - other.right) < 0.01 or abs(one.right - other.left) < 0.01
