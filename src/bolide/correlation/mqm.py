"""MQM: errors that people marked, weighed and added up."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from bolide.correlation.table import Table
from bolide.errors import InputError
from bolide.files import read_lines

# Freitag et al. 2021, table 4: the weights every WMT since 2021 has used.
MAJOR, MINOR, PUNCTUATION, NON_TRANSLATION = 5.0, 1.0, 0.1, 25.0
NO_ERROR = ("no-error", "no error")
ATTENTION_TEST = (
    "hotw-test"  # an error planted to see whether the rater is awake; found or missed, it is not the system's
)

# The WMT releases do not agree on the names of the columns that matter.
COLUMNS = {
    "system": ("system",),
    "segment": ("globalsegid", "global_seg_id", "seg_id", "segid", "segment"),
    "rater": ("rater", "annotator"),
    "category": ("category",),
    "severity": ("severity",),
}


class Mark(NamedTuple):
    """One line of the file: what a rater said of a segment, and where that stands."""

    where: str
    system: str
    segment: str
    rater: str
    category: str
    severity: str
    document: str


def weight(category: str, severity: str) -> float:
    """What one marked error costs."""
    kind, degree = (text.strip().lower().replace("_", "-") for text in (category, severity))
    if degree in (*NO_ERROR, "neutral") or kind in NO_ERROR:
        return 0.0
    if degree == "major":
        return NON_TRANSLATION if kind.startswith("non-translation") else MAJOR
    if degree == "minor":
        return PUNCTUATION if kind == "fluency/punctuation" else MINOR
    raise InputError(f"there is no weight for the severity {severity!r}; MQM knows Major, Minor, Neutral and no-error.")


def read_mqm(path: str | Path, segments: int | None = None) -> Table:
    """An error file (system, …, globalSegId or seg_id, rater, category, severity) as a table of negative sums.

    Each rater's errors are added, several raters of a segment averaged; a segment nobody looked at is missing.
    """
    sums: dict[tuple[str, int], dict[str, float]] = defaultdict(lambda: defaultdict(float))
    documents: dict[int, str] = {}
    for mark in _marks(Path(path)):
        if mark.severity.strip().lower() == ATTENTION_TEST:
            continue
        number = _segment(mark, documents)
        try:
            sums[mark.system, number][mark.rater] += weight(mark.category, mark.severity)
        except InputError as problem:
            raise InputError(f"{mark.where}: {problem}") from None
    if not sums:
        raise InputError(f"{path} holds a header and no rating; is it an MQM file?")
    last = max(segment for _, segment in sums)
    if segments is not None and last > segments:
        raise InputError(f"{path} has errors for segment {last}; there are only {segments} segments.")
    scores: dict[str, list[float | None]] = {}
    for (system, segment), raters in sums.items():
        line = scores.setdefault(system, [None] * (segments or last))
        line[segment - 1] = 0.0 - sum(raters.values()) / len(raters)
    return Table.of("mqm", scores)


def _marks(path: Path) -> Iterator[Mark]:
    """The lines of the file. Quotes mean nothing in it: texts hold them as they were written."""
    lines = read_lines(str(path))
    header = [name.strip().lower() for name in lines[0].split("\t")]
    places = _places(header, path)
    document = header.index("doc") if "doc" in header else None
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
        yield Mark(where, document=cells[document] if document is not None else "", **values)


def _segment(mark: Mark, documents: dict[int, str]) -> int:
    """The segment's place in the test set, from 1."""
    if not mark.segment.isdecimal() or int(mark.segment) < 1:
        raise InputError(f"{mark.where}: the segment is {mark.segment!r}; it must be a number from 1 up.")
    number = int(mark.segment)
    known = documents.setdefault(number, mark.document)
    if known != mark.document:
        raise InputError(
            f"{mark.where}: segment {number} is in the document {mark.document!r} here and in {known!r} before, so the "
            "numbers start again with each document. Add a column globalSegId with the line in the whole test set."
        )
    return number


def _places(header: Sequence[str], path: Path) -> Mapping[str, int]:
    """Where each of the columns that matter stands."""
    found = {}
    for what, choices in COLUMNS.items():
        matching = [header.index(choice) for choice in choices if choice in header]
        if not matching:
            raise InputError(
                f"{path} has no column for the {what}; {' or '.join(choices)} must be in its header, "
                "and tabs between the columns."
            )
        found[what] = matching[0]
    return found
