"""Matches between a translation and its reference: in which chunk each lies, which cross, the marks they leave."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from bolide.data.figures import AlignmentMatrix, LinkedCell
from bolide.data.marks import Dropped, Link, Mark, Unmatched
from bolide.data.scores import Score
from bolide.metrics.evidence import BulkEvidence, FormulaLine
from bolide.system.messages import counted

Tokens = tuple[str, ...]


class Match(NamedTuple):
    """Words of the candidate matched with words of the reference: where they begin and how many there are."""

    hyp: int
    ref: int
    stage: str
    hyp_words: int = 1
    ref_words: int = 1

    @property
    def hyp_places(self) -> tuple[int, ...]:
        return tuple(range(self.hyp, self.hyp + self.hyp_words))

    @property
    def ref_places(self) -> tuple[int, ...]:
        return tuple(range(self.ref, self.ref + self.ref_words))

    def follows(self, other: Match) -> bool:
        """Whether this match carries on where another ends, in both texts."""
        return self.hyp == other.hyp + other.hyp_words and self.ref == other.ref + other.ref_words


def chunked(links: Sequence[Match], candidate_only: bool = False) -> list[int]:
    """The chunk of each link, counted from 1; links come in the candidate's order.

    A chunk goes on while links are neighbours in both texts, or, for the exercise, in the candidate only.
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


def numbered(links: Sequence[Match], chunks: Sequence[int], stages: Sequence[str]) -> list[tuple[int, ...]]:
    """Links as the numbers that bulk evidence holds."""
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
    """For each segment, which of its values, from starts[s] to starts[s + 1], is the first of the highest."""
    found = []
    for start, end in pairwise(starts):
        own = values[start:end]
        found.append(own.index(max(own)))
    return found


def crossing(links: Sequence[Match]) -> list[bool]:
    """Whether each link crosses another one; links come in the candidate's order."""
    found = [False] * len(links)
    highest = -1
    for k, link in enumerate(links):
        found[k] = highest > link.ref
        highest = max(highest, link.ref)
    lowest = highest + 1
    for k in range(len(links) - 1, -1, -1):
        found[k] = found[k] or lowest < links[k].ref
        lowest = min(lowest, links[k].ref)
    return found


def link_text(link: Match, hyp: Tokens, ref: Tokens) -> str:
    """The words of a link, both sides where they differ."""
    ours = " ".join(hyp[link.hyp : link.hyp + link.hyp_words])
    theirs = " ".join(ref[link.ref : link.ref + link.ref_words])
    return ours if ours == theirs else f"{ours} – {theirs}"


def unmatched_words(matches: Sequence[Match], hyp: Tokens, ref: Tokens, reference: int) -> Iterator[Unmatched]:
    """The words of both sides that no link touches."""
    ours = {place for match in matches for place in match.hyp_places}
    theirs = {place for match in matches for place in match.ref_places}
    for place, word in enumerate(hyp):
        if place not in ours:
            yield Unmatched(word, hyp=(place,))
    for place, word in enumerate(ref):
        if place not in theirs:
            yield Unmatched(word, ref=(place,), reference=reference)


def crossings(links: Iterable[tuple[int, int]]) -> int:
    """How many pairs of links (candidate place, reference place) cross: in order in one text, not in the other."""
    passed: list[int] = []
    count = 0
    for _, place in sorted(links):
        count += len(passed) - bisect_right(passed, place)
        insort(passed, place)
    return count


def alignment(score: Score, hyp: Tokens, refs: Sequence[Tokens], marks: Sequence[Mark]) -> AlignmentMatrix:
    """The links among the marks, all with one reference, as a picture."""
    links = [mark for mark in marks if isinstance(mark, Link)]
    left = [(i, j) for mark in marks if isinstance(mark, Dropped) for i in mark.hyp for j in mark.ref]
    cells = {
        (i, j): LinkedCell(link.stage, link.chunk, link.crossing) for link in links for i in link.hyp for j in link.ref
    }
    number = next(mark.reference for mark in marks if mark.reference is not None)
    which = f"reference {number + 1} of {len(refs)}" if len(refs) > 1 else "reference"
    crossed = crossings((link.hyp[0], link.ref[0]) for link in links)
    chunks = counted(links[-1].chunk if links else 0, "chunk")
    told = f"{counted(len(links), 'match', 'matches')} · {chunks} · {counted(crossed, 'crossing')}"
    title, caption = f"How the candidate is aligned with {_the(which)}", f"{told} · {score.name} {score.value:.4f}"
    return AlignmentMatrix(title, caption, hyp, refs[number], cells, which, tuple(left))


def _the(which: str) -> str:
    return f"the {which}" if which == "reference" else which


def phrases(links: Sequence[Match], chunks: Sequence[int], hyp: Tokens, most: int = 8) -> str:
    """The chunks as phrases of the candidate, in quotes."""
    found: dict[int, list[str]] = {}
    for link, chunk in zip(links, chunks, strict=True):
        found.setdefault(chunk, []).extend(hyp[link.hyp : link.hyp + link.hyp_words])
    shown = [f"“{' '.join(words)}”" for words in found.values()]
    return ", ".join(shown[:most]) + (f" and {len(shown) - most} more" if len(shown) > most else "")


def which_reference(reference: int, count: int) -> str:
    """A clause that says which reference was taken, where there is a choice."""
    return f" Of {counted(count, 'reference')}, number {reference + 1} gives the best score." if count > 1 else ""
