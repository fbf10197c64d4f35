"""METEOR's paraphrase tables: read once from their gzip form, kept in a compact cache, looked up where it lies.

A table is gzip text of three lines a record: a probability (METEOR 1.5 ignores it), a phrase, and a phrase it may be
replaced by. The English one has 5.3 million records and comes with the package `pycocoevalcap`; Bolide ships none. The
first use turns the table into a tree of word ids in the user's cache folder, named by the table's hash; later uses map
that file into memory and touch only the pages their sentences need.
"""

import gzip
import hashlib
import mmap
import os
import sys
import tempfile
import warnings
import zlib
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from struct import Struct
from typing import BinaryIO

from bolide.kernels.meteor15 import LONGEST_PHRASE
from bolide.kernels.phrases import PhraseFinder, TreeMaker

Progress = Callable[[int, int], None]
Tree = tuple["memoryview[int]", "memoryview[int]", "memoryview[int]", "memoryview[int]"]

_MAGIC = b"bolide phrases 1"
_HEADER = Struct("=16s5q")  # magic; bytes of the vocabulary, words, longest phrase, nodes, rows
_BLOCK = 1 << 22


@dataclass(frozen=True)
class PhraseTable:
    """A paraphrase table ready for lookup: `digest` names its content, `ids` its words."""

    digest: str
    ids: dict[str, int]
    longest: int
    tree: Tree

    def matches(
        self, words: Sequence[str], tokens: "memoryview[int]", spans: "memoryview[int]"
    ) -> tuple["memoryview[int]", "memoryview[int]"]:
        """The phrase matches of sentence pairs and where each pair's begin, as the METEOR 1.5 kernel takes them.

        `tokens` and `spans` are the kernel's; words[id] is the word of a token's id.
        """
        known = self.ids.get
        own = [known(word, 0) for word in words]
        translated = memoryview(array("i", [own[token] for token in tokens]))
        starts = memoryview(array("q", bytes(8 * (len(spans) // 4 + 1))))
        finder = PhraseFinder(self.tree, len(self.ids), self.longest)
        return finder.find(translated, spans, starts), starts


def installed_table(language: str = "en") -> Path:
    """The table inside an installed `pycocoevalcap`, which has the English one."""
    spec = find_spec("pycocoevalcap")
    for folder in spec.submodule_search_locations or () if spec else ():
        path = Path(folder, "meteor", "data", f"paraphrase-{language}.gz")
        if path.is_file():
            return path
    raise FileNotFoundError(
        f"no installed paraphrase table for language {language!r}: give the path of a METEOR paraphrase-{language}.gz"
        + (", or install the package pycocoevalcap, which holds it." if language == "en" else ".")
    )


def cache_folder() -> Path:
    """Where converted tables are kept: the system's place for caches, or what BOLIDE_CACHE says."""
    if given := os.environ.get("BOLIDE_CACHE"):
        return Path(given)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base, "bolide")


def load(path: str | Path, progress: Progress | None = None) -> PhraseTable:
    """The table at a path, from the cache if it was read before.

    `progress` is called with the bytes read and the bytes there are while a new table is converted.
    """
    path = Path(path)
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    cached = cache_folder() / f"phrases-{digest[:32]}.bin"
    table = _open(cached, digest)
    if table is not None:
        return table
    ids, longest, tree = _convert(path, progress)
    try:
        _write(cached, ids, longest, tree)
    except OSError as problem:
        warnings.warn(f"the paraphrase table could not be kept in {cached.parent}: {problem}", stacklevel=2)
        return PhraseTable(digest, ids, longest, tree)
    del tree
    return _open(cached, digest) or load(path, progress)


def _open(path: Path, digest: str) -> PhraseTable | None:
    """The table of a cache file; none if the file is missing or not whole."""
    try:
        with path.open("rb") as file:
            view = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY))
    except (OSError, ValueError):
        return None
    if len(view) < _HEADER.size:
        return None
    magic, vocabulary, words, longest, nodes, rows = _HEADER.unpack_from(view)
    sizes = (nodes, nodes + 1, nodes + 1, rows)
    at = _HEADER.size + vocabulary
    if magic != _MAGIC or len(view) != at + 4 * sum(sizes) + len(_MAGIC) or view[-len(_MAGIC) :] != _MAGIC:
        return None
    names = str(view[_HEADER.size : at], "utf-8").rstrip("\n").split("\n") if words else []
    parts: list[memoryview[int]] = []
    for size in sizes:
        parts.append(view[at : at + 4 * size].cast("i"))
        at += 4 * size
    return PhraseTable(digest, dict(zip(names, range(1, words + 1), strict=True)), longest, (*parts,))  # type: ignore[arg-type]


def _write(path: Path, ids: dict[str, int], longest: int, tree: Tree) -> None:
    """Write beside, then rename: a reader sees a whole file or none."""
    names = "".join(f"{word}\n" for word in ids).encode()
    names += b"\n" * (-len(names) % 8)
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        try:
            file.write(_HEADER.pack(_MAGIC, len(names), len(ids), longest, len(tree[0]), len(tree[3])))
            file.write(names)
            for part in tree:
                file.write(part)
            file.write(_MAGIC)
            file.close()
            os.replace(file.name, path)
        except BaseException:
            file.close()
            os.unlink(file.name)
            raise


class _WordIds(dict[str, int]):
    def __missing__(self, word: str) -> int:
        self[word] = number = len(self)
        return number


def _convert(path: Path, progress: Progress | None) -> tuple[dict[str, int], int, Tree]:
    maker = TreeMaker()
    ids = _WordIds({"\n": 0})
    longest = 0
    for first, lines in _records(path, progress):
        sides: list[memoryview[int]] = []
        for side in (lines[1::3], lines[2::3]):
            words = "".join([f"{line} \n " for line in side]).split(" ")
            words.pop()
            sides.append(memoryview(array("i", list(map(ids.__getitem__, words)))))
            longest = max(longest, max(line.count(" ") for line in side) + 1)
        if "" in ids or longest > LONGEST_PHRASE:
            raise _damaged(path, first, f"a phrase is empty, has two blanks, or over {LONGEST_PHRASE} words")
        maker.add(*sides)
    del ids["\n"]
    return dict(ids), longest, maker.finish(len(ids))


def _records(path: Path, progress: Progress | None) -> Iterator[tuple[int, list[str]]]:
    """Lines of whole records, with the number of the first one's record; refused where they are not records."""
    size = path.stat().st_size
    rest = ""
    record = 1
    try:
        with path.open("rb") as packed, gzip.open(packed) as file:
            while block := _block(file):
                lines = (rest + block).split("\n")
                keep = len(lines) - 1 - (len(lines) - 1) % 3
                rest = "\n".join(lines[keep:])
                if keep:
                    _check(path, record, lines[:keep:3])
                    yield record, lines[:keep]
                record += keep // 3
                if progress is not None:
                    progress(packed.tell(), size)
    except (EOFError, zlib.error, gzip.BadGzipFile, UnicodeDecodeError) as problem:
        raise ValueError(f"the paraphrase table {path} is damaged ({problem}); fetch it again.") from None
    if rest.strip():
        raise _damaged(path, record, "the last record has not its three lines")


def _block(file: "gzip.GzipFile | BinaryIO") -> str:
    """Some megabytes of text, up to the end of a line."""
    data = file.read(_BLOCK)
    return (data + file.readline()).decode("utf-8").replace("\r\n", "\n") if data else ""


def _check(path: Path, record: int, probabilities: list[str]) -> None:
    for k, text in enumerate(probabilities):
        try:
            float(text)
        except ValueError:
            raise _damaged(path, record + k, f"a probability was expected, not {text[:40]!r}") from None


def _damaged(path: Path, record: int, what: str) -> ValueError:
    return ValueError(
        f"{path} is not a paraphrase table: at or after record {record}, {what}. "
        "A record is three lines: probability, phrase, phrase."
    )
