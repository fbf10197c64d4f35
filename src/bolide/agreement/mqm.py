"""MQM: errors that people marked, weighed and added up."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from bolide.agreement.annotations import mqm_errors
from bolide.agreement.table import Table
from bolide.corpus.lines import path_of, read_lines, read_text
from bolide.errors import InputError
from bolide.limits import segment_number


class Mark(NamedTuple):
    """One line of the file: what a rater said of a segment, and where that stands."""

    where: str
    system: str
    segment: str
    rater: str
    category: str
    severity: str
    document: str = ""
    target: str = ""  # the translation with the error between <v> and </v>, where the file has it


def looks_like_mqm(path: str | Path) -> bool:
    """Whether a file has the columns of errors that raters marked, and not scores."""
    header = {name.strip().lower() for name in read_lines(str(path))[0].split("\t")}
    return all(header & set(choices) for choices in mqm_errors.COLUMNS.values())


def read_mqm(path: str | Path, segments: int | None = None, weights: str | None = None) -> Table:
    """An error file (system, …, globalSegId or seg_id, rater, category, severity) as a table of negative sums.

    Each rater's errors are added, several raters of a segment averaged; a segment nobody looked at is missing.
    `weights` names one of WEIGHTS; without it the year is taken from the file's name.
    """
    return read_weighed(path, segments, weights)[0]


class MarkedError(NamedTuple):
    """An error that a rater marked: where in the translation, from `start` up to `end` (−1 where nowhere in it), and
    what is wrong there."""

    start: int
    end: int
    category: str
    severity: str
    rater: str


def read_marked(path: str | Path, texts: Mapping[str, Sequence[str]]) -> dict[tuple[str, int], list[MarkedError]]:
    """The errors by system and segment (from 0), as they lie in the systems' outputs; other systems are left out.

    A file whose translations are spelled otherwise has its marked words looked up; words that stand at no place, or at
    several, are an error without a place.
    """
    found: dict[tuple[str, int], list[MarkedError]] = defaultdict(list)
    documents: dict[int, str] = {}
    for mark in _marks(Path(path)):
        segment = _segment(mark, documents) - 1
        if mark.severity.strip().lower() in (mqm_errors.ATTENTION_TEST, "no-error") or mark.system not in texts:
            continue
        if segment < len(texts[mark.system]):
            start, end = _place(mark.target, texts[mark.system][segment])
            found[mark.system, segment].append(MarkedError(start, end, mark.category, mark.severity, mark.rater))
    return dict(found)


def _place(marked: str, text: str) -> tuple[int, int]:
    before, opened, rest = marked.partition("<v>")
    words, _, after = rest.partition("</v>")
    if not opened or not words:
        return -1, -1
    if (before + words + after).strip() == text.strip():
        start = len(before) + len(text) - len(text.lstrip()) - (len(marked) - len(marked.lstrip()))
        return start, start + len(words)
    return (text.index(words), text.index(words) + len(words)) if text.count(words) == 1 else (-1, -1)


def read_weighed(path: str | Path, segments: int | None = None, weights: str | None = None) -> tuple[Table, str]:
    """What `read_mqm` reads, and the name of the weights: of several years where those agree about every error."""
    ratings = mqm_errors.read(str(path), read_text(str(path_of(path))), weights)
    return ratings.table(segments), ratings.weights


def _marks(path: Path) -> Iterator[Mark]:
    """The lines of the file. Quotes mean nothing in it: texts hold them as they were written."""
    lines = read_lines(str(path))
    header = [name.strip().lower() for name in lines[0].split("\t")]
    places = _places(header, path)
    others = {what: header.index(name) for what, name in (("document", "doc"), ("target", "target")) if name in header}
    for number, line in enumerate(lines[1:], 2):
        if not line.strip():
            continue
        where, cells = f"{path}, line {number}", line.split("\t")
        if len(cells) <= max(places.values()) or any(cells[len(header) :]):
            raise InputError(
                f"{where}: there are {len(cells)} columns under a header of {len(header)}. "
                "A tab or an end of line inside a text breaks a line up; write a space instead."
            )
        values = {what: cells[place] for what, place in places.items()}
        if not values["system"].strip():
            raise InputError(f"{where}: the system has no name.")
        yield Mark(where, **{what: cells[place] for what, place in others.items() if place < len(cells)}, **values)


def _segment(mark: Mark, documents: dict[int, str]) -> int:
    """The segment's place in the test set, from 1."""
    number = segment_number(mark.segment, mark.where)
    known = documents.setdefault(number, mark.document)
    if known != mark.document:
        raise InputError(
            f"{mark.where}: segment {number} is in the document {mark.document!r} here and in {known!r} before, so the "
            "numbers start again with each document. Add a column globalSegId with the line in the whole test set."
        )
    return number


def _places(header: Sequence[str], path: Path) -> Mapping[str, int]:
    """Where each of the columns that matter stands."""
    places = {}
    for what, choices in mqm_errors.COLUMNS.items():
        matching = [header.index(choice) for choice in choices if choice in header]
        if not matching:
            raise InputError(
                f"{path} has no column for the {what}; {' or '.join(choices)} must be in its header, "
                "and tabs between the columns."
            )
        places[what] = matching[0]
    return places
