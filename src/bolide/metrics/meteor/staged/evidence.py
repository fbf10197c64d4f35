"""Evidence for METEOR's variants `nltk`, `2005` and `runs`: the links, and the steps to the score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from bolide.corpus import Corpus
from bolide.data.explanation import Explanation, Step
from bolide.data.marks import Link, Mark, Whole
from bolide.data.scores import Score
from bolide.data.stats import Row
from bolide.metrics.evidence import BulkEvidence, Evidence, FormulaLine, TokenView
from bolide.metrics.meteor.links import (
    METEOR_LINE,
    Match,
    alignment,
    chunk_numbers,
    chunk_phrases,
    crossing_flags,
    first_best,
    link_text,
    link_tuples,
    matches_in,
    unmatched_words,
    which_reference,
)
from bolide.metrics.meteor.staged.counts import Alignment, StagedCounts
from bolide.metrics.meteor.staged.formula import StagedFormula, cross_check
from bolide.system.dataclasses import dataclass
from bolide.system.messages import counted

Tokens = tuple[str, ...]
_MEANS = {"P": "precision", "R": "recall"}


def _fmean(formula: StagedFormula) -> FormulaLine:
    rule, settings = "P·R / (α·P + (1 − α)·R)", (("α", formula.alpha),)
    return FormulaLine("Fmean", rule, ("precision", "recall"), ("fmean",), settings)


@dataclass(frozen=True)
class StagedEvidence(Evidence):
    """The words as they are compared, and their links with the reference that gives the best score."""

    counts: StagedCounts
    formula: StagedFormula

    def bulk(self, corpus: Corpus) -> BulkEvidence:
        return self._bulk(corpus)[0]

    def _bulk(self, corpus: Corpus) -> tuple[BulkEvidence, list[Row]]:
        """The evidence, and the row of every segment."""
        counts, rows = self.counts, list[Row]()
        hyps, refs = list[Tokens](), list[Tokens]()
        references, links = list[int](), list[list[tuple[int, ...]]]()
        for block in corpus.blocks(counts.block):
            starts = block.starts().tolist()
            aligned = counts.align(counts.encode([*block.hyps, *block.refs]), starts)
            encoded = aligned.encoded
            texts = [tuple(encoded.tokens[number] for number in encoded.ids[a:b]) for a, b in pairwise(encoded.starts)]
            best = first_best(self.formula.values(aligned.rows), starts)
            at = 0
            for hyp, (start, end), reference in zip(texts[: len(block)], pairwise(starts), best, strict=True):
                matches = self._matches(aligned, at + reference * len(hyp), len(hyp))
                chunks = chunk_numbers(matches, candidate_only=counts.variant == "runs")
                links.append(link_tuples(matches, chunks, counts.stages))
                rows.append(aligned.rows[start + reference])
                at += (end - start) * len(hyp)  # every pair repeats the hypothesis
            hyps += texts[: len(block)]
            refs += texts[len(block) :]
            references += best
        view = TokenView("word", " ", hyps, refs)
        return BulkEvidence("links", (view,), references, links, stages=counts.stages), rows

    def _matches(self, aligned: Alignment, at: int, size: int) -> list[Match]:
        return [
            Match(i, aligned.links[at + i], self.counts.stages[aligned.stages[at + i]])
            for i in range(size)
            if aligned.links[at + i] >= 0
        ]

    @property
    def arithmetic(self) -> tuple[FormulaLine, ...]:
        formula, matches = self.formula, tuple(f"match_{stage}" for stage in self.counts.stages)
        shape = (("γ", formula.gamma), ("β", formula.beta))
        return (
            FormulaLine("Precision", "matches / candidate words", (*matches, "hyp_len"), ("precision",)),
            FormulaLine("Recall", "matches / reference words", (*matches, "ref_len"), ("recall",)),
            _fmean(formula),
            FormulaLine("Fragmentation", "chunks / matches", ("chunks", *matches), ("fragmentation",)),
            FormulaLine("Penalty", "γ · fragmentation^β", ("fragmentation",), ("penalty",), shape),
            METEOR_LINE,
        )

    def explain(self, segment: Corpus) -> Explanation:
        evidence, (row,) = self._bulk(segment)
        score = self.score_row(row, segment.nrefs)
        (view,), (best,) = evidence.views, evidence.references
        hyp, *refs = (tuple(tokens) for tokens in (*view.hyps, *view.refs))
        links, chunks = matches_in(evidence)
        runs = self.counts.variant == "runs"
        marks = list(_marks(links, chunks, (hyp, refs[best]), best))
        if self.counts.variant == "2005":
            marks.append(Whole("proven", {"proven": row[-1]}))
        steps = [
            *_counts(score.parts, which_reference(best, len(refs))),
            *_means(self.formula, score.parts),
            *_penalty(self.formula, score, chunk_phrases(links, chunks, hyp), runs),
        ]
        figure, checked = alignment(score, hyp, refs, marks), bool(score.parts["cross_checked"])
        return Explanation(score, hyp, tuple(refs), tuple(steps), tuple(marks), checked, figures=(figure,))


def _marks(
    links: Sequence[Match], chunks: Sequence[int], texts: tuple[Tokens, Tokens], reference: int
) -> Iterator[Mark]:
    yield Whole("candidate", {"segments": 1, "hyp_len": len(texts[0])})
    yield Whole("reference length", {"ref_len": len(texts[1])}, reference)
    last = 0
    for link, chunk, crosses in zip(links, chunks, crossing_flags(links), strict=True):
        adds = {f"match_{link.stage}": 1, "chunks": int(chunk > last)}
        text, (ours, theirs) = link_text(link, *texts), (link.hyp_indices, link.ref_indices)
        yield Link(text, ours, theirs, reference, link.stage, chunk, crosses, adds)
        last = chunk
    yield from unmatched_words(links, *texts, reference)


def _counts(parts: Mapping[str, Any], which: str) -> Iterator[Step]:
    m, c, r, by_stage = parts["matches"], parts["hyp_len"], parts["ref_len"], parts["by_stage"]
    if not c or not r:
        empty = "Both texts are" if c == r else "The candidate is" if not c else "The reference is"
        why = f"{empty} empty, so nothing can match and the score is 0."
    elif not m:
        why = "No word matches, so the score is 0."
    else:
        matches = ", ".join(
            f"{count} {'exact' if stage == 'exact' else f'by {stage}'}" for stage, count in by_stage.items() if count
        )
        why = (
            f"{matches}; {c - m:,} of {counted(c, 'candidate word')} and {r - m:,} of {counted(r, 'reference word')} "
            "remain unmatched."
        )
    if "proven" in parts and m:
        proven = "No better alignment exists." if parts["proven"] else (
            "The search reached its limit; a better alignment may exist."
        )  # fmt: skip
        why += f" {proven}"
    columns = {stage: f"match_{stage}" for stage in by_stage}
    yield Step("Matches", "m = " + " + ".join(by_stage), by_stage, m, why + which, columns, value_name="matches")
    for label, name, side, size in (("Precision", "c", "candidate", c), ("Recall", "r", "reference", r)):
        column, term = {"c": "hyp_len", "r": "ref_len"}[name], label.lower()
        formula, why = f"{label[0]} = m / {name}", f"Matches per {side} word."
        yield Step(label, formula, {"m": m, name: size}, parts[term], why, {name: column}, {"m": "matches"}, term)


def _means(formula: StagedFormula, parts: Mapping[str, Any]) -> Iterator[Step]:
    alpha, precision, recall = formula.alpha, parts["precision"], parts["recall"]
    put_in = {"P": precision, "R": recall, "α": alpha}
    why = f"Recall is weighted {alpha:g}, precision {1 - alpha:g}."
    yield _fmean(formula).step(put_in, parts["fmean"], why, terms=_MEANS)
    agree = "agrees with" if parts["cross_checked"] else "DIFFERS from"
    same = f"The same mean, computed as a reciprocal, {agree} the one above."
    other = cross_check(alpha, precision, recall)
    yield Step("Cross-check", "1 / (α/R + (1 − α)/P)", put_in, other, same, terms=_MEANS)


def _penalty(formula: StagedFormula, score: Score, chunks: str, runs: bool) -> Iterator[Step]:
    parts = score.parts
    m, penalty = parts["matches"], parts["penalty"]
    rule = "runs of matched candidate words" if runs else "matches adjacent and in order in both texts"
    why, put_in = f"{chunks}." if chunks else "There are none.", {"chunks": parts["chunks"]}
    yield Step("Chunks", rule, put_in, parts["chunks"], why, {"chunks": "chunks"}, value_name="chunks")
    numbers = {"γ": formula.gamma, "chunks": parts["chunks"], "m": m, "β": formula.beta}
    why, columns, terms = _penalty_sentence(formula, parts), {"chunks": "chunks"}, {"m": "matches"}
    yield Step("Penalty", "γ · (chunks / m)^β", numbers, penalty, why, columns, terms, "penalty")
    last = f"{score.value:.4f} on the scale of 0 to 1."
    if penalty and parts["chunks"] == 1 and m == parts["hyp_len"] == parts["ref_len"]:
        last += f" Even identical sentences lose γ/m^β = {penalty:.4g}: METEOR counts even a single chunk."
    numbers, terms = {"Fmean": parts["fmean"], "penalty": penalty}, {"Fmean": "fmean", "penalty": "penalty"}
    yield METEOR_LINE.step(numbers, score.value, last, terms=terms)


def _penalty_sentence(formula: StagedFormula, parts: Mapping[str, Any]) -> str:
    m, chunks = parts["matches"], parts["chunks"]
    if not m:
        return "Nothing matches, so there is nothing to take a penalty from."
    matches = counted(m, "match", "matches")
    if chunks == 1:
        return f"{matches} in one chunk, which gives the smallest possible penalty."
    advice = "; fewer, longer chunks would mean a smaller penalty" if formula.gamma and formula.beta else ""
    return f"{matches} in {counted(chunks, 'chunk')}, {m / chunks:.1f} words each{advice}."
