"""What TER counts: the shifts and edits that turn a hypothesis into the nearest of its references."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from bolide.corpus import Corpus
from bolide.kernels.edits.ter import COLUMNS, REF_SCALE, SEGMENT_COLUMNS, edits, fewest
from bolide.metrics.counts import Counts, Done, Measured, ignore
from bolide.system.errors import SegmentError
from bolide.system.plurals import counted
from bolide.text.tercom_words import encode_tercom
from bolide.text.tokenize.tercom import Tercom
from bolide.text.vocab import Ids, crossed

MOST_REFERENCES = 16  # REF_SCALE is the smallest number that 1 to 16 divide


@dataclass(frozen=True)
class TERCounts(Counts):
    """Shifts, substitutions, insertions and deletions by the reference that needs the fewest.

    The length is the mean of all references' lengths, as an integer number of 1/720,720 of a word.
    """

    per_task: ClassVar[int] = 96
    quadratic: ClassVar[bool] = True

    cut: Tercom
    tokenize_once: bool

    @property
    def columns(self) -> tuple[str, ...]:
        return SEGMENT_COLUMNS

    @property
    def at_most(self) -> tuple[tuple[str, str], ...]:
        return tuple((kind, "edits") for kind in ("substitutions", "insertions", "deletions", "shifts"))

    def measure(self, corpus: Corpus, *, jobs: int = 1, done: Done = ignore) -> Measured:
        if len(corpus.refs) > len(corpus.hyps):
            for number, (start, end) in enumerate(pairwise(corpus.starts())):
                if end - start > MOST_REFERENCES:
                    raise SegmentError(
                        number,
                        f"it has {counted(end - start, 'reference')}; TER takes at most {MOST_REFERENCES}, because "
                        f"the mean of their lengths is kept exactly, in units of 1/{REF_SCALE:,} of a word. Leave "
                        "some out.",
                    )
        return super().measure(corpus, jobs=jobs, done=done)

    def tokens(self, text: str) -> list[str]:
        return self.cut.tokens(text)

    def encode(self, hyps: Sequence[str], refs: Sequence[str]) -> Ids:
        """The tokens of all texts as integers: first the hypotheses, then the references."""
        return encode_tercom(hyps, refs, self.cut, twice=not self.tokenize_once)

    def fill(self, corpus: Corpus, rows: memoryview[int]) -> None:
        texts, ref_starts = self.encode(corpus.hyps, corpus.refs), corpus.starts()
        found = _edits(texts, ref_starts)
        fewest(found, ref_starts, rows, memoryview(array("q", bytes(8 * len(rows)))))

    def cross(self, hyps: Sequence[str], refs: Sequence[str]) -> array[int]:
        """The rows of every hypothesis with every reference, each text cut once."""
        texts, pairs = self.encode(hyps, refs), len(hyps) * len(refs)
        rows = array("q", [0]) * (len(SEGMENT_COLUMNS) * pairs)
        table = memoryview(rows).cast("B").cast("q", (pairs, len(SEGMENT_COLUMNS)))
        every = crossed(texts, len(hyps))
        found = _edits(every, memoryview(array("q", range(0, pairs + 1, len(refs)))))
        fewest(found, memoryview(array("q", range(pairs + 1))), table, memoryview(array("q", [0]) * pairs))
        return rows


def _edits(texts: Ids, ref_starts: memoryview[int]) -> memoryview[int]:
    """A row for every pair."""
    pairs = ref_starts[-1]
    found = memoryview(bytearray(8 * len(COLUMNS) * pairs)).cast("q", (pairs, len(COLUMNS)))
    edits(texts.ids, texts.starts, ref_starts, found)
    return found
