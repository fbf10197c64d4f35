"""The counting half of a metric: from a segment's text to a row of named integers."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from itertools import pairwise
from typing import Any, ClassVar, NamedTuple

from bolide.corpus import Corpus
from bolide.data.stats import Stats
from bolide.kernels import warn_once
from bolide.system.errors import SegmentError
from bolide.system.threads import is_main_thread, run_in_threads, workers

TASK = 768  # segments that a thread takes at a time
BLOCK = TASK // 8  # segments measured at a time: few enough that all their tables stay in the cache
AT_ONCE = 1 << 13  # pairs of everybody with everybody that are compared at a time, which take some megabytes
FEW, SHORT = 5, 2000  # texts, and their characters, of a segment that needs no threads
LONG = 1 << 23  # pairs of characters that a quadratic metric compares in about a tenth of a second
STEP = 1 << 29  # pairs of characters per step if texts are long

Progress = Callable[[int], None]


def no_progress(_: int) -> None:
    """A progress callback that does nothing."""


def in_nfc(texts: Sequence[str]) -> list[str]:
    """Texts in Unicode's normal form NFC."""
    from unicodedata import normalize  # seldom needed

    return [normalize("NFC", text) for text in texts]


class Pairs(NamedTuple):
    """Which texts are compared, of some that were encoded together: first `total` hypotheses, then the references.

    Segment s is hypothesis hyps[s] with its references: those from starts[s] to starts[s + 1], or all of them if each
    is compared by itself (`apart`).
    """

    total: int
    hyps: range
    starts: memoryview[int]
    apart: bool = False

    @classmethod
    def of(cls, corpus: Corpus) -> Pairs:
        """Each segment of a corpus."""
        return cls(len(corpus), range(len(corpus)), corpus.starts())

    @classmethod
    def one(cls, refs: int) -> Pairs:
        """One hypothesis with so many references."""
        return cls(1, range(1), memoryview(array("q", [0, refs])))

    @classmethod
    def crossed(cls, hyps: int, refs: int) -> Iterator[Pairs]:
        """Every hypothesis with every reference, some hypotheses at a time."""
        at_once = max(1, AT_ONCE // refs)
        for first in range(0, hyps, at_once):
            some = range(first, min(first + at_once, hyps))
            yield cls(hyps, some, memoryview(array("q", range(0, len(some) * refs + 1, refs))), apart=True)

    @property
    def size(self) -> int:
        """The number of pairs of a hypothesis and a reference."""
        return self.starts[-1]

    def spans(self, firsts: memoryview[int], ends: memoryview[int]) -> tuple[memoryview[int], memoryview[int]]:
        """Where the texts that are compared begin and end, first the hypotheses, then the references of every segment;
        text k of those that were encoded lies from firsts[k] to ends[k]."""
        if not self.apart:
            return firsts, ends
        hyps, times = slice(self.hyps.start, self.hyps.stop), len(self.hyps)
        some = (array("q", sides[hyps]) + array("q", sides[self.total :]) * times for sides in (firsts, ends))
        return memoryview(next(some)), memoryview(next(some))

    def numbers(self) -> tuple[Sequence[int], Sequence[int]]:
        """The number of the hypothesis and that of the reference in every pair, among all texts."""
        if self.apart:
            refs = range(self.total, self.total + self.size // len(self.hyps))
            return [hyp for hyp in self.hyps for _ in refs], [*refs] * len(self.hyps)
        hyps: Sequence[int] = self.hyps
        if self.size > len(hyps):
            hyps = [hyp for hyp, (a, b) in zip(hyps, pairwise(self.starts), strict=True) for _ in range(b - a)]
        return hyps, range(self.total, self.total + self.size)


class Measured(NamedTuple):
    """Measured rows: one per segment, or one per reference if the formula selects the best.

    With one per reference, segment s has the rows starts[s] to starts[s + 1]; otherwise `starts` is None.
    """

    rows: Stats
    starts: array[int] | None = None


@dataclass(frozen=True, init=False, repr=False, eq=False)  # made for every subclass
class PicklesOptionsOnly:
    """A dataclass of options whose copies have the options only; they recompute cached values."""

    def __getstate__(self) -> dict[str, Any]:
        return {item.name: getattr(self, item.name) for item in fields(self)}


@dataclass(frozen=True, init=False, repr=False, eq=False)  # made for every subclass
class Counts(PicklesOptionsOnly):
    """The counting half of a metric: the options that change a row, the columns, and the code that fills rows.

    Metrics with equal Counts share their rows, which are measured once.
    """

    per_task: ClassVar[int] = TASK  # fewer if a segment takes long, so that threads share a small corpus evenly
    block: ClassVar[int] = BLOCK  # more if words are looked up: a larger block has fewer new words
    row_per_reference: ClassVar[bool] = False  # one row per reference, of which the formula selects the best
    quadratic: ClassVar[bool] = False  # whether time can grow with the product of a pair's lengths

    nfc: bool = field(default=False, kw_only=True)  # whether texts are compared in Unicode's NFC

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the numbers in a row."""
        raise NotImplementedError

    @property
    def at_most(self) -> tuple[tuple[str, str], ...]:
        """Pairs of columns of which the first never exceeds the second; rows that were read are checked by them."""
        return ()

    def tokens(self, text: str) -> list[str]:
        """The tokens that are compared; words between spaces if there is no tokenizer."""
        return text.split()

    def as_columns(self, row: Sequence[int]) -> dict[str, int]:
        """A row, or a sum of rows, by the names of its columns."""
        return dict(zip(self.columns, row, strict=True))

    def encode(self, hyps: list[str], refs: list[str]) -> Any:
        """The texts as `rows` takes them, for any pairs of them; by default as they are."""
        return hyps, refs

    def rows(self, encoded: Any, pairs: Pairs) -> array[int]:
        """The rows of these pairs: one for each segment; or for each pair if `row_per_reference` or `pairs.apart`."""
        hyps, refs = encoded
        rows, alone = array("q"), self.row_per_reference or pairs.apart
        for number, (start, end) in zip(pairs.hyps, pairwise(pairs.starts), strict=True):
            texts = refs if pairs.apart else refs[start:end]
            for some in [[text] for text in texts] if alone else [texts]:
                rows.extend(self.row(hyps[number], some))
        return rows

    def row(self, hyp: str, refs: list[str]) -> Sequence[int]:
        """The row of one segment; not needed if `rows` is defined."""
        raise NotImplementedError

    def prepare(self, texts: Sequence[str], *, jobs: int = 1, progress: Progress = no_progress) -> None:
        """Do expensive work in advance: rgbF's analysers, a new paraphrase table of METEOR's.

        `progress` is called with the number of texts that are ready.
        """
        progress(len(texts))

    @property
    def prepares(self) -> bool:
        """Whether `prepare` has anything to do."""
        return type(self).prepare is not Counts.prepare

    def cross(self, hyps: list[str], refs: list[str]) -> array[int]:
        """The rows of every hypothesis with every reference; each text is encoded once."""
        encoded, rows = self.encode(hyps, refs), array("q")
        for pairs in Pairs.crossed(len(hyps), len(refs)):
            rows += self.rows(encoded, pairs)
        return rows

    def measure(self, corpus: Corpus, *, jobs: int = 1, progress: Progress = no_progress) -> Measured:
        """Measure a corpus. `progress` is called with the number of segments just measured, from any thread."""
        warn_once()
        threads = workers(jobs)  # checks `jobs` even if the corpus is too small for threads
        starts = array("q", corpus.starts()) if self.row_per_reference and len(corpus.refs) != len(corpus) else None
        average, product = _sizes(corpus) if self.quadratic else (1, 0)
        apart = product > LONG and is_main_thread()
        size = max(1, min(self.block, STEP // average**2))
        per_task = min(self.per_task, size) if apart else self.per_task
        parts: dict[int, array[int]] = {}

        def work(task: tuple[int, Corpus]) -> None:
            number, piece = task
            rows, before = array("q"), number * per_task
            for block in piece.blocks(size):
                rows += self._rows_of(block, before)
                before += len(block)
            parts[number] = rows
            progress(len(piece))

        tasks: Iterable[tuple[int, Corpus]] = enumerate(corpus.blocks(per_task) if len(corpus) else ())
        if threads > 1 or apart:
            run_in_threads(work, tasks, min(threads, -(-len(corpus) // per_task)))
        else:
            for task in tasks:
                work(task)
        data = array("q")
        for number in range(len(parts)):
            data += parts.pop(number)
        return Measured(Stats(self.columns, data), starts)

    def of_sentence(self, corpus: Corpus) -> array[int]:
        """The rows of one segment; if its texts are short, without threads and steps."""
        texts = [*corpus.hyps, *corpus.refs]
        if self.prepares or len(texts) > FEW or sum(map(len, texts)) > SHORT:
            return self.measure(corpus).rows.data
        warn_once()
        return self._rows_of(corpus)

    def normalized(self, corpus: Corpus) -> Corpus:
        """The corpus as it is compared: unchanged, or in Unicode's NFC."""
        return replace(corpus, hyps=in_nfc(corpus.hyps), refs=in_nfc(corpus.refs)) if self.nfc else corpus

    def _rows_of(self, corpus: Corpus, before: int = 0) -> array[int]:
        """The rows of a block that is preceded by `before` segments."""
        corpus = self.normalized(corpus)
        try:
            return self.rows(self.encode(corpus.hyps, corpus.refs), Pairs.of(corpus))
        except SegmentError as error:
            raise SegmentError(before + error.segment, error.what) from None


def _sizes(corpus: Corpus) -> tuple[int, int]:
    """The mean number of characters per segment, and the length of the longest text times that of all texts."""
    sizes = [len(text) for texts in (corpus.hyps, corpus.refs) for text in texts]
    total = sum(sizes)
    return max(1, total // max(1, len(corpus.hyps))), max(sizes, default=0) * total
