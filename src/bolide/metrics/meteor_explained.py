"""Why a translation has its METEOR under the variants `nltk`, `2005` and `runs`."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from bolide.explanation import Explanation, Mark, Step
from bolide.metrics.links import Link, chunked, crossing, link_mark, phrases, unmatched_marks, which_reference
from bolide.rating import rating

if TYPE_CHECKING:
    from bolide.corpus import Corpus
    from bolide.metrics.meteor_staged import Staged
    from bolide.scores import Score
    from bolide.stats import Row

Tokens = tuple[str, ...]


def explain(definition: Staged, segment: Corpus, score_of: Callable[[Row, str], Score]) -> Explanation:
    """The explanation of the score that this variant gives for a corpus of one segment."""
    refs = segment.refs
    aligned = definition.align(definition.encode([*segment.hyps, *refs]), array("q", [0, len(refs)]))
    words, tokens, starts = aligned.encoded
    ours, *others = (tuple(words[token] for token in tokens[a:b]) for a, b in pairwise(starts))
    chosen = max(range(len(refs)), key=lambda k: definition.value(aligned.rows[k]))
    score = score_of(aligned.rows[chosen], segment.nrefs)
    first = chosen * len(ours)  # every pair repeats the hypothesis
    links = [
        Link(i, aligned.links[first + i], definition.stages[aligned.stages[first + i]])
        for i in range(len(ours))
        if aligned.links[first + i] >= 0
    ]
    chunks = chunked(links, candidate_only=definition.variant == "runs")
    marks = list(_marks(definition, links, chunks, (ours, others[chosen]), chosen))
    if definition.variant == "2005":
        marks.append(Mark("", "proven", {"proven": aligned.rows[chosen][-1]}))
    steps = [
        *_counts(definition, score.parts, which_reference(chosen, len(refs))),
        *_formula(definition, score.parts, phrases(links, chunks, ours), score),
    ]
    return Explanation(
        score, ours, tuple(others), tuple(steps), tuple(marks), bool(score.parts["cross_checked"]),
        rating("meteor", score.value, segment.hyps[0], refs),
    )  # fmt: skip


def _marks(
    definition: Staged, links: Sequence[Link], chunks: Sequence[int], texts: tuple[Tokens, Tokens], reference: int
) -> Iterator[Mark]:
    yield Mark("", "candidate", {"segments": 1, "hyp_len": len(texts[0])})
    yield Mark("", "reference length", {"ref_len": len(texts[1])}, reference=reference)
    last = 0
    for link, chunk, crosses in zip(links, chunks, crossing(links), strict=True):
        adds = {f"match_{link.stage}": 1, "chunks": int(chunk > last)}
        yield link_mark(link, texts, reference, adds, {"chunk": chunk, "crossing": crosses})
        last = chunk
    yield from unmatched_marks(links, *texts, reference)


def _counts(definition: Staged, parts: Mapping[str, Any], which: str) -> Iterator[Step]:
    m, c, r, by_stage = parts["matches"], parts["hyp_len"], parts["ref_len"], parts["by_stage"]
    if not c or not r:
        empty = "Both texts are" if c == r else "The candidate is" if not c else "The reference is"
        why = f"{empty} empty, so nothing can match and the score is 0."
    elif not m:
        why = "No word matches, so the score is 0."
    else:
        told = ", ".join(f"{count} by {stage}" for stage, count in by_stage.items() if count)
        why = f"{told}; {c - m} of {c} candidate words and {r - m} of {r} reference words stay unmatched."
    if "proven" in parts and m:
        proven = "This alignment is proven best." if parts["proven"] else (
            "The search came to its limit: a better alignment is not ruled out."
        )  # fmt: skip
        why += f" {proven}"
    yield Step("Matches", "m = " + " + ".join(by_stage), by_stage, m, why + which)
    yield Step("Precision", "P = m / c", {"m": m, "c": c}, parts["precision"], "Matches per candidate word.")
    yield Step("Recall", "R = m / r", {"m": m, "r": r}, parts["recall"], "Matches per reference word.")


def _formula(definition: Staged, parts: Mapping[str, Any], chunks: str, score: Score) -> Iterator[Step]:
    m, fmean, penalty = parts["matches"], parts["fmean"], parts["penalty"]
    alpha, beta, gamma = definition.alpha, definition.beta, definition.gamma
    put_in = {"P": parts["precision"], "R": parts["recall"], "α": alpha}
    yield Step("Fmean", "P·R / (α·P + (1 − α)·R)", put_in, fmean, f"Recall has a share of {alpha:g} in the mean.")
    other = 1 / (alpha / parts["recall"] + (1 - alpha) / parts["precision"]) if m else 0.0
    agree = "agrees with" if parts["cross_checked"] else "DIFFERS from"
    same = f"The same mean as a reciprocal {agree} the one above."
    yield Step("Cross-check", "1 / (α/R + (1 − α)/P)", put_in, other, same)
    rule = "matches adjacent and in order in both texts"
    if definition.variant == "runs":
        rule = "runs of matched candidate words"
    yield Step("Chunks", rule, {}, parts["chunks"], f"{chunks}." if chunks else "There are none.")
    numbers = {"γ": gamma, "chunks": parts["chunks"], "m": m, "β": beta}
    yield Step("Penalty", "γ · (chunks / m)^β", numbers, penalty, _penalty_sentence(parts))
    last = f"{score.value:.4f} on the scale of 0 to 1."
    if m and parts["chunks"] == 1 and m == parts["hyp_len"] == parts["ref_len"]:
        last += f" Even identical sentences lose γ/m^β = {penalty:.4g}: their one chunk is not free. That is METEOR."
    yield Step("METEOR", "Fmean · (1 − penalty)", {"Fmean": fmean, "penalty": penalty}, score.value, last)


def _penalty_sentence(parts: Mapping[str, Any]) -> str:
    m, chunks = parts["matches"], parts["chunks"]
    if not m:
        return "Nothing matches, so there is nothing to take a penalty from."
    if chunks == 1:
        return f"All {m} matches are one chunk: the smallest penalty there is."
    return f"{m} matches in {chunks} chunks, {m / chunks:.1f} words each; longer chunks would cost less."
