"""Metric: a frozen set of options with few verbs. It remembers nothing between calls."""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Self

from bolide.corpus import Corpus, Refs
from bolide.errors import InputError, OptionError, unknown
from bolide.metrics.options import options_of
from bolide.scores import Score, Signature
from bolide.stats import Stats

if TYPE_CHECKING:
    from bolide.explanation import Explanation

TASK = 768  # segments that a thread takes at a time
BLOCK = TASK // 8  # segments measured at a time: few enough that all their tables stay in the cache


@dataclass(frozen=True)
class Metric:
    """What every metric can do. A segment becomes a row of integers, rows add, a sum becomes a score."""

    name: ClassVar[str]
    higher_is_better: ClassVar[bool] = True
    block: ClassVar[int] = BLOCK  # more where words are looked up: the more segments, the fewer words are new
    from_plain_text: ClassVar[bool] = True  # whether any text will do; rgbF's units must be made first
    PRESETS: ClassVar[dict[str, dict[str, Any]]] = {}

    # --- what each metric defines ---------------------------------------------------------------------------------

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the numbers in a row."""
        raise NotImplementedError

    def fill(self, corpus: Corpus, rows: memoryview[int]) -> None:
        """Write the rows of a block of segments."""
        raise NotImplementedError

    def value(self, total: Sequence[int]) -> float:
        """The score of a row or of a sum of rows, on the scale of 0 to 1."""
        raise NotImplementedError

    def parts(self, total: Sequence[int]) -> dict[str, Any]:
        """The named numbers that the score of this sum was made from."""
        raise NotImplementedError

    def explain(self, hyp: str, refs: Refs) -> Explanation:
        """Why one translation has its score: steps, and marks that add up to its row."""
        raise NotImplementedError

    def best(self, total: Sequence[int]) -> float:
        """What a translation equal to its reference gets; METEOR takes a little off even then."""
        return 1.0

    # --- what follows from that -----------------------------------------------------------------------------------

    @classmethod
    def preset(cls, name: str, **changes: Any) -> Self:
        """The metric with the settings known under a name."""
        if name not in cls.PRESETS:
            raise unknown(f"preset of {cls.name}", name, cls.PRESETS)
        return cls(**{**cls.PRESETS[name], **changes})

    def variants(self) -> list[Metric]:
        """The published definitions that go under this metric's name, this one first."""
        return [self]

    @property
    def difference(self) -> str:
        """What sets this definition apart from the others of the same name."""
        return ""

    @property
    def notice(self) -> str | None:
        """What somebody who scores with these settings should hear once, if anything."""
        return None

    def for_sentences(self) -> Metric:
        """The metric as it is best used on single sentences; the same one where that makes no difference."""
        return self

    def prepare(self, texts: Sequence[str], *, jobs: int = 1, done: Callable[[int], None] = lambda texts: None) -> None:
        """Do beforehand what is costly, `done` hearing of it: rgbF's analysers, a new paraphrase table of METEOR's."""
        done(len(texts))

    def measure(self, hyps: Iterable[str], refs: Iterable[Refs], *, jobs: int = 1) -> Stats:
        """One row of integers a segment. `jobs` threads share the work; 0 takes all cores."""
        return self.measure_corpus(Corpus.of(hyps, refs), jobs=jobs)

    def measure_corpus(
        self, corpus: Corpus, *, jobs: int = 1, done: Callable[[int], None] = lambda segments: None
    ) -> Stats:
        """The same for a corpus that is aligned already; `done` hears how many segments were just measured."""
        columns = self.columns
        width = len(columns)
        data = array("q", bytes(8 * width * len(corpus)))
        table = memoryview(data)
        if 0 < len(corpus) <= self.block:  # one sentence at a time is common, and has no use for tasks
            self.fill(corpus, table.cast("B").cast("q", (len(corpus), width)))
            done(len(corpus))
            return Stats(columns, data)

        def fill(task: tuple[int, Corpus]) -> None:
            first = task[0] * TASK * width
            for block in task[1].blocks(self.block):
                size = len(block) * width
                self.fill(block, table[first : first + size].cast("B").cast("q", (len(block), width)))
                first += size
            done(len(task[1]))

        if len(corpus):
            _run(fill, enumerate(corpus.blocks(TASK)), jobs)
        return Stats(columns, data)

    def score(self, total: Sequence[int], nrefs: str | None = None) -> Score:
        """The score of a row or of a sum of rows."""
        return Score(
            self.title, self.value(total), self.signature(nrefs), self.parts(total), None, self.higher_is_better
        )

    def check_rows(self, stats: Stats) -> None:
        """Refuse the rows of another metric, or of this one with another number of orders or units."""
        if stats.columns is not self.columns and stats.columns != self.columns:
            raise InputError(
                f"These rows have the columns {_few(stats.columns)} and {self.title} needs {_few(self.columns)}; "
                "measure the texts with the metric that scores them."
            )

    def values(self, stats: Stats) -> array[float]:
        """The value of every row."""
        self.check_rows(stats)
        return array("d", map(self.value, stats))

    def aggregate(self, stats: Stats, nrefs: str | None = None) -> Score:
        """The score of all rows together."""
        if not len(stats):
            raise InputError("There are no segments to score.")
        self.check_rows(stats)
        return self.score(stats.total(), nrefs)

    def without_each(self, stats: Stats) -> Iterator[float]:
        """The value of all rows but one, for each row in turn."""
        self.check_rows(stats)
        total = stats.total()
        for row in stats:
            yield self.value([whole - part for whole, part in zip(total, row, strict=True)])

    def corpus(self, hyps: Iterable[str], refs: Iterable[Refs], *, jobs: int = 1) -> Score:
        """The score of a whole corpus: refs[i] are the references of hyps[i]."""
        checked = Corpus.of(hyps, refs)
        return self.aggregate(self.measure_corpus(checked, jobs=jobs), checked.nrefs)

    def segments(self, hyps: Iterable[str], refs: Iterable[Refs], *, jobs: int = 1) -> Scores:
        """The scores of every segment by itself."""
        checked = Corpus.of(hyps, refs)
        return Scores(self, self.measure_corpus(checked, jobs=jobs), checked.nrefs)

    def sentence(self, hyp: str, refs: Refs) -> Score:
        """The score of one translation."""
        return self.corpus([hyp], [refs])

    def pairwise(self, hyps: Sequence[str], refs: Sequence[str]) -> memoryview[float]:
        """Every hypothesis against every reference, N × M numbers: what MBR decoding of one sentence needs."""
        check_texts(hyps, refs)
        table = array("d")
        for hyp in hyps:
            table.extend(self.segments([hyp] * len(refs), refs).values)
        return matrix(table, len(hyps), len(refs))

    def signature(self, nrefs: str | None = None) -> Signature:
        """The settings in sacreBLEU's grammar, and how many references there were."""
        return Signature(self.title, self._items, nrefs)

    @cached_property
    def _items(self) -> tuple[tuple[str, str], ...]:
        return self.signature_items()

    def signature_items(self) -> tuple[tuple[str, str], ...]:
        """The options that change the number: the usual ones always, the others where they are not the default."""
        items = []
        for item, record in options_of(self):
            value = getattr(self, item.name)
            if record.key and (record.always or value != item.default):
                items.append((record.key, record.write(value)))
        return tuple(items)

    @property
    def title(self) -> str:
        """The name as scores and signatures show it; some metrics put options into it."""
        return self.name

    @classmethod
    def is_called(cls, name: str) -> bool:
        """Whether a signature that begins with this name is one of this metric."""
        return name.lower() == cls.name.lower()

    @classmethod
    def from_signature(cls, signature: Signature) -> Self:
        """The metric that a signature describes."""
        return cls.from_items(dict(signature.items))

    @classmethod
    def from_items(cls, items: dict[str, str]) -> Self:
        """The metric that a signature's items describe."""
        values: dict[str, Any] = {}
        known = {record.key: (item, record) for item, record in options_of(cls) if record.key}
        for key, text in items.items():
            if key not in known:
                raise unknown(f"part of a {cls.name} signature", key, [name for name in known if name])
            item, record = known[key]
            try:
                values[item.name] = record.read(text)
            except ValueError as error:
                raise OptionError(f"{key}:{text} in a {cls.name} signature cannot be read: {error}") from None
        return cls(**values)


class Scores:
    """The scores of many segments: `values` holds the numbers, `stats` the rows; a Score is made when asked for."""

    __slots__ = ("metric", "nrefs", "stats", "values")

    def __init__(self, metric: Metric, stats: Stats, nrefs: str | None = None) -> None:
        self.metric = metric
        self.stats = stats
        self.nrefs = nrefs
        self.values: array[float] = metric.values(stats)

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, index: int) -> Score:
        return self.metric.score(self.stats[index], self.nrefs)

    def __iter__(self) -> Iterator[Score]:
        return (self.metric.score(row, self.nrefs) for row in self.stats)

    def __repr__(self) -> str:
        return f"<Scores: {len(self)} segments, {self.metric!r}>"


def _few(names: Sequence[str]) -> str:
    """The first names, and how many there are."""
    return ", ".join(names) if len(names) <= 6 else f"{', '.join(names[:5])} … ({len(names)} in all)"


def check_texts(hyps: Sequence[str], refs: Sequence[str]) -> None:
    """Refuse what `pairwise` cannot take: anything but two lists of texts."""
    for what, texts in (("hyps", hyps), ("refs", refs)):
        if isinstance(texts, str) or not all(isinstance(text, str) for text in texts):
            raise InputError(f"pairwise wants `{what}` as a list of texts.")
    if not hyps or not refs:
        raise InputError("pairwise needs at least one hypothesis and one reference.")


def matrix(table: array[float], height: int, width: int) -> memoryview[float]:
    """The numbers as a table that can be indexed [i, j]."""
    return memoryview(table).cast("B").cast("d", (height, width))


def available_cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _run(work: Any, items: Iterable[Any], jobs: int) -> None:
    """Do the work on all items, in threads where more than one job is wanted."""
    if jobs < 0:
        raise OptionError(f"jobs is {jobs}; it must be 0 (all cores) or more.")
    workers = jobs or available_cores()
    if workers == 1:
        for item in items:
            work(item)
        return
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(workers) as pool:
        for _ in pool.map(work, items):
            pass
