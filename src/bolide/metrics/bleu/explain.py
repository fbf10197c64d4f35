"""Why a translation has its BLEU: every n-gram credited, clipped or unmatched, and every step of the formula."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bolide.corpus import Corpus
from bolide.explanation import Explanation, Step, is_identical
from bolide.marks import Gram, GramKind, Mark, Whole
from bolide.metrics.bleu.counts import BLEUCounts
from bolide.metrics.bleu.figures import figures
from bolide.metrics.bleu.formula import NLTK_METHODS, BLEUFormula
from bolide.scores import Score
from bolide.wording import are, counted

Tokens = tuple[str, ...]
_LENGTHS = {"c": "hyp_len", "r": "ref_len"}


def explain(counts: BLEUCounts, formula: BLEUFormula, segment: Corpus, score: Score) -> Explanation:
    """The explanation of the score that counts and formula gave a corpus of one segment."""
    hyp, refs, orders = segment.hyps[0], segment.refs, counts.orders
    tokens, *others = (tuple(counts.tokens(text)) for text in (hyp, *refs))
    grams = [list(_ngram_marks(tokens, others, n)) for n in range(1, orders + 1)]
    marks: list[Mark] = [*_length_marks(tokens, others, orders), *(mark for group in grams for mark in group)]
    steps = [_lengths(others, score), *_precisions(formula.smooth, grams, score), *_combination(formula, score)]
    checked = bool(score.parts["cross_checked"])
    same = is_identical(hyp, refs)
    return Explanation(score, tokens, tuple(others), tuple(steps), tuple(marks), checked, same, figures(score))


def _ngrams(tokens: Tokens, n: int) -> dict[Tokens, list[int]]:
    """Each n-gram with the positions at which it begins, in the order of the text."""
    found: dict[Tokens, list[int]] = {}
    for i in range(len(tokens) - n + 1):
        found.setdefault(tokens[i : i + n], []).append(i)
    return found


def _length_marks(hyp: Tokens, refs: Sequence[Tokens], orders: int) -> Iterator[Whole]:
    chosen = _closest(len(hyp), refs)
    shorts = {f"short_{n}": int(len(hyp) < n) for n in range(1, orders + 1)}
    yield Whole("candidate", {"segments": 1, "hyp_len": len(hyp), **shorts})
    yield Whole("reference length", {"ref_len": len(refs[chosen])}, chosen)


def _closest(size: int, refs: Sequence[Tokens]) -> int:
    """The number of the reference whose length is nearest; of two equally near the shorter, then the first."""
    return min(range(len(refs)), key=lambda r: (abs(len(refs[r]) - size), len(refs[r])))


def _ngram_marks(hyp: Tokens, refs: Sequence[Tokens], n: int) -> Iterator[Gram]:
    kind = GramKind(n, match=f"match_{n}", hyp=f"total_{n}")
    found = [_ngrams(ref, n) for ref in refs]
    for gram, places in _ngrams(hyp, n).items():
        best = max(range(len(refs)), key=lambda r: len(found[r].get(gram, ())))
        there = found[best].get(gram, [])
        credited = min(len(places), len(there))
        yield Gram(" ".join(gram), kind, tuple(places), tuple(there), best if there else None, credited)


def _lengths(refs: Sequence[Tokens], score: Score) -> Step:
    c, r = score.parts["hyp_len"], score.parts["ref_len"]
    sizes = [len(ref) for ref in refs]
    if len(sizes) == 1:
        why = f"The candidate has {counted(c, 'token')}, the reference {r:,}."
    else:
        ties = sorted({size for size in sizes if abs(size - c) == abs(r - c)})
        tie = f" ({' and '.join(map(str, ties))} are equally close; the shorter one counts)" if len(ties) > 1 else ""
        shown = ", ".join(f"{size:,}" for size in sizes)
        why = f"The candidate has {counted(c, 'token')}, the references {shown}; {r:,} is closest to {c:,}{tie}."
    columns = {"c": "hyp_len", "references": "ref_len"}
    return Step(
        "Lengths", "c, and r = the reference length closest to c", {"c": c, "references": sizes}, r, why, columns
    )


def _precisions(smooth: str, marks: Sequence[Sequence[Gram]], score: Score) -> Iterator[Step]:
    parts = score.parts
    orders = zip(parts["counts"], parts["totals"], marks, strict=False)  # a smoothing may count an order more
    for n, (match, total, mine) in enumerate(orders, 1):
        kept = n <= len(parts["precisions"])
        value = parts["precisions"][n - 1] if kept else 0.0
        sentence = _precision_sentence(n, mine, match, kept)
        plain = match / total if total else 0.0
        if kept and parts["counts"][0] and value != plain:
            sentence += f" Smoothing ({smooth}) replaces the 0 with {value:.4f}."
        numbers = {"matches": match, "ngrams": total}
        # NLTK's smoothings take an order for which the candidate is too short as one n-gram missed.
        columns = {"matches": f"match_{n}", "ngrams": f"total_{n}" if mine or not total else f"short_{n}"}
        formula = f"p{n} = clipped matches / candidate {n}-grams"
        yield Step(f"{n}-gram precision", formula, numbers, value, sentence, columns, made=f"p_{n}" if kept else "")


def _precision_sentence(n: int, marks: Sequence[Gram], match: int, kept: bool) -> str:
    if not marks:
        rest = "" if kept else " Effective order leaves it out."
        return f"The candidate is too short to have a {n}-gram.{rest}"
    clipped = [f"“{m.text}” ×{m.count} → {m.credited}" for m in marks if m.kind == "clipped"]
    missing = [f"“{m.text}”" for m in marks if m.kind == "unmatched"]
    said = [f"{match:,} of {counted(sum(m.count for m in marks), f'{n}-gram')} {are(match)} credited"]
    if clipped:
        said.append(f"clipped: {_some(clipped)}")
    if missing:
        said.append(f"in no reference: {_some(missing)}")
    return "; ".join(said) + "."


def _some(items: list[str], most: int = 3) -> str:
    return ", ".join(items[:most]) + (f" and {len(items) - most} more" if len(items) > most else "")


def _combination(formula: BLEUFormula, score: Score) -> Iterator[Step]:
    parts = score.parts
    c, r, bp, mean = parts["hyp_len"], parts["ref_len"], parts["bp"], parts["geometric_mean"]
    if not c:
        why = "An empty candidate scores 0."
    elif bp == 1:
        why = f"The candidate is not shorter than r ({c} ≥ {r}), so there is no penalty."
    else:
        why = f"The candidate is shorter than r ({c} < {r})."
    yield Step("Brevity penalty", "BP = 1 if c > r, else exp(1 − r/c)", {"c": c, "r": r}, bp, why, _LENGTHS, made="bp")
    precisions = parts["precisions"]
    shown = {f"p{n}": p for n, p in enumerate(precisions, 1)}
    if formula.weights is not None:
        shown |= {f"w{n}": w for n, w in enumerate(formula.weights, 1)}
    terms = {f"p{n}": f"p_{n}" for n in range(1, len(precisions) + 1)}
    product = formula.product(precisions) if parts["counts"][0] else 0.0
    why = _mean_sentence(formula, precisions, parts)
    yield Step("Geometric mean", "exp(Σ wₙ ln pₙ)", shown, mean, why, terms=terms, made="mean")
    agree = "agrees with" if parts["cross_checked"] else "DIFFERS from"
    rule = "(p₁ · … · pₙ)^(1/N)" if formula.weights is None else "p₁^w₁ · … · pₙ^wₙ"
    same = f"The same mean, computed without logarithms, {agree} the one above."
    yield Step("Cross-check", rule, shown, product, same, terms=terms)
    yield Step(
        "BLEU", "BP · geometric mean", {"BP": bp, "geometric mean": mean}, score.value,
        f"{100 * score.value:.2f} on the scale of 0 to 100.", terms={"BP": "bp", "geometric mean": "mean"},
        made="bleu",
    )  # fmt: skip


def _mean_sentence(formula: BLEUFormula, precisions: Sequence[float], parts: Mapping[str, Any]) -> str:
    if not parts["counts"][0]:
        return "No word is shared, so the score is 0 under every smoothing."
    if 0.0 in precisions and (formula.smooth not in NLTK_METHODS or formula.smooth == "method0"):
        order = list(precisions).index(0.0) + 1
        if not parts["totals"][order - 1]:
            return (
                f"The candidate is too short to have a {order}-gram, and a precision of 0 makes the mean 0, however "
                "good the words are. Effective order would leave such orders out; smoothing would replace the 0."
            )
        return f"The precision of {order}-grams is 0, which makes the mean 0; smoothing would avoid that."
    weights = "the given weights" if formula.weights else f"weights of 1/{len(precisions)}"
    return f"The mean of {counted(len(precisions), 'precision')} with {weights}."
