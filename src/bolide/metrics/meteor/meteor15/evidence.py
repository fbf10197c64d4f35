"""What METEOR 1.5 did in a text: modules, content and function words, the search, every step of the formula."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bolide.corpus import Corpus
from bolide.data.explanation import Explanation, Step
from bolide.data.marks import Dropped, Link, Mark, Whole
from bolide.data.stats import Row
from bolide.metrics.evidence import BulkEvidence, Evidence, FormulaLine, TokenView
from bolide.metrics.meteor.links import (
    METEOR_LINE,
    Match,
    alignment,
    chunk_numbers,
    chunk_phrases,
    crossing_flags,
    first_best,
    link_text,
    link_tuples,
    matches_in,
    unmatched_words,
    which_reference,
)
from bolide.metrics.meteor.meteor15.counts import CHUNKS, WIDTH, Counts15, Pairs15
from bolide.metrics.meteor.meteor15.formula import Formula15, cross_check
from bolide.system.dataclasses import dataclass
from bolide.system.messages import are, counted
from bolide.text.vocab import Vocab

Tokens = tuple[str, ...]
_MEANS = {"P": "precision", "R": "recall"}
_SIDES = {"hyp": "candidate", "ref": "reference"}


# --- the arithmetic in words --------------------------------------------------------------------------------------


def _matches_line(stage: str, k: int, side: str, settings: tuple[tuple[str, float], ...] = ()) -> FormulaLine:
    label, columns = f"{stage.capitalize()} matches, {_SIDES[side]}", (f"{side}_content_{k}", f"{side}_function_{k}")
    return FormulaLine(label, "w · (δ·content + (1 − δ)·function)", columns, (f"{side}_weighted_{k}",), settings)


def _fmean(formula: Formula15) -> FormulaLine:
    settings = (("α", formula.alpha),)
    return FormulaLine("Fmean", "1 / ((1 − α)/P + α/R)", ("precision", "recall"), ("fmean",), settings)


def _penalty_line(formula: Formula15) -> FormulaLine:
    settings = (("γ", formula.gamma), ("β", formula.beta))
    return FormulaLine("Penalty", "γ · frag^β", ("fragmentation",), ("penalty",), settings)


@dataclass(frozen=True)
class Evidence15(Evidence):
    """The words as they are compared, and the links that the search chose with the reference that counts."""

    counts: Counts15
    formula: Formula15

    def bulk(self, corpus: Corpus) -> BulkEvidence:
        return self._bulk(corpus)[0]

    def _bulk(self, corpus: Corpus) -> tuple[BulkEvidence, list[Row]]:
        """The evidence, and the row of every segment."""
        counts, rows = self.counts, list[Row]()
        hyps, refs = list[Tokens](), list[Tokens]()
        references, links = list[int](), list[list[tuple[int, ...]]]()
        for block in corpus.blocks(counts.block):
            starts = block.starts().tolist()
            aligned = counts.align(counts.encode([*block.hyps, *block.refs]), starts, linked=True)
            pairs = list(_matches(aligned, counts.stages))
            aligned.forgive()
            best = first_best(self.formula.evaluate(aligned.rows, WIDTH), starts)
            references += best
            hyps += [aligned.tokens_of(2 * start) for start in starts[:-1]]
            refs += [aligned.tokens_of(2 * pair + 1) for pair in range(starts[-1])]
            for start, reference in zip(starts, best, strict=False):
                matches = pairs[start + reference]
                links.append(link_tuples(matches, chunk_numbers(matches), counts.stages))
                rows.append(tuple(aligned.row(start + reference)))
        view = TokenView("word", " ", hyps, refs)
        return BulkEvidence("links", (view,), references, links, stages=counts.stages), rows

    @property
    def arithmetic(self) -> tuple[FormulaLine, ...]:
        formula, delta = self.formula, ("δ", self.formula.delta)
        stages = list(enumerate(zip(self.counts.stages, formula.weights, strict=True), 1))
        by_stage = [
            _matches_line(stage, k, side, (("w", weight), delta)) for side in _SIDES for k, (stage, weight) in stages
        ]
        means = []
        for label, (side, name) in zip(("Precision", "Recall"), _SIDES.items(), strict=True):
            weighed, lengths = tuple(f"{side}_weighted_{k}" for k, _ in stages), (f"{side}_len", f"{side}_function")
            rule = "δ·content + (1 − δ)·function"
            means.append(FormulaLine(f"Length of the {name}", rule, lengths, (f"{side}_length",), (delta,)))
            means.append(FormulaLine(label, "Σ matches / length", (*weighed, f"{side}_length"), (label.lower(),)))
        matched = ("chunks", "hyp_matched", "ref_matched")
        fragmentation = FormulaLine("Fragmentation", "chunks / mean of matched words", matched, ("fragmentation",))
        return (*by_stage, *means, _fmean(formula), fragmentation, _penalty_line(formula), METEOR_LINE)

    def explain(self, segment: Corpus) -> Explanation:
        evidence, (row,) = self._bulk(segment)
        counts, formula = self.counts, self.formula
        score = self.score_row(row, segment.nrefs)
        (view,), (best,) = evidence.views, evidence.references
        hyp, *refs = (tuple(tokens) for tokens in (*view.hyps, *view.refs))
        ref = refs[best]
        links, chunks = matches_in(evidence)
        whole = bool(links) and not row[CHUNKS]  # matched as a whole, its one chunk is forgiven
        marks: list[Mark] = [
            *_marks(counts, links, chunks, (hyp, ref), best, whole),
            *unmatched_words(links, hyp, ref, best),
            *_dropped(counts, links, hyp, ref, best),
        ]
        parts, numbers = score.parts, formula.numbers(row)
        unit = "character" if counts.char_based else "word"
        terms = {"Fmean": "fmean", "penalty": "penalty"}
        put_in = {name: parts[term] for name, term in terms.items()}
        steps = [
            *_stages(parts, which_reference(best, len(refs))),
            *_by_stage(formula, parts, numbers, unit),
            *_lengths(formula, parts, numbers, unit),
            *_means(formula, parts, numbers),
            *_penalty(formula, parts, chunk_phrases(links, chunks, hyp), whole),
            METEOR_LINE.step(put_in, score.value, f"{score.value:.4f} on the scale of 0 to 1.", terms=terms),
        ]
        figure, checked = alignment(score, hyp, refs, marks), bool(parts["cross_checked"])
        return Explanation(score, hyp, tuple(refs), tuple(steps), tuple(marks), checked, figures=(figure,))


def _matches(aligned: Pairs15, stages: Sequence[str]) -> Iterator[list[Match]]:
    """The matches of each pair, in the candidate's order."""
    at = 0
    for start, end in zip(aligned.spans[2::4], aligned.spans[3::4], strict=True):
        size = end - start
        yield aligned.matches(at, size, stages)
        at += 4 * size


def _weights(counts: Counts15, words: Sequence[str]) -> tuple[int, int]:
    """How much content and how much function words weigh: their number, or their letters."""
    table, _ = counts.known_words.table(Vocab(lambda: words))
    content = function = 0
    for k in range(len(words)):
        if table[4 * k + 1]:
            function += table[4 * k + 2]
        else:
            content += table[4 * k + 2]
    return content, function


def _marks(
    counts: Counts15, links: Sequence[Match], chunks: Sequence[int], texts: tuple[Tokens, Tokens], reference: int,
    whole: bool,
) -> Iterator[Mark]:  # fmt: skip
    for side, tokens, kind in (("hyp", texts[0], "candidate"), ("ref", texts[1], "reference length")):
        content, function = _weights(counts, tokens)
        adds = {f"{side}_len": content + function, f"{side}_function": function}
        yield Whole(kind, adds, reference if side == "ref" else None)
    last = 0
    for link, chunk, crosses in zip(links, chunks, crossing_flags(links), strict=True):
        k = counts.stages.index(link.stage) + 1
        ours = _weights(counts, [texts[0][index] for index in link.hyp_indices])
        theirs = _weights(counts, [texts[1][index] for index in link.ref_indices])
        adds = {
            f"hyp_content_{k}": ours[0], f"hyp_function_{k}": ours[1],
            f"ref_content_{k}": theirs[0], f"ref_function_{k}": theirs[1],
            "hyp_matched": link.hyp_words, "ref_matched": link.ref_words,
            "chunks": int(chunk > last and not whole),
        }  # fmt: skip
        word = "function" if not ours[0] and not theirs[0] else "content" if not ours[1] and not theirs[1] else "both"
        text, indices = link_text(link, *texts), (link.hyp_indices, link.ref_indices)
        yield Link(text, *indices, reference, link.stage, chunk, crosses, adds, word)
        last = chunk


def _dropped(counts: Counts15, links: Sequence[Match], hyp: Tokens, ref: Tokens, reference: int) -> Iterator[Dropped]:
    """One-word matches that the search left lying although both words stay free, and why; one for each word.

    Only different words match by stem or synonym; without the module exact, a word does not match itself.
    """
    ours = {index for link in links for index in link.hyp_indices}
    theirs = {index for link in links for index in link.ref_indices}
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
            yield Dropped(f"{hyp[i]} – {ref[j]}", (i,), (j,), reference, ", ".join(sorted(how)), why)


def _shareable(counts: Counts15, word: str) -> Iterator[tuple[str, object]]:
    """What another word must share to match this one."""
    known = counts.known_words
    if known.stem:
        yield "stem", known.stem(word)
    if known.groups:
        yield from (("synonym", synset) for synset in known.groups(word))


def _stages(parts: Mapping[str, Any], which: str) -> Iterator[Step]:
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
    yield Step("Matched words", "chosen by the search", numbers, parts["hyp_matched"], why + which, columns)


def _by_stage(formula: Formula15, parts: Mapping[str, Any], numbers: Mapping[str, float], unit: str) -> Iterator[Step]:
    """What the matches of each module weigh, on either side; modules without a match are left out."""
    for k, (stage, matched) in enumerate(parts["by_module"].items(), 1):
        for side, name in _SIDES.items():
            content, function = matched[f"{side}_content"], matched[f"{side}_function"]
            if not content and not function:
                continue
            why = f"Matched in the {name}: {content:,} content and {counted(function, f'function {unit}')}."
            put_in = {"w": matched["weight"], "δ": formula.delta, "content": content, "function": function}
            columns = {"content": f"{side}_content_{k}", "function": f"{side}_function_{k}"}
            yield _matches_line(stage, k, side).step(put_in, numbers[f"{side}_weighted_{k}"], why, columns)


def _lengths(formula: Formula15, parts: Mapping[str, Any], numbers: Mapping[str, float], unit: str) -> Iterator[Step]:
    """What all words of each side weigh."""
    for side, name in _SIDES.items():
        words, function = parts[f"{side}_len"], parts[f"{side}_function"]
        why = f"The {name} has {words - function:,} content and {counted(function, f'function {unit}')}."
        put_in = {"δ": formula.delta, f"{unit}s": words, "function": function}
        columns = {f"{unit}s": f"{side}_len", "function": f"{side}_function"}
        rule, term = f"δ·({unit}s − function) + (1 − δ)·function", f"{side}_length"
        yield Step(f"Weighted length, {name}", rule, put_in, numbers[term], why, columns, value_name=term)


def _means(formula: Formula15, parts: Mapping[str, Any], numbers: Mapping[str, float]) -> Iterator[Step]:
    for label, (side, name) in zip(("Precision", "Recall"), _SIDES.items(), strict=True):
        stages = {stage: f"{side}_weighted_{k}" for k, stage in enumerate(parts["by_module"], 1)}
        used = {stage: term for stage, term in stages.items() if numbers[term]}
        put_in = {stage: numbers[term] for stage, term in used.items()} | {"length": numbers[f"{side}_length"]}
        matched = " + ".join(used) or "0"
        rule, mean = f"{label[0]} = {f'({matched})' if len(used) > 1 else matched} / length", label.lower()
        terms, why = {**used, "length": f"{side}_length"}, f"The matched share of the {name}'s weighted length."
        if not any(formula.weights):
            why = "Every module's weight is 0: METEOR 1.5 was never tuned for this language and task."
        yield Step(label, rule, put_in, parts[mean], why, terms=terms, value_name=mean)
    put_in = {"P": parts["precision"], "R": parts["recall"], "α": formula.alpha}
    share = f"Recall is weighted {formula.alpha:g}, precision {1 - formula.alpha:g}."
    yield _fmean(formula).step(put_in, parts["fmean"], share, terms=_MEANS)
    other = cross_check(formula.alpha, parts["precision"], parts["recall"])
    agree = "agrees with" if parts["cross_checked"] else "DIFFERS from"
    same = f"The same mean, computed as a product over a sum, {agree} the one above."
    yield Step("Cross-check", "P·R / (α·P + (1 − α)·R)", put_in, other, same, terms=_MEANS)


def _penalty(formula: Formula15, parts: Mapping[str, Any], chunks: str, whole: bool) -> Iterator[Step]:
    phrases = f"{chunks}." if chunks else "There are none."
    if whole:
        phrases += " Everything is matched in one chunk, which therefore does not count."
    put_in, rule = {"chunks": parts["chunks"]}, "matches adjacent and in order in both texts"
    yield Step("Chunks", rule, put_in, parts["chunks"], phrases, {"chunks": "chunks"}, value_name="chunks")
    mean = (parts["hyp_matched"] + parts["ref_matched"]) / 2
    put_in, columns = {"chunks": parts["chunks"], "matched": mean}, {"chunks": "chunks"}
    if parts["hyp_matched"] == parts["ref_matched"]:
        columns["matched"] = "hyp_matched"
    yield Step(
        "Fragmentation", "chunks / matched words", put_in, parts["fragmentation"],
        "Matched words are averaged over both texts.", columns, value_name="fragmentation",
    )  # fmt: skip
    numbers = {"γ": formula.gamma, "β": formula.beta, "frag": parts["fragmentation"]}
    why = "The share of Fmean that is lost because the matches are fragmented."
    yield _penalty_line(formula).step(numbers, parts["penalty"], why, terms={"frag": "fragmentation"})
