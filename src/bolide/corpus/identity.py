"""Identity of texts: hashes that say which references and which outputs a number was computed from.

The hash of a text is the SHA-256 of its lines as UTF-8, without carriage returns at line ends, each line ended by one
line feed: the same for a file with any line ends, packed or not, and for a list or a column of a table. With several
references, the first of every segment are one text, the second another, and so on; if a segment has fewer than
others, a line of its own that no text can have, a carriage return, stands for each that it lacks.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from itertools import pairwise
from os.path import getsize, join, relpath
from typing import ClassVar, NamedTuple

from bolide.corpus import Corpus
from bolide.system.errors import counted
from bolide.system.files import package_data, sacrebleu_folder

_MISSING = b"\r\n"  # instead of a reference that a segment lacks; no line of a text ends so
_SHORT = 12  # hexadecimal digits of a hash in a signature or a sentence


@dataclass(frozen=True)
class TextHash:
    """The hash of a text, with its number of lines and bytes.

    >>> from bolide.corpus.identity import TextHash
    >>> TextHash.of(["two", "lines\\r"]) == TextHash.of(["two", "lines"])
    True
    >>> TextHash.of(["two", "lines"]).lines
    2
    """

    lines: int
    bytes: int
    sha256: str

    derived: ClassVar[tuple[str, ...]] = ("known",)

    @classmethod
    def of(cls, texts: Iterable[str]) -> TextHash:
        """The hash of texts, one line each."""
        hasher = TextHasher()
        hasher.add(list(texts))
        return hasher.value()

    @property
    def short(self) -> str:
        """The first digits of the hash, as in a signature."""
        return self.sha256[:_SHORT]

    @property
    def known(self) -> str:
        """The name of a published reference that this is, if it is one."""
        return known_name(self)


class TextHasher:
    """The hash of a text that arrives in parts."""

    def __init__(self) -> None:
        self._lines = self._size = 0
        self._sha256 = sha256()

    def add(self, texts: Sequence[str | None]) -> None:
        """Add lines; None is a missing one."""
        complete = [text for text in texts if text is not None]
        if len(complete) == len(texts):
            data = _ended(complete)
        else:
            data = b"".join(_MISSING if text is None else _ended([text]) for text in texts)
        self._lines += len(texts)
        self._size += len(data)
        self._sha256.update(data)

    def value(self) -> TextHash:
        """The hash of all lines so far."""
        return TextHash(self._lines, self._size, self._sha256.hexdigest())


def _ended(texts: Sequence[str]) -> bytes:
    """Texts as UTF-8 with a line feed behind each, and no carriage return before one."""
    try:
        data = b"\n".join([*map(str.encode, texts), b""])  # text by text: most are ASCII, which is copied
    except UnicodeEncodeError:  # a lone surrogate
        data = b"\n".join([*(text.encode("utf-8", "surrogatepass") for text in texts), b""])
    return re.sub(b"\r+\n", b"\n", data) if b"\r" in data else data


class ReferencesHasher:
    """The hashes of the references of segments that arrive in parts: of the first of each segment, of the second …"""

    def __init__(self) -> None:
        self._segments = 0
        self._hashers: list[TextHasher] = []

    def add(self, corpus: Corpus) -> None:
        """Add the references of a corpus."""
        starts, size = corpus.ref_starts, len(corpus)
        count = max((b - a for a, b in pairwise(starts)), default=0)
        while len(self._hashers) < count:
            self._hashers.append(TextHasher())
            self._hashers[-1].add([None] * self._segments)
        for k, hasher in enumerate(self._hashers):
            if k < count and len(corpus.refs) == count * size:
                hasher.add(corpus.refs[k::count])
            else:
                hasher.add([corpus.refs[start + k] if start + k < end else None for start, end in pairwise(starts)])
        self._segments += size

    def value(self) -> tuple[TextHash, ...]:
        """The hashes of all references so far."""
        return tuple(hasher.value() for hasher in self._hashers)


@dataclass(frozen=True)
class SystemTexts:
    """The hashes of a system's outputs and of its references: several if segments have several."""

    system: str
    outputs: TextHash
    references: tuple[TextHash, ...]

    @property
    def refs(self) -> str:
        """The references as in a signature: `refs:3363b4a490bd`."""
        return ",".join(text.short for text in self.references)


def hashes_of(
    systems: Iterable[Corpus], further: Mapping[str, Sequence[Corpus]] | None = None
) -> tuple[SystemTexts, ...]:
    """The hashes of the texts of each system, and of its `further` training runs.

    >>> from bolide import Corpus
    >>> from bolide.corpus.identity import hashes_of
    >>> (texts,) = hashes_of([Corpus.of(["hello world"], ["hello there"], "mine")])
    >>> texts.system, texts.outputs.lines, texts.refs
    ('mine', 1, 'aadc1955c030')
    """
    hashes: list[SystemTexts] = []
    previous: Corpus | None = None
    for system in (run for first in systems for run in (first, *(further or {}).get(first.name, ()))):
        if previous is None or (system.refs, system.ref_starts) != (previous.refs, previous.ref_starts):
            hasher = ReferencesHasher()
            hasher.add(system)
            references = hasher.value()
        hashes.append(SystemTexts(system.name, TextHash.of(system.hyps), references))
        previous = system
    return tuple(hashes)


# --- known references ---------------------------------------------------------------------------------------------


class KnownReference(NamedTuple):
    """A published reference."""

    test_set: str  # with its language pair: wmt23/zh-en
    name: str
    lines: int


@cache
def known_references() -> dict[str, KnownReference]:
    """The references that come with the package, by hash."""
    table = package_data("corpus/known-references.tsv").decode("utf-8").splitlines()
    rows = [line.split("\t") for line in table if not line.startswith("#")]
    return {
        digest: KnownReference(f"{test_set}/{pair}", name, int(lines))
        for test_set, pair, name, lines, digest, *_ in rows[1:]
    }


def known_name(text: TextHash) -> str:
    """The name of a known reference, such as `wmt23/zh-en refA`, or of one in sacreBLEU's folder; empty if unknown."""
    known = known_references().get(text.sha256)
    return f"{known.test_set} {known.name}" if known is not None else _in_sacrebleu_folder(text)


def _in_sacrebleu_folder(text: TextHash) -> str:
    """The test set and field of the file with this text in sacreBLEU's folder; only files of its size are read."""
    folder = sacrebleu_folder()
    for subfolder, _, names in sorted(os.walk(folder)) if text.bytes else ():  # which passes over what may not be read
        for name in sorted(name for name in names if ".ref" in name and _has_text(join(subfolder, name), text)):
            pair, _, field = name.rpartition(".")
            return f"{relpath(subfolder, folder).replace(os.sep, '/')}/{pair.rpartition('.')[2]} {field}"
    return ""


def _has_text(path: str, text: TextHash) -> bool:
    """Whether a file, which may lack the last line feed, has this text; False if it cannot be read."""
    with suppress(OSError):
        if getsize(path) in (text.bytes, text.bytes - 1):
            with open(path, "rb") as file:
                data = file.read().removesuffix(b"\n") + b"\n"
            return sha256(data.replace(b"\r\n", b"\n")).hexdigest() == text.sha256
    return False


def described(text: TextHash) -> str:
    """The name of a reference, or what is known about one that has no name."""
    if name := known_name(text):
        return name
    alike = next((known.test_set for known in known_references().values() if known.lines == text.lines), "")
    more = f"; not a known reference: {alike} has as many lines, but other text" if alike else ""
    return f"{counted(text.lines, 'line')}, {text.short}{more}"


def references_sentence(systems: Sequence[SystemTexts]) -> str:
    """The references of a result in a sentence; empty if they are not known or differ between systems."""
    if not systems or any(system.references != systems[0].references for system in systems):
        return ""
    return f"References: {' and '.join(map(described, systems[0].references))}."


def reference_notes(systems: Sequence[SystemTexts]) -> list[str]:
    """A note if systems were scored against different references, and one for each output that is a known one."""
    notes = []
    by_system: dict[str, dict[tuple[TextHash, ...], None]] = {}  # those of several parts, or the same of several runs
    for system in systems:
        by_system.setdefault(system.system, {})[system.references] = None
        known = known_references().get(system.outputs.sha256)
        if known is not None and system.outputs not in system.references:
            name = f"{known.test_set} {known.name}"
            notes.append(f"{system.system}: the output is the reference {name}; are outputs and references exchanged?")
    first, *others = by_system or [""]
    for other in others:
        if list(by_system[other]) != list(by_system[first]):
            theirs = (
                " and ".join(known_name(text) or text.short for part in by_system[name] for text in part)
                for name in (first, other)
            )
            return [*notes, f"{first} and {other} were scored against different references: {', '.join(theirs)}."]
    return notes
