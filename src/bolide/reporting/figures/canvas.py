"""SVG elements and documents, without scripts or external resources.

Within a page, pictures use the colour of the text and the page's colours of chunks; a document has its own, for light
and for dark.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from unicodedata import bidirectional
from zlib import crc32

from bolide.reporting.look import COLOURS, figure_style
from bolide.system.errors import visible


def runs_left(words: Iterable[str]) -> bool:
    """Whether more characters of these words are right-to-left than left-to-right."""
    kinds = Counter(bidirectional(letter) for word in words for letter in word)
    return kinds["R"] + kinds["AL"] > kinds["L"]


def escape(text: str) -> str:
    """Text escaped for XML, with control characters, which XML does not allow, made visible."""
    return html.escape(visible(text))


class Box(NamedTuple):
    """The left and the right side of a word, and the top of its band."""

    left: float
    right: float
    top: float

    @property
    def middle(self) -> float:
        return (self.left + self.right) / 2


@dataclass(frozen=True)
class Picture:
    """SVG elements with their size, and a title and description for screen readers."""

    width: float
    height: float
    title: str
    description: str
    parts: tuple[str, ...]
    font: int = 13

    @property
    def labels(self) -> str:
        """The elements of title and description; their ids differ between the pictures of a page."""
        mark = self._mark
        return f'<title id="{mark}t">{escape(self.title)}</title>\n<desc id="{mark}d">{escape(self.description)}</desc>'

    @property
    def role(self) -> str:
        return f'role="img" aria-labelledby="{self._mark}t {self._mark}d"'

    @property
    def _mark(self) -> str:
        return f"p{crc32(f'{self.title}{self.description}{self.width:g}'.encode('utf-8', 'surrogatepass')):08x}"

    def bare(self) -> str:
        """The picture without title and description, hidden from screen readers, beside text that says the same."""
        return _element_of((self.width, self.height), 'aria-hidden="true"', self.parts).strip()

    def svg(self) -> str:
        """The picture as an SVG element for a page."""
        return _element_of((self.width, self.height), f"{self.role} {_font(self.font)}", [self.labels, *self.parts])


def sheet(pictures: Sequence[Picture], columns: int = 1, gap: float = 16) -> str:
    """Pictures as one document with its own colours, one below the other or in columns."""
    parts, top, width = [figure_style()], 0.0, 0.0
    for first in range(0, len(pictures), columns):
        row, left = pictures[first : first + columns], 0.0
        for picture in row:
            attributes = f'transform="translate({left:g} {top:g})" font-size="{picture.font}"'
            parts.append("\n".join([f"<g {attributes} {picture.role}>", picture.labels, *picture.parts, "</g>"]))
            left += picture.width + gap
        top, width = top + gap + max(picture.height for picture in row), max(width, left - gap)
    size = (width, max(0.0, top - gap))
    ground = rect((-_MARGIN, -_MARGIN), (size[0] + 2 * _MARGIN, size[1] + 2 * _MARGIN), 'class="paper" fill="#ffffff"')
    parts.insert(1, ground)
    return _element_of(size, f'{_font(13)} color="{COLOURS["ink"][0]}"', parts, _MARGIN)


def text(at: tuple[float, float], words: str, anchor: str = "start", *, more: str = "") -> str:
    """Text anchored at a point, in the direction in which it is written: a full stop is at its end. `more` are further
    attributes."""
    if runs_left([words]):
        anchor = {"start": "end", "end": "start"}.get(anchor, anchor)
        more = f'direction="rtl" {more}'.rstrip()
    where = f'x="{at[0]:.6g}" y="{at[1]:.6g}"'
    side = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f"<text {where}{side}{f' {more}' if more else ''}>{escape(words)}</text>" if words else ""


def heading(at: tuple[float, float], words: str) -> str:
    """A visible title."""
    return text(at, words, more='class="heading" font-weight="bold"')


def turned(at: tuple[float, float], words: str, anchor: str = "start", *, more: str = "") -> str:
    """Text that runs upward."""
    drawn = text((0, 0), words, anchor, more=more)
    return f'<g transform="translate({at[0]:.6g} {at[1]:.6g}) rotate(-90)">{drawn}</g>'


def wrapped(line: str, room: float) -> list[str]:
    """Break a line between its parts into rows that fit."""
    rows = [""]
    for part in re.split(r"(?<=;) |(?= · )|(?= \+ )|(?= = )", line):
        longer = f"{rows[-1]}{'' if part.startswith(' ') or not rows[-1] else ' '}{part}"
        if rows[-1] and 7.4 * len(longer) > room:
            rows.append(part.removeprefix(" · ").lstrip())
        else:
            rows[-1] = longer
    return rows


def rect(corner: tuple[float, float], size: tuple[float, float], more: str = "") -> str:
    """A filled rectangle."""
    box = f'x="{corner[0]:.6g}" y="{corner[1]:.6g}" width="{size[0]:.6g}" height="{size[1]:.6g}"'
    return f"<rect {f'{box} {more}'.rstrip()}/>"


def circle(centre: tuple[float, float], radius: float, more: str = "") -> str:
    """A filled circle, unless `more` says otherwise."""
    geometry = f'cx="{centre[0]:.6g}" cy="{centre[1]:.6g}" r="{radius:g}"'
    return f"<circle {f'{geometry} {more}'.rstrip()}/>"


def lines(way: str, opacity: float = 1.0) -> str:
    """Thin lines along a path."""
    faint = "" if opacity == 1 else f' stroke-opacity="{opacity:g}"'
    return f'<path d="{way}" stroke="currentColor"{faint} fill="none"/>'


def group(parts: Iterable[str], tooltip: str, more: str = "") -> str:
    """Elements that share a tooltip."""
    return f"<g{f' {more}' if more else ''}><title>{escape(tooltip)}</title>{''.join(parts)}</g>"


def word_data(hyp: int | None = None, ref: int | None = None) -> str:
    """The data attributes with the indices of an element's words, for the scripts of a page."""
    return " ".join(f'data-{name}="{at}"' for name, at in (("hyp", hyp), ("ref", ref)) if at is not None)


def _font(size: int) -> str:
    return f'fill="currentColor" font-family="system-ui, sans-serif" font-size="{size}"'


_MARGIN = 14  # of a document, whose background may differ from that of the page around it


def _element_of(size: tuple[float, float], attributes: str, parts: Iterable[str], margin: int = 0) -> str:
    width, height = (f"{length + 2 * margin:.0f}" for length in size)
    box = f'viewBox="{-margin} {-margin} {width} {height}" width="{width}" height="{height}"'
    start = f'<svg xmlns="http://www.w3.org/2000/svg" {box} {attributes}>'
    return "\n".join([start, *(part for part in parts if part), "</svg>"]) + "\n"
