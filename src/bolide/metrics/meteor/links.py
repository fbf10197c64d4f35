"""Matches between a translation and its reference: chunks, crossings, marks and figure."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from bolide.data.figures import AlignmentMatrix, LinkedCell
from bolide.data.marks import Dropped, Link, Mark, Unmatched
from bolide.data.scores import Score
from bolide.metrics.evidence import BulkEvidence, FormulaLine
from bolide.system.messages import counted, few

Tokens = tuple[str, ...]


class Match(NamedTuple):
    """Words of the candidate matched with words of the reference: their first indices and their numbers."""

    hyp: int
    ref: int
    stage: str
    hyp_words: int = 1
    ref_words: int = 1

    @property
    def hyp_indices(self) -> tuple[int, ...]:
        return tuple(range(self.hyp, self.hyp + self.hyp_words))

    @property
    def ref_indices(self) -> tuple[int, ...]:
        return tuple(range(self.ref, self.ref + self.ref_words))

    def follows(self, other: Match) -> bool:
        """Whether this match begins where another ends, in both texts."""
        return self.hyp == other.hyp + other.hyp_words and self.ref == other.ref + other.ref_words


def chunk_numbers(links: Sequence[Match], candidate_only: bool = False) -> list[int]:
    """The chunk of each link, counted from 1; links come in the candidate's order.

    A chunk continues while links are adjacent in both texts, or if `candidate_only`, in the candidate.
    """
    numbers: list[int] = []
    number, hyp_end, ref_end = 0, -1, -1
    for hyp, ref, _, hyp_words, ref_words in links:
        if hyp != hyp_end or (ref != ref_end and not candidate_only):
            number += 1
        numbers.append(number)
        hyp_end, ref_end = hyp + hyp_words, ref + ref_words
    return numbers


METEOR_LINE = FormulaLine("METEOR", "Fmean · (1 − penalty)", ("fmean", "penalty"), ("meteor",))


def link_tuples(links: Sequence[Match], chunks: Sequence[int], stages: Sequence[str]) -> list[tuple[int, ...]]:
    """Links as tuples of integers, for bulk evidence."""
    number = {stage: k for k, stage in enumerate(stages)}
    return [
        (hyp, ref, hyp_words, ref_words, number[stage], chunk)
        for (hyp, ref, stage, hyp_words, ref_words), chunk in zip(links, chunks, strict=True)
    ]


def matches_in(evidence: BulkEvidence) -> tuple[list[Match], list[int]]:
    """The links of the first segment, and the chunk of each."""
    links = [] if evidence.links is None else evidence.links[0]
    matches = [Match(hyp, ref, evidence.stages[stage], ours, theirs) for hyp, ref, ours, theirs, stage, _ in links]
    return matches, [chunk for *_, chunk in links]


def first_best(values: Sequence[float], starts: Sequence[int]) -> list[int]:
    """For each segment, the index of the first highest of its values, which are starts[s] to starts[s + 1]."""
    indices = []
    for start, end in pairwise(starts):
        span = values[start:end]
        indices.append(span.index(max(span)))
    return indices


def crossing_flags(links: Sequence[Match]) -> list[bool]:
    """Whether each link crosses another one; links come in the candidate's order."""
    crosses = [False] * len(links)
    highest = -1
    for k, link in enumerate(links):
        crosses[k] = highest > link.ref
        highest = max(highest, link.ref)
    lowest = highest + 1
    for k in range(len(links) - 1, -1, -1):
        crosses[k] = crosses[k] or lowest < links[k].ref
        lowest = min(lowest, links[k].ref)
    return crosses


def link_text(link: Match, hyp: Tokens, ref: Tokens) -> str:
    """The words of a link; of both sides if they differ."""
    ours = " ".join(hyp[link.hyp : link.hyp + link.hyp_words])
    theirs = " ".join(ref[link.ref : link.ref + link.ref_words])
    return ours if ours == theirs else f"{ours} – {theirs}"


def unmatched_words(matches: Sequence[Match], hyp: Tokens, ref: Tokens, reference: int) -> Iterator[Unmatched]:
    """The words of both sides that are in no link."""
    ours = {index for match in matches for index in match.hyp_indices}
    theirs = {index for match in matches for index in match.ref_indices}
    for index, word in enumerate(hyp):
        if index not in ours:
            yield Unmatched(word, hyp=(index,))
    for index, word in enumerate(ref):
        if index not in theirs:
            yield Unmatched(word, ref=(index,), reference=reference)


def crossings(links: Iterable[tuple[int, int]]) -> int:
    """The number of pairs of links (candidate index, reference index) that cross."""
    passed: list[int] = []
    count = 0
    for _, ref in sorted(links):
        count += len(passed) - bisect_right(passed, ref)
        insort(passed, ref)
    return count


def alignment(score: Score, hyp: Tokens, refs: Sequence[Tokens], marks: Sequence[Mark]) -> AlignmentMatrix:
    """The links among the marks, all with one reference, as a figure."""
    links = [mark for mark in marks if isinstance(mark, Link)]
    left = [(i, j) for mark in marks if isinstance(mark, Dropped) for i in mark.hyp for j in mark.ref]
    cells = {
        (i, j): LinkedCell(link.stage, link.chunk, link.crossing) for link in links for i in link.hyp for j in link.ref
    }
    number = next(mark.reference for mark in marks if mark.reference is not None)
    which = f"reference {number + 1} of {len(refs)}" if len(refs) > 1 else "reference"
    crossed = crossings((link.hyp[0], link.ref[0]) for link in links)
    chunks = counted(links[-1].chunk if links else 0, "chunk")
    summary = f"{counted(len(links), 'match', 'matches')} · {chunks} · {counted(crossed, 'crossing')}"
    title, caption = f"How the candidate is aligned with {_the(which)}", f"{summary} · {score.name} {score.value:.4f}"
    return AlignmentMatrix(title, caption, hyp, refs[number], cells, which, tuple(left))


def _the(which: str) -> str:
    return f"the {which}" if which == "reference" else which


def chunk_phrases(links: Sequence[Match], chunks: Sequence[int], hyp: Tokens) -> str:
    """The chunks as phrases of the candidate, in quotes."""
    words_by_chunk: dict[int, list[str]] = {}
    for link, chunk in zip(links, chunks, strict=True):
        words_by_chunk.setdefault(chunk, []).extend(hyp[link.hyp : link.hyp + link.hyp_words])
    quoted = [f"“{' '.join(words)}”" for words in words_by_chunk.values()]
    return few(quoted, 8)


def which_reference(reference: int, count: int) -> str:
    """A sentence on which reference was selected, if there are several."""
    return f" Of {counted(count, 'reference')}, number {reference + 1} gives the best score." if count > 1 else ""
