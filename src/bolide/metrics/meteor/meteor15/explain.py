"""Why a translation has its METEOR 1.5: modules, content and function words, the search, every step of the formula."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from bolide.corpus import Corpus
from bolide.explanation import Explanation, Step, is_identical
from bolide.marks import Dropped, Link, Mark, Whole
from bolide.metrics.meteor.links import (
    Match,
    alignment,
    chunked,
    crossing,
    link_text,
    phrases,
    unmatched_words,
    which_reference,
)
from bolide.metrics.meteor.meteor15.counts import WIDTH, Counts15, Pairs15
from bolide.metrics.meteor.meteor15.formula import Formula15, cross_check
from bolide.scores import Score
from bolide.stats import Row
from bolide.text.vocab import Vocab
from bolide.wording import are, counted

Tokens = tuple[str, ...]
_MEANS = {"P": "precision", "R": "recall"}
_SIDES = {"hyp": "candidate", "ref": "reference"}


def explain(
    counts: Counts15, formula: Formula15, segment: Corpus, score_of: Callable[[Row, str], Score]
) -> Explanation:
    """The explanation of the score that `score_of` gives a corpus of one segment."""
    count = len(segment.refs)
    aligned = counts.align(counts.encode([*segment.hyps, *segment.refs]), (0, count), linked=True)
    whole = aligned.forgiven()
    values = formula.evaluate(aligned.rows, WIDTH)
    chosen = values.index(max(values))
    row = aligned.row(chosen)
    score = score_of(tuple(row), segment.nrefs)
    texts = [aligned.tokens_of(place) for place in range(2 * count)]
    ours, theirs = texts[0], texts[2 * chosen + 1]
    links = _links(counts, aligned, chosen)
    chunks = chunked(links)
    marks: list[Mark] = [
        *_marks(counts, links, chunks, (ours, theirs), (chosen, whole[chosen])),
        *unmatched_words(links, ours, theirs, chosen),
        *_dropped(counts, links, ours, theirs, chosen),
    ]
    parts, numbers = score.parts, formula.numbers(row)
    unit = "character" if counts.char_based else "word"
    steps = [
        *_stages(parts, which_reference(chosen, count)),
        *_by_stage(formula, parts, numbers, unit),
        *_lengths(formula, parts, numbers),
        *_means(formula, parts, numbers),
        *_penalty(formula, parts, phrases(links, chunks, ours), whole[chosen]),
        Step(
            "METEOR", "Fmean · (1 − penalty)", {"Fmean": parts["fmean"], "penalty": parts["penalty"]},
            score.value, f"{score.value:.4f} on the scale of 0 to 1.",
            terms={"Fmean": "fmean", "penalty": "penalty"}, made="meteor",
        ),
    ]  # fmt: skip
    return Explanation(
        score, ours, tuple(texts[1::2]), tuple(steps), tuple(marks), bool(parts["cross_checked"]),
        is_identical(segment.hyps[0], segment.refs), (alignment(score, ours, texts[1::2], marks),),
    )  # fmt: skip


def _links(counts: Counts15, aligned: Pairs15, pair: int) -> list[Match]:
    """The matches the search chose for a pair, in the candidate's order."""
    starts, ends = aligned.spans[2::4].tolist(), aligned.spans[3::4].tolist()
    at = 4 * sum(end - start for start, end in zip(starts[:pair], ends[:pair], strict=True))
    return aligned.matches(at, ends[pair] - starts[pair], counts.stages)


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
    counts: Counts15, links: Sequence[Match], chunks: Sequence[int], texts: tuple[Tokens, Tokens],
    chosen: tuple[int, bool],
) -> Iterator[Mark]:  # fmt: skip
    reference, whole = chosen
    for side, tokens, kind in (("hyp", texts[0], "candidate"), ("ref", texts[1], "reference length")):
        content, function = _weights(counts, tokens)
        adds = {f"{side}_len": content + function, f"{side}_function": function}
        yield Whole(kind, adds, reference if side == "ref" else None)
    last = 0
    for link, chunk, crosses in zip(links, chunks, crossing(links), strict=True):
        k = counts.stages.index(link.stage) + 1
        ours = _weights(counts, [texts[0][place] for place in link.hyp_places])
        theirs = _weights(counts, [texts[1][place] for place in link.ref_places])
        adds = {
            f"hyp_content_{k}": ours[0], f"hyp_function_{k}": ours[1],
            f"ref_content_{k}": theirs[0], f"ref_function_{k}": theirs[1],
            "hyp_matched": link.hyp_words, "ref_matched": link.ref_words,
            "chunks": int(chunk > last and not whole),
        }  # fmt: skip
        word = "function" if not ours[0] and not theirs[0] else "content" if not ours[1] and not theirs[1] else "both"
        text, places = link_text(link, *texts), (link.hyp_places, link.ref_places)
        yield Link(text, *places, reference, link.stage, chunk, crosses, adds, word)
        last = chunk


def _dropped(counts: Counts15, links: Sequence[Match], hyp: Tokens, ref: Tokens, reference: int) -> Iterator[Dropped]:
    """One-word matches that the search left lying although both words stay free, and why; one for each word."""
    ours = {place for link in links for place in link.hyp_places}
    theirs = {place for link in links for place in link.ref_places}
    where: dict[tuple[str, object], list[int]] = {}
    for j in range(len(ref) - 1, -1, -1):
        for key in _shareable(counts, ref[j]) if j not in theirs else ():
            where.setdefault(key, []).append(j)
    for i in range(len(hyp)):
        found: dict[int, list[str]] = {}
        for key in _shareable(counts, hyp[i]) if i not in ours else ():
            places = where.get(key, [])
            while places and places[-1] in theirs:
                places.pop()
            if places and key[0] not in found.setdefault(places[-1], []):
                found[places[-1]].append(key[0])
        if found:
            j, how = min(found.items())
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
        why = "One side is empty, so nothing can match and the score is 0."
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
    for k, (stage, found) in enumerate(parts["by_module"].items(), 1):
        for side, name in _SIDES.items():
            content, function = found[f"{side}_content"], found[f"{side}_function"]
            if not content and not function:
                continue
            made = f"{side}_weighted_{k}"
            told = f"Matched in the {name}: {content:,} content and {counted(function, f'function {unit}')}."
            put_in = {"w": found["weight"], "δ": formula.delta, "content": content, "function": function}
            columns = {"content": f"{side}_content_{k}", "function": f"{side}_function_{k}"}
            rule = "w · (δ·content + (1 − δ)·function)"
            yield Step(f"{stage.capitalize()} matches, {name}", rule, put_in, numbers[made], told, columns, made=made)


def _lengths(formula: Formula15, parts: Mapping[str, Any], numbers: Mapping[str, float]) -> Iterator[Step]:
    """What all words of each side weigh."""
    for side, name in _SIDES.items():
        words, function = parts[f"{side}_len"], parts[f"{side}_function"]
        told = f"The {name} has {words - function:,} content and {counted(function, 'function word')}."
        put_in = {"δ": formula.delta, "words": words, "function": function}
        columns = {"words": f"{side}_len", "function": f"{side}_function"}
        rule, made = "δ·(words − function) + (1 − δ)·function", f"{side}_length"
        yield Step(f"Weighted length, {name}", rule, put_in, numbers[made], told, columns, made=made)


def _means(formula: Formula15, parts: Mapping[str, Any], numbers: Mapping[str, float]) -> Iterator[Step]:
    for label, (side, name) in zip(("Precision", "Recall"), _SIDES.items(), strict=True):
        stages = {stage: f"{side}_weighted_{k}" for k, stage in enumerate(parts["by_module"], 1)}
        used = {stage: term for stage, term in stages.items() if numbers[term]}
        put_in = {stage: numbers[term] for stage, term in used.items()} | {"length": numbers[f"{side}_length"]}
        matched = " + ".join(used) or "0"
        rule, made = f"{label[0]} = {f'({matched})' if len(used) > 1 else matched} / length", label.lower()
        terms, told = {**used, "length": f"{side}_length"}, f"The matched share of the {name}'s weighted length."
        yield Step(label, rule, put_in, parts[made], told, terms=terms, made=made)
    put_in = {"P": parts["precision"], "R": parts["recall"], "α": formula.alpha}
    share = f"In the mean, recall has weight {formula.alpha:g} and precision {1 - formula.alpha:g}."
    yield Step("Fmean", "1 / ((1 − α)/P + α/R)", put_in, parts["fmean"], share, terms=_MEANS, made="fmean")
    other = cross_check(formula.alpha, parts["precision"], parts["recall"])
    agree = "agrees with" if parts["cross_checked"] else "DIFFERS from"
    same = f"The same mean, computed as a product over a sum, {agree} the one above."
    yield Step("Cross-check", "P·R / (α·P + (1 − α)·R)", put_in, other, same, terms=_MEANS)


def _penalty(formula: Formula15, parts: Mapping[str, Any], chunks: str, whole: bool) -> Iterator[Step]:
    told = f"{chunks}." if chunks else "There are none."
    if whole:
        told += " Everything is matched in one chunk, which therefore does not count."
    put_in, rule = {"chunks": parts["chunks"]}, "matches adjacent and in order in both texts"
    yield Step("Chunks", rule, put_in, parts["chunks"], told, {"chunks": "chunks"}, made="chunks")
    mean = (parts["hyp_matched"] + parts["ref_matched"]) / 2
    put_in, columns = {"chunks": parts["chunks"], "matched": mean}, {"chunks": "chunks"}
    if parts["hyp_matched"] == parts["ref_matched"]:
        columns["matched"] = "hyp_matched"
    yield Step(
        "Fragmentation", "chunks / matched words", put_in, parts["fragmentation"],
        "Matched words are averaged over both texts.", columns, made="fragmentation",
    )  # fmt: skip
    numbers = {"γ": formula.gamma, "β": formula.beta, "frag": parts["fragmentation"]}
    told = "The share of Fmean that is lost because the matches are fragmented."
    terms = {"frag": "fragmentation"}
    yield Step("Penalty", "γ · frag^β", numbers, parts["penalty"], told, terms=terms, made="penalty")
