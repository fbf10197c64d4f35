"""MQM: errors that people marked, weighed and added up."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Mapping, Sequence
from io import StringIO
from pathlib import Path

from bolide.correlation.table import Table
from bolide.errors import InputError
from bolide.files import read_text

# Freitag et al. 2021, table 4: the weights every WMT since 2021 has used.
MAJOR, MINOR, PUNCTUATION, NON_TRANSLATION = 5.0, 1.0, 0.1, 25.0


def weight(category: str, severity: str) -> float:
    """What one marked error costs."""
    kind, degree = category.strip().lower(), severity.strip().lower()
    if degree in ("no-error", "no error", "neutral", "") or kind in ("no-error", "no error"):
        return 0.0
    if kind.startswith("non-translation"):
        return NON_TRANSLATION
    if degree == "major":
        return MAJOR
    if degree == "minor":
        return PUNCTUATION if kind == "fluency/punctuation" else MINOR
    raise InputError(f"There is no weight for the severity {severity!r}; MQM knows Major, Minor, Neutral and no-error.")


def read_mqm(path: str | Path, segments: int | None = None) -> Table:
    """An error file (system, …, globalSegId or seg_id, rater, category, severity) as a table of negative sums.

    Each rater's errors are added, several raters of a segment averaged; a segment nobody looked at is missing.
    """
    rows = csv.DictReader(StringIO(read_text(str(path)), newline=""), delimiter="\t", quoting=csv.QUOTE_NONE)
    names = _columns(rows.fieldnames or [], Path(path))
    sums: dict[tuple[str, int], dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for number, row in enumerate(rows, 2):
        text = row[names["segment"]] or ""
        if not text.isdecimal() or int(text) < 1:
            raise InputError(f"{path}, line {number}: the segment is {text!r}; it must be a number from 1 up.")
        cost = weight(row[names["category"]] or "", row[names["severity"]] or "")
        sums[row[names["system"]] or "", int(text)][row[names["rater"]] or ""] += cost
    last = max((segment for _, segment in sums), default=0)
    if segments is not None and last > segments:
        raise InputError(f"{path} has errors for segment {last}; there are only {segments} segments.")
    scores: dict[str, list[float | None]] = {}
    for (system, segment), raters in sums.items():
        line = scores.setdefault(system, [None] * (segments or last))
        line[segment - 1] = -sum(raters.values()) / len(raters)
    return Table.of("mqm", scores)


def _columns(header: Sequence[str], path: Path) -> Mapping[str, str]:
    """The file's own names for the columns that matter; the WMT releases do not agree on one."""
    known = {
        "system": ("system",),
        "segment": ("globalsegid", "global_seg_id", "seg_id", "segid", "segment"),
        "rater": ("rater", "annotator"),
        "category": ("category",),
        "severity": ("severity",),
    }
    found = {}
    for what, choices in known.items():
        matching = [name for choice in choices for name in header if name.strip().lower() == choice]
        if not matching:
            raise InputError(f"{path} has no column for the {what}; one of {', '.join(choices)} must be in its header.")
        found[what] = matching[0]
    return found
