"""The canvas: every SVG is written here. No scripts, no fonts or files from elsewhere, the colour of the text."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from unicodedata import bidirectional
from zlib import crc32

from bolide.system.messages import visible

_LEFTWARD = ("R", "AL")


def runs_left(words: Iterable[str]) -> bool:
    """Whether more letters of these words are written from right to left than from left to right."""
    kinds = [bidirectional(letter) for word in words for letter in word]
    return sum(kind in _LEFTWARD for kind in kinds) > kinds.count("L")


def escape(text: str) -> str:
    """Text as XML allows it: escaped, and control characters, which no XML may hold, shown as what they are."""
    return html.escape(visible(text))


@dataclass(frozen=True)
class Picture:
    """Elements of SVG with the room they take. Screen readers get the title and the description."""

    width: float
    height: float
    title: str
    description: str
    parts: tuple[str, ...]
    font: int = 13

    @property
    def labels(self) -> str:
        """Title and description as elements, and the attributes that point to them; several may share a page."""
        mark = self._mark
        return f'<title id="{mark}t">{escape(self.title)}</title>\n<desc id="{mark}d">{escape(self.description)}</desc>'

    @property
    def role(self) -> str:
        return f'role="img" aria-labelledby="{self._mark}t {self._mark}d"'

    @property
    def _mark(self) -> str:
        return f"p{crc32(f'{self.title}{self.description}'.encode('utf-8', 'surrogatepass')):08x}"

    def bare(self) -> str:
        """The picture without words, where the text beside it says the same."""
        return _document((self.width, self.height), 'aria-hidden="true"', self.parts).strip()

    def svg(self) -> str:
        """The picture as a document of its own."""
        return _document((self.width, self.height), f"{self.role} {_font(self.font)}", [self.labels, *self.parts])


def sheet(pictures: Sequence[Picture], gap: float = 16) -> str:
    """Several pictures as one document, one below the other."""
    if len(pictures) == 1:
        return pictures[0].svg()
    parts, top = [], 0.0
    for picture in pictures:
        place = f'transform="translate(0 {top:g})" font-size="{picture.font}"'
        parts.append("\n".join([f"<g {place} {picture.role}>", picture.labels, *picture.parts, "</g>"]))
        top += picture.height + gap
    width = max((picture.width for picture in pictures), default=0.0)
    return _document((width, max(0.0, top - gap)), _font(13), parts)


def text(at: tuple[float, float], words: str, anchor: str = "start", *, more: str = "") -> str:
    """Words that begin, end or have their middle at a place; `more` are further attributes."""
    where = f'x="{at[0]:.6g}" y="{at[1]:.6g}"'
    side = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f"<text {where}{side}{f' {more}' if more else ''}>{escape(words)}</text>" if words else ""


def heading(at: tuple[float, float], words: str) -> str:
    """A title that is seen."""
    return text(at, words, more='class="heading" font-weight="bold"')


def turned(at: tuple[float, float], words: str, anchor: str = "start", *, more: str = "") -> str:
    """Words that run upward."""
    drawn = text((0, 0), words, anchor, more=more)
    return f'<g transform="translate({at[0]:.6g} {at[1]:.6g}) rotate(-90)">{drawn}</g>'


def rect(corner: tuple[float, float], size: tuple[float, float], more: str = "", told: str = "") -> str:
    """A filled box; `told` is what a pointer resting on it reads."""
    box = f'x="{corner[0]:.6g}" y="{corner[1]:.6g}" width="{size[0]:.6g}" height="{size[1]:.6g}"'
    return _element("rect", box, more, told)


def circle(centre: tuple[float, float], radius: float, more: str = "", told: str = "") -> str:
    """A dot, or a ring where `more` says so."""
    return _element("circle", f'cx="{centre[0]:.6g}" cy="{centre[1]:.6g}" r="{radius:g}"', more, told)


def lines(way: str, opacity: float = 1.0) -> str:
    """Thin lines along a path."""
    faint = "" if opacity == 1 else f' stroke-opacity="{opacity:g}"'
    return f'<path d="{way}" stroke="currentColor"{faint} fill="none"/>'


def group(parts: Iterable[str], told: str, more: str = "") -> str:
    """Elements that share what a pointer resting on them reads."""
    return f"<g{f' {more}' if more else ''}><title>{escape(told)}</title>{''.join(parts)}</g>"


def places(hyp: int | None = None, ref: int | None = None) -> str:
    """Attributes that say which words an element shows: a page finds them by these."""
    return " ".join(f'data-{name}="{at}"' for name, at in (("hyp", hyp), ("ref", ref)) if at is not None)


def _element(name: str, place: str, more: str, told: str) -> str:
    start = f"<{name} {place}{f' {more}' if more else ''}"
    return f"{start}><title>{escape(told)}</title></{name}>" if told else f"{start}/>"


def _font(size: int) -> str:
    return f'fill="currentColor" font-family="system-ui, sans-serif" font-size="{size}"'


def _document(size: tuple[float, float], attributes: str, parts: Iterable[str]) -> str:
    width, height = (f"{length:.0f}" for length in size)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    return "\n".join([f"{head} {attributes}>", *(part for part in parts if part), "</svg>"]) + "\n"
