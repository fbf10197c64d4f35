"""MQM: errors that people marked, weighed and added up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from bolide.agreement.annotations import mqm_errors
from bolide.agreement.marked import Marked, errors_in
from bolide.agreement.table import Table
from bolide.corpus.lines import path_of, read_text


def read_mqm(path: str | Path, segments: int | None = None, weights: str | None = None) -> Table:
    """An error file (system, …, globalSegId or seg_id, rater, category, severity) as a table of negative sums.

    Each rater's errors are added, several raters of a segment averaged; a segment nobody looked at is missing.
    `weights` names one of WEIGHTS; without it the year is taken from the file's name.
    """
    return read_weighed(path, segments, weights)[0]


def read_marked(path: str | Path, texts: Mapping[str, Sequence[str]]) -> Marked:
    """The errors by system and segment (from 0), as they lie in the systems' outputs; other systems are left out.

    A file whose translations are spelled otherwise has its marked words looked up; words that stand at no place, or at
    several, are an error without a place.
    """
    return errors_in(mqm_errors.read(str(path), read_text(str(path_of(path)))), texts)


def read_weighed(path: str | Path, segments: int | None = None, weights: str | None = None) -> tuple[Table, str]:
    """What `read_mqm` reads, and the name of the weights: of several years where those agree about every error."""
    ratings = mqm_errors.read(str(path), read_text(str(path_of(path))), weights)
    return ratings.table(segments), ratings.weights
