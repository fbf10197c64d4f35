"""Why a translation has its METEOR under the variants `nltk`, `2005` and `runs`."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from bolide.corpus import Corpus
from bolide.explanation import Explanation, Step, is_identical
from bolide.marks import Link, Mark, Whole
from bolide.metrics.meteor.links import (
    Match,
    alignment,
    chunked,
    crossing,
    link_text,
    phrases,
    unmatched_words,
    which_reference,
)
from bolide.metrics.meteor.staged.counts import StagedCounts
from bolide.metrics.meteor.staged.formula import StagedFormula, cross_check
from bolide.scores import Score
from bolide.stats import Row
from bolide.wording import counted

Tokens = tuple[str, ...]
_MEANS = {"P": "precision", "R": "recall"}


def explain(
    counts: StagedCounts, formula: StagedFormula, segment: Corpus, score_of: Callable[[Row, str], Score]
) -> Explanation:
    """The explanation of the score that `score_of` gives a corpus of one segment."""
    refs = segment.refs
    aligned = counts.align(counts.encode([*segment.hyps, *refs]), array("q", [0, len(refs)]))
    ids, starts, words = aligned.encoded.ids, aligned.encoded.starts, aligned.encoded.tokens
    ours, *others = (tuple(words[number] for number in ids[a:b]) for a, b in pairwise(starts))
    values = formula.values(aligned.rows)
    chosen = values.index(max(values))
    score = score_of(aligned.rows[chosen], segment.nrefs)
    first = chosen * len(ours)  # every pair repeats the hypothesis
    links = [
        Match(i, aligned.links[first + i], counts.stages[aligned.stages[first + i]])
        for i in range(len(ours))
        if aligned.links[first + i] >= 0
    ]
    chunks = chunked(links, candidate_only=counts.variant == "runs")
    marks = list(_marks(links, chunks, (ours, others[chosen]), chosen))
    if counts.variant == "2005":
        marks.append(Whole("proven", {"proven": aligned.rows[chosen][-1]}))
    steps = [
        *_counts(score.parts, which_reference(chosen, len(refs))),
        *_means(formula, score.parts),
        *_penalty(formula, score, phrases(links, chunks, ours), counts.variant == "runs"),
    ]
    return Explanation(
        score, ours, tuple(others), tuple(steps), tuple(marks), bool(score.parts["cross_checked"]),
        is_identical(segment.hyps[0], refs), (alignment(score, ours, others, marks),),
    )  # fmt: skip


def _marks(
    links: Sequence[Match], chunks: Sequence[int], texts: tuple[Tokens, Tokens], reference: int
) -> Iterator[Mark]:
    yield Whole("candidate", {"segments": 1, "hyp_len": len(texts[0])})
    yield Whole("reference length", {"ref_len": len(texts[1])}, reference)
    last = 0
    for link, chunk, crosses in zip(links, chunks, crossing(links), strict=True):
        adds = {f"match_{link.stage}": 1, "chunks": int(chunk > last)}
        text, (ours, theirs) = link_text(link, *texts), (link.hyp_places, link.ref_places)
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
        told = ", ".join(
            f"{count} {'exact' if stage == 'exact' else f'by {stage}'}" for stage, count in by_stage.items() if count
        )
        why = (
            f"{told}; {c - m:,} of {counted(c, 'candidate word')} and {r - m:,} of {counted(r, 'reference word')} "
            "remain unmatched."
        )
    if "proven" in parts and m:
        proven = "This alignment is proven best." if parts["proven"] else (
            "The search reached its limit; a better alignment may exist."
        )  # fmt: skip
        why += f" {proven}"
    columns = {stage: f"match_{stage}" for stage in by_stage}
    yield Step("Matches", "m = " + " + ".join(by_stage), by_stage, m, why + which, columns, made="matches")
    for label, name, side, size in (("Precision", "c", "candidate", c), ("Recall", "r", "reference", r)):
        column, made = {"c": "hyp_len", "r": "ref_len"}[name], label.lower()
        formula, told = f"{label[0]} = m / {name}", f"Matches per {side} word."
        yield Step(label, formula, {"m": m, name: size}, parts[made], told, {name: column}, {"m": "matches"}, made)


def _means(formula: StagedFormula, parts: Mapping[str, Any]) -> Iterator[Step]:
    alpha, precision, recall = formula.alpha, parts["precision"], parts["recall"]
    put_in = {"P": precision, "R": recall, "α": alpha}
    told = f"In the mean, recall has weight {alpha:g} and precision {1 - alpha:g}."
    yield Step("Fmean", "P·R / (α·P + (1 − α)·R)", put_in, parts["fmean"], told, terms=_MEANS, made="fmean")
    agree = "agrees with" if parts["cross_checked"] else "DIFFERS from"
    same = f"The same mean, computed as a reciprocal, {agree} the one above."
    other = cross_check(alpha, precision, recall)
    yield Step("Cross-check", "1 / (α/R + (1 − α)/P)", put_in, other, same, terms=_MEANS)


def _penalty(formula: StagedFormula, score: Score, chunks: str, runs: bool) -> Iterator[Step]:
    parts = score.parts
    m, penalty = parts["matches"], parts["penalty"]
    rule = "runs of matched candidate words" if runs else "matches adjacent and in order in both texts"
    told, put_in = f"{chunks}." if chunks else "There are none.", {"chunks": parts["chunks"]}
    yield Step("Chunks", rule, put_in, parts["chunks"], told, {"chunks": "chunks"}, made="chunks")
    numbers = {"γ": formula.gamma, "chunks": parts["chunks"], "m": m, "β": formula.beta}
    told, columns, terms = _penalty_sentence(parts), {"chunks": "chunks"}, {"m": "matches"}
    yield Step("Penalty", "γ · (chunks / m)^β", numbers, penalty, told, columns, terms, "penalty")
    last = f"{score.value:.4f} on the scale of 0 to 1."
    if m and parts["chunks"] == 1 and m == parts["hyp_len"] == parts["ref_len"]:
        last += f" Even identical sentences lose γ/m^β = {penalty:.4g}: METEOR counts even a single chunk."
    numbers, terms = {"Fmean": parts["fmean"], "penalty": penalty}, {"Fmean": "fmean", "penalty": "penalty"}
    yield Step("METEOR", "Fmean · (1 − penalty)", numbers, score.value, last, terms=terms, made="meteor")


def _penalty_sentence(parts: Mapping[str, Any]) -> str:
    m, chunks = parts["matches"], parts["chunks"]
    if not m:
        return "Nothing matches, so there is nothing to take a penalty from."
    matches = counted(m, "match", "matches")
    if chunks == 1:
        return f"{matches} in one chunk, which gives the smallest possible penalty."
    return f"{matches} in {counted(chunks, 'chunk')}, {m / chunks:.1f} words each; longer chunks would cost less."
