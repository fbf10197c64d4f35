"""How METEOR's variants `nltk`, `2005` and `runs` fill rows and make a score of them."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import isclose
from typing import TYPE_CHECKING, Any, NamedTuple

from bolide.corpus import Corpus
from bolide.errors import InputError
from bolide.kernels._pairs import Pairs
from bolide.stats import Row
from bolide.text.encoded import Encoded, encode_lists, encode_words
from bolide.text.kinds import kinds_of

# Stems, WordNet and the aligners are imported with the first text: BLEU should not wait for them.
if TYPE_CHECKING:
    from bolide.text.stage_words import Lore

STAGES = ("exact", "stem", "synonym")
_SPACES = kinds_of("whitespace")


class Alignment(NamedTuple):
    """Pairs of one hypothesis and one reference: a row each; for every hypothesis word its link and its stage, or -1.

    Segment s has the pairs first[s] up to first[s + 1], one for each of its references.
    """

    encoded: Encoded
    pairs: Pairs
    rows: list[Row]
    links: memoryview[int]
    stages: memoryview[int]


@dataclass(frozen=True)
class Staged:
    """Stages one after the other, each on the words left over; m matches in chunks make the score."""

    variant: str
    stages: tuple[str, ...] = STAGES
    alpha: float = 0.9
    beta: float = 3.0
    gamma: float = 0.5
    lowercase: bool = True
    own_lore: Lore | None = None  # compat.nltk brings the caller's stemmer and WordNet

    scale = "meteor"

    @cached_property
    def columns(self) -> tuple[str, ...]:
        proven = ("proven",) if self.variant == "2005" else ()
        return ("segments", "hyp_len", "ref_len", *(f"match_{stage}" for stage in self.stages), "chunks", *proven)

    @cached_property
    def _lore(self) -> Lore:
        from bolide.text.stage_words import first_paper_lore, nltk_lore

        return self.own_lore or (first_paper_lore if self.variant == "2005" else nltk_lore)(self.stages)

    # --- rows -----------------------------------------------------------------------------------------------------

    def encode(self, texts: Sequence[str]) -> Encoded:
        """The words of texts as ids: cut at white space, in small letters unless told otherwise."""
        lowered = [text.lower() for text in texts] if self.lowercase else texts
        return encode_words(lowered, _SPACES.table if _SPACES else b"", str.split)

    def fill(self, corpus: Corpus, rows: memoryview[int]) -> None:
        """Write the rows of a block of segments: against the reference with the best score, the first of equals."""
        aligned = self.align(self.encode([*corpus.hyps, *corpus.refs]), corpus.starts())
        if len(corpus.refs) == len(corpus.hyps):
            best = aligned.rows
        else:
            best = [max(aligned.rows[a:b], key=self.value) for a, b in pairwise(corpus.starts())]
        width = len(self.columns)
        flat = rows.cast("B").cast("q")
        for column, numbers in enumerate(zip(*best, strict=True)):
            flat[column::width] = memoryview(array("q", numbers))

    def align(self, encoded: Encoded, first: Sequence[int]) -> Alignment:
        """Align hypotheses, which come first, each with its references."""
        from bolide.kernels.greedy import nltk, runs
        from bolide.kernels.optimal import optimal

        pairs = _pairs(encoded, first)
        size = len(pairs.ref_at) - 1
        extra = 2 if self.variant == "2005" else 1
        stages = 1 if self.variant == "runs" else len(self.stages)
        rows = memoryview(array("q", bytes(8 * max(1, size * (stages + extra)))))
        links, kinds = (memoryview(array("i", bytes(4 * max(1, len(pairs.hyps))))) for _ in range(2))
        if self.variant == "runs":
            runs(pairs, len(encoded.words), rows, links)
            kinds = memoryview(array("i", [min(link, 0) for link in links]))
        else:
            kernel = optimal if self.variant == "2005" else nltk
            kernel(pairs, self._lore.words(encoded.words or [""]), rows, links, kinds)
        width = stages + extra
        counted = zip(*[iter(rows[: size * width].tolist())] * width, strict=True)
        hyp_lens, ref_lens = _sizes(pairs.hyp_at), _sizes(pairs.ref_at)
        table = [(1, c, r, *row) for c, r, row in zip(hyp_lens, ref_lens, counted, strict=True)]
        return Alignment(encoded, pairs, table, links, kinds)

    def of_tokens(self, hyp: Sequence[str], refs: Sequence[Sequence[str]]) -> list[Row]:
        """The rows of one hypothesis against each reference, all cut into words already."""
        return self.align(encode_lists([hyp, *refs]), array("q", [0, len(refs)])).rows

    # --- score ----------------------------------------------------------------------------------------------------

    def value(self, total: Sequence[int]) -> float:
        """Fmean less the penalty for being in pieces, in NLTK's order of operations."""
        hyp_len, ref_len = total[1], total[2]
        after = 3 + len(self.stages)
        matches = sum(total[3:after])
        if not matches:
            return 0.0
        precision, recall = matches / hyp_len, matches / ref_len
        fmean = (precision * recall) / (self.alpha * precision + (1 - self.alpha) * recall)
        penalty: float = self.gamma * (total[after] / matches) ** self.beta
        return (1 - penalty) * fmean

    def parts(self, total: Sequence[int]) -> dict[str, Any]:
        """The numbers on the way to the score."""
        after = 3 + len(self.stages)
        matches = sum(total[3:after])
        precision = matches / total[1] if total[1] else 0.0
        recall = matches / total[2] if total[2] else 0.0
        fmean = reciprocal = penalty = 0.0
        if matches:
            fmean = (precision * recall) / (self.alpha * precision + (1 - self.alpha) * recall)
            reciprocal = 1 / (self.alpha / recall + (1 - self.alpha) / precision)
            penalty = self.gamma * (total[after] / matches) ** self.beta
        found = {
            "matches": matches,
            "by_stage": dict(zip(self.stages, total[3:after], strict=True)),
            "hyp_len": total[1],
            "ref_len": total[2],
            "precision": precision,
            "recall": recall,
            "fmean": fmean,
            "chunks": total[after],
            "penalty": penalty,
            "cross_checked": isclose(fmean, reciprocal, rel_tol=1e-12),
        }
        if self.variant == "2005":
            found |= {"proven": total[after + 1], "segments": total[0]}
        return found

    def best(self, total: Sequence[int]) -> float:
        """Identical texts are one chunk a segment, which still costs something."""
        return float(1 - self.gamma * (total[0] / total[1]) ** self.beta) if total[1] else 0.0


def _pairs(encoded: Encoded, first: Sequence[int]) -> Pairs:
    """Each hypothesis with each of its references; one that has several is repeated."""
    _, tokens, starts = encoded
    count = len(first) - 1
    if len(starts) - 1 != count + first[-1]:
        raise InputError(f"There are {len(starts) - 1} texts for {count} segments with {first[-1]} references.")
    if first[-1] == count and all(b - a == 1 for a, b in pairwise(first)):
        return Pairs(tokens, starts[: count + 1], tokens, starts[count:])
    hyps, hyp_at = array("i"), array("q", [0])
    for s in range(count):
        for _ in range(first[s], first[s + 1]):
            hyps.extend(tokens[starts[s] : starts[s + 1]])
            hyp_at.append(len(hyps))
    return Pairs(memoryview(hyps), memoryview(hyp_at), tokens, starts[count:])


def _sizes(starts: memoryview[int]) -> list[int]:
    ends = starts.tolist()
    return [end - start for start, end in pairwise(ends)]
