"""TER's counts: tercom's tokens, by the compiled scanner where there is one, and the edits between them."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from bolide.corpus import Corpus
from bolide.kernels import beats_built_ins
from bolide.kernels.edits.ter import COLUMNS, REF_SCALE, SEGMENT_COLUMNS, edits, fewest
from bolide.metrics.counts import Counts, Done, Measured, ignore
from bolide.system.errors import SegmentError
from bolide.system.messages import counted
from bolide.text.tokenize.character_classes import kinds_of
from bolide.text.tokenize.tercom import Tercom
from bolide.text.vocab import Ids, Vocab, crossed, encode_by, encode_tokens


def encode_tercom(hyps: Sequence[str], refs: Sequence[str], cut: Tercom, twice: bool = True) -> Ids:
    """The tokens of all texts, first the hypotheses, then the references.

    With `twice` references are tokenized twice, as sacreBLEU does it; otherwise as hypotheses are.
    """
    twice = twice and cut.normalized
    if not beats_built_ins():
        return encode_tokens([*map(cut.tokens, hyps), *map(cut.twice if twice else cut.tokens, refs)])
    texts = [text.rstrip() for text in (*hyps, *refs)]
    if not cut.case_sensitive:
        texts = list(map(str.lower, texts))
    if not cut.normalized:
        return encode_by(list(map(cut.without_punctuation, texts)), kinds_of("whitespace"), str.split)
    found = encode_by(texts, kinds_of("tercom-asian" if cut.asian_support else "tercom"), cut.tokens)
    if cut.no_punct:
        deleted = [[kept] if (kept := cut.without_punctuation(word)) else [] for word in found.tokens]
        found = _replaced(found, deleted, 0)
    if twice:
        # A token of the first pass stands between spaces in the second, so each is cut as if it were alone.
        again = [[word] if len(word) == 1 or word.isalnum() else cut.tokens(word) for word in found.tokens]
        found = _replaced(found, again, len(hyps))
    return found


def _replaced(found: Ids, new: list[list[str]], first: int) -> Ids:
    """The same with new[id] in place of each token of the texts from `first` on."""
    changed = {id_: words for id_, (word, words) in enumerate(zip(found.tokens, new, strict=True)) if words != [word]}
    if not changed:
        return found
    numbers = {word: id_ for id_, word in enumerate(found.tokens)}
    instead = {id_: [numbers.setdefault(word, len(numbers)) for word in words] for id_, words in changed.items()}
    at = found.starts[first]
    ids, starts = array("i", found.ids[:at].tobytes()), array("q", found.starts[: first + 1].tobytes())
    for k in range(first, len(found.starts) - 1):
        text = found.ids[found.starts[k] : found.starts[k + 1]].tolist()
        if not changed.keys().isdisjoint(text):
            text = [number for id_ in text for number in instead.get(id_, (id_,))]
        ids.extend(text)
        starts.append(len(ids))
    return Ids(memoryview(ids), memoryview(starts), Vocab(lambda: numbers))


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
