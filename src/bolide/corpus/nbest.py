"""N-best lists: several candidates for each sentence, in Moses' format, as JSON lines, or N lines per sentence."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from itertools import groupby, islice
from numbers import Integral
from typing import NamedTuple, TypeGuard

from bolide.corpus.decoding import split_lines
from bolide.corpus.lines import display_name, read_text, text_file
from bolide.corpus.table_files import TableOptions
from bolide.corpus.text_tables import read_json_lines
from bolide.system.errors import InputError, counted

_MOSES = re.compile(r"\s*([0-9]{1,18})\s*\|\|\|(.*)")


class Candidates(NamedTuple):
    """The candidates of one sentence, and the sentence's id in the file."""

    sentence: str
    texts: tuple[str, ...]


def read_nbest(name: str, size: int | None = None, field: str | None = None) -> Iterator[Candidates]:
    """The candidates of every sentence of a file, which is read as they are used; its content tells the format.

    `size` is the number of lines per sentence in plain text, `field` the name of the candidates in JSON lines;
    InputError if the file is in another format.
    """
    source = display_name(name)
    file = text_file(name)
    head = read_text(name) if file is None else file.head
    if not head.strip():
        raise InputError(f"{source} is empty; it needs at least one candidate.")
    lines: Iterable[str] = split_lines(head) if file is None else file
    if head.lstrip().startswith("{" if size is not None else ("{", '["')):  # with a size, brackets may be text
        form, candidates = "JSON lines", _from_json(source, lines, field)
    else:
        odd = next((number for number, line in enumerate(lines, 1) if not _MOSES.match(line)), 0)
        if odd > 1:
            what = f"line {odd} has no number and ||| before its text"
            raise InputError(f"{source} begins as a Moses n-best list, but {what}.")
        if odd and size is None:
            what = "neither a Moses n-best list (0 ||| text ||| …) nor JSON lines"
            how = "for plain text say how many lines belong to each sentence with `size`"
            raise InputError(f"{source} is {what}; {how}.")
        form = "plain text" if odd else "a Moses n-best list"
        candidates = _from_text(source, lines, size) if odd else _from_moses(source, lines)
    if size is not None and form != "plain text":
        raise InputError(f"{source} is {form}; `size` is for plain text, leave it out.")
    if field is not None and form != "JSON lines":
        raise InputError(f"{source} does not hold JSON lines; leave out `field`.")
    yield from candidates


def _from_text(name: str, lines: Iterable[str], size: int | None) -> Iterator[Candidates]:
    """The candidates in plain text, with `size` lines for each sentence."""
    if not isinstance(size, Integral) or not 0 < size <= sys.maxsize:
        raise InputError(f"`size` is {size!r:.60}; it must be a positive integer.")
    rest, number = iter(lines), 0
    while texts := tuple(islice(rest, size)):
        if len(texts) < size:
            what = f"which cannot be divided into sentences of {counted(size, 'line')}"
            raise InputError(f"{name} has {counted(number * size + len(texts), 'line')}, {what}.")
        number += 1
        yield Candidates(str(number), texts)


def _from_moses(name: str, lines: Iterable[str]) -> Iterator[Candidates]:
    """The candidates in lines `number ||| text ||| …`; lines of one number are consecutive, and numbers rise by one."""
    matches = enumerate(filter(None, map(_MOSES.match, lines)), 1)  # all match: checked by the caller
    previous: int | None = None
    for number, group in groupby(matches, lambda item: int(item[1][1])):
        candidates = list(group)
        if previous is not None and number != previous + 1:
            raise InputError(
                f"{name}, line {candidates[0][0]}: sentence {number} follows sentence {previous}; a Moses n-best list "
                "numbers its sentences one after the other, each with at least one candidate."
            )
        previous = number
        yield Candidates(str(number), tuple(match[2].partition("|||")[0].strip() for _, match in candidates))


def _from_json(name: str, lines: Iterable[str], field: str | None) -> Iterator[Candidates]:
    """The candidates in JSON lines, each an object with a list of texts."""
    for number, record in read_json_lines(name, lines, TableOptions()):
        key = field or _only_list(record, f"{name}, line {number}")
        texts = record.get(key)
        if not _is_texts(texts):
            raise InputError(f"{name}, line {number}: {key!r} is not a list of one or more texts.")
        yield Candidates(str(record.get("id", number)), tuple(texts))


def _only_list(record: dict[str, object], where: str) -> str:
    keys = [key for key, value in record.items() if _is_texts(value)]
    if len(keys) != 1:
        what = f"several lists of texts, {', '.join(keys)}" if keys else "no list of texts"
        raise InputError(f"{where} has {what}; name the candidates with `field`.")
    return keys[0]


def _is_texts(value: object) -> TypeGuard[list[str]]:
    return isinstance(value, list) and bool(value) and all(isinstance(text, str) for text in value)
