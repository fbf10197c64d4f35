"""MQM: errors that people marked, weighed and added up."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

from bolide.agreement.annotations import mqm_errors
from bolide.agreement.table import Table
from bolide.corpus.lines import path_of, read_lines, read_text
from bolide.marks.errors import MarkedError


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


def read_marked(path: str | Path, texts: Mapping[str, Sequence[str]]) -> dict[tuple[str, int], list[MarkedError]]:
    """The errors by system and segment (from 0), as they lie in the systems' outputs; other systems are left out.

    A file whose translations are spelled otherwise has its marked words looked up; words that stand at no place, or at
    several, are an error without a place.
    """
    found: dict[tuple[str, int], list[MarkedError]] = defaultdict(list)
    for rating in mqm_errors.read(str(path), read_text(str(path_of(path)))).ratings:
        if rating.system in texts and rating.segment < len(texts[rating.system]):
            text = texts[rating.system][rating.segment]
            for target, category, severity in rating.errors:
                if severity.strip().lower() != "no-error":
                    marked = MarkedError(*_place(target, text), category, severity, rating.annotator)
                    found[rating.system, rating.segment].append(marked)
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
