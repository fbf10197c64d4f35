"""METEOR's paraphrase tables: converted once from gzip to a compact file in the cache, which is memory-mapped.

A table is gzip text with three lines per record: a probability (ignored by METEOR 1.5), a phrase, and its paraphrase.
The English one has 5.3 million records and comes with the package `pycocoevalcap`; Bolide ships none. The first use
converts the table to a tree of word ids in the user's cache folder, named by the table's hash; later uses map that file
into memory and read only the pages their sentences need.
"""

from __future__ import annotations

import gzip
import hashlib
import mmap
import zlib
from array import array
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate, chain, pairwise
from pathlib import Path
from struct import Struct
from typing import Self, TypeAlias

from bolide.kernels.meteor15.aligner import LONGEST_PHRASE
from bolide.kernels.meteor15.phrases import DamagedTree, PhraseFinder
from bolide.system.errors import InputError, OptionError, warn_caller
from bolide.system.files import cache_folder, replace_file
from bolide.system.limits import check_unpacked
from bolide.text.tokens import TokenIds
from bolide.text.words.jar_words import pycocoevalcap_file

Progress = Callable[[int, int], None]
Tree: TypeAlias = "tuple[memoryview[int], memoryview[int], memoryview[int], memoryview[int]]"

_MAGIC, _OLDER = b"bolide phrases 2", b"bolide phrases 1"
_HEADER = Struct("=16s4q")  # magic; bytes of the vocabulary, longest phrase, nodes, rows
_SUM = Struct("=Q")  # at the end: a checksum of all that comes before it
_BLOCK = 1 << 20
_NUMBER = frozenset(b"%c" % sign for sign in b"0123456789.")  # how a probability begins
_MOST = (1 << 31) - 1  # bytes of an unpacked table: offsets into it have 31 bits


@dataclass(frozen=True)
class PhraseTable:
    """A paraphrase table ready for lookup: `digest` is its hash, `ids` are those of its words."""

    digest: str
    ids: dict[str, int]
    longest: int
    tree: Tree

    def matches(
        self, words: Sequence[str], tokens: memoryview[int], spans: memoryview[int]
    ) -> tuple[memoryview[int], memoryview[int]]:
        """The phrase matches of sentence pairs and the start of each pair's, in the layout of the METEOR 1.5 kernel.

        `tokens` and `spans` are the kernel's; words[id] is the word of a token's id.
        """
        ids = [self.ids.get(word, 0) for word in words]
        translated = memoryview(array("i", [ids[token] for token in tokens]))
        starts = memoryview(array("q", bytes(8 * (len(spans) // 4 + 1))))
        try:
            return PhraseFinder(self.tree, len(self.ids), self.longest).find(translated, spans, starts), starts
        except DamagedTree:
            raise InputError(
                f"The converted paraphrase table in {cache_folder()} is damaged; delete "
                f"phrases-{self.digest[:_SHORT]}* there, and it will be made again."
            ) from None


def installed_table(language: str = "en") -> Path:
    """The path of the table in an installed `pycocoevalcap`, which has the English one."""
    path = pycocoevalcap_file(f"data/paraphrase-{language}.gz")
    if path is not None:
        return path
    raise FileNotFoundError(
        f"no installed paraphrase table for language {language!r}: give the path of a METEOR paraphrase-{language}.gz"
        + (", or install the package pycocoevalcap, which holds it." if language == "en" else ".")
    )


# The paths of tables hashed in this process, by short hash.
_PATHS: dict[str, Path] = {}
_SHORT = 16


class TableName(str):
    """The name of a table: a path, `auto` for the installed one, or the short hash of one used before.

    No file is read before the hash or the table is needed. Two names are equal if they refer to the same table.
    """

    language: str

    def __new__(cls, text: str, language: str = "en") -> Self:
        name = super().__new__(cls, text)
        name.language = language
        return name

    @cached_property
    def digest(self) -> str:
        """The short hash of the table."""
        if len(self) == _SHORT and set(self) <= set("0123456789abcdef"):
            return str(self)
        try:
            path = installed_table(self.language) if str(self) == "auto" else Path(self)
            if path.exists() and not path.is_file():
                raise OSError("it is not a regular file")
            with path.open("rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()[:_SHORT]
        except OSError as problem:
            message = str(problem) if str(self) == "auto" else f"{self} cannot be read: {problem.strerror or problem}"
            raise OptionError(f"METEOR's paraphrase table: {message}") from None
        except ValueError:
            raise OptionError(f"METEOR's paraphrase table: {str(self)!r} cannot be the name of a file.") from None
        _PATHS[digest] = path
        return digest

    def checked(self) -> Self:
        """Return the name; OptionError if the table cannot be read."""
        _ = self.digest
        return self

    def table(self) -> PhraseTable:
        """The table itself."""
        return known_table(self.digest)

    def convert(self, progress: Progress) -> None:
        """Convert the table to its compact form, unless that is in the cache."""
        if self.digest in _PATHS and not any(cache_folder().glob(f"phrases-{self.digest}*.bin")):
            load(_PATHS[self.digest], progress)

    def __eq__(self, other: object) -> bool:
        if str.__eq__(self, other) is True:
            return True
        try:
            return isinstance(other, TableName) and self.digest == other.digest
        except OptionError:  # a table that cannot be read equals no other
            return False

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(TableName)  # the same for all tables, so that none need be read


@lru_cache(maxsize=2)
def known_table(digest: str) -> PhraseTable:
    """The table with this short hash: one hashed in this process, or one in the cache."""
    if digest in _PATHS:
        return load(_PATHS[digest])
    for cached in cache_folder().glob(f"phrases-{digest}*.bin"):
        table = _open(cached, cached.stem.removeprefix("phrases-"))
        if table is not None:
            return table
    raise FileNotFoundError(f"no paraphrase table with hash {digest} was used here before; give the path of the table.")


def load(path: str | Path, progress: Progress | None = None) -> PhraseTable:
    """The table at a path, from the cache if it was converted before.

    `progress` is called with the bytes read and the total while a new table is converted.
    """
    path = Path(path)
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    cached = cache_folder() / f"phrases-{digest[:32]}.bin"
    version = _version(cached)  # read before it is opened: another process may write it in between
    table = _open(cached, digest)
    if table is not None:
        return table
    if version not in (None, _OLDER):
        warn_caller(f"the converted paraphrase table {cached} was damaged; converting it again.")
    names, longest, tree = _convert(path, progress)
    try:
        _write(cached, names, longest, tree)
    except OSError as problem:
        warn_caller(f"the paraphrase table could not be saved in {cached.parent}: {problem}")
        return PhraseTable(digest, _ids(names), longest, tree)
    return _open(cached, digest) or PhraseTable(digest, _ids(names), longest, tree)


def _open(path: Path, digest: str) -> PhraseTable | None:
    """The table in a cache file; None if the file is missing or damaged."""
    if not path.is_file():
        return None
    try:
        with path.open("rb") as file:
            view = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY))
    except (OSError, ValueError):
        return None
    end = len(view) - _SUM.size
    if end < _HEADER.size or view[: len(_MAGIC)] != _MAGIC or _SUM.unpack_from(view, end)[0] != zlib.crc32(view[:end]):
        return None
    _, vocabulary, longest, nodes, rows = _HEADER.unpack_from(view)
    sizes = (nodes, nodes + 1, nodes + 1, rows)
    at = _HEADER.size + vocabulary
    # A file with the right checksum may have been made to mislead.
    if not (vocabulary >= 0 and nodes > 0 and rows >= 0 and end == at + 4 * sum(sizes)):
        return None
    try:
        ids = _ids(bytes(view[_HEADER.size : at]))
    except UnicodeDecodeError:
        return None
    if not 0 <= longest <= LONGEST_PHRASE or list(ids.values()) != list(range(1, len(ids) + 1)):
        return None
    ends = list(accumulate((4 * size for size in sizes), initial=at))
    tree = (*(view[first:end].cast("i") for first, end in pairwise(ends)),)
    return PhraseTable(digest, ids, longest, tree)  # type: ignore[arg-type]


def _version(path: Path) -> bytes | None:
    """The first bytes of a cache file, which name the version that wrote it; None if there is no file."""
    if not path.is_file():  # a FIFO would block
        return None
    with suppress(OSError), path.open("rb") as file:
        return file.read(len(_MAGIC))
    return None


def _ids(names: bytes) -> dict[str, int]:
    return {word: k for k, word in enumerate(names.decode("utf-8").rstrip("\n").split("\n"), 1) if word}


def _write(path: Path, names: bytes, longest: int, tree: Tree) -> None:
    """Write a table to the cache, atomically."""
    names += b"\n" * (-len(names) % 8)
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and not path.is_file():
        path.unlink()
    parts = (_HEADER.pack(_MAGIC, len(names), longest, len(tree[0]), len(tree[3])), names, *tree)
    checksum = 0
    for part in parts:
        checksum = zlib.crc32(part, checksum)
    replace_file(path, [*parts, _SUM.pack(checksum)])


def _convert(path: Path, progress: Progress | None) -> tuple[bytes, int, Tree]:
    """The words of a table, each ended by a line feed, the length of its longest phrase, and their tree."""
    ids, words, sizes = TokenIds({b"": 0}), array("i"), array("i")
    size, unpacked, rest = path.stat().st_size, 0, list[bytes]()
    try:
        with path.open("rb") as packed, gzip.open(packed) as file:
            while block := file.read(_BLOCK):
                end = file.readline(_BLOCK)
                record = len(sizes) // 2 + 1
                if len(end) == _BLOCK:
                    raise _damaged(path, record, f"or later a line has {_BLOCK:,} bytes or more")
                unpacked += len(block) + len(end)
                check_unpacked(str(path), unpacked, size)
                if unpacked > _MOST:
                    raise ValueError(f"the paraphrase table {path} has more than {_MOST:,} bytes unpacked; cut it.")
                lines = rest + (block + end).removesuffix(b"\n").split(b"\n")
                whole = len(lines) // 3 * 3
                probabilities, phrases = (
                    lines[:whole:3],
                    [line.split() for k, line in enumerate(lines[:whole]) if k % 3],
                )
                for k, probability in enumerate(probabilities):
                    if probability[:1] not in _NUMBER or not phrases[2 * k] or not phrases[2 * k + 1]:
                        raise _damaged(path, record + k, "there is no probability or no phrase")
                words.extend(map(ids.__getitem__, chain.from_iterable(phrases)))
                sizes.extend(map(len, phrases))
                rest = lines[whole:]
                if progress is not None:
                    progress(packed.tell(), size)
        names = b"".join(word + b"\n" for word in [*ids][1:])
        names.decode("utf-8")
    except (EOFError, zlib.error, gzip.BadGzipFile, UnicodeDecodeError) as problem:
        raise ValueError(f"the paraphrase table {path} is damaged ({problem}); fetch it again.") from None
    if rest:
        raise _damaged(path, len(sizes) // 2 + 1, "the table ends")
    if max(sizes, default=0) > LONGEST_PHRASE:
        raise _damaged(path, 1, f"or later a phrase has over {LONGEST_PHRASE} words")
    return names, max(sizes, default=0), tree_of(words, sizes)


def tree_of(words: array[int], sizes: array[int]) -> Tree:
    """The tree of phrases, whose words follow one another and of which every second one may replace the one before it.

    Node 0 is the root; node n stands for words[n] after its parent, and has the children child_at[n]:child_at[n + 1],
    sorted by their words. Every phrase is a node, which rows[row_at[n]:row_at[n + 1]] may replace.
    """
    import numpy as np  # to convert a table, not to use it

    ids, lengths = np.frombuffer(words, np.int32), np.frombuffer(sizes, np.int32)
    starts, phrases = np.cumsum(lengths) - lengths, np.zeros(len(lengths), np.int64)  # the node of each phrase so far
    nodes, count = [np.zeros(1, np.int64)], 1  # the parent << 32 and the word of each
    for depth in range(lengths.max(initial=0)):
        longer = np.flatnonzero(lengths > depth)
        level, number = np.unique(phrases[longer] << 32 | ids[starts[longer] + depth], return_inverse=True)
        phrases[longer] = count + number
        nodes.append(level)
        count += len(level)
    tree, (left, right) = np.concatenate(nodes), phrases.reshape(-1, 2).T
    child_at = 1 + np.searchsorted(tree[1:] >> 32, np.arange(count + 1))
    in_order = np.argsort(left, kind="stable")
    row_at = np.searchsorted(left[in_order], np.arange(count + 1))
    parts = (tree & 0xFFFFFFFF, child_at, row_at, right[in_order])
    return tuple(memoryview(part.astype(np.int32)) for part in parts)  # type: ignore[arg-type, return-value]


def _damaged(path: Path, record: int, what: str) -> ValueError:
    return ValueError(
        f"{path} is not a paraphrase table: in record {record} {what}. "
        "A record is three lines: probability, phrase, phrase."
    )
