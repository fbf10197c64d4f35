"""MQM as WMT releases it: tab-separated, one marked error per line, `<v>…</v>` around it in the source or the target.

Quotes mean nothing in such a file: texts hold them as they were written. Each rater's errors are weighed and summed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import fsum
from pathlib import Path

from bolide.agreement.annotations.ratings import Annotations, ErrorSpan, Rating, check_documents
from bolide.agreement.language_pairs import Row, pair_columns, rows_by_pair
from bolide.corpus.decoding import split_lines
from bolide.significance.labels import indices_by_label
from bolide.system.errors import InputError, counted, known_name, listed
from bolide.system.limits import segment_number

# An error planted to see whether the rater is awake; found or missed, it is not the system's.
ATTENTION_TEST = "hotw-test"
# The WMT releases do not agree on the names of the columns that matter.
COLUMNS = {
    "system": ("system",),
    "segment": ("globalsegid", "global_seg_id", "seg_id", "segid", "segment"),
    "rater": ("rater", "annotator"),
    "category": ("category",),
    "severity": ("severity",),
}
OTHERS = ("doc", "target")  # which a file may have
GLOBAL = COLUMNS["segment"][:2]  # numbers of the whole test set, whatever the document


def recognised(text: str) -> bool:
    """Whether the header names a category and a severity."""
    return {"category", "severity"} <= set(_header(text.partition("\n")[0]))


def _header(line: str) -> list[str]:
    return [name.strip().lower() for name in line.split("\t")]


def read(
    path: str, text: str, weights: str | None = None, documents: Sequence[str] | None = None
) -> dict[str, Annotations]:
    """By language pair, one rating per rater and output: minus the sum of what the errors cost.

    `documents` has the document of every line of the test set; by it, segments are found that are numbered anew in each
    document.
    """
    lines = split_lines(text) or [""]
    header = _header(lines[0])
    columns = {name: header.index(name) for name in OTHERS if name in header}
    for what, choices in COLUMNS.items():
        index = next((header.index(choice) for choice in choices if choice in header), None)
        if index is None:
            known = " or ".join(choices)
            raise InputError(f"{path} has no column for the {what}; {known} must be in its header, between tabs.")
        columns[what] = index
    least = max(*(index for name, index in columns.items() if name != "target"), *pair_columns(header)) + 1
    starts = None  # the lines of each document
    if documents is not None and not any(name in header for name in GLOBAL):
        starts = indices_by_label(documents)
    tables = _tables(Path(path).name, weights)
    rows = _rows(path, lines, least)
    pairs = rows_by_pair(header, rows, [columns.get("doc")], columns["system"])
    annotations = {}
    for pair, some in pairs.items():
        ratings, tests = _ratings(path, some, columns, starts, tables)
        if ratings:
            check_documents(path, ratings)
            dropped = {"of attention tests (HOTW-test)": tests}
            names = listed([table.name for table in tables])
            annotations[pair] = Annotations("mqm", path, ratings, dropped, pair, names)
    if not annotations:
        raise InputError(f"{path} holds a header and no rating; is it an MQM file?")
    return annotations


def _rows(path: str, lines: Sequence[str], least: int) -> list[Row]:
    """The lines that are not blank, with their numbers."""
    width, rows = lines[0].count("\t") + 1, []
    for number, line in enumerate(lines[1:], 2):
        cells = line.split("\t")
        if len(cells) >= least and not any(cells[width:]):
            rows.append((number, cells))
        elif line.strip():
            raise InputError(
                f"{path}, line {number} has {counted(len(cells), 'column')} under a header of {width}. "
                "A tab or line break inside a text splits the line; replace it with a space."
            )
    return rows


def _ratings(
    path: str,
    rows: Sequence[Row],
    columns: dict[str, int],
    starts: Mapping[str, Sequence[int]] | None,
    tables: Sequence[Weights],
) -> tuple[list[Rating], int]:
    """What each rater says of each output, and how many tests of the raters' attention are left out."""
    outputs: dict[tuple[str, int, str, str], tuple[list[float], list[ErrorSpan], int]] = {}
    tests = 0
    for number, cells in rows:
        where = f"{path}, line {number}"
        system, rater = cells[columns["system"]].strip(), cells[columns["rater"]].strip()
        category, severity = cells[columns["category"]], cells[columns["severity"]]
        if not system:
            raise InputError(f"{where}: the system has no name.")
        if severity.strip().lower() == ATTENTION_TEST:
            tests += 1
            continue
        document = cells[columns["doc"]].strip() if "doc" in columns else ""
        segment = segment_number(cells[columns["segment"]], where) - 1
        if starts is not None:
            if segment not in range(len(starts.get(document, ()))):
                raise InputError(f"{where}: the test set has no segment {segment + 1} in a document {document!r:.60}.")
            segment = starts[document][segment]
        costs, errors, _ = outputs.setdefault((system, segment, rater, document), ([], [], number))
        costs.append(cost_by(tables, category, severity, where))
        target = cells[columns["target"]] if columns.get("target", len(cells)) < len(cells) else ""
        errors.append(_error(target, category, severity))
    ratings = [
        Rating(rater, system, segment, 0.0 - fsum(costs), line, document, "", tuple(errors))
        for (system, segment, rater, document), (costs, errors, line) in outputs.items()
    ]
    return ratings, tests


def _error(target: str, category: str, severity: str) -> ErrorSpan:
    """The marked characters of the translation; an error marked in the source alone has none."""
    counts = _plain(severity) != "neutral" and not is_no_error(category, severity)
    characters: tuple[int | None, int | None] = (None, None)
    if (start := target.find("<v>")) >= 0:
        end = target.find("</v>", start)
        characters = start, (end if end >= 0 else len(target)) - len("<v>")
    return ErrorSpan(*characters, severity, category, target, counts)


MAJOR, MINOR, PUNCTUATION, NON_TRANSLATION = 5.0, 1.0, 0.1, 25.0
NO_ERROR = ("no-error", "no error")


def is_no_error(category: str, severity: str) -> bool:
    """Whether a line says that the rater saw no error; so does an empty severity, if the weights allow one."""
    return _plain(category) in NO_ERROR or _plain(severity) in ("", *NO_ERROR)


def _plain(text: str) -> str:
    return text.strip().lower().replace("_", "-")


@dataclass(frozen=True)
class Weights:
    """One year's table: `years` are those known to have used it."""

    name: str
    years: tuple[int, ...]
    forgiven: frozenset[str] = frozenset()  # categories that cost nothing, before or after a slash
    critical: bool = False  # whether there are critical errors, which cost as much as major ones
    unrated: bool = False  # whether an empty severity means that there is no error
    always_25: bool = False  # whether a non-translation costs 25 whatever its severity

    def cost(self, category: str, severity: str) -> float | None:
        """What one marked error costs; None if this table knows no weight for its severity."""
        kind, degree = _plain(category), _plain(severity)
        if kind in NO_ERROR or degree in NO_ERROR or self.forgiven & set(kind.split("/")):
            return 0.0
        non_translation = kind.startswith("non-translation")
        if non_translation and self.always_25:
            return NON_TRANSLATION
        if degree == "neutral" or (self.unrated and not degree):
            return 0.0
        if degree == "major" or (self.critical and degree == "critical"):
            return NON_TRANSLATION if non_translation else MAJOR
        if degree == "minor":
            return PUNCTUATION if kind == "fluency/punctuation" else MINOR
        return None


SOURCE_AND_CREATIVE = frozenset(("source error", "source issue", "creative reinterpretation", "reinterpretation"))
WEIGHTS = {
    table.name: table
    for table in (
        Weights("2020", (2020, 2021)),
        Weights("2023", (2023,), SOURCE_AND_CREATIVE),
        Weights("2024", (2024,), SOURCE_AND_CREATIVE, critical=True, unrated=True, always_25=True),
    )
}


def weights_by_name(file: str) -> Weights | None:
    """The weights of the year in a released file's name; None where the name does not tell.

    WMT's own names are like mqm_newstest2020_ende.tsv and mqm_generalMT2023_zhen.tsv; TED talks were rated in 2021.
    """
    years = {int(year) for year in re.findall(r"(?<!\d)20\d\d(?!\d)", file)}
    if re.search(r"(?<![a-z])ted(?![a-z])", file.lower()):
        years.add(2021)
    fitting = [table for table in WEIGHTS.values() if years & set(table.years)]
    return fitting[0] if len(fitting) == 1 and years <= set(fitting[0].years) else None


def _tables(file: str, weights: str | None) -> list[Weights]:
    """The weights of that name, those of the year in the file's name, or all of them."""
    if weights is not None:
        known_name("table of MQM weights", weights, WEIGHTS)
        return [WEIGHTS[weights]]
    table = weights_by_name(file)
    return [*WEIGHTS.values()] if table is None else [table]


@cache
def _costs(category: str, severity: str) -> dict[str, float | None]:
    """What an error costs by each table."""
    return {table.name: table.cost(category, severity) for table in WEIGHTS.values()}


def cost_by(tables: Sequence[Weights], category: str, severity: str, where: str) -> float:
    """What an error of a category and a severity costs by tables that must all agree about it; `where` it stands."""
    costs = _costs(category, severity)
    agreed, *others = {costs[table.name] for table in tables}
    if agreed is None or others:
        known = [f"{'unknown' if costs[t.name] is None else f'{costs[t.name]:g}'} in {t.name}" for t in tables]
        advice = (
            f"say which weights to use (`mqm_weights` {' or '.join(WEIGHTS)}), or name the file after its year, as in "
            "mqm_2023.tsv."
        )
        if not any(each is not None for each in costs.values()):
            advice = "severities are Major, Minor, Neutral and no-error, and since 2024 Critical and none at all."
        raise InputError(f"{where}: {category!r} of severity {severity!r} costs {', '.join(known)}; {advice}")
    return agreed
