"""Evidence for BLEU: every n-gram credited, clipped or unmatched, and every step of the formula."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from math import isclose
from typing import Any, ClassVar

from bolide.corpus import Corpus
from bolide.data.explanation import Explanation, Step
from bolide.data.figures import Bar, Bars, Figure, bars_in_words
from bolide.data.marks import Gram, GramKind, Mark, TextCounts
from bolide.data.scores import Score
from bolide.metrics.bleu import NLTK_METHODS, SMOOTH_ALL, BLEUCounts, BLEUFormula
from bolide.metrics.evidence import BulkEvidence, Evidence, FormulaLine, TokenView, ngrams, same_mean
from bolide.system.errors import are, counted, few
from bolide.text.tokens import encode

Words = tuple[str, ...]

# The arithmetic in words; the inputs of the precisions and of their mean depend on the options.
_PRECISION = "clipped matches / candidate"
_BREVITY = FormulaLine("Brevity penalty", "BP = 1 if c > r, else exp(1 − r/c)", ("hyp_len", "ref_len"), "bp")
_SYMBOLS = {"BP": "bp", "geometric mean": "mean"}
_SCORE = FormulaLine("BLEU", "{BP} · {geometric mean}", ("bp", "mean"), "bleu", symbols=_SYMBOLS)


def _precision_label(n: int) -> str:
    return f"{n}-gram precision"


def _mean(formula: BLEUFormula) -> FormulaLine:
    precisions = tuple(f"p_{n}" for n in range(1, formula.max_ngram_order + 1))
    inputs = (*precisions, *(("used",) if formula.effective_order else ()))
    weights = tuple((f"w{n}", weight) for n, weight in enumerate(formula.weights or (), 1))
    left_out = ", wₙ divided by their sum if orders are left out" if weights and formula.effective_order else ""
    return FormulaLine("Geometric mean", f"exp(Σ wₙ ln pₙ){left_out}", inputs, "mean", weights)


@dataclass(frozen=True)
class BLEUEvidence(Evidence):
    """N-grams of tokens, each credited by the reference that has it most often."""

    others_are: ClassVar[str] = "setting"

    counts: BLEUCounts
    formula: BLEUFormula

    @property
    def note(self) -> str:
        """Which orders count in the score of a sentence, and why."""
        if not self.formula.effective_order:
            return (
                "Every order counts here, as in the score of a corpus; single sentences usually have effective order."
            )
        return (
            "Effective order was used, as is usual for single sentences: orders for which the candidate is too short "
            "are left out. In the score of a corpus every order counts."
        )

    def bulk(self, corpus: Corpus) -> BulkEvidence:
        counts = self.counts
        texts = encode([*corpus.hyps, *corpus.refs], counts.tokenize, counts.lowercase).texts()
        columns = tuple(f"match_{n}" for n in range(1, counts.orders + 1))
        view = TokenView("word", " ", texts[: len(corpus)], texts[len(corpus) :], columns)
        return BulkEvidence("grams", (view,), [-1] * len(corpus))

    @property
    def arithmetic(self) -> tuple[FormulaLine, ...]:
        formula = self.formula
        short = formula.smooth_method in NLTK_METHODS  # which count an order without n-grams as one n-gram missed
        if_zero = "" if formula.smooth_method in SMOOTH_ALL else " if it is 0"
        unsmoothed = formula.smooth_method in ("none", "method0")
        smoothed = "" if unsmoothed else f", smoothed{if_zero} ({formula.smooth_method})"
        precisions = [
            FormulaLine(
                _precision_label(n),
                f"{_PRECISION} n-grams{smoothed}",
                (f"match_{n}", f"total_{n}", *((f"short_{n}",) if short else ())),
                f"p_{n}",
            )
            for n in range(1, formula.max_ngram_order + 1)
        ]
        return (*precisions, _BREVITY, _mean(formula), _SCORE)

    def figures(self, score: Score) -> tuple[Figure, ...]:
        """One bar per order."""
        parts = score.parts
        orders = zip(parts["precisions"], parts["counts"], parts["totals"], strict=False)
        bars = tuple(_bar(n, *numbers) for n, numbers in enumerate(orders, 1))
        return (Bars("Precision", f"Clipped precision by order: {bars_in_words(bars)}.", bars),)

    def explain(self, segment: Corpus) -> Explanation:
        score = self.score_row(self.row(segment), segment.nrefs)
        (view,) = self.bulk(segment).views
        hyp, *refs = (tuple(tokens) for tokens in (*view.hyps, *view.refs))
        grams = [list(_ngram_marks(hyp, refs, n)) for n in range(1, self.counts.orders + 1)]
        marks: list[Mark] = [*_length_marks(hyp, refs, self.counts.orders), *chain(*grams)]
        precisions = _precisions(self.formula.smooth_method, grams, score)
        steps = (_lengths(refs, score), *precisions, *_combination(self.formula, score))
        checked = bool(score.parts["cross_checked"])
        return Explanation(score, hyp, tuple(refs), steps, tuple(marks), checked, figures=self.figures(score))


def _length_marks(hyp: Words, refs: Sequence[Words], orders: int) -> Iterator[TextCounts]:
    closest = _closest(len(hyp), refs)
    shorts = {f"short_{n}": int(len(hyp) < n) for n in range(1, orders + 1)}
    yield TextCounts(kind="candidate", counted={"segments": 1, "hyp_len": len(hyp), **shorts})
    yield TextCounts(kind="reference length", counted={"ref_len": len(refs[closest])}, reference=closest)


def _closest(size: int, refs: Sequence[Words]) -> int:
    """The index of the reference closest in length; of two equally close the shorter, then the first."""
    return min(range(len(refs)), key=lambda r: (abs(len(refs[r]) - size), len(refs[r])))


def _ngram_marks(hyp: Words, refs: Sequence[Words], n: int) -> Iterator[Gram]:
    kind = GramKind(n, match=f"match_{n}", hyp=f"total_{n}")
    by_reference = [ngrams(ref, n) for ref in refs]
    for gram, positions in ngrams(hyp, n).items():
        best = max(range(len(refs)), key=lambda r: len(by_reference[r].get(gram, ())))
        in_best = by_reference[best].get(gram, [])
        credited = min(len(positions), len(in_best))
        yield Gram(" ".join(gram), tuple(positions), tuple(in_best), best if in_best else None, kind, credited)


def _lengths(refs: Sequence[Words], score: Score) -> Step:
    c, r, sizes = score.parts["hyp_len"], score.parts["ref_len"], [len(ref) for ref in refs]
    why = f"The candidate has {counted(c, 'token')}, the reference {r:,}."
    if len(sizes) > 1:
        ties = sorted({size for size in sizes if abs(size - c) == abs(r - c)})
        tie = f" ({' and '.join(map(str, ties))} are equally close; the shorter one counts)" if len(ties) > 1 else ""
        lengths = ", ".join(f"{size:,}" for size in sizes)
        why = f"The candidate has {counted(c, 'token')}, the references {lengths}; {r:,} is closest to {c:,}{tie}."
    columns, rule = {"c": "hyp_len", "references": "ref_len"}, "r = the reference length closest to c"
    return Step("Lengths", rule, {"c": c, "references": sizes}, r, why, columns)


def _precisions(smooth: str, marks: Sequence[Sequence[Gram]], score: Score) -> Iterator[Step]:
    parts = score.parts
    orders = zip(parts["counts"], parts["totals"], marks, strict=False)  # a smoothing may count one more order
    for n, (match, total, mine) in enumerate(orders, 1):
        used = n <= len(parts["precisions"])
        value = parts["precisions"][n - 1] if used else 0.0
        sentence = _precision_sentence(n, mine, match, used)
        plain = match / total if total else 0.0
        if used and parts["counts"][0] and value != plain:
            change = f"changes {plain:.4f} to" if plain else "replaces the 0 with"
            sentence += f" Smoothing ({smooth}) {change} {_ratio(value)}."
        numbers = {"matches": match, "ngrams": total}
        # NLTK's smoothings count an order for which the candidate is too short as one n-gram missed.
        columns = {"matches": f"match_{n}", "ngrams": f"total_{n}" if mine or not total else f"short_{n}"}
        formula = f"p{n} = {_PRECISION} {n}-grams"
        term, worked = f"p_{n}" if used else "", "{matches} / {ngrams}" if value == plain else ""
        yield Step(_precision_label(n), formula, numbers, value, sentence, columns, {}, term, worked)


def _precision_sentence(n: int, marks: Sequence[Gram], match: int, used: bool) -> str:
    if not marks:
        rest = "" if used else " Effective order leaves it out."
        return f"The candidate is too short to have a {n}-gram.{rest}"
    clipped = few([f"“{m.text}” ×{m.count} → {m.credited}" for m in marks if m.kind == "clipped"], 3)
    missing = few([f"“{m.text}”" for m in marks if m.kind == "unmatched"], 3)
    total = sum(m.count for m in marks)
    sentence = f"{match:,} of {counted(total, f'{n}-gram')} {are(match or total)} credited"
    return f"{sentence}{clipped and f'; clipped: {clipped}'}{missing and f'; in no reference: {missing}'}."


def _combination(formula: BLEUFormula, score: Score) -> Iterator[Step]:
    parts = score.parts
    c, r, bp, mean = parts["hyp_len"], parts["ref_len"], parts["bp"], parts["geometric_mean"]
    why = f"The candidate is shorter than r ({c} < {r})." if c else "An empty candidate scores 0."
    if c and bp == 1:
        why = f"The candidate is not shorter than r ({c} ≥ {r}), so there is no penalty."
    worked = "exp(1 − {r}/{c})" if c and bp != 1 else ""
    yield _BREVITY.step({"c": c, "r": r}, bp, why, {"c": "hyp_len", "r": "ref_len"}, worked=worked)
    precisions = parts["precisions"]
    terms = {f"p{n}": f"p_{n}" for n in range(1, len(precisions) + 1)}
    inputs = dict(zip(terms, precisions, strict=True))
    rule, worked = "(p₁ · … · pₙ)^(1/N)", f"({' · '.join(f'{{{p}}}' for p in terms)})^(1/{len(terms)})"
    if formula.weights is not None:
        rule, worked = "p₁^w₁ · … · pₙ^wₙ", " · ".join(f"{{p{n}}}^{{w{n}}}" for n in range(1, len(terms) + 1))
        inputs |= {f"w{n}": w for n, w in enumerate(formula.weights_of(len(precisions)), 1)}
    product, worked = (formula.product(precisions), worked) if parts["counts"][0] else (0.0, "")
    why = _mean_sentence(formula, precisions, parts)
    yield _mean(formula).step(inputs, mean, why, terms=terms, worked=worked)
    why = same_mean("without logarithms", parts["cross_checked"])
    yield Step("Cross-check", rule, inputs, product, why, terms=terms, worked=worked)
    why, numbers = f"{100 * score.value:.2f} on the scale of 0 to 100.", {"BP": bp, "geometric mean": mean}
    yield _SCORE.step(numbers, score.value, why, terms=_SYMBOLS)


def _mean_sentence(formula: BLEUFormula, precisions: Sequence[float], parts: Mapping[str, Any]) -> str:
    if not parts["counts"][0]:
        return "No word is shared, so the score is 0 under every smoothing."
    weights = formula.weights_of(len(precisions))
    if not any(weights):
        return "The orders that have a weight are left out, so the score is 0."
    if not parts["geometric_mean"]:
        order = next(n for n, (p, weight) in enumerate(zip(precisions, weights, strict=True), 1) if weight and not p)
        if parts["totals"][order - 1]:
            return f"The precision of {order}-grams is 0, which makes the mean 0; smoothing would avoid that."
        return (
            f"The candidate is too short to have a {order}-gram, and a precision of 0 makes the mean 0, however "
            "good the words are. Effective order would leave such orders out."
        )
    taken = "the given weights" if formula.weights else f"weights of 1/{len(precisions)}"
    if formula.weights and len(precisions) < formula.max_ngram_order:
        taken += ", divided by their sum because orders are left out"
    elif formula.weights and not isclose(sum(formula.weights), 1):
        taken += f", which add up to {sum(formula.weights):g}, so that it is no mean"
    return f"The mean of {counted(len(precisions), 'precision')} with {taken}."


def _bar(n: int, precision: float, count: int, total: int) -> Bar:
    """The unsmoothed precision as a bar; if smoothing changed it, the smoothed one as a fainter bar."""
    plain = count / total if total else 0.0
    behind, text = None, f"{count} of {total}"
    if precision != plain:
        behind, text = precision, f"{text}, smoothed to {_ratio(precision)}"
    return Bar(f"{n}-grams", plain, text, behind, step=_precision_label(n), number="matches")


def _ratio(value: float) -> str:
    """A smoothed precision with four decimals, or more if it is tiny."""
    return f"{value:.3g}" if value < 0.00005 else f"{value:.4f}"
