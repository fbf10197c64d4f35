"""Which language pair a line of a file is of, by its columns or its ids, and the choice of one where there are several.

Scores of several language pairs are never put into one table: their systems were not rated on the same segments. The
names of segments that WMT25 and WMT26 write also tell the domain and the document:

official_###_eng_Latn_###_deu_Latn_###_social_###_DOC_###_SEG      a segment of the metrics task
WMT26_###_news_###_eng_Latn_###_isl_Latn_###_DOC                    a document of the general task
en-cs_CZ_#_news_#_DOC_#_SEG                                         WMT25
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

from bolide.system.errors import InputError, OptionError
from bolide.text.languages import two_letters

Value = TypeVar("Value")
UNNAMED = ""  # the pair of what names none
PAIR = ("lp", "langs", "language_pair", "lang_pair", "langpair", "languagepair", "pair")
SOURCE = ("source_lang", "src_lang", "source_language", "srclang", "sourcelang", "source_locale")
TARGET = ("target_lang", "tgt_lang", "trg_lang", "target_language", "trglang", "tgtlang", "targetlang", "target_locale")
# `en-cs` and `eng-ces` between what is not a letter; in WMT25's names of documents also en-sr_Cyrl_RS_#_…
IN_ID = re.compile(r"(?<![^\W\d_])([a-z]{2,3})-([a-z]{2,3})((?:(?:_[A-Z]{2}|_[A-Z][a-z]{3})+(?=_#))?)(?![^\W\d_])")
# WMT's names of systems: newstest2014.de-en.online-A
IN_SYSTEM = re.compile(r"(?:^|[./:|])([a-z]{2,3})-([a-z]{2,3})()(?=[./:|])")

REGION = re.compile(r"_[^-]*")  # and script


@cache
def pair_name(text: str) -> str:
    """A language pair in ISO 639-1 where it has codes there: `eng-ces` and `English-Czech` are en-cs."""
    source, dash, target = text.strip().partition("-")
    if not source and not target:
        return UNNAMED
    return f"{_code(source)}-{_code(target)}" if dash else _code(source)


def _code(language: str) -> str:
    base, underscore, rest = language.strip().partition("_")
    return f"{two_letters(base) or base}{underscore}{rest}"


def pair_columns(header: Sequence[str]) -> list[int]:
    """The columns that name the language pair: one, or that of the source language and that of the target."""
    names = [re.sub(r"[\s-]", "_", name.strip().lower()) for name in header]
    one, *sides = ([names.index(name) for name in side if name in names] for side in (PAIR, SOURCE, TARGET))
    return one[:1] or [index for side in sides for index in side[:1]]


def pair_of(cells: Sequence[str], columns: Sequence[int]) -> str:
    """The pair that a line names in these columns; empty if there are none."""
    return pair_name("-".join([cells[index] for index in columns if index < len(cells)]))


def pairs_in_ids(ids: Iterable[str], pattern: re.Pattern[str] = IN_ID) -> dict[str, str]:
    """The language pair in each id, as in `en-cs_#_news_12`; none at all unless every id has one."""
    pairs = {}
    for name in dict.fromkeys(ids):
        match = pattern.search(name)
        if match is None or two_letters(match[1]) is None or two_letters(match[2]) is None:
            return {}
        pairs[name] = pair_name(f"{match[1]}-{match[2]}{match[3]}")
    return pairs


Row = tuple[int, list[str]]  # a line's number and its cells
Placed = TypeVar("Placed", bound="tuple[Any, list[str]]")  # where a line stands, and its cells


def rows_by_pair(
    header: Sequence[str], rows: Sequence[Placed], ids: Sequence[int | None] = (), system: int | None = None
) -> dict[str, list[Placed]]:
    """The rows of each language pair, in the order in which pairs are first named.

    `ids` are the columns of ids, the most telling first, that may name the pair if no column does, and `system` is that
    of the systems, whose names may, too.
    """
    columns = pair_columns(header)
    names = [pair_of(cells, columns) for _, cells in rows]
    ambiguous = [header[index].strip().lower() for index in columns] == ["pair"]
    if not columns or (ambiguous and not all(map(is_pair, names))):
        names = [UNNAMED] * len(rows)
        for index, pattern in (*((index, IN_ID) for index in ids), (system, IN_SYSTEM)):
            in_ids = {} if index is None else pairs_in_ids((cells[index] for _, cells in rows), pattern)
            if index is not None and in_ids:
                names = [in_ids[cells[index]] for _, cells in rows]
                break
    groups: dict[str, list[Placed]] = {}
    for name, row in zip(names, rows, strict=True):
        groups.setdefault(name, []).append(row)
    return groups


SET = "set_id"  # a file has one


def check_one_set(header: Sequence[str], rows: Sequence[tuple[str, Sequence[str]]]) -> None:
    """Refuse a file with several test sets, whose segments have the same numbers."""
    for where, cells in rows if SET in header else ():
        first, other = (each[header.index(SET)] for each in (rows[0][1], cells))
        if first != other:
            raise InputError(f"{where}: the file has several sets, {first} and {other}; write one file for each.")


def is_pair(name: str) -> bool:
    """Whether a name is that of two languages that are known here, with or without regions."""
    sides = name.split("-", 1)
    return len(sides) == 2 and all(two_letters(side.partition("_")[0]) is not None for side in sides)


def choose_pair(pairs: Mapping[str, Value], pair: str | None, path: object, what: str = "rating") -> str:
    """The key of the pair that is asked for, or of the only one; refused if there are several and none is named."""
    named = [name for name in pairs if name]
    if pair is not None:
        if not isinstance(pair, str):
            raise OptionError(f"`pair` is {pair!r:.60}; it must be a language pair, like en-de.")
        if not named:
            raise OptionError(f"`pair` has no effect: {path} names no language pair. Leave it out.")
        wanted = pair_name(pair)
        if wanted in named:
            return wanted
        fitting = [name for name in named if REGION.sub("", name) == wanted]
        if len(fitting) != 1:
            raise InputError(f"{path} has no {what} for {pair}; it has {', '.join(named)}.")
        return fitting[0]
    if len(pairs) > 1:
        names = [name or "lines that name none" for name in pairs]
        raise InputError(
            f"{path} has several language pairs, {', '.join(names)}; name one, like `pair` {named[0]}, or keep the "
            "lines of one of them."
        )
    return next(iter(pairs), UNNAMED)


# --- names of segments ------------------------------------------------------------------------------------------------


_MARK = re.compile(r"_#+_")
_LANGUAGE = re.compile(r"[a-z]{2,3}_[A-Z][a-z]{3}")
_DOMAINS = ("news", "social", "speech", "literary", "dialogue", "education", "canary", "legal", "medical", "reviews")


@dataclass(frozen=True)
class ItemId:
    """What the name of a segment says: its language pair, domain and document; empty where it does not."""

    pair: str
    domain: str
    document: str

    @classmethod
    def of(cls, name: str) -> ItemId:
        """Read a name; one of the general task is a document's, others end in the number of a segment."""
        parts = _MARK.split(name)
        languages = [k for k, part in enumerate(parts) if _LANGUAGE.fullmatch(part)]
        if len(languages) == 2 and languages[1] == languages[0] + 1:
            first, second = languages
            pair = pair_name(f"{parts[first].partition('_')[0]}-{parts[second].partition('_')[0]}")
            after = parts[second + 1 :]
            domain = after[0] if len(after) > 2 else parts[first - 1] if first > 1 else ""
            document = name if len(after) == 1 else _without_last(name)
            return cls(pair, domain, document)
        pair = pairs_in_ids([name]).get(name, UNNAMED)
        domain = next((part for part in parts if part in _DOMAINS), "")
        return cls(pair, domain, _without_last(name) if len(parts) > 1 else name)


def _without_last(name: str) -> str:
    last = list(_MARK.finditer(name))[-1]
    return name[: last.start()]
