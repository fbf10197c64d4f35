"""Evidence for rgbF: the matched n-grams and their contributions, by unit and order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from bolide.corpus import Corpus
from bolide.data.explanation import Explanation, Step
from bolide.data.figures import Bar, Bars, Figure
from bolide.data.marks import Gram, GramKind
from bolide.data.scores import Score
from bolide.metrics import evidence
from bolide.metrics.evidence import BulkEvidence, Evidence, FormulaLine, TokenView
from bolide.metrics.rgbf import RGBFCounts, RGBFFormula, add_in_turn
from bolide.system.errors import are
from bolide.text.units.parallel import split_units

_GROUPS = ("match_p", "hyp", "match_r", "ref")


def _order_line(unit: str, n: int, k: int, settings: tuple[tuple[str, float], ...] = ()) -> FormulaLine:
    """The F-score of one order of a unit, the k-th of all."""
    columns = tuple(f"{what}_{unit}_{n}" for what in _GROUPS)
    return FormulaLine(f"{unit} {n}-grams", "F = 2·mₚ·mᵣ / (mₚ·r + mᵣ·h)", columns, f"f_{k}", settings)


@dataclass(frozen=True)
class RGBFEvidence(Evidence):
    """N-grams of every unit; each unit and order uses the references that give the best score."""

    counts: RGBFCounts
    formula: RGBFFormula

    def bulk(self, corpus: Corpus) -> BulkEvidence:
        return self._bulk(self.counts.in_units(corpus))

    def _bulk(self, corpus: Corpus) -> BulkEvidence:
        """The tokens of every unit; the texts of the corpus contain their units."""
        units, orders = self.counts.units, range(1, self.counts.max_ngram_order + 1)
        hyps, refs = ([split_units(text, len(units)) for text in side] for side in (corpus.hyps, corpus.refs))
        views = [
            TokenView(
                unit,
                " ",
                [text[u] for text in hyps],
                [text[u] for text in refs],
                tuple(f"match_p_{unit}_{n}" for n in orders),
            )
            for u, unit in enumerate(units)
        ]
        return BulkEvidence("grams", tuple(views), [-1] * len(corpus))

    @property
    def arithmetic(self) -> tuple[FormulaLine, ...]:
        grams, weights = self.counts.grams, self.formula.setting
        lines = [_order_line(unit, n, k, (("weight", weights[k - 1]),)) for k, (unit, n) in enumerate(grams, 1)]
        return (*lines, FormulaLine("rgbF", "Σ weight · F", tuple(line.output for line in lines), "rgbf"))

    def figures(self, score: Score) -> tuple[Figure, ...]:
        """One figure per unit: a bar per order, and one for the unit."""
        return tuple(_unit_bars(score, unit) for unit in score.parts["units"])

    def explain(self, segment: Corpus) -> Explanation:
        score = self.score_row(self.row(segment), segment.nrefs)
        lines = self.counts.in_units(segment)
        views, orders = self._bulk(lines).views, self.formula.max_ngram_order
        ours = _positions([view.hyps[0] for view in views])
        theirs = [_positions([view.refs[k] for view in views]) for k in range(len(lines.refs))]
        marks: list[list[Gram]] = []
        served: list[tuple[str, str]] = []
        for k, gram in enumerate(score.parts["ngrams"]):
            unit, n, u = gram["unit"], gram["order"], k // orders
            view = views[u]
            hyp, refs = (
                evidence.ngrams(view.hyps[0], n, ours[u]),
                [evidence.ngrams(tokens, n, positions[u]) for tokens, positions in zip(view.refs, theirs, strict=True)],
            )
            match_p, in_hyp, match_r, in_ref = (f"{what}_{unit}_{n}" for what in _GROUPS)
            kind = GramKind(n, match_p, in_hyp, in_ref, match_r, unit)
            sides = _sides(hyp, refs)
            marks.append(list(evidence.gram_marks(kind, view.glue, sides, *_contributions(gram))))
            served.append(_names(sides, len(refs)))
        steps = [*_steps(self.formula, marks, served, score)]
        texts = [text.split() for text in (*lines.hyps, *lines.refs)]
        return evidence.gram_explanation(score, texts, steps, marks, self.figures(score))


def _positions(units: Sequence[Sequence[str]]) -> list[range]:
    """The indices of every unit's tokens in the whole line, which has `++` between units."""
    positions, first = [], 0
    for tokens in units:
        positions.append(range(first, first + len(tokens)))
        first += len(tokens) + 1
    return positions


def _sides(hyp: evidence.Grams, refs: Sequence[evidence.Grams]) -> evidence.Sides:
    """The n-grams with the first reference of most matches, and with the first of the largest share matched."""
    matches = [sum(min(len(positions), len(ref.get(gram, ()))) for gram, positions in hyp.items()) for ref in refs]
    sizes = [sum(map(len, ref.values())) for ref in refs]
    for_p = for_r = 0
    for k in range(1, len(refs)):
        if matches[k] > matches[for_p]:
            for_p = k
        if matches[k] * max(1, sizes[for_r]) > matches[for_r] * max(1, sizes[k]):
            for_r = k
    return evidence.Sides(hyp, refs[for_p], refs[for_r], for_p, for_r)


def _names(sides: evidence.Sides, refs: int) -> tuple[str, str]:
    """The references that serve precision and recall, by their numbers if there are several."""
    if refs == 1:
        return "the reference", "the reference"
    return f"reference {sides.reference_p + 1}", f"reference {sides.reference_r + 1}"


def _contributions(gram: dict[str, Any]) -> tuple[float, float]:
    """The contribution to the score of a match for precision and of a match for recall.

    F is homogeneous of degree 1 in P and R: the sum of P and R, each times its partial derivative (Euler). With one
    reference the two add up to 2 / (h + r) per match.
    """
    p, r = gram["precision"], gram["recall"]
    if not p:
        return 0.0, 0.0
    scale = 2 * gram["weight"] / (p + r) ** 2
    return scale * r * r / gram["hyp"], scale * p * p / gram["ref"]


def _steps(
    formula: RGBFFormula, marks: Sequence[Sequence[Gram]], served: Sequence[tuple[str, str]], score: Score
) -> Iterator[Step]:
    parts = score.parts
    orders = formula.max_ngram_order
    for u, unit in enumerate(parts["units"]):
        grams = parts["ngrams"][u * orders : (u + 1) * orders]
        for k, gram in enumerate(grams, u * orders):
            yield _order_step(gram, marks[k], served[k], k + 1)
        numbers = {f"F{gram['order']}": gram["f"] for gram in grams}
        worked = evidence.mean_of(numbers)
        if formula.order_weights:
            worked = " + ".join(f"{{w{n}}}·{{F{n}}}" for n in range(1, orders + 1))
            numbers |= {f"w{n}": share for n, share in enumerate(formula.order_shares, 1)}
        weight, points = unit["weight"], 100 * unit["weight"] * unit["f"]
        sentence = f"The unit has weight {weight:.4g} and contributes {points:.4f} of the {score.points:.4f} points."
        terms = {f"F{gram['order']}": f"f_{k}" for k, gram in enumerate(grams, u * orders + 1)}
        term = f"f_{unit['unit']}"
        yield Step(unit["unit"], "Σ order weight · F", numbers, unit["f"], sentence, {}, terms, term, worked)
    again = add_in_turn(g["weight"] * 2 / (1 / g["precision"] + 1 / g["recall"]) for g in parts["ngrams"] if g["f"])
    counted = [(k, gram, side) for k, gram in enumerate(parts["ngrams"], 1) for side in ("precision", "recall")]
    yield Step(
        "Cross-check",
        "Σ weight · 2 / (1/P + 1/R)",
        {f"{side[0].upper()}{k}": gram[side] for k, gram, side in counted},
        again,
        "The same mean of harmonic means; and the shares of all n-grams above add up to it.",
        terms={f"{side[0].upper()}{k}": f"{side[0]}_{k}" for k, _, side in counted},
    )
    numbers = {unit["unit"]: unit["f"] for unit in parts["units"]}
    terms = {unit["unit"]: f"f_{unit['unit']}" for unit in parts["units"]}
    sentence = f"{score.points:.4f} on the scale of 0 to 100."
    weighed = [f"{unit['weight']:.6g}·{{{unit['unit']}}}".removeprefix("1·") for unit in parts["units"]]
    rule, worked = "Σ unit weight · unit score", " + ".join(weighed)
    yield Step(score.name, rule, numbers, score.value, sentence, {}, terms, "rgbf", worked)


def _order_step(gram: dict[str, Any], marks: Sequence[Gram], served: tuple[str, str], k: int) -> Step:
    numbers = {what: gram[what] for what in (*_GROUPS, "precision", "recall")}
    points = 100 * gram["weight"] * gram["f"]
    if not gram["hyp"] or not gram["ref"]:
        which = "candidate" if not gram["hyp"] else "reference"
        matches = f"The {which} is too short to have any, so this F is 0."
    else:
        recalled = f"{gram['match_r']} of {served[1]}'s {gram['ref']} {are(gram['match_r'])} found"
        matches = f"{gram['match_p']} of {gram['hyp']} {are(gram['match_p'])} in {served[0]}; {recalled}."
    if served[0] != served[1]:
        matches += " Precision and recall are best with different references."
    sentence = f"{matches} They contribute {points:.4f} points. {evidence.describe_grams(marks, served[0])}".rstrip()
    unit, n = gram["unit"], gram["order"]
    columns = {what: f"{what}_{unit}_{n}" for what in _GROUPS}
    terms = {"precision": f"p_{k}", "recall": f"r_{k}"}
    worked = "2·{match_p}·{match_r} / ({match_p}·{ref} + {match_r}·{hyp})" if gram["f"] else ""
    return _order_line(unit, n, k).step(numbers, gram["f"], sentence, columns, terms, worked)


def _unit_bars(score: Score, unit: dict[str, Any]) -> Bars:
    mine = [gram for gram in score.parts["ngrams"] if gram["unit"] == unit["unit"]]
    orders = [_order_bar(unit["unit"], gram) for gram in mine]
    whole = Bar(unit["unit"], unit["f"], _percent(unit["f"]), step=unit["unit"])
    points = 100 * unit["weight"] * unit["f"]
    numbers = ", ".join(f"{bar.label} {bar.text}" for bar in orders)
    sentence = f"F-scores of 0 to 100: {numbers}; the unit has weight {unit['weight']:.4g} and contributes {points:.2f}"
    return Bars(f"{unit['unit']}: {whole.text}", f"{sentence} of the {score.points:.2f} points.", (*orders, whole))


def _order_bar(unit: str, gram: dict[str, Any]) -> Bar:
    name = f"{gram['order']}-grams"
    return Bar(name, gram["f"], _percent(gram["f"]), step=f"{unit} {name}", number="match_p")


def _percent(value: float) -> str:
    return f"{100 * value:.2f}"
