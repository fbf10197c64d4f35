"""The counting half of a metric: from a segment's text to a row of named integers."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from itertools import pairwise
from typing import Any, ClassVar, NamedTuple

from bolide.corpus import Corpus
from bolide.data.stats import Stats
from bolide.kernels._notice import warn_once
from bolide.kernels.ngrams.matches import crossed
from bolide.system.errors import SegmentError
from bolide.system.threads import is_main_thread, share, workers
from bolide.text.vocab import Ids

TASK = 768  # segments that a thread takes at a time
BLOCK = TASK // 8  # segments measured at a time: few enough that all their tables stay in the cache
LONG = 1 << 23  # pairs of characters that a quadratic metric compares in about a tenth of a second
STEP = 1 << 29  # pairs of characters per step if texts are long
FEW, SHORT = 4, 2000  # references and characters of a sentence that is measured without any machinery
STARTS = [array("q", [0, count]) for count in range(FEW + 1)]

Progress = Callable[[int], None]


def no_progress(_: int) -> None:
    """A progress callback that does nothing."""


def in_nfc(texts: Sequence[str]) -> list[str]:
    """Texts in Unicode's normal form NFC."""
    from unicodedata import normalize  # seldom needed

    return [normalize("NFC", text) for text in texts]


class Measured(NamedTuple):
    """Measured rows: one per segment, or one per reference if the formula selects the best.

    With one per reference, segment s has the rows starts[s] to starts[s + 1]; otherwise `starts` is None.
    """

    rows: Stats
    starts: array[int] | None = None


@dataclass(frozen=True, init=False, repr=False, eq=False)  # made for every subclass
class Uncached:
    """A dataclass of options whose copies have the options only; they recompute cached values."""

    def __getstate__(self) -> dict[str, Any]:
        return {item.name: getattr(self, item.name) for item in fields(self)}


@dataclass(frozen=True, init=False, repr=False, eq=False)  # made for every subclass
class Counts(Uncached):
    """The counting half of a metric: the options that change a row, the columns, and the code that fills rows.

    Metrics with equal Counts share their rows, which are measured once.
    """

    per_task: ClassVar[int] = TASK  # fewer if a segment takes long, so that threads share a small corpus evenly
    block: ClassVar[int] = BLOCK  # more if words are looked up: a larger block has fewer new words
    by_reference: ClassVar[bool] = False  # one row per reference, of which the formula selects the best
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

    def fill(self, corpus: Corpus, rows: memoryview[int]) -> None:
        """Write the rows of a block of segments, normalised if `nfc`: one per segment, or one per reference."""
        raise NotImplementedError

    def of_sentence(self, hyp: str, refs: list[str]) -> Sequence[int] | None:
        """The rows of one segment, without threads, steps and their checks; None for texts that may need these."""
        if len(refs) > FEW or (self.quadratic and len(hyp) + sum(map(len, refs)) > SHORT):
            return None
        warn_once()
        width, height = len(self.columns), len(refs) if self.by_reference else 1
        data = array("q", bytes(8 * width * height))
        corpus = Corpus._trusted([hyp], refs, STARTS[len(refs)], "system")
        self._fill(corpus, memoryview(data).cast("B").cast("q", (height, width)))
        return data

    def prepare(self, texts: Sequence[str], *, jobs: int = 1, progress: Progress = no_progress) -> None:
        """Do expensive work in advance: rgbF's analysers, a new paraphrase table of METEOR's.

        `progress` is called with the number of texts that are ready.
        """
        progress(len(texts))

    @property
    def prepares(self) -> bool:
        """Whether `prepare` has anything to do."""
        return type(self).prepare is not Counts.prepare

    def cross(self, hyps: Sequence[str], refs: Sequence[str]) -> array[int]:
        """The rows of every hypothesis with every reference; by default one hypothesis at a time."""
        rows = array("q")
        for hyp in hyps:
            rows += self.measure(Corpus.of([hyp] * len(refs), refs)).rows.data
        return rows

    def measure(self, corpus: Corpus, *, jobs: int = 1, progress: Progress = no_progress) -> Measured:
        """Measure a corpus. `progress` is called with the number of segments just measured, from any thread."""
        warn_once()
        threads = workers(jobs)  # checks `jobs` even if the corpus is too small for threads
        columns, segments, pairs = self.columns, len(corpus.hyps), len(corpus.refs)
        several = self.by_reference and pairs != segments
        starts = array("q", corpus.starts()) if several else None
        width, height = len(columns), pairs if several else segments
        data = array("q", bytes(8 * width * height))
        table = memoryview(data)
        average, product = _sizes(corpus) if self.quadratic else (1, 0)
        apart = product > LONG and is_main_thread()
        size = max(1, min(self.block, STEP // average**2))
        if 0 < segments <= size and not apart:  # single sentences are common and need no tasks
            self._fill(corpus, table.cast("B").cast("q", (height, width)))
            progress(segments)
        elif segments:

            def work(task: tuple[int, Corpus]) -> None:
                segment = task[0] * per_task
                first = (segment if starts is None else starts[segment]) * width
                for block in task[1].blocks(size):
                    height = len(block.refs if several else block.hyps)
                    end = first + height * width
                    self._fill(block, table[first:end].cast("B").cast("q", (height, width)), segment)
                    first, segment = end, segment + len(block)
                progress(len(task[1]))

            per_task = min(self.per_task, size) if apart else self.per_task
            tasks: Iterable[tuple[int, Corpus]] = enumerate(corpus.blocks(per_task))
            if threads > 1 or apart:
                share(work, tasks, min(threads, -(-len(corpus) // per_task)))
            else:
                for task in tasks:
                    work(task)
        return Measured(Stats(columns, data), starts)

    def normalized(self, corpus: Corpus) -> Corpus:
        """The corpus as it is compared: unchanged, or in Unicode's NFC."""
        return replace(corpus, hyps=in_nfc(corpus.hyps), refs=in_nfc(corpus.refs)) if self.nfc else corpus

    def _fill(self, corpus: Corpus, rows: memoryview[int], before: int = 0) -> None:
        """Fill a block that is preceded by `before` segments."""
        try:
            self.fill(self.normalized(corpus), rows)
        except SegmentError as error:
            raise SegmentError(before + error.segment, error.what) from None


def each_repeated(values: Iterable[int], times: int) -> memoryview[int]:
    """A column of a table of pairs: every value so many times in a row."""
    return memoryview(array("q", b"".join(array("q", [value]) * times for value in values)))


def crossed_orders(texts: Ids, hyps: int, orders: int) -> Iterator[tuple[list[int], list[int], memoryview[int]]]:
    """For each order of n-grams: their number in each of the hypotheses, which come first, and in each reference, and
    the matches of every pair."""
    sizes = [end - start for start, end in pairwise(texts.starts)]
    pairs = hyps * (len(sizes) - hyps)
    matches = array("q", bytes(8 * orders * pairs))
    crossed(texts.ids, texts.starts, hyps, orders, memoryview(matches).cast("B").cast("q", (pairs, orders)))
    for n in range(orders):
        totals = [max(size - n, 0) for size in sizes]
        yield totals[:hyps], totals[hyps:], memoryview(matches[n::orders])


def _sizes(corpus: Corpus) -> tuple[int, int]:
    """The mean number of characters per segment, and the length of the longest text times that of all texts."""
    sizes = [len(text) for texts in (corpus.hyps, corpus.refs) for text in texts]
    total = sum(sizes)
    return max(1, total // max(1, len(corpus.hyps))), max(sizes, default=0) * total
