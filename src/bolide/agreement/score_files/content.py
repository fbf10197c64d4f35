"""What is read from a score file: its lines cut into cells, and numbers; what is wrong is said with its line."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from io import StringIO
from math import isfinite
from pathlib import Path
from typing import NamedTuple

from bolide.corpus.decoding import allow_long_cells
from bolide.system.errors import InputError
from bolide.system.messages import counted
from bolide.system.strict import LARGEST, plain_float

MISSING = ("", "none", "na", "n/a")
Scores = dict[str, list[float | None]]  # of each system


class Line(NamedTuple):
    """The cells of a line, and where it stands."""

    where: str
    cells: list[str]


@dataclass(frozen=True, eq=False)
class Content:
    """A file's path and text, and its lines that are not blank, cut where its first line is cut."""

    path: Path
    text: str

    @cached_property
    def lines(self) -> list[Line]:
        """The lines that are not blank."""
        first = self.text.lstrip().partition("\n")[0]
        allow_long_cells()
        rows: Iterable[list[str]]
        if "\t" in first:
            rows = csv.reader(StringIO(self.text, newline=""), delimiter="\t", quoting=csv.QUOTE_NONE)
        elif "," in first:
            rows = csv.reader(StringIO(self.text, newline=""))
        else:  # MTME files may part name and score by blanks
            rows = (line.split() for line in self.text.splitlines())
        lines: list[Line] = []
        number, name = 0, str(self.path)
        try:
            for number, row in enumerate(rows, 1):
                if any(map(str.strip, row)):
                    lines.append(Line(f"{name}, line {number}", row))
        except csv.Error as error:
            raise InputError(f"{self.path}, line {number + 1} cannot be read: {error}.") from None
        return lines

    @cached_property
    def header(self) -> list[str]:
        """The cells of the first line in lower case."""
        return [cell.strip().lower() for cell in self.lines[0].cells] if self.lines else []


@dataclass(frozen=True)
class Read:
    """What a file says: the level, and each system's scores; and lines that say what was left out."""

    level: str
    scores: Scores
    notes: tuple[str, ...] = field(default=())


def is_score(text: str) -> bool:
    """Whether the text is a number or says that there is none."""
    if text.strip().lower() in MISSING:
        return True
    try:
        plain_float(text)
    except ValueError:
        return False
    return True


def number(text: str, where: str) -> float | None:
    """A score, None for a missing one."""
    try:
        value = plain_float(text)
    except ValueError:
        if text.strip().lower() in MISSING:
            return None
        raise InputError(f"{where}: {text!r} is not a number; a missing score is written None.") from None
    if not isfinite(value):
        raise InputError(f"{where}: the score is {text.strip()}; it must be finite, or None where it is missing.")
    if abs(value) > LARGEST:
        raise InputError(f"{where}: the score is {text.strip()}; one can compute with scores up to {LARGEST:g}.")
    return value


def check_width(row: Sequence[str], header: Sequence[str], where: str) -> None:
    """Refuse a line that is not as wide as the header."""
    if len(row) != len(header):
        raise InputError(f"{where} has {counted(len(row), 'column')} under a header of {len(header)}.")
