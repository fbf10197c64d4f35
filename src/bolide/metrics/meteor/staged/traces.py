"""METEOR's variants nltk, 2005 and runs in every segment of a corpus: the links, and the arithmetic."""

from __future__ import annotations

from itertools import pairwise

from bolide.corpus import Corpus
from bolide.metrics.meteor.links import Match, chunked, first_best, laid_out
from bolide.metrics.meteor.staged.counts import Alignment, StagedCounts
from bolide.metrics.meteor.staged.formula import StagedFormula
from bolide.metrics.traces import Line, Tokens, Traces, View


def traces(counts: StagedCounts, formula: StagedFormula, corpus: Corpus) -> Traces:
    """The words as they are compared, and the links of the reference that counts."""
    hyps: list[Tokens] = []
    refs: list[Tokens] = []
    chosen: list[int] = []
    links: list[list[tuple[int, ...]]] = []
    for block in corpus.blocks(counts.block):
        starts = block.starts().tolist()
        aligned = counts.align(counts.encode([*block.hyps, *block.refs]), starts)
        words = aligned.encoded.tokens
        texts = [
            tuple(words[number] for number in aligned.encoded.ids[a:b]) for a, b in pairwise(aligned.encoded.starts)
        ]
        ours, theirs = texts[: len(block)], texts[len(block) :]
        best = first_best(formula.values(aligned.rows), starts)
        at = 0
        for hyp, (start, end), place in zip(ours, pairwise(starts), best, strict=True):
            matches = _matches(counts, aligned, at + place * len(hyp), len(hyp))
            chunks = chunked(matches, candidate_only=counts.variant == "runs")
            links.append(laid_out(matches, chunks, counts.stages))
            at += (end - start) * len(hyp)  # every pair repeats the hypothesis
        hyps += ours
        refs += theirs
        chosen += best
    return Traces("links", (View("word", " ", hyps, refs),), chosen, links, stages=counts.stages)


def _matches(counts: StagedCounts, aligned: Alignment, at: int, size: int) -> list[Match]:
    return [
        Match(i, aligned.links[at + i], counts.stages[aligned.stages[at + i]])
        for i in range(size)
        if aligned.links[at + i] >= 0
    ]


def arithmetic(counts: StagedCounts, formula: StagedFormula) -> tuple[Line, ...]:
    """From matches and chunks to METEOR."""
    matches = tuple(f"match_{stage}" for stage in counts.stages)
    shape = (("γ", formula.gamma), ("β", formula.beta))
    return (
        Line("Precision", "matches / candidate words", (*matches, "hyp_len"), ("precision",)),
        Line("Recall", "matches / reference words", (*matches, "ref_len"), ("recall",)),
        Line("Fmean", "P·R / (α·P + (1 − α)·R)", ("precision", "recall"), ("fmean",), (("α", formula.alpha),)),
        Line("Fragmentation", "chunks / matches", ("chunks", *matches), ("fragmentation",)),
        Line("Penalty", "γ · fragmentation^β", ("fragmentation",), ("penalty",), shape),
        Line("METEOR", "Fmean · (1 − penalty)", ("fmean", "penalty"), ("meteor",)),
    )
