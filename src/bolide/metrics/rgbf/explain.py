"""Why a translation has its rgbF: unit by unit and order by order, which n-grams matched and what each brings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isclose
from typing import Any

from bolide.corpus import Corpus
from bolide.explanation import Explanation, Step
from bolide.marks import Gram, GramKind
from bolide.metrics.evidence import Grams, Sides, View, Worth, gram_marks, heaviest
from bolide.metrics.rgbf.figures import figures
from bolide.metrics.rgbf.formula import RGBFFormula
from bolide.scores import Score
from bolide.text.units import SEPARATOR
from bolide.wording import are

_GROUPS = ("match_p", "hyp", "match_r", "ref")


def explain(formula: RGBFFormula, segment: Corpus, score: Score, identical: bool) -> Explanation:
    """The explanation of the score of a corpus of one segment, whose texts hold their units."""
    hyp, refs = segment.hyps[0], segment.refs
    mine, theirs = _views(formula.units, hyp), [_views(formula.units, ref) for ref in refs]
    marks: list[list[Gram]] = []
    for k, gram in enumerate(score.parts["ngrams"]):
        unit, n, u = gram["unit"], gram["order"], k // formula.max_order
        sides = _sides(mine[u].grams(n), [views[u].grams(n) for views in theirs])
        match_p, ours, match_r, of = (f"{what}_{unit}_{n}" for what in _GROUPS)
        kind = GramKind(n, match_p, ours, of, match_r, unit)
        marks.append(list(gram_marks(kind, " ", _worth(gram), sides)))
    steps = [*_steps(formula, marks, score)]
    shares = sum(mark.share or 0.0 for group in marks for mark in group)
    checked = isclose(steps[-2].value, score.value, abs_tol=1e-12) and isclose(shares, score.value, abs_tol=1e-12)
    return Explanation(
        score,
        tuple(hyp.split()),
        tuple(tuple(ref.split()) for ref in refs),
        tuple(steps),
        tuple(mark for group in marks for mark in group),
        checked,
        identical,
        figures(score),
    )


def _views(units: int, text: str) -> list[View]:
    """The units of a text; places count the tokens of the whole line, `++` included."""
    found: list[list[tuple[str, int]]] = [[]]
    for place, token in enumerate(text.split()):
        if token == SEPARATOR:
            found.append([])
        else:
            found[-1].append((token, place))
    views = [View(tuple(token for token, _ in unit), tuple(place for _, place in unit)) for unit in found]
    return views if len(views) == units else [View((), ())] * units


def _sides(hyp: Grams, refs: Sequence[Grams]) -> Sides:
    """The first reference with the most matches, and the first with the largest part of itself matched."""
    matches = [sum(min(len(places), len(ref.get(gram, ()))) for gram, places in hyp.items()) for ref in refs]
    sizes = [sum(map(len, ref.values())) for ref in refs]
    for_p = for_r = 0
    for k in range(1, len(refs)):
        if matches[k] > matches[for_p]:
            for_p = k
        if matches[k] * max(1, sizes[for_r]) > matches[for_r] * max(1, sizes[k]):
            for_r = k
    return Sides(hyp, refs[for_p], refs[for_r], for_p, for_r)


def _worth(gram: dict[str, Any]) -> Worth:
    """What a match for precision and one for recall give to the score.

    F grows in step with P and R together, so it is the sum of P and R, each times its slope (Euler); with one
    reference the two make 2 / (h + r) per match.
    """
    p, r = gram["precision"], gram["recall"]
    if not p:
        return Worth(0.0)
    scale = 2 * gram["weight"] / (p + r) ** 2
    return Worth(scale * r * r / gram["hyp"], scale * p * p / gram["ref"])


def _steps(formula: RGBFFormula, marks: Sequence[Sequence[Gram]], score: Score) -> Iterator[Step]:
    parts = score.parts
    orders = formula.max_order
    for u, unit in enumerate(parts["units"]):
        grams = parts["ngrams"][u * orders : (u + 1) * orders]
        for k, gram in enumerate(grams, u * orders):
            yield _order_step(gram, marks[k], k + 1)
        numbers = {f"F{gram['order']}": gram["f"] for gram in grams}
        if formula.order_weights:
            numbers |= {f"w{n}": share for n, share in enumerate(formula.order_shares, 1)}
        points = 100 * unit["weight"] * unit["f"]
        sentence = (
            f"The unit has weight {unit['weight']:.4g} and contributes {points:.4f} of the {score.percent:.4f} points."
        )
        terms = {f"F{gram['order']}": f"f_{k}" for k, gram in enumerate(grams, u * orders + 1)}
        made = f"f_{unit['unit']}"
        yield Step(unit["unit"], "Σ order weight · F", numbers, unit["f"], sentence, terms=terms, made=made)
    again = sum(
        gram["weight"] * 2 / (1 / gram["precision"] + 1 / gram["recall"]) for gram in parts["ngrams"] if gram["f"]
    )
    counted = [(k, gram, side) for k, gram in enumerate(parts["ngrams"], 1) for side in ("precision", "recall")]
    yield Step(
        "Cross-check", "Σ weight · 2 / (1/P + 1/R)", {f"{side[0].upper()}{k}": gram[side] for k, gram, side in counted},
        again, "The same mean of harmonic means; and the shares of all n-grams above add up to it.",
        terms={f"{side[0].upper()}{k}": f"{side[0]}_{k}" for k, _, side in counted},
    )  # fmt: skip
    numbers = {unit["unit"]: unit["f"] for unit in parts["units"]}
    terms = {unit["unit"]: f"f_{unit['unit']}" for unit in parts["units"]}
    sentence = f"{score.percent:.4f} on the scale of 0 to 100."
    yield Step(score.name, "Σ unit weight · unit score", numbers, score.value, sentence, terms=terms, made="rgbf")


def _order_step(gram: dict[str, Any], marks: Sequence[Gram], k: int) -> Step:
    numbers = {what: gram[what] for what in (*_GROUPS, "precision", "recall")}
    points = 100 * gram["weight"] * gram["f"]
    if not gram["hyp"] or not gram["ref"]:
        which = "candidate" if not gram["hyp"] else "reference"
        said = f"The {which} is too short to have any, so this F is 0."
    else:
        found = f"{gram['match_r']} of the reference's {gram['ref']} {are(gram['match_r'])} found"
        said = f"{gram['match_p']} of {gram['hyp']} {are(gram['match_p'])} in the reference; {found}."
    if any(mark.recall is not None for mark in marks):
        said += " Precision and recall are best with different references."
    sentence = f"{said} They contribute {points:.4f} points. {heaviest(marks)}".rstrip()
    unit, n = gram["unit"], gram["order"]
    columns = {what: f"{what}_{unit}_{n}" for what in _GROUPS}
    terms = {"precision": f"p_{k}", "recall": f"r_{k}"}
    formula = "F = 2·mₚ·mᵣ / (mₚ·r + mᵣ·h)"
    return Step(f"{unit} {n}-grams", formula, numbers, gram["f"], sentence, columns, terms, f"f_{k}")
