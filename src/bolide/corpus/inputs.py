"""Texts as a caller has them: lists, generators, columns of a data frame, or the names of files.

A string or a path is a file with one segment per line; anything else that can be iterated is the texts themselves.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from numbers import Real
from typing import Any, TypeAlias

from bolide.corpus import Corpus, Refs, exact_texts
from bolide.corpus.lines import read_lines, read_segments, stems
from bolide.system.errors import InputError
from bolide.system.messages import counted
from bolide.system.strict import LARGEST

Path: TypeAlias = "str | os.PathLike[str]"
Texts: TypeAlias = "Path | Iterable[str]"
References: TypeAlias = "Path | Iterable[Refs] | Sequence[os.PathLike[str]]"
Systems: TypeAlias = "Mapping[str, Texts] | Sequence[Corpus] | Sequence[Path]"


def texts_of(texts: Texts, name: str) -> list[str]:
    """The lines of a file, or the texts; `name` is that of the parameter."""
    if isinstance(texts, str | os.PathLike):
        return read_segments(os.fspath(texts))
    return exact_texts(_column(texts), name)


def file_of(path: object, name: str) -> str:
    """The path of a file as a string; anything else is refused."""
    if isinstance(path, str | os.PathLike):
        text = os.fspath(path)
        if isinstance(text, str):
            return text
    raise InputError(f"`{name}` is of type {type(path).__name__}; it must be the path of a file.")


def files_of(paths: object, name: str) -> list[str]:
    """The paths of one file or of several."""
    if isinstance(paths, str | os.PathLike) or not isinstance(paths, Iterable):
        return [file_of(paths, name)]
    return [file_of(path, f"{name}[{number}]") for number, path in enumerate(paths)]


def values_of(scores: Mapping[str, Any], name: str) -> dict[str, list[float | None]]:
    """Numbers by system, one for each segment; None is a missing one."""
    table: dict[str, list[float | None]] = {}
    for system, values in scores.items():
        if isinstance(values, str | bytes | Mapping):
            raise InputError(f"`{name}`: the scores of {system!r:.60} must be a list of numbers.")
        line = list(_column(values))
        odd = [value for value in line if value is not None and not _is_number(value)]
        if odd:
            raise InputError(f"`{name}`: {odd[0]!r:.60}, a score of {system!r:.60}, is not a number.")
        table[str(system)] = [None if value is None else float(value) for value in line]
    return table


def check_by_system(scores: Mapping[str, Any]) -> None:
    """Refuse scores by metric that are not by system as well."""
    for name, values in scores.items():
        if not isinstance(values, Mapping):
            raise InputError(f"`scores`: those of {name!r:.60} must be by system: {{'a': […], 'b': […]}}.")


def _is_number(value: object) -> bool:
    """Whether a value is a number that one can compute with; numpy's count."""
    if not isinstance(value, Real) or isinstance(value, bool):
        return False
    try:
        return abs(float(value)) <= LARGEST
    except OverflowError:
        return False


def labels_of(labels: Texts | None, name: str, segments: int) -> list[str] | None:
    """One label for each segment, from a file or from values; values that are not text are written as text."""
    if labels is None:
        return None
    from_file = isinstance(labels, str | os.PathLike)
    lines = read_lines(os.fspath(labels)) if from_file else [str(label) for label in _column(labels)]  # type: ignore[arg-type]
    if len(lines) != segments:
        raise InputError(
            f"`{name}` has {counted(len(lines), 'entry', 'entries')} for {counted(segments, 'segment')}; "
            "give one for each."
        )
    return lines


def references_of(refs: References) -> list[Refs]:
    """The references of each segment: of one file, of several files (a list of Paths), or as they are."""
    if isinstance(refs, str | os.PathLike):
        return list(read_segments(os.fspath(refs)))
    groups = list(_column(refs))
    if groups and all(isinstance(group, os.PathLike) for group in groups):
        files = [read_segments(os.fspath(group)) for group in groups]
        sizes = {len(lines) for lines in files}
        if len(sizes) > 1:
            raise InputError(f"The files of references have {' and '.join(map(str, sorted(sizes)))} lines.")
        return [list(group) for group in zip(*files, strict=True)]
    return groups


def corpora_of(systems: Systems, refs: References | None) -> list[Corpus]:
    """The systems with their references: outputs by name, a list of files, or corpora as they are."""
    if isinstance(systems, Mapping):
        outputs = [(str(name), texts_of(texts, f"systems[{name!r}]")) for name, texts in systems.items()]
    else:
        items = [systems] if isinstance(systems, str | os.PathLike) else list(_column(systems))
        if items and all(isinstance(item, Corpus) for item in items):
            if refs is not None:
                raise InputError("A Corpus has its references already; leave `refs` out.")
            return [item for item in items if isinstance(item, Corpus)]
        if not items or not all(isinstance(item, str | os.PathLike) for item in items):
            raise InputError("`systems` must map names to outputs, {'a': […], 'b': […]}, or list the files of outputs.")
        paths = [os.fspath(item) for item in items]
        outputs = list(zip(stems([os.path.basename(path) for path in paths]), map(read_segments, paths), strict=True))
    if refs is None:
        raise InputError("`refs` is missing: give the references of the segments, or the file that has them.")
    groups = references_of(refs)
    first, *others = (Corpus.of(texts, groups, name) for name, texts in outputs)
    return [first, *(replace(other, refs=first.refs) for other in others)]


def _column(values: Any) -> Iterable[Any]:
    """The values of a column as a list: pyarrow, Polars, pandas and numpy each have a method for that."""
    for method in ("to_pylist", "to_list", "tolist"):
        if hasattr(values, method):
            plain: list[Any] = getattr(values, method)()
            return plain
    if not isinstance(values, Iterable):
        raise InputError(f"{values!r:.60} is of type {type(values).__name__}; pass a list of texts or a path.")
    return values
