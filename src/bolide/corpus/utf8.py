"""Aligned texts as bytes of UTF-8, as Arrow keeps them: a Corpus without strings, unless somebody needs them."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from bolide.corpus import Corpus
from bolide.errors import SegmentError
from bolide.kernels.utf8 import starts_of_long, starts_of_short


@dataclass(frozen=True)
class Utf8Texts:
    """Texts one after the other: text k is data[offsets[k]:offsets[k + 1]]. `name` is what the column is called."""

    name: str
    data: memoryview[int]
    offsets: memoryview[int]

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def take(self, first: int, end: int) -> Utf8Texts:
        """The texts from `first` to before `end`; nothing is copied."""
        return Utf8Texts(self.name, self.data, self.offsets[first : end + 1])

    def copied(self) -> tuple[bytes, array[int]]:
        """The bytes of all texts, and where each begins among them."""
        starts = array("q", bytes(8 * len(self.offsets)))
        (starts_of_short if self.offsets.itemsize == 4 else starts_of_long)(self.offsets, memoryview(starts))
        return bytes(self.data[self.offsets[0] : self.offsets[-1]]), starts


@dataclass(frozen=True)
class Utf8Corpus:
    """The segments of one system, of which `first` were left out before.

    The references are one or several columns with a text per segment, or one whose texts ref_starts[s] to
    ref_starts[s + 1] belong to segment s, counted from ref_starts[0].
    """

    hyps: Utf8Texts
    columns: tuple[Utf8Texts, ...]
    ref_starts: Sequence[int] | None = None
    first: int = 0

    def __len__(self) -> int:
        return len(self.hyps)

    @property
    def refs(self) -> range:
        """As many as there are references."""
        return range(sum(map(len, self.columns)))

    @property
    def _base(self) -> int:
        return self.ref_starts[0] if self.ref_starts is not None else 0

    def starts(self) -> memoryview[int]:
        """Where the references of each segment begin and end, counted from 0."""
        if self.ref_starts is not None:
            return memoryview(array("q", [start - self._base for start in self.ref_starts]))
        return memoryview(array("q", range(0, len(self.columns) * len(self.hyps) + 1, len(self.columns))))

    @property
    def nrefs(self) -> str:
        """The number of references as a signature writes it."""
        if self.ref_starts is None:
            return str(len(self.columns))
        sizes = {end - start for start, end in pairwise(self.ref_starts)}
        return str(sizes.pop()) if len(sizes) == 1 else "var"

    def blocks(self, size: int) -> Iterator[Utf8Corpus]:
        """The corpus in pieces of at most `size` segments."""
        for first in range(0, len(self), size):
            end = min(first + size, len(self))
            starts = None if self.ref_starts is None else self.ref_starts[first : end + 1]
            a, b = (first, end) if starts is None else (starts[0] - self._base, starts[-1] - self._base)
            refs = tuple(column.take(a, b) for column in self.columns)
            yield Utf8Corpus(self.hyps.take(first, end), refs, starts, self.first + first)

    def sides(self) -> tuple[tuple[bytes, array[int]], tuple[bytes, array[int]]]:
        """The outputs and the references, segment by segment: the bytes of all texts and where each begins."""
        if len(self.columns) == 1:
            return self.hyps.copied(), self.columns[0].copied()
        spans = zip(*(pairwise(column.offsets) for column in self.columns), strict=True)
        texts = [c.data[a:b] for group in spans for c, (a, b) in zip(self.columns, group, strict=True)]
        return self.hyps.copied(), (b"".join(texts), array("q", accumulate(map(len, texts), initial=0)))

    def joined(self) -> tuple[bytes, array[int]]:
        """The same for all outputs and then all references."""
        (hyps, starts), (refs, more) = self.sides()
        return hyps + refs, starts[:-1] + array("q", [len(hyps) + start for start in more])

    def decoded(self) -> Corpus:
        """The same as strings."""
        data, starts = self.joined()
        texts = []
        for number, (start, end) in enumerate(pairwise(starts)):
            try:
                texts.append(data[start:end].decode("utf-8"))
            except UnicodeDecodeError:
                raise self.refusal(number) from None
        ref_starts = array("q", self.starts())
        return Corpus._of_own(texts[: len(self)], texts[len(self) :], ref_starts, self.hyps.name)

    def refusal(self, text: int) -> SegmentError:
        """What to say where a text of this block, numbered as in `joined`, is not UTF-8."""
        size = len(self)
        if text < size:
            row, column = text, self.hyps.name
        elif self.ref_starts is None:
            row, column = (text - size) // len(self.columns), self.columns[(text - size) % len(self.columns)].name
        else:
            ends = self.starts()[1:]
            row = next(k for k, end in enumerate(ends) if end > text - size)
            column = self.columns[0].name
        return SegmentError(self.first + row, f"the column {column!r} holds bytes that are not UTF-8.", "row")
