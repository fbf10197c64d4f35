"""chrF in every segment of a corpus: characters and words, the reference that counts, and the arithmetic."""

from __future__ import annotations

from collections.abc import Sequence

from bolide.corpus import Corpus
from bolide.metrics.chrf.counts import CHRFCounts
from bolide.metrics.chrf.explain import prepared
from bolide.metrics.chrf.formula import CHRFFormula
from bolide.metrics.traces import Line, Traces, View
from bolide.text.chrf_units import tokenize_chrf


def traces(counts: CHRFCounts, corpus: Corpus, chosen: Sequence[int]) -> Traces:
    """The characters of all texts, and their words where those are counted."""
    views = []
    if counts.char_order:
        hyps, refs = ([prepared(counts, text) for text in side] for side in (corpus.hyps, corpus.refs))
        views.append(View("char", "", hyps, refs, _columns("char", counts.char_order)))
    if counts.word_order:
        ours, theirs = ([_words(counts, text) for text in side] for side in (corpus.hyps, corpus.refs))
        views.append(View("word", " ", ours, theirs, _columns("word", counts.word_order)))
    return Traces("grams", tuple(views), list(chosen))


def _words(counts: CHRFCounts, text: str) -> list[str]:
    return tokenize_chrf(text.lower() if counts.lowercase else text)


def _columns(unit: str, orders: int) -> tuple[str, ...]:
    return tuple(f"match_{unit}_{n}" for n in range(1, orders + 1))


def arithmetic(counts: CHRFCounts, formula: CHRFFormula, title: str) -> tuple[Line, ...]:
    """From shared n-grams to chrF."""
    lines = []
    for k, (unit, n) in enumerate(counts.grams, 1):
        label = f"{'character' if unit == 'char' else 'word'} {n}-grams"
        of = tuple(f"{what}_{unit}_{n}" for what in ("match", "hyp", "ref"))
        if formula.eps_smoothing:
            lines.append(Line(label, "F of matches / candidate and matches / reference", of, (f"f_{k}",)))
        else:
            lines.append(Line(label, "matches / candidate; matches / reference", of, (f"p_{k}", f"r_{k}")))
    beta = (("β", formula.beta),)
    if formula.eps_smoothing:
        scores = tuple(f"f_{k}" for k in range(1, formula.kinds + 1))
        return (*lines, Line(title, "mean of Fₙ over all orders", scores, ("chrf",), beta))
    return (
        *lines,
        Line("Precision", "mean of the orders that both sides have", ("used",), ("precision",)),
        Line("Recall", "mean of the orders that both sides have", ("used",), ("recall",)),
        Line(title, "(1 + β²)·P·R / (β²·P + R)", ("precision", "recall"), ("chrf",), beta),
    )
