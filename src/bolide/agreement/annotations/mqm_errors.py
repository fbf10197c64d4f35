"""MQM as WMT releases it: tab-separated, one marked error per line, `<v>…</v>` around it in the source or the target.

Quotes mean nothing in such a file: texts hold them as they were written. Each rater's errors are weighed and summed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from math import fsum
from pathlib import Path
from typing import Any

from bolide.agreement.annotations.ratings import Annotations, ErrorSpan, Rating
from bolide.agreement.language_pairs import Row, pair_columns, rows_by_pair
from bolide.corpus.decoding import split_lines
from bolide.system.dataclasses import dataclass, replace
from bolide.system.errors import ErrorWithHint, InputError, known_name
from bolide.system.limits import segment_number
from bolide.system.messages import counted

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
GLOBAL = COLUMNS["segment"][:2]  # numbers of the whole test set, whatever the document


def recognised(text: str) -> bool:
    """Whether the header names a category and a severity."""
    header = _header(text.partition("\n")[0])
    return "category" in header and "severity" in header


@dataclass(frozen=True)
class MQMColumns:
    """Where the columns stand, how wide the header is, and how many columns a line needs at least."""

    system: int
    segment: int
    rater: int
    category: int
    severity: int
    document: int | None
    target: int | None
    width: int
    least: int

    @classmethod
    def of(cls, header: Sequence[str], path: str) -> MQMColumns:
        columns = _columns(header, path)
        document, target = (header.index(name) if name in header else None for name in ("doc", "target"))
        least = max(*columns.values(), document or 0, *pair_columns(header)) + 1
        return cls(**columns, document=document, target=target, width=len(header), least=least)


def read(
    path: str, text: str, weights: str | None = None, documents: Sequence[str] | None = None
) -> dict[str, Annotations]:
    """By language pair, one rating per rater and output: minus the sum of what the errors cost.

    `documents` has the document of every line of the test set; by it, segments are found that are numbered anew in each
    document.
    """
    lines = split_lines(text)
    if not lines:
        raise InputError(f"{path} is empty; an MQM file begins with a header.")
    header = _header(lines[0])
    layout = MQMColumns.of(header, path)
    costs = Costs(Path(path).name, weights)
    annotations = {}
    for pair, rows in rows_by_pair(header, _rows(path, lines, layout), [layout.document], layout.system).items():
        dropped: Counter[str] = Counter()
        sums = _sums(path, rows, layout, Numbers(path, header, documents), costs, dropped)
        ratings = [
            Rating(rater, system, segment, 0.0 - fsum(error_costs), line, name, "", errors)
            for (system, segment, rater), (error_costs, line, name, errors) in sums.items()
        ]
        annotations[pair] = Annotations("mqm", path, ratings, dropped, spans, "", marked_text, pair)
    rated = {pair: each for pair, each in annotations.items() if each.ratings}
    if not rated:
        raise InputError(f"{path} holds a header and no rating; is it an MQM file?")
    names = listed([table.name for table in costs.tables], "and")
    return {pair: replace(each, weights=names) for pair, each in rated.items()}


def _rows(path: str, lines: Sequence[str], layout: MQMColumns) -> list[Row]:
    """The lines that are not blank, with their numbers."""
    rows = []
    for number, line in enumerate(lines[1:], 2):
        cells = line.split("\t")
        if len(cells) < layout.least or (len(cells) > layout.width and any(cells[layout.width :])):
            if not line.strip():
                continue
            raise InputError(
                f"{path}, line {number} has {counted(len(cells), 'column')} under a header of {layout.width}. "
                "A tab or line break inside a text splits the line; replace it with a space."
            )
        rows.append((number, cells))
    return rows


def _sums(
    path: str, rows: Sequence[Row], layout: MQMColumns, numbers: Numbers, costs: Costs, dropped: Counter[str]
) -> dict[tuple[str, int, str], list[Any]]:
    """By system, segment and rater: what each error costs, the first line, the document and the errors."""
    document, target = layout.document, layout.target
    sums: dict[tuple[str, int, str], list[Any]] = {}
    for number, cells in rows:
        system, category, severity = cells[layout.system].strip(), cells[layout.category], cells[layout.severity]
        if not system:
            raise InputError(f"{path}, line {number}: the system has no name.")
        if severity.strip().lower() == ATTENTION_TEST:
            dropped["of attention tests (HOTW-test)"] += 1
            continue
        name = cells[document].strip() if document is not None else ""
        segment = numbers.place(cells[layout.segment], name, number)
        try:
            cost = costs.cost(category, severity)
        except ErrorWithHint as problem:
            raise problem.at(f"{path}, line {number}") from None
        except InputError as problem:
            raise InputError(f"{path}, line {number}: {problem}") from None
        entry = sums.setdefault((system, segment, cells[layout.rater].strip()), [[], number, name, []])
        entry[0].append(cost)
        entry[3].append((cells[target] if target is not None and target < len(cells) else "", category, severity))
    return sums


class Numbers:
    """Where a segment stands in the test set, by its number and, where numbers start again, by its document."""

    def __init__(self, path: str, header: Sequence[str], documents: Sequence[str] | None) -> None:
        self.path = path
        self.known: dict[tuple[str, str], int] = {}
        self.documents: dict[int, str] = {}
        self.sizes = Counter(documents or ())
        anew = documents is not None and not any(name in header for name in GLOBAL)
        lines = reversed([*enumerate(documents or ())])  # the first of each document is the last to be taken
        self.starts = {name: line for line, name in lines} if anew else None

    def place(self, text: str, document: str, line: int) -> int:
        """The place from 0."""
        key = text, document
        number = self.known.get(key)
        if number is None:
            number = self.known[key] = self._placed(text, document, f"{self.path}, line {line}")
        return number

    def _placed(self, text: str, document: str, where: str) -> int:
        number = segment_number(text, where)
        if self.starts is not None:
            if document not in self.starts:
                raise InputError(f"{where}: the document {document!r} is not among the documents of the test set.")
            if number > self.sizes[document]:
                raise InputError(
                    f"{where}: segment {number} of {document!r}, which has {counted(self.sizes[document], 'line')}."
                )
            return self.starts[document] + number - 1
        known = self.documents.setdefault(number, document)
        if known != document:
            column = "column globalSegId with the line in the whole test set."
            raise ErrorWithHint(
                f"{where}: segment {number} is in the document {document!r} here and in {known!r} before, so the "
                "numbers start again with each document.",
                f"Add a {column}",
                "--documents",
                f"Give the document of every line of the test set (--documents), or add a {column}",
            )
        return number - 1


def spans(errors: Any) -> tuple[ErrorSpan, ...]:
    """The marked characters of the translation; an error marked in the source alone has none."""
    return tuple(
        _span(target, category, severity)
        for target, category, severity in errors
        if _plain(severity) != "neutral" and not is_no_error(category, severity)
    )


def _span(target: str, category: str, severity: str) -> ErrorSpan:
    start = target.find("<v>")
    if start < 0:
        return ErrorSpan(None, None, severity, category)
    end = target.find("</v>", start)
    return ErrorSpan(start, (end if end >= 0 else len(target)) - len("<v>"), severity, category)


def marked_text(errors: Any) -> str | None:
    """The translation, without the mark of the first error; None where the file has none."""
    target = str(errors[0][0]) if errors else ""
    return target.replace("<v>", "", 1).replace("</v>", "", 1) if target else None


def _header(line: str) -> list[str]:
    return [name.strip().lower() for name in line.split("\t")]


def _columns(header: Sequence[str], path: str) -> dict[str, int]:
    """Where each of the columns that matter stands."""
    if "system" not in header and any(name.startswith(("system1", "system_1", "systema")) for name in header):
        raise InputError(
            f"{path} compares two systems side by side; write one line per system, with the columns "
            f"{', '.join(COLUMNS)}, and read that."
        )
    columns = {}
    for what, choices in COLUMNS.items():
        matching = [header.index(choice) for choice in choices if choice in header]
        if not matching:
            raise InputError(
                f"{path} has no column for the {what}; {' or '.join(choices)} must be in its header, "
                "and tabs between the columns."
            )
        columns[what] = matching[0]
    return columns


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

    def cost(self, category: str, severity: str) -> float:
        """What one marked error costs; refused where this table knows no weight for its severity."""
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
        known = "Major, Minor, Neutral and no-error" + (", Critical and an empty one" if self.critical else "")
        raise InputError(f"there is no weight for the severity {severity!r}; the weights of {self.name} know {known}.")


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


class Costs:
    """What errors cost in a file: by the weights named, by those of the year in its name, or by any that agree."""

    def __init__(self, file: str, weights: str | None = None) -> None:
        if weights is not None:
            known_name("table of MQM weights", weights, WEIGHTS)
        table = WEIGHTS[weights] if weights is not None else weights_by_name(file)
        self.tables = [table] if table is not None else list(WEIGHTS.values())
        self.cost = cache(self._cost)

    def _cost(self, category: str, severity: str) -> float:
        """What an error costs, by weights that must all agree about it."""
        costs: list[float | None] = []
        problem = None
        for table in self.tables:
            try:
                costs.append(table.cost(category, severity))
            except InputError as refused:
                costs.append(None)
                problem = refused
        if costs[0] is not None and len(set(costs)) == 1:
            return costs[0]
        if problem is not None and not any(cost is not None for cost in costs):
            raise problem
        by_release = [
            f"{cost:g} in {t.name}" if cost is not None else f"unknown in {t.name}"
            for cost, t in zip(costs, self.tables, strict=True)
        ]
        raise ErrorWithHint(
            f"{category!r} of severity {severity!r} costs {', '.join(by_release)}, and the file's name does not "
            "tell its year.",
            "Put the year into its name, as in mqm_2023.tsv.",
            "--mqm-weights",
            f"Say which weights to use: --mqm-weights {listed(list(WEIGHTS), 'or')}.",
        )


def listed(names: Sequence[str], word: str) -> str:
    """`2020, 2023 and 2024`."""
    return f" {word} ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
