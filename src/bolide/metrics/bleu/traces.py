"""BLEU in every segment of a corpus: the tokens whose n-grams are counted, and the arithmetic."""

from __future__ import annotations

from bolide.corpus import Corpus
from bolide.metrics.bleu.counts import BLEUCounts
from bolide.metrics.bleu.formula import NLTK_METHODS, BLEUFormula
from bolide.metrics.traces import Line, Traces, View
from bolide.text.vocab import encode


def traces(counts: BLEUCounts, corpus: Corpus) -> Traces:
    """The tokens of all texts; every reference may credit an n-gram."""
    texts = encode([*corpus.hyps, *corpus.refs], counts.tokenize, counts.lowercase).texts()
    hyps, refs = texts[: len(corpus)], texts[len(corpus) :]
    columns = tuple(f"match_{n}" for n in range(1, counts.orders + 1))
    return Traces("grams", (View("word", " ", hyps, refs, columns),), [-1] * len(corpus))


def arithmetic(formula: BLEUFormula) -> tuple[Line, ...]:
    """From clipped matches to BLEU."""
    orders = range(1, formula.max_order + 1)
    short = formula.smooth in NLTK_METHODS  # which take an order without n-grams as one n-gram missed
    counted = [(f"match_{n}", f"total_{n}", *((f"short_{n}",) if short else ())) for n in orders]
    smoothed = "" if formula.smooth == "none" else f", smoothed where it is 0 ({formula.smooth})"
    rule = f"clipped matches / candidate n-grams{smoothed}"
    weights = tuple((f"w{n}", weight) for n, weight in enumerate(formula.weights or (), 1))
    means = (*(f"p_{n}" for n in orders), *(("used",) if formula.effective_order else ()))
    return (
        *(Line(f"{n}-gram precision", rule, counted[n - 1], (f"p_{n}",)) for n in orders),
        Line("Brevity penalty", "1 if c > r, else exp(1 − r/c)", ("hyp_len", "ref_len"), ("bp",)),
        Line("Geometric mean", "exp(Σ wₙ ln pₙ)", means, ("mean",), weights),
        Line("BLEU", "BP · geometric mean", ("bp", "mean"), ("bleu",)),
    )
