"""The lines of a test set: the document and the domain of each, whether ratings fit them, and segments that are known
by ids, whose judgments and scores are brought into one order, whatever that of their files."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from bolide.agreement.annotations.ratings import Annotations
from bolide.agreement.table import Indices, Source
from bolide.corpus.inputs import Texts, labels_of
from bolide.corpus.lines import read_lines
from bolide.significance.labels import indices_by_label
from bolide.system.errors import InputError, counted

CANARY = "canary"  # the label of the line that WMT plants so that training data can be searched for it


@dataclass(frozen=True)
class Labels:
    """One label per line of the test set; `documents` if the labels are domains, and the file has documents too."""

    path: str
    names: tuple[str, ...]
    documents: Labels | None = None

    def groups(self) -> dict[str, Indices]:
        """The lines of every label, in the order in which labels first stand; a canary line is in none."""
        lines = indices_by_label(self.names).items()
        return {name: np.array(indices, dtype=np.intp) for name, indices in lines if name.lower() != CANARY}

    def check(self, segments: int, what: str) -> None:
        """Refuse labels of another number of lines."""
        if len(self.names) != segments:
            raise InputError(f"{self.path} has {len(self.names):,} labels and {what} {counted(segments, 'segment')}.")


def read_labels(path: str, which: str) -> Labels:
    """A label per line, or WMT's two columns, domain and document, of which `which` is read."""
    lines = [line.split("\t") for line in read_lines(path)]
    width = len(lines[0]) if lines else 1
    odd = next((k for k, cells in enumerate(lines, 1) if len(cells) != width or width > 2), None)
    if odd is not None:
        raise InputError(f"{path}, line {odd}: a line is one label, or each is a domain, a tab and a document.")
    names = tuple(cells[0 if which == "domain" else -1].strip() for cells in lines)
    if "" in names:
        raise InputError(f"{path}, line {names.index('') + 1}: the {which} has no name.")
    documents = tuple(cells[-1].strip() for cells in lines) if which == "domain" and width == 2 else ()
    return Labels(path, names, Labels(path, documents) if documents else None)


def labels_of_lines(documents: Texts | None, domains: Texts | None) -> tuple[Labels | None, Labels | None]:
    """The document and the domain of each line, from files or as values; they must be of the same lines."""
    known = [
        None
        if labels is None
        else read_labels(os.fspath(labels), which)
        if isinstance(labels, str | os.PathLike)
        else Labels(f"{which}s", tuple(labels_of(labels, f"{which}s") or ()))
        for which, labels in (("document", documents), ("domain", domains))
    ]
    if known[0] is not None and known[1] is not None:
        known[1].check(len(known[0].names), known[0].path)
    return known[0], known[1]


FOLDER_DOCUMENTS = ("{folder}/docs.tsv", "{folder}/documents.tsv", "{folder}/../documents/{pair}.docs")


def folder_documents(folder: str) -> Labels | None:
    """The documents of the lines of a folder of WMT or mt-metrics-eval; None if it does not have them."""
    pair = os.path.basename(os.path.normpath(folder))
    paths = (pattern.format(folder=folder, pair=pair) for pattern in FOLDER_DOCUMENTS)
    path = next((name for path in paths for name in (path, f"{path}.gz") if os.path.isfile(name)), None)
    return None if path is None else read_labels(path, "document")


def renumbered(
    annotations: Annotations,
    outputs: Mapping[str, Sequence[str]] | None = None,
    documents: Labels | None = None,
    ids: Sequence[str] = (),
) -> Annotations:
    """The annotations with the segments counted as the lines of these outputs and documents are, by their ids, if lines
    and ratings have ids.

    Refused if a rating's document or text is not that of the line. The tool that ESA is made with does not count the
    canary line, which comes first in WMT24's texts.
    """
    outputs, names = outputs or {}, () if documents is None else documents.names
    annotations = annotations.on_lines(ids, outputs)
    problem = _misfit(annotations, outputs, documents)
    first = [*(lines[0] for lines in outputs.values() if lines), *names[:1]]
    canary = bool(first) and all(CANARY in text.lower() for text in first)
    if canary and (problem or any(rating.segment == 0 for rating in annotations.ratings)):
        later = [rating._replace(segment=rating.segment + 1) for rating in annotations.ratings]
        remark = f"{annotations.path} counts segments without the canary line, which is the first of the test set."
        moved = replace(annotations, ratings=later, remarks=(*annotations.remarks, remark))
        if not _misfit(moved, outputs, documents):
            return moved
    if problem:
        raise InputError(problem)
    return annotations


def _misfit(annotations: Annotations, outputs: Mapping[str, Sequence[str]], documents: Labels | None) -> str:
    """The first rating whose document or text is not that of its line, in words; empty if all fit."""
    names = documents.names if documents is not None else ()
    for rating in annotations.ratings if documents is not None or outputs else ():
        line, where, lines = rating.segment, f"{annotations.path}, line {rating.line}", outputs.get(rating.system)
        document = names[line] if line < len(names) else None
        if documents is not None and rating.document and document != rating.document:
            return (
                f"{where}: the segment is in {rating.document!r}, but line {line + 1} of {documents.path} is "
                f"{'missing' if document is None else f'in {document!r}'}; are these labels of this test set?"
            )
        if rating.text and lines is not None and (line >= len(lines) or lines[line].strip() != rating.text.strip()):
            return (
                f"{where}: the rated text is not line {line + 1} of {rating.system}; are these the outputs that were "
                "rated?"
            )
    return ""


# --- segments known by ids --------------------------------------------------------------------------------------------


EXAMPLES = 3  # ids that a note names


def on_ids(source: Source, ids: Sequence[str]) -> Source:
    """The source with its segments in the order of these ids, missing where it lacks one; as it is if it has no ids,
    and refused if only it has."""
    table = source.seg
    if table is None or not table.ids:
        return source
    if not ids:
        raise InputError(
            f"{table.name} names segments by ids and the texts have none; read the texts from a table with an id or "
            "item_id, or leave the ids out of the scores if these are in the order of the texts."
        )
    column_of = {name: column for column, name in enumerate(table.ids)}
    missing = np.full((len(table.systems), 1), np.nan)  # the last column
    cells = np.hstack([table.cells, missing])[:, [column_of.get(name, -1) for name in ids]]
    return replace(source, seg=replace(table, cells=cells, ids=tuple(ids)))


def common_ids(human: str, judged: Sequence[str], metrics: Sequence[Source], lines: Sequence[str]) -> tuple[str, ...]:
    """The ids of the segments to compare, in order; none if neither people (`judged`) nor metrics have ids.

    They are those of the `lines` that were scored here, if these have ids, or else those that people judged and a
    metric has. Refused if some have ids and others do not: their order may be different.
    """
    tables = [metric.seg for metric in metrics if metric.seg is not None]
    sides = [(human, judged), *((table.name, table.ids) for table in tables)]
    named, unnamed = ([who for who, ids in sides if bool(ids) == wanted] for wanted in (True, False))
    if not named:
        return ()
    if not lines:
        if unnamed and tables:
            raise InputError(
                f"{named[0]} has ids of segments and {unnamed[0]} has none, so they cannot be matched; give scores "
                "with ids, such as WMT26's task2_pred, or texts with ids."
            )
        known = set(judged)
        lines = [name for name in dict.fromkeys(name for table in tables for name in table.ids) if name in known]
    for who, ids in sides:
        if ids and set(ids).isdisjoint(lines):
            raise InputError(f"{who} has no id of a segment in common with the others; its first is {ids[0]}.")
    return tuple(lines)


def notes_on_ids(human: str, judged: Sequence[str], metrics: Sequence[Source], ids: Sequence[str]) -> list[str]:
    """What is left out because its id is missing on one side."""
    rated, known = set(judged), set(ids)
    found = [(f"{human}: left out ", [name for name in judged if name not in known], ", which no metric has.")]
    for table in (metric.seg for metric in metrics if judged):
        if table is not None and table.ids:
            name, scored = table.name, set(table.ids)
            unjudged = [each for each in table.ids if each not in rated]
            lacking = [each for each in judged if each in known and each not in scored]
            found.append((f"{name}: left out ", unjudged, ", which nobody judged."))
            found.append((f"{name} has no score of ", lacking, ", which people judged."))
    return [
        f"{before}{counted(len(some), 'segment')} ({', '.join(some[:EXAMPLES])}{', …' * (len(some) > EXAMPLES)}){after}"
        for before, some, after in found
        if some
    ]
