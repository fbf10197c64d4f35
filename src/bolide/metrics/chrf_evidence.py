"""Evidence for chrF: every n-gram by order, with its share of the score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import fsum

from bolide.corpus import Corpus
from bolide.data.explanation import Explanation, Step
from bolide.data.figures import Bar, Bars, Figure, bars_in_words
from bolide.data.marks import Gram, GramKind
from bolide.data.scores import Score
from bolide.data.stats import Row
from bolide.metrics import evidence
from bolide.metrics.chrf import CHRFCounts, CHRFFormula, chrf_title
from bolide.metrics.evidence import BulkEvidence, Evidence, FormulaLine, TokenView
from bolide.system.errors import are, counted

_SYMBOLS = {"P": "precision", "R": "recall"}


def _label(unit: str, n: int) -> str:
    return f"{'character' if unit == 'char' else unit} {n}-grams"


def _score_line(formula: CHRFFormula, title: str) -> FormulaLine:
    """The last line of the arithmetic."""
    beta = (("β", formula.beta),)
    if formula.eps_smoothing:
        scores = tuple(f"f_{k}" for k in range(1, formula.kinds + 1))
        return FormulaLine(title, "mean of Fₙ over all orders", scores, "chrf", beta)
    rule = "(1 + {β}²)·{P}·{R} / ({β}²·{P} + {R})"
    return FormulaLine(title, rule, ("precision", "recall"), "chrf", beta, _SYMBOLS)


@dataclass(frozen=True)
class CHRFEvidence(Evidence):
    """N-grams of characters and of words that are shared with the best reference."""

    counts: CHRFCounts
    formula: CHRFFormula

    def bulk(self, corpus: Corpus) -> BulkEvidence:
        return self._bulk(corpus, self.formula.best_references(self.counts.measure(corpus)))

    def _bulk(self, corpus: Corpus, references: list[int]) -> BulkEvidence:
        """The characters of all texts, and their words if those are counted."""
        counts, sides, views = self.counts, (corpus.hyps, corpus.refs), []
        if counts.char_order:
            hyps, refs = ([counts.letters(text) for text in side] for side in sides)
            views.append(TokenView("char", "", hyps, refs, _columns("char", counts.char_order)))
        if counts.word_order:
            ours, theirs = ([counts.words(text) for text in side] for side in sides)
            views.append(TokenView("word", " ", ours, theirs, _columns("word", counts.word_order)))
        return BulkEvidence("grams", tuple(views), references)

    @property
    def arithmetic(self) -> tuple[FormulaLine, ...]:
        smoothed, lines = self.formula.eps_smoothing, []
        for k, (unit, n) in enumerate(self.counts.grams, 1):
            label, (match, hyp, ref) = _label(unit, n), (f"{what}_{unit}_{n}" for what in ("match", "hyp", "ref"))
            if smoothed:
                rule = "F of matches / candidate and matches / reference"
                lines.append(FormulaLine(label, rule, (match, hyp, ref), f"f_{k}"))
            else:
                lines.append(FormulaLine(f"{label}, precision", "matches / candidate", (match, hyp), f"p_{k}"))
                lines.append(FormulaLine(f"{label}, recall", "matches / reference", (match, ref), f"r_{k}"))
        rule = "mean of the orders that both sides have"
        means = [FormulaLine(label, rule, ("used",), label.lower()) for label in ("Precision", "Recall")]
        title = chrf_title(self.formula.beta, self.counts.word_order)
        return (*lines, *([] if smoothed else means), _score_line(self.formula, title))

    def figures(self, score: Score) -> tuple[Figure, ...]:
        """One bar per order, once for precision and once for recall."""
        return _bars(score, "Precision", "precision", "hyp"), _bars(score, "Recall", "recall", "ref")

    def explain(self, segment: Corpus) -> Explanation:
        measured, formula = self.counts.measure(segment), self.formula
        (best,) = formula.best_references(measured)
        score = self.score_row(measured.rows[best], segment.nrefs)
        views, contributions = self._bulk(segment, [best]).views, formula.contributions(measured.rows[best])
        hyp, *refs = (tuple(self.counts.letters(text)) for text in (*segment.hyps, *segment.refs))
        marks: list[list[Gram]] = []
        for view in views:
            mine, theirs = view.hyps[0], view.refs[best]
            ours = _positions(mine, hyp) if view.unit == "word" else None
            others = _positions(theirs, refs[best]) if view.unit == "word" else None
            for n in range(1, len(view.columns) + 1):
                of = evidence.ngrams(theirs, n, others)
                match, in_hyp, in_ref = (f"{what}_{view.unit}_{n}" for what in ("match", "hyp", "ref"))
                # sacreBLEU leaves an order out if the reference is too short for it.
                kind = GramKind(n, match, in_hyp if of else "", in_ref, unit=view.unit)
                sides = evidence.Sides(evidence.ngrams(mine, n, ours), of, of, best, best)
                marks.append(list(evidence.gram_marks(kind, view.glue, sides, contributions[len(marks)])))
        rows = list(measured.rows)
        orders = _orders(formula, marks, score, contributions)
        steps = [*_choice(formula, rows, best), *orders, *_combination(formula, score)]
        return evidence.gram_explanation(score, (hyp, *refs), steps, marks, self.figures(score))


def _columns(unit: str, orders: int) -> tuple[str, ...]:
    return tuple(f"match_{unit}_{n}" for n in range(1, orders + 1))


def _positions(words: Sequence[str], characters: Sequence[str]) -> list[int]:
    """The index of each word's first character among the characters that are shown."""
    text, positions, at = "".join(characters), [], 0
    for word in words:
        at = text.index(word, at)
        positions.append(at)
        at += len(word)
    return positions


def _choice(formula: CHRFFormula, rows: Sequence[Row], best: int) -> Iterator[Step]:
    if len(rows) > 1:
        values = {f"reference {k}": formula.value(row) for k, row in enumerate(rows, 1)}
        why = f"Reference {best + 1} gives the best score and is the one that counts."
        yield Step("Reference", "the reference with the best F", values, best + 1, why)


def _orders(
    formula: CHRFFormula, marks: Sequence[Sequence[Gram]], score: Score, contributions: Sequence[float]
) -> Iterator[Step]:
    for k, (gram, mine, contribution) in enumerate(zip(score.parts["ngrams"], marks, contributions, strict=True), 1):
        unit, n = gram["unit"], gram["order"]
        numbers = {what: gram[what] for what in ("match", "hyp", "ref", "precision", "recall")}
        if gram["hyp"] and gram["ref"]:
            sentence = (
                f"{gram['match']} of {gram['hyp']} {are(gram['match'])} in the reference, which has "
                f"{gram['ref']}. {evidence.describe_grams(mine)}"
            )
        else:
            rest = "a very small number is used instead" if formula.eps_smoothing else "the order is left out"
            sentence = f"One side is too short to have any; {rest}."
        columns = {what: f"{what}_{unit}_{n}" for what in ("match", "hyp", "ref")}
        terms = {"precision": f"p_{k}", "recall": f"r_{k}"}
        rule = "share of the score = matches · contribution of a match"
        yield Step(_label(unit, n), rule, numbers, gram["match"] * contribution, sentence, columns, terms)


def _combination(formula: CHRFFormula, score: Score) -> Iterator[Step]:
    parts, factor = score.parts, formula.factor
    if formula.eps_smoothing:
        yield from _smoothed(formula, score)
        return
    p, r, used = parts["precision"], parts["recall"], parts["orders_used"]
    orders = f"The mean over the {counted(used, 'order')} that both sides are long enough for."
    for label, value in (("Precision", p), ("Recall", r)):
        term, letter = label.lower(), label[0].lower()
        usable = [(k, gram) for k, gram in enumerate(parts["ngrams"], 1) if gram["hyp"] and gram["ref"]]
        by_order = {f"{letter}{k}": gram[term] for k, gram in usable}
        means = {f"{letter}{k}": f"{letter}_{k}" for k, _ in usable}
        rule = f"{label[0]} = mean {term} of the orders"
        yield Step(label, rule, by_order, value, orders, {}, means, term, evidence.mean_of(by_order))
    numbers = {"P": p, "R": r, "β": formula.beta}
    again = (1 + factor) / (1 / p + factor / r) if p else 0.0
    yield Step(
        "Cross-check",
        "(1 + {β}²) / (1/{P} + {β}²/{R})",
        numbers,
        again,
        "The same F as a weighted harmonic mean; the shares of all n-grams above also add up to it.",
        terms=_SYMBOLS,
    )
    sentence = f"Recall weighs β² = {factor:g} times as much as precision. {_percent(score)}"
    yield _score_line(formula, score.name).step(numbers, score.value, sentence, terms=_SYMBOLS)


def _smoothed(formula: CHRFFormula, score: Score) -> Iterator[Step]:
    grams, factor = score.parts["ngrams"], formula.factor
    scores = [
        (1 + factor) * g["match"] / (factor * g["ref"] + g["hyp"]) if g["hyp"] or factor * g["ref"] else 0.0
        for g in grams
    ]
    numbers = {"F": scores, "β": formula.beta}
    yield Step(
        "Cross-check",
        "mean of (1 + β²)·matches / (β²·reference + candidate)",
        numbers,
        fsum(scores) / len(scores),
        "The same mean from integer counts; the shares of all n-grams above also add up to it.",
    )
    yield _score_line(formula, score.name).step(numbers, score.value, _percent(score))


def _percent(score: Score) -> str:
    return f"{score.points:.2f} on the scale of 0 to 100."


def _bars(score: Score, title: str, key: str, side: str) -> Bars:
    bars = []
    for gram in score.parts["ngrams"]:
        name = _label(gram["unit"], gram["order"])
        bars.append(Bar(name, gram[key], f"{gram['match']} of {gram[side]}", step=name, number=key))
    return Bars(title, f"{title} by order: {bars_in_words(bars)}.", tuple(bars))
