"""Why a translation has its chrF: every n-gram, order by order, with the share of the score it brings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isclose

from bolide.corpus import Corpus
from bolide.explanation import Explanation, Step, is_identical
from bolide.marks import Gram, GramKind
from bolide.metrics.chrf.counts import KEPT, SPACES_REMOVED, CHRFCounts
from bolide.metrics.chrf.figures import figures
from bolide.metrics.chrf.formula import CHRFFormula
from bolide.metrics.evidence import Sides, View, Worth, gram_marks, heaviest
from bolide.scores import Score
from bolide.stats import Row
from bolide.text.chrf_units import spaceless, tokenize_chrf
from bolide.wording import are, counted


def explain(
    counts: CHRFCounts, formula: CHRFFormula, segment: Corpus, score: Score, chosen: tuple[int, Sequence[Row]]
) -> Explanation:
    """The explanation of the score of a corpus of one segment; `chosen` is the best reference and the row of each."""
    hyp, refs, (best, rows) = segment.hyps[0], segment.refs, chosen
    mine, theirs = _views(counts, hyp), _views(counts, refs[best])
    worths = formula.worths(rows[best])
    marks: list[list[Gram]] = []
    for (unit, n), worth in zip(counts.grams, worths, strict=True):
        of = theirs[unit].grams(n)
        match, own, other = (f"{what}_{unit}_{n}" for what in ("match", "hyp", "ref"))
        # sacreBLEU leaves an order out where the reference is too short for it.
        kind = GramKind(n, match, own if of else "", other, unit=unit)
        sides = Sides(mine[unit].grams(n), of, of, best, best)
        marks.append(list(gram_marks(kind, "" if unit == "char" else " ", Worth(worth), sides)))
    steps = [*_choice(formula, rows, best), *_orders(formula, marks, score, worths), *_combination(formula, score)]
    shares = sum(mark.share or 0.0 for group in marks for mark in group)
    checked = isclose(steps[-2].value, score.value, abs_tol=1e-12) and isclose(shares, score.value, abs_tol=1e-12)
    return Explanation(
        score,
        _characters(counts, hyp),
        tuple(_characters(counts, ref) for ref in refs),
        tuple(steps),
        tuple(mark for group in marks for mark in group),
        checked,
        is_identical(hyp, refs),
        figures(score),
    )


def prepared(counts: CHRFCounts, text: str) -> str:
    """The characters that are counted."""
    text = text.lower() if counts.lowercase else text
    if counts.whitespace == KEPT:
        return text
    return spaceless(text) if counts.whitespace == SPACES_REMOVED else "".join(text.split())


def _characters(counts: CHRFCounts, text: str) -> tuple[str, ...]:
    return tuple(prepared(counts, text))


def _views(counts: CHRFCounts, text: str) -> dict[str, View]:
    """The characters, and the words with the place of their first character."""
    shown = prepared(counts, text)
    words = tokenize_chrf(text.lower() if counts.lowercase else text)
    places, at = [], 0
    for word in words:
        at = shown.index(word, at)
        places.append(at)
        at += len(word)
    return {"char": View(tuple(shown), tuple(range(len(shown)))), "word": View(tuple(words), tuple(places))}


def _choice(formula: CHRFFormula, rows: Sequence[Row], best: int) -> Iterator[Step]:
    if len(rows) > 1:
        values = {f"reference {k}": formula.value(row) for k, row in enumerate(rows, 1)}
        why = f"Reference {best + 1} gives the best score and is the one that counts."
        yield Step("Reference", "the reference with the best F", values, best + 1, why)


def _orders(
    formula: CHRFFormula, marks: Sequence[Sequence[Gram]], score: Score, worths: Sequence[float]
) -> Iterator[Step]:
    for k, (gram, mine, worth) in enumerate(zip(score.parts["ngrams"], marks, worths, strict=True), 1):
        unit, n = gram["unit"], gram["order"]
        label = f"{'character' if unit == 'char' else 'word'} {n}-grams"
        numbers = {what: gram[what] for what in ("match", "hyp", "ref", "precision", "recall")}
        if gram["hyp"] and gram["ref"]:
            sentence = (
                f"{gram['match']} of {gram['hyp']} {are(gram['match'])} in the reference, which has "
                f"{gram['ref']}. {heaviest(mine)}"
            )
        else:
            rest = "a very small number is used instead" if formula.eps_smoothing else "the order is left out"
            sentence = f"One side is too short to have any; {rest}."
        columns = {what: f"{what}_{unit}_{n}" for what in ("match", "hyp", "ref")}
        terms = {"precision": f"p_{k}", "recall": f"r_{k}"}
        rule = "share of the score = matches · worth of a match"
        yield Step(label, rule, numbers, gram["match"] * worth, sentence, columns, terms)


def _combination(formula: CHRFFormula, score: Score) -> Iterator[Step]:
    parts, factor = score.parts, formula.factor
    if formula.eps_smoothing:
        yield from _smoothed(formula, score)
        return
    p, r, used = parts["precision"], parts["recall"], parts["orders_used"]
    orders = f"The mean over the {counted(used, 'order')} that both sides are long enough for."
    for label, side, value in (("Precision", "candidate", p), ("Recall", "reference", r)):
        made, letter = label.lower(), label[0].lower()
        usable = [(k, gram) for k, gram in enumerate(parts["ngrams"], 1) if gram["hyp"] and gram["ref"]]
        shown = {f"{letter}{k}": gram[made] for k, gram in usable}
        means = {f"{letter}{k}": f"{letter}_{k}" for k, _ in usable}
        rule = f"{label[0]} = mean of matches / {side} n-grams"
        yield Step(label, rule, shown, value, orders, terms=means, made=made)
    numbers, terms = {"P": p, "R": r, "β": formula.beta}, {"P": "precision", "R": "recall"}
    again = (1 + factor) / (1 / p + factor / r) if p else 0.0
    yield Step(
        "Cross-check", "(1 + β²) / (1/P + β²/R)", numbers, again,
        "The same F as a weighted harmonic mean; the shares of all n-grams above also add up to it.", terms=terms,
    )  # fmt: skip
    sentence = f"Recall weighs β² = {factor:g} times as much as precision. {_percent(score)}"
    yield Step(score.name, "(1 + β²)·P·R / (β²·P + R)", numbers, score.value, sentence, terms=terms, made="chrf")


def _smoothed(formula: CHRFFormula, score: Score) -> Iterator[Step]:
    grams, factor = score.parts["ngrams"], formula.factor
    scores = [
        (1 + factor) * g["match"] / (factor * g["ref"] + g["hyp"]) if g["hyp"] or factor * g["ref"] else 0.0
        for g in grams
    ]
    numbers = {"F": scores, "β": formula.beta}
    yield Step(
        "Cross-check", "mean of (1 + β²)·matches / (β²·reference + candidate)", numbers, sum(scores) / len(scores),
        "The same mean from integer counts; the shares of all n-grams above also add up to it.",
    )  # fmt: skip
    yield Step(score.name, "mean of Fₙ over all orders", numbers, score.value, _percent(score), made="chrf")


def _percent(score: Score) -> str:
    return f"{score.percent:.2f} on the scale of 0 to 100."
