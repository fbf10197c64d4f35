"""The document and the domain of every line of a test set, and which line of it a rating is of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from bolide.agreement.annotations.ratings import Annotations
from bolide.agreement.table import Places, Table
from bolide.errors import InputError
from bolide.files import read_lines

CANARY = "canary"  # the label of the line that WMT plants so that training data can be searched for it


@dataclass(frozen=True)
class Labels:
    """One label per line of the test set."""

    path: str
    names: tuple[str, ...]

    def groups(self) -> dict[str, Places]:
        """The lines of every label, in the order in which labels first stand; a canary line is in none."""
        lines: dict[str, list[int]] = {}
        for place, name in enumerate(self.names):
            if name.lower() != CANARY:
                lines.setdefault(name, []).append(place)
        return {name: np.array(places, dtype=np.intp) for name, places in lines.items()}

    def check(self, segments: int, what: str) -> None:
        """Refuse labels of another number of lines."""
        if len(self.names) != segments:
            raise InputError(
                f"{self.path} has {len(self.names)} labels and {what} {segments} segments; there must be one per segment."
            )


def read_labels(path: str, which: str) -> Labels:
    """A label per line, or WMT's two columns, domain and document, of which `which` is read."""
    lines = [line.split("\t") for line in read_lines(path)]
    widths = {len(cells) for cells in lines}
    if widths - {1, 2}:
        number = next(k for k, cells in enumerate(lines, 1) if len(cells) > 2)
        raise InputError(f"{path}, line {number}: a line is one label, or a domain, a tab and a document.")
    if len(widths) > 1:
        number = next(k for k, cells in enumerate(lines, 1) if len(cells) != len(lines[0]))
        raise InputError(f"{path}, line {number}: there are {len(lines[number - 1])} columns, not {len(lines[0])}.")
    names = tuple(cells[0 if which == "domain" else -1].strip() for cells in lines)
    if "" in names:
        raise InputError(f"{path}, line {names.index('') + 1}: the {which} has no name.")
    return Labels(path, names)


@dataclass(frozen=True)
class TestSet:
    """What is known of the lines that ratings are of: outputs by system, documents, and whether line 1 is a canary."""

    __test__ = False  # not a test, whatever its name

    outputs: Mapping[str, Sequence[str]] = field(default_factory=dict)
    documents: Labels | None = None
    domains: Labels | None = None
    canary: bool | None = None

    @property
    def begins_with_canary(self) -> bool | None:
        """Whether line 1 is the canary; None where nothing tells."""
        told = {}
        for labels in (self.documents, self.domains):
            if labels is not None:
                told[labels.path] = labels.names[0].lower() == CANARY
        if self.outputs:
            told["the outputs"] = all(lines and lines[0].startswith("CANARY") for lines in self.outputs.values())
        if self.canary is not None:
            told["--canary"] = self.canary
        if len(set(told.values())) > 1:
            said = [f"{what} {'has' if has else 'has not'}" for what, has in told.items()]
            raise InputError(f"Line 1 is WMT's canary line everywhere or nowhere: {', '.join(said)} one.")
        return next(iter(told.values()), None)

    def placed(self, annotations: Annotations) -> Table:
        """The ratings' table with its columns where the lines of the test set are."""
        shift = 0
        if not annotations.canary:
            canary = self.begins_with_canary
            if canary is None:
                raise InputError(
                    f"{annotations.path} numbers segments without the canary line that stands first in WMT's files. Say "
                    "whether the scores have one (--canary yes or no), or give texts or --documents, which tell."
                )
            shift = int(canary)
        self._check(annotations, shift)
        table = annotations.table()
        absent = np.full((len(table.systems), shift), np.nan)
        return Table(table.name, table.systems, np.hstack([absent, table.cells]), notes=annotations.notes)

    def _check(self, annotations: Annotations, shift: int) -> None:
        """Refuse ratings whose document or text is not that of the line."""
        names = self.documents.names if self.documents is not None else None
        for rating in annotations.ratings:
            line = rating.segment + shift
            where = f"{annotations.path}, line {rating.line}"
            if names is not None and rating.document:
                known = names[line] if line < len(names) else None
                if known != rating.document:
                    raise InputError(
                        f"{where}: segment {rating.segment} is in {rating.document!r}, but line {line + 1} of the test set "
                        f"{f'in {known!r}' if known else 'does not exist'}; are these labels of this test set?"
                    )
            lines = self.outputs.get(rating.system)
            if rating.text and lines is not None and (line >= len(lines) or lines[line].strip() != rating.text.strip()):
                raise InputError(
                    f"{where}: the rated text is not line {line + 1} of {rating.system}; are these the outputs that were "
                    "rated?"
                )
