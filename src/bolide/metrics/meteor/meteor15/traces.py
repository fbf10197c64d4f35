"""METEOR 1.5 in every segment of a corpus: the links that its search chose, and the arithmetic."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bolide.corpus import Corpus
from bolide.metrics.meteor.links import Match, chunked, first_best, laid_out
from bolide.metrics.meteor.meteor15.counts import WIDTH, Counts15, Pairs15
from bolide.metrics.meteor.meteor15.formula import Formula15
from bolide.metrics.traces import Line, Tokens, Traces, View


def traces(counts: Counts15, formula: Formula15, corpus: Corpus) -> Traces:
    """The words as they are compared, and the links of the reference that counts."""
    hyps: list[Tokens] = []
    refs: list[Tokens] = []
    chosen: list[int] = []
    links: list[list[tuple[int, ...]]] = []
    for block in corpus.blocks(counts.block):
        starts = block.starts().tolist()
        aligned = counts.align(counts.encode([*block.hyps, *block.refs]), starts, linked=True)
        found = list(_matches(aligned, counts.stages))
        aligned.forgiven()
        best = first_best(formula.evaluate(aligned.rows, WIDTH), starts)
        chosen += best
        hyps += [aligned.tokens_of(2 * start) for start in starts[:-1]]
        refs += [aligned.tokens_of(2 * pair + 1) for pair in range(starts[-1])]
        for start, place in zip(starts, best, strict=False):
            matches = found[start + place]
            links.append(laid_out(matches, chunked(matches), counts.stages))
    return Traces("links", (View("word", " ", hyps, refs),), chosen, links, stages=counts.stages)


def _matches(aligned: Pairs15, stages: Sequence[str]) -> Iterator[list[Match]]:
    """The matches of each pair, in the candidate's order."""
    at = 0
    for start, end in zip(aligned.spans[2::4], aligned.spans[3::4], strict=True):
        size = end - start
        yield aligned.matches(at, size, stages)
        at += 4 * size


def arithmetic(counts: Counts15, formula: Formula15) -> tuple[Line, ...]:
    """From weighed matches to METEOR."""
    delta, alpha = ("δ", formula.delta), ("α", formula.alpha)
    stages = list(enumerate(zip(counts.stages, formula.weights, strict=True), 1))
    by_stage = [
        Line(
            f"{stage.capitalize()} matches, {name}", "w · (δ·content + (1 − δ)·function)",
            (f"{side}_content_{k}", f"{side}_function_{k}"), (f"{side}_weighted_{k}",), (("w", weight), delta),
        )
        for side, name in (("hyp", "candidate"), ("ref", "reference"))
        for k, (stage, weight) in stages
    ]  # fmt: skip
    means = []
    for label, side, name in (("Precision", "hyp", "candidate"), ("Recall", "ref", "reference")):
        weighed, lengths = tuple(f"{side}_weighted_{k}" for k, _ in stages), (f"{side}_len", f"{side}_function")
        rule = "δ·content + (1 − δ)·function"
        means.append(Line(f"Length of the {name}", rule, lengths, (f"{side}_length",), (delta,)))
        means.append(Line(label, "Σ matches / length", (*weighed, f"{side}_length"), (label.lower(),)))
    shape = (("γ", formula.gamma), ("β", formula.beta))
    return (
        *by_stage,
        *means,
        Line("Fmean", "1 / ((1 − α)/P + α/R)", ("precision", "recall"), ("fmean",), (alpha,)),
        Line(
            "Fragmentation", "chunks / mean of matched words", ("chunks", "hyp_matched", "ref_matched"),
            ("fragmentation",),
        ),
        Line("Penalty", "γ · frag^β", ("fragmentation",), ("penalty",), shape),
        Line("METEOR", "Fmean · (1 − penalty)", ("fmean", "penalty"), ("meteor",)),
    )  # fmt: skip
