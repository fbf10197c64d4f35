"""NIST's SGML: sets of documents of segments, as WMT published them until 2019; read in one pass over the tags."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from bolide.system.errors import InputError

ENTITIES = (("&quot;", '"'), ("&apos;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"))
_OPENING = re.compile(r"<\s*+(/?)\s*+([A-Za-z][\w.:-]*+)")
_STOP = re.compile(r"[<>\"']")
_ATTRIBUTE = re.compile(r"(?<![\w:-])([\w:-]++)\s*+=\s*+(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))")


@dataclass(frozen=True)
class SgmlSegment:
    """A segment: the line it begins on, where it belongs, and its text as it stands in the file.

    `set_kind` is srcset, refset or tstset; `translator` is the sysid or refid of the document or of the set, or src in
    a srcset. What the file does not say is empty.
    """

    line: int
    set_kind: str
    set_id: str
    document: str
    translator: str
    id: str
    text: str


def sgml_segments(name: str, text: str) -> Iterator[SgmlSegment]:
    """The segments of a file in its order. SGML need not close what it opens, nor be well formed otherwise."""
    kind = set_id = document = who = segment = ""
    start, line, counted = -1, 1, 0
    for tag in _tags(text):
        if tag.closing and tag.element != "seg":
            continue
        about = {a[1].lower(): a[2] or a[3] or a[4] or "" for a in _ATTRIBUTE.finditer(text, tag.name_end, tag.end)}
        if tag.element in ("srcset", "refset", "tstset"):
            kind, set_id = tag.element, about.get("setid", "")
            who = "src" if kind == "srcset" else about.get("refid") or about.get("sysid") or ""
        elif tag.element == "doc":
            document = about.get("docid", "")
            who = who if who == "src" else about.get("sysid") or about.get("refid") or who
        elif tag.element == "seg" and not tag.closing:
            if start >= 0:
                raise InputError(f"{name}: the segment {segment} has no </seg> before the next one begins.")
            segment, start = about.get("id", ""), tag.end + 1
        elif tag.element == "seg" and start >= 0:
            line, counted = line + text.count("\n", counted, start), start
            yield SgmlSegment(line, kind, set_id, document, who, segment, text[start : tag.start])
            start = -1
    if start >= 0:
        raise InputError(f"{name}: the segment {segment} has no </seg>; the file may be cut off.")


class _Tag(NamedTuple):
    """A tag of SGML: where it begins, where its name ends, and where its `>` stands."""

    closing: bool
    element: str
    start: int
    name_end: int
    end: int


def _tags(text: str) -> Iterator[_Tag]:
    """The tags of a text in one pass; a `>` in quotes is none, and what has no `>` before the next `<` is text."""
    ends: dict[int, int] = {}
    place, stop = 0, -1
    while opening := _OPENING.search(text, place):
        name_end = opening.end()
        if stop < name_end:
            found = _STOP.search(text, name_end)
            stop = found.start() if found else len(text)
        end = _end(text, stop, ends)
        if end >= 0:
            yield _Tag(bool(opening[1]), opening[2].lower(), opening.start(), name_end, end)
        place = end + 1 if end >= 0 else opening.start() + 1


def _end(text: str, stop: int, ends: dict[int, int]) -> int:
    """Where the tag ends that is read up to its first bracket or quote; −1 where it does not end.

    Tags that run into each other have the rest in common, so `ends` keeps what is known of every quote.
    """
    quotes = []
    end = -1
    while 0 <= stop < len(text):
        if stop in ends or text[stop] in "<>":
            end = ends.get(stop, stop if text[stop] == ">" else -1)
            break
        quotes.append(stop)
        closed = text.find(text[stop], stop + 1)
        found = _STOP.search(text, closed + 1) if closed >= 0 else None
        stop = found.start() if found else -1
    ends.update(dict.fromkeys(quotes, end))
    return end
