"""What METEOR 1.5 did in a text: modules, content and function words, the search, every step of the formula."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Any, ClassVar

from bolide.data.explanation import Step
from bolide.data.marks import Dropped, Mark, TextCounts
from bolide.metrics.evidence import FormulaLine
from bolide.metrics.meteor.links import METEOR_LINE, Aligned, LinkEvidence, Match
from bolide.metrics.meteor.meteor15 import CHUNKS, Counts15
from bolide.metrics.meteor.options import Formula15, cross_check
from bolide.system.errors import are, counted
from bolide.text.languages import known_code
from bolide.text.tokens import Vocab

_SIDES = {"hyp": "candidate", "ref": "reference"}


# --- the arithmetic in words --------------------------------------------------------------------------------------


def _matches_line(stage: str, k: int, side: str, settings: tuple[tuple[str, float], ...] = ()) -> FormulaLine:
    label, rule = f"{stage.capitalize()} matches, {_SIDES[side]}", "{w} · ({δ}·{content} + (1 − {δ})·{function})"
    columns = {"content": f"{side}_content_{k}", "function": f"{side}_function_{k}"}
    return FormulaLine(label, rule, tuple(columns.values()), f"{side}_weighted_{k}", settings, columns)


def _penalty_line(formula: Formula15) -> FormulaLine:
    settings = (("γ", formula.gamma), ("β", formula.beta))
    symbols = {"frag": "fragmentation"}
    return FormulaLine("Penalty", "{γ} · {frag}^{β}", ("fragmentation",), "penalty", settings, symbols)


@dataclass(frozen=True)
class Evidence15(LinkEvidence):
    """The words as they are compared, and the links that the search chose with the reference that counts."""

    means: ClassVar[tuple[str, str, str]] = (
        "1 / ((1 − {α})/{P} + {α}/{R})",
        "{P}·{R} / ({α}·{P} + (1 − {α})·{R})",
        "as a product over a sum",
    )

    counts: Counts15
    formula: Formula15

    @property
    def language(self) -> str | None:
        return known_code(self.counts.language)

    @property
    def definition(self) -> str:
        return ", ".join(filter(None, ("1.5", self.language)))

    @property
    def arithmetic(self) -> tuple[FormulaLine, ...]:
        formula, delta = self.formula, ("δ", self.formula.delta)
        stages = list(enumerate(zip(self.counts.stages, formula.weights, strict=True), 1))
        by_stage = [_matches_line(stage, k, side, (("w", w), delta)) for side in _SIDES for k, (stage, w) in stages]
        means = []
        for label, (side, name) in zip(("Precision", "Recall"), _SIDES.items(), strict=True):
            weighed, lengths = tuple(f"{side}_weighted_{k}" for k, _ in stages), (f"{side}_len", f"{side}_function")
            rule = "δ·content + (1 − δ)·function"
            means.append(FormulaLine(f"Length of the {name}", rule, lengths, f"{side}_length", (delta,)))
            means.append(FormulaLine(label, "Σ matches / length", (*weighed, f"{side}_length"), label.lower()))
        matched = ("chunks", "hyp_matched", "ref_matched")
        fragmentation = FormulaLine("Fragmentation", "chunks / mean of matched words", matched, "fragmentation")
        return (*by_stage, *means, self._fmean_line(formula.alpha), fragmentation, _penalty_line(formula), METEOR_LINE)

    def _whole_marks(self, aligned: Aligned) -> Iterator[Mark]:
        for side, tokens, kind in (("hyp", aligned.hyp, "candidate"), ("ref", aligned.ref, "reference length")):
            content, function = _weights(self.counts, tokens)
            adds = {f"{side}_len": content + function, f"{side}_function": function}
            yield TextCounts(kind=kind, counted=adds, reference=aligned.best if side == "ref" else None)

    def _adds(self, aligned: Aligned, link: Match, first: bool) -> tuple[dict[str, int], str]:
        k = link.stage + 1
        ours = _weights(self.counts, [aligned.hyp[index] for index in link.hyp_indices])
        theirs = _weights(self.counts, [aligned.ref[index] for index in link.ref_indices])
        adds = {
            f"hyp_content_{k}": ours[0],
            f"hyp_function_{k}": ours[1],
            f"ref_content_{k}": theirs[0],
            f"ref_function_{k}": theirs[1],
            "hyp_matched": link.hyp_words,
            "ref_matched": link.ref_words,
            "chunks": int(first and not _is_whole(aligned)),
        }
        content, function = ours[0] + theirs[0], ours[1] + theirs[1]
        return adds, "function" if not content else "content" if not function else "both"

    def _more_marks(self, aligned: Aligned) -> Iterator[Mark]:
        return _dropped(self.counts, aligned)

    def _steps(self, aligned: Aligned) -> Iterator[Step]:
        parts, formula, numbers = aligned.score.parts, self.formula, self.formula.numbers(aligned.row)
        unit = "character" if self.counts.char_based else "word"
        yield _matched(parts, aligned.which)
        yield from _by_stage(formula, parts, numbers, unit)
        yield from _lengths(formula, parts, numbers, unit)
        yield from _means(formula, parts, numbers)
        other = cross_check(formula.alpha, parts["precision"], parts["recall"])
        yield from self._fmean_steps(parts, formula.alpha, other)
        whole = " Everything is matched in one chunk, which therefore does not count."
        yield self._chunk_step(aligned, whole if _is_whole(aligned) else "")
        yield from _penalty(formula, parts)
        yield self._last_step(aligned.score)


def _is_whole(aligned: Aligned) -> bool:
    """Whether the texts are matched as a whole, of which the one chunk is forgiven."""
    return bool(aligned.links) and not aligned.row[CHUNKS]


def _weights(counts: Counts15, words: Sequence[str]) -> tuple[int, int]:
    """How much content and how much function words weigh: their number, or their letters."""
    table, _ = counts.known_words.table(Vocab(lambda: words))
    weights = table[2:-4:4].tolist()
    function = sum(compress(weights, table[1:-4:4]))
    return sum(weights) - function, function


def _dropped(counts: Counts15, aligned: Aligned) -> Iterator[Dropped]:
    """One-word matches that the search left lying although both words stay free, and why; one for each word.

    Only different words match by stem or synonym; without the module exact, a word does not match itself.
    """
    hyp, ref = aligned.hyp, aligned.ref
    ours = {index for link in aligned.links for index in link.hyp_indices}
    theirs = {index for link in aligned.links for index in link.ref_indices}
    where: dict[tuple[str, object], list[int]] = {}
    for j in range(len(ref) - 1, -1, -1):
        for key in _shareable(counts, ref[j]) if j not in theirs else ():
            where.setdefault(key, []).append(j)
    for i in range(len(hyp)):
        candidates: dict[int, list[str]] = {}
        for key in _shareable(counts, hyp[i]) if i not in ours else ():
            refs = where.get(key, [])
            while refs and refs[-1] in theirs:
                refs.pop()
            if refs and ref[refs[-1]] != hyp[i] and key[0] not in candidates.setdefault(refs[-1], []):
                candidates[refs[-1]].append(key[0])
        if candidates:
            j, how = min(candidates.items())
            theirs.add(j)
            why = "adds 0 to the search (half a word, rounded down) and would cost a chunk"
            yield Dropped(f"{hyp[i]} – {ref[j]}", (i,), (j,), aligned.best, ", ".join(sorted(how)), why)


def _shareable(counts: Counts15, word: str) -> Iterator[tuple[str, object]]:
    """What another word must share to match this one."""
    known = counts.known_words
    if known.stem:
        yield "stem", known.stem(word)
    if known.groups:
        yield from (("synonym", synset) for synset in known.groups(word))


def _matched(parts: Mapping[str, Any], which: str) -> Step:
    if not parts["hyp_len"] or not parts["ref_len"]:
        empty = "One side is" if parts["hyp_len"] or parts["ref_len"] else "Both sides are"
        why = f"{empty} empty, so nothing can match and the score is 0."
    elif not parts["hyp_matched"]:
        why = "No match was chosen, so the score is 0."
    else:
        ours, theirs = parts["hyp_matched"], counted(parts["ref_matched"], "reference word")
        why = f"{counted(ours, 'candidate word')} {are(ours)} matched with {theirs}."
    numbers = {"candidate": parts["hyp_matched"], "reference": parts["ref_matched"]}
    columns = {"candidate": "hyp_matched", "reference": "ref_matched"}
    return Step("Matched words", "chosen by the search", numbers, parts["hyp_matched"], why + which, columns)


def _by_stage(formula: Formula15, parts: Mapping[str, Any], numbers: Mapping[str, float], unit: str) -> Iterator[Step]:
    """What the matches of each module weigh, on either side; modules without a match are left out."""
    for k, (stage, matched) in enumerate(parts["by_module"].items(), 1):
        for side, name in _SIDES.items():
            content, function = matched[f"{side}_content"], matched[f"{side}_function"]
            if not content and not function:
                continue
            why = f"Matched in the {name}: {content:,} content and {counted(function, f'function {unit}')}."
            put_in = {"w": matched["weight"], "δ": formula.delta, "content": content, "function": function}
            line = _matches_line(stage, k, side)
            yield line.step(put_in, numbers[line.output], why, line.symbols)


def _lengths(formula: Formula15, parts: Mapping[str, Any], numbers: Mapping[str, float], unit: str) -> Iterator[Step]:
    """What all words of each side weigh."""
    for side, name in _SIDES.items():
        words, function = parts[f"{side}_len"], parts[f"{side}_function"]
        why = f"The {name} has {words - function:,} content and {counted(function, f'function {unit}')}."
        put_in = {"δ": formula.delta, f"{unit}s": words, "function": function}
        columns = {f"{unit}s": f"{side}_len", "function": f"{side}_function"}
        rule, term = f"{{δ}}·({{{unit}s}} − {{function}}) + (1 − {{δ}})·{{function}}", f"{side}_length"
        yield Step(f"Weighted length, {name}", rule, put_in, numbers[term], why, columns, value_name=term)


def _means(formula: Formula15, parts: Mapping[str, Any], numbers: Mapping[str, float]) -> Iterator[Step]:
    for label, (side, name) in zip(("Precision", "Recall"), _SIDES.items(), strict=True):
        stages = {stage: f"{side}_weighted_{k}" for k, stage in enumerate(parts["by_module"], 1)}
        used = {stage: term for stage, term in stages.items() if numbers[term]}
        put_in = {stage: numbers[term] for stage, term in used.items()} | {"length": numbers[f"{side}_length"]}
        matched = " + ".join(f"{{{stage}}}" for stage in used) or "0"
        rule, mean = f"{label[0]} = {f'({matched})' if len(used) > 1 else matched} / {{length}}", label.lower()
        terms, why = {**used, "length": f"{side}_length"}, f"The matched share of the {name}'s weighted length."
        if not any(formula.weights):
            why = "Every module's weight is 0: METEOR 1.5 was never tuned for this language and task."
        yield Step(label, rule, put_in, parts[mean], why, terms=terms, value_name=mean)


def _penalty(formula: Formula15, parts: Mapping[str, Any]) -> Iterator[Step]:
    mean = (parts["hyp_matched"] + parts["ref_matched"]) / 2
    put_in, columns = {"chunks": parts["chunks"], "matched": mean}, {"chunks": "chunks"}
    if parts["hyp_matched"] == parts["ref_matched"]:
        columns["matched"] = "hyp_matched"
    yield Step(
        "Fragmentation",
        "{chunks} / {matched}",
        put_in,
        parts["fragmentation"],
        "Matched words are averaged over both texts.",
        columns,
        value_name="fragmentation",
    )
    numbers = {"γ": formula.gamma, "β": formula.beta, "frag": parts["fragmentation"]}
    why = "The share of Fmean that is lost because the matches are fragmented."
    yield _penalty_line(formula).step(numbers, parts["penalty"], why, terms={"frag": "fragmentation"})
