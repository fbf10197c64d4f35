"""Matches between a translation and its reference: chunks, crossings, marks and figure."""

from __future__ import annotations

from array import array
from bisect import bisect_right, insort
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import starmap
from typing import Any, ClassVar, NamedTuple

from bolide.corpus import Corpus
from bolide.data.explanation import Explanation, Step
from bolide.data.figures import AlignmentMatrix, LinkedCell
from bolide.data.marks import Dropped, Link, Mark, Unmatched
from bolide.data.scores import Score
from bolide.data.stats import Row, Stats
from bolide.metrics.counts import TASK, Counts, Measured, Pairs
from bolide.metrics.evidence import BulkEvidence, Evidence, FormulaLine, TokenView, same_mean
from bolide.system.errors import counted, few
from bolide.text.tokens import Tokens

Words = tuple[str, ...]


class Match(NamedTuple):
    """Words of the candidate matched with words of the reference: their first indices, their numbers, the index of the
    stage and the number of the chunk, counted from 1."""

    hyp: int
    ref: int
    hyp_words: int
    ref_words: int
    stage: int
    chunk: int

    @property
    def hyp_indices(self) -> tuple[int, ...]:
        return tuple(range(self.hyp, self.hyp + self.hyp_words))

    @property
    def ref_indices(self) -> tuple[int, ...]:
        return tuple(range(self.ref, self.ref + self.ref_words))


def in_chunks(links: Iterable[tuple[int, ...]], candidate_only: bool = False) -> list[Match]:
    """The links of a pair, which come in the candidate's order, with the numbers of their chunks.

    A chunk continues while links are adjacent in both texts, or if `candidate_only`, in the candidate.
    """
    matches: list[Match] = []
    chunk, hyp_end, ref_end = 0, -1, -1
    for hyp, ref, hyp_words, ref_words, stage in links:
        chunk += hyp != hyp_end or (ref != ref_end and not candidate_only)
        matches.append(Match(hyp, ref, hyp_words, ref_words, stage, chunk))
        hyp_end, ref_end = hyp + hyp_words, ref + ref_words
    return matches


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


def link_text(link: Match, hyp: Words, ref: Words) -> str:
    """The words of a link; of both sides if they differ."""
    ours = " ".join(hyp[link.hyp : link.hyp + link.hyp_words])
    theirs = " ".join(ref[link.ref : link.ref + link.ref_words])
    return ours if ours == theirs else f"{ours} – {theirs}"


def crossings(links: Iterable[tuple[int, int]]) -> int:
    """The number of pairs of links (candidate index, reference index) that cross."""
    passed: list[int] = []
    count = 0
    for _, ref in sorted(links):
        count += len(passed) - bisect_right(passed, ref)
        insort(passed, ref)
    return count


# --- counts -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LinkedPairs:
    """Sentence pairs aligned: the row of each, end to end, and the links, as the kernel has them."""

    rows: array[int]
    links: memoryview[int]

    def matches(self) -> list[list[tuple[int, ...]]]:
        """The fields of each pair's matches, without chunks, in the candidate's order."""
        raise NotImplementedError

    def corpus_rows(self) -> array[int]:
        """The rows as they enter a sum."""
        return self.rows


@dataclass(frozen=True)
class LinkedCounts(Counts):
    """Counts of linked words; one row per reference."""

    block: ClassVar[int] = TASK
    row_per_reference: ClassVar[bool] = True
    quadratic: ClassVar[bool] = True

    @property
    def stages(self) -> tuple[str, ...]:
        """The ways in which words may match."""
        raise NotImplementedError

    def encode_words(self, texts: Sequence[str]) -> Tokens:
        """The words of texts as they are compared."""
        raise NotImplementedError

    def align(self, encoded: Tokens, pairs: Pairs, linked: bool = False) -> LinkedPairs:
        """Align each pair; links only if `linked`."""
        raise NotImplementedError

    def encode(self, hyps: list[str], refs: list[str]) -> Tokens:
        return self.encode_words([*hyps, *refs])

    def rows(self, encoded: Tokens, pairs: Pairs) -> array[int]:
        return self.align(encoded, pairs).corpus_rows()


# --- evidence -----------------------------------------------------------------------------------------------------

_TERMS = {"Fmean": "fmean", "penalty": "penalty"}
METEOR_LINE = FormulaLine("METEOR", "{Fmean} · (1 − {penalty})", ("fmean", "penalty"), "meteor", symbols=_TERMS)
_MEANS = {"P": "precision", "R": "recall"}


class Aligned(NamedTuple):
    """A translation aligned with the reference that gives the best score; `links` are in its order."""

    score: Score
    row: Row
    hyp: Words
    refs: tuple[Words, ...]
    best: int
    links: Sequence[Match]

    @property
    def ref(self) -> Words:
        return self.refs[self.best]

    @property
    def which(self) -> str:
        """A sentence on which reference was selected, if there are several."""
        several = f" Of {counted(len(self.refs), 'reference')}, number {self.best + 1} gives the best score."
        return several if len(self.refs) > 1 else ""


@dataclass(frozen=True)
class LinkEvidence(Evidence):
    """The words as they are compared, and their links with the reference that gives the best score."""

    means: ClassVar[tuple[str, str, str]]  # the rule of Fmean, the one by which it is checked, and how that computes it

    counts: LinkedCounts

    def bulk(self, corpus: Corpus) -> BulkEvidence:
        return self._bulk(corpus)[0]

    def _bulk(self, corpus: Corpus) -> tuple[BulkEvidence, list[Row]]:
        """The evidence, and the row of every segment."""
        counts, rows = self.counts, list[Row]()
        hyps, refs = list[list[str]](), list[list[str]]()
        references, links = list[int](), list[list[Match]]()
        for block in corpus.blocks(counts.block):
            encoded, segments = counts.encode(block.hyps, block.refs), Pairs.of(block)
            starts, pairs = array("q", segments.starts), counts.align(encoded, segments, linked=True)
            matches, texts = pairs.matches(), encoded.texts()
            measured = Measured(Stats(counts.columns, pairs.corpus_rows()), starts)
            best = self.formula.best_references(measured)
            for start, reference in zip(starts, best, strict=False):
                links.append(in_chunks(matches[start + reference], self._chunks_of_candidate))
            hyps += texts[: len(block)]
            refs += texts[len(block) :]
            references += best
            rows += self.formula.best_reference_rows(measured)
        view = TokenView("word", " ", hyps, refs)
        return BulkEvidence("links", (view,), references, links, stages=counts.stages), rows

    @property
    def _chunks_of_candidate(self) -> bool:
        """Whether a chunk is a run of matched candidate words, whatever the order in the reference."""
        return False

    def explain(self, segment: Corpus) -> Explanation:
        evidence, (row,) = self._bulk(segment)
        (view,), (best,), (links,) = evidence.views, evidence.references, evidence.links or [[]]
        score, (hyp, *refs) = self.score_row(row, segment.nrefs), map(tuple, (*view.hyps, *view.refs))
        aligned = Aligned(score, row, hyp, tuple(refs), best, list(starmap(Match, links)))
        marks, checked = tuple(self._all_marks(aligned)), bool(score.parts["cross_checked"])
        figures = (alignment(aligned, marks),)
        return Explanation(score, hyp, tuple(refs), tuple(self._steps(aligned)), marks, checked, figures=figures)

    def _all_marks(self, aligned: Aligned) -> Iterator[Mark]:
        hyp, ref, links, best = aligned.hyp, aligned.ref, aligned.links, aligned.best
        yield from self._whole_marks(aligned)
        last = 0
        for link, crosses in zip(links, crossing_flags(links), strict=True):
            adds, words = self._adds(aligned, link, link.chunk > last)
            text, stage = link_text(link, hyp, ref), self.counts.stages[link.stage]
            yield Link(text, link.hyp_indices, link.ref_indices, best, stage, link.chunk, crosses, words, counted=adds)
            last = link.chunk
        ours = {index for link in links for index in link.hyp_indices}
        theirs = {index for link in links for index in link.ref_indices}
        yield from (Unmatched(word, (index,)) for index, word in enumerate(hyp) if index not in ours)
        yield from (Unmatched(word, (), (index,), best) for index, word in enumerate(ref) if index not in theirs)
        yield from self._more_marks(aligned)

    def _whole_marks(self, aligned: Aligned) -> Iterator[Mark]:
        """The marks of whole texts."""
        raise NotImplementedError

    def _adds(self, aligned: Aligned, link: Match, first: bool) -> tuple[dict[str, int], str]:
        """The amounts that a link adds, and the kind of its words; `first`: it is the first of its chunk."""
        raise NotImplementedError

    def _more_marks(self, aligned: Aligned) -> Iterator[Mark]:
        """Marks of this definition alone."""
        return iter(())

    def _steps(self, aligned: Aligned) -> Iterator[Step]:
        """The derivation of the score."""
        raise NotImplementedError

    # --- steps that the definitions share -------------------------------------------------------------------------

    def _fmean_line(self, alpha: float) -> FormulaLine:
        return FormulaLine("Fmean", self.means[0], ("precision", "recall"), "fmean", (("α", alpha),), _MEANS)

    def _fmean_steps(self, parts: Mapping[str, Any], alpha: float, other: float) -> Iterator[Step]:
        """Fmean, and the same by the `other` rule."""
        numbers = {"P": parts["precision"], "R": parts["recall"], "α": alpha}
        why = f"Recall is weighted {alpha:g}, precision {1 - alpha:g}."
        yield self._fmean_line(alpha).step(numbers, parts["fmean"], why, terms=_MEANS)
        why = same_mean(self.means[2], parts["cross_checked"])
        yield Step("Cross-check", self.means[1], numbers, other, why, terms=_MEANS)

    def _chunk_step(self, aligned: Aligned, remark: str = "") -> Step:
        """The chunks as phrases of the candidate, in quotes."""
        words_by_chunk: dict[int, list[str]] = {}
        for link in aligned.links:
            words_by_chunk.setdefault(link.chunk, []).extend(aligned.hyp[index] for index in link.hyp_indices)
        phrases = few([f"“{' '.join(words)}”" for words in words_by_chunk.values()], 8) or "There are none"
        runs, adjacent = "runs of matched candidate words", "matches adjacent and in order in both texts"
        chunks, rule = aligned.score.parts["chunks"], runs if self._chunks_of_candidate else adjacent
        why, columns = f"{phrases}.{remark}", {"chunks": "chunks"}
        return Step("Chunks", rule, {"chunks": chunks}, chunks, why, columns, value_name="chunks")

    def _last_step(self, score: Score, remark: str = "") -> Step:
        numbers = {name: score.parts[term] for name, term in _TERMS.items()}
        return METEOR_LINE.step(
            numbers, score.value, f"{score.value:.4f} on the scale of 0 to 1.{remark}", terms=_TERMS
        )


def alignment(aligned: Aligned, marks: Sequence[Mark]) -> AlignmentMatrix:
    """The links among the marks as a figure."""
    links, score = [mark for mark in marks if isinstance(mark, Link)], aligned.score
    left = [(i, j) for mark in marks if isinstance(mark, Dropped) for i in mark.hyp for j in mark.ref]
    cells = {(i, j): LinkedCell(m.stage, m.chunk, m.crossing) for m in links for i in m.hyp for j in m.ref}
    which = f"reference {aligned.best + 1} of {len(aligned.refs)}" if len(aligned.refs) > 1 else "reference"
    crossed = crossings((link.hyp[0], link.ref[0]) for link in links)
    chunks = counted(links[-1].chunk if links else 0, "chunk")
    summary = f"{counted(len(links), 'match', 'matches')} · {chunks} · {counted(crossed, 'crossing')}"
    title = f"How the candidate is aligned with {'the reference' if which == 'reference' else which}"
    caption = f"{summary} · {score.name} {score.value:.4f}"
    return AlignmentMatrix(title, caption, aligned.hyp, aligned.ref, cells, which, tuple(left))
