"""What calls are given, checked: paths, names of columns, labels of segments; and the reader of files and columns."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import nan
from numbers import Real
from typing import TYPE_CHECKING, Any, TypeAlias

from bolide.corpus import Corpus, is_frame, list_of
from bolide.corpus.decoding import MARK, mark_notice
from bolide.corpus.lines import (
    check_paired,
    empty_reference_notes,
    read_lines,
    refuse_shared_files,
    stems,
    system_names,
)
from bolide.corpus.table_files import STDIN, TableOptions, Warn, refuse_repeated
from bolide.system.errors import InputError, OptionError, check_list, counted, first_repeated
from bolide.system.stored import LARGEST

if TYPE_CHECKING:
    from bolide.corpus.tables import TextTable

Path: TypeAlias = "str | os.PathLike[str]"
Texts: TypeAlias = "Path | Iterable[str]"


def refuse_file_names(texts: Sequence[object], name: str, advice: str) -> None:
    """Raise InputError if all texts are names of files, which would be scored as if they were segments."""
    if texts and all(isinstance(text, str) and "." in text and os.path.isfile(text) for text in texts):
        raise InputError(f"`{name}`: {texts[0]!r:.60} is the name of a file where a text is expected; {advice}.")


def checked_texts(texts: Sequence[Any], name: str, advice: str, warn: Warn) -> None:
    """Refuse texts that are names of files; warn of a byte-order mark before texts that somebody else read."""
    refuse_file_names(texts, name, advice)
    first = texts[:1] if texts and isinstance(texts[0], str) else next(iter(texts), ())
    if isinstance(first, Sequence) and any(isinstance(text, str) and text.startswith(MARK) for text in first):
        warn(f"{mark_notice(f'`{name}`')}, as in sacreBLEU.")


def file_of(path: object, name: str) -> str:
    """The path of a file as a string; anything else is refused."""
    if isinstance(path, str | os.PathLike):
        text = os.fspath(path)
        if isinstance(text, str):
            return text
    hint = (
        ' Columns of a frame are texts: bolide.score(frame["hyp"], frame["ref"]).' if hasattr(path, "columns") else ""
    )
    raise InputError(f"`{name}` is of type {type(path).__name__}; it must be the path of a file.{hint}")


def files_of(paths: object, name: str) -> list[str]:
    """The paths of one file or of several."""
    if isinstance(paths, str | os.PathLike) or not isinstance(paths, Iterable) or is_frame(paths):
        return [file_of(paths, name)]
    return [file_of(path, f"{name}[{number}]") for number, path in enumerate(paths)]


def files_by_text(outputs: Mapping[str, object], references: Sequence[object], **about: object) -> dict[str, str]:
    """The files of texts by what they are, as far as these are paths."""
    several = len(references) > 1
    named = {f"reference {k}" if several else "reference": path for k, path in enumerate(references, 1)}
    texts = {**outputs, **about, **named}
    return {what: os.fspath(path) for what, path in texts.items() if isinstance(path, str | os.PathLike)}


def columns_of(columns: object, name: str) -> tuple[str, ...]:
    """The names of one column or of several."""
    names = (columns,) if isinstance(columns, str) else tuple(columns) if isinstance(columns, list | tuple) else (None,)
    if not all(isinstance(column, str) for column in names):
        raise InputError(f"`{name}` is {columns!r:.60}; it must be the name of a column, or a list of names.")
    return tuple(map(str, names))


def values_of(scores: Mapping[str, Any], name: str) -> dict[str, list[float | None]]:
    """Numbers by system, one for each segment; None is a missing one."""
    table: dict[str, list[float | None]] = {}
    for system, values in scores.items():
        if isinstance(values, str | bytes | Mapping) or not isinstance(values, Iterable):
            raise InputError(f"`{name}`: the scores of {system!r:.60} must be a list of numbers.")
        line = list_of(values, name)
        for value in line:
            number: Any = value if isinstance(value, Real) and not isinstance(value, bool) else nan
            if value is not None and not abs(number) <= LARGEST:
                raise InputError(f"`{name}`: {value!r:.60}, a score of {system!r:.60}, is not a number.")
        table[str(system)] = [None if value is None else float(value) for value in line]
    return table


_MISSING = {"None", "nan", "NaT", "<NA>"}  # values of Python, numpy and pandas, as texts


def labels_of(labels: Iterable[Any] | None, name: str, segments: int | None = None) -> list[str] | None:
    """One label for each segment, if their number is known; others than texts are written as text.

    A missing one is refused: all that are missing would be one document, or one group.
    """
    if labels is None:
        return None
    values = list_of(labels, name)
    lines = list(map(str, values))
    if segments is not None and len(lines) != segments:
        entries = f"{counted(len(lines), 'entry', 'entries')} for {counted(segments, 'segment')}"
        raise InputError(f"`{name}` has {entries}; give one for each.")
    for segment, (value, line) in enumerate(zip(values, lines, strict=True), 1):
        if line in _MISSING and not isinstance(value, str):
            raise InputError(f"`{name}`: the entry of segment {segment} is {line}; give one for each segment.")
    return lines


def documents_of(documents: Iterable[Any] | None, segments: int, ids: Sequence[str] = ()) -> list[str] | None:
    """The document of each segment, as passed or as contained in the ids of the segments; None if it is not known.

    A file may have two columns, as WMT's: domain and document.
    """
    if documents is None:
        return documents_of_ids(ids)
    return _column_of(labels_of(documents, "documents", segments) or [], -1)


def domains_of(domains: Iterable[Any] | None, segments: int) -> list[str] | None:
    """The domain of each segment; of a file with two columns, domain and document, the first."""
    lines = labels_of(domains, "domains", segments)
    return None if lines is None else _column_of(lines, 0)


def _column_of(lines: list[str], column: int) -> list[str]:
    return [line.split("\t")[column] for line in lines] if all(line.count("\t") == 1 for line in lines) else lines


_DOCUMENT_IN_ID = re.compile(r"(.+)(?:/|_#_|_###_)\d+")
_PARTS = 6  # of a segment's id that WMT joined by ###, the last two of which are document and segment


def documents_of_ids(ids: Sequence[str]) -> list[str] | None:
    """The documents of segments whose ids contain them: `news.12/3`, or WMT's parts joined by `_###_` or `_#_`.

    None if an id does not end in such a separator and the number of a segment.
    """
    matches = [_DOCUMENT_IN_ID.fullmatch(text) for text in ids]
    if not ids or not all(matches) or any("_###_" in text and text.count("_###_") < _PARTS - 1 for text in ids):
        return None
    return [match[1] for match in matches if match is not None]


@dataclass
class TextReader:
    """Reads texts: the lines of files or, with the files of a `table`, its columns.

    `options` say how the table is read, and take warnings. A byte-order mark that begins a file of segments is text, as
    for sacreBLEU, unless `drop_mark`.
    """

    table: Sequence[str] = ()
    options: TableOptions = field(default_factory=TableOptions)
    drop_mark: bool = False

    @cached_property
    def columns(self) -> TextTable:
        """The table."""
        from bolide.corpus.tables import TextTable  # most texts are in files

        return TextTable(self.table, self.options)

    def systems(self, hyps: Sequence[str], refs: Sequence[str], names: Sequence[str] = ()) -> list[Corpus]:
        """The systems whose outputs are these files or columns, each with these references.

        They are called by `names`, or by their files without .txt and .gz.
        """
        check_once(hyps, refs)
        if not self.table:
            return self._in_files(hyps, refs, names)
        systems = self.columns.corpora(hyps, refs)
        labels = labels_for(names, stems([system.name for system in systems]))
        return [replace(system, name=label) for system, label in zip(systems, labels, strict=True)]

    def _in_files(self, hyps: Sequence[str], refs: Sequence[str], names: Sequence[str]) -> list[Corpus]:
        if [*hyps, *refs].count(STDIN) > 1:
            raise InputError("Standard input (-) can be read only once; give the other texts as files.")
        refuse_shared_files(hyps, refs)
        labels = labels_for(names, stems(system_names(hyps)))
        groups: list[Any] = self.groups(refs) if len(refs) > 1 else self._lines(refs)[0]
        systems = []
        for name, lines, label in zip(hyps, self._lines(hyps), labels, strict=True):
            check_paired(name, lines, refs[0], groups)
            systems.append(Corpus.of(lines, groups, label))
        for note in empty_reference_notes(refs, systems[0]) if len(refs) > 1 else ():
            self.options.warn(note)
        return systems

    def size(self, outputs: Sequence[str]) -> int:
        """How many outputs these files or columns have: a column may stand for several."""
        return len(self.columns.systems(outputs) if self.table else outputs)

    def about(self, name: str, file: str | None) -> list[str] | None:
        """The lines of a file or column about the segments, such as their documents, if it is named."""
        if file is None:
            return None
        return self.segments(file) if self.table or name == "source" else read_lines(file)  # labels are no texts

    def groups(self, names: Sequence[str]) -> list[list[str]]:
        """The texts of several files or columns, those of one line together."""
        check_once((), names)
        if self.table:
            return self.columns.groups(names)
        files = self._lines(names)
        for name, lines in zip(names[1:], files[1:], strict=True):
            check_paired(name, lines, names[0], files[0])
        return [list(group) for group in zip(*files, strict=True)]

    def segments(self, name: str) -> list[str]:
        """The texts of a file or column that is scored or shown beside the outputs, such as units or the source."""
        return self.columns.column(name) if self.table else self._lines([name])[0]

    def _lines(self, names: Sequence[str]) -> list[list[str]]:
        """The lines of files of segments; a warning for those that begin with a byte-order mark that is text."""
        files, marked = [read_lines(name, mark=True) for name in names], []
        for name, lines in zip(names, files, strict=True):
            if lines[0].startswith(MARK):
                if self.drop_mark:
                    lines[0] = lines[0].removeprefix(MARK)
                else:
                    marked.append("standard input" if name == STDIN else name)
        if marked:
            self.options.warn(f"{mark_notice(*marked)}, as in sacreBLEU; --drop-bom removes it.")
        return files


def labels_for(names: Sequence[str], usual: Sequence[str]) -> list[str]:
    """The names that a user passes for systems, or their usual ones."""
    check_list("names", names, ordered=True)
    if names and len(names) != len(usual):
        outputs = f"{counted(len(usual), 'output')} (`systems`)"
        raise OptionError(f"`names` has {counted(len(names), 'name')} for {outputs}; give one for each.")
    check_distinct(names)
    return list(names or usual)


def check_distinct(names: Iterable[str]) -> None:
    """Refuse two systems of one name, which nothing could tell apart."""
    if (twice := first_repeated(names)) is not None:
        raise InputError(f"Two systems are called {twice!r:.60}; give each its own name.")


def check_once(hyps: Sequence[str], refs: Sequence[str]) -> None:
    """Refuse a file or column named twice: systems would share a name, or references be fewer than they seem."""
    for what, names in (("an output", hyps), ("a reference", refs)):
        refuse_repeated([name for name in names if name != STDIN or names.count(STDIN) == 1], f" as {what}")
