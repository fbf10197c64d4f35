"""Why a translation has its METEOR 1.5: modules, content and function words, the search, every step of the formula."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from bolide.explanation import Explanation, Mark, Step
from bolide.metrics.links import Link, chunked, crossing, link_mark, phrases, unmatched_marks, which_reference
from bolide.metrics.meteor15 import CHUNKS, WIDTH, Fifteen, Pairs15
from bolide.metrics.meteor15_formula import is_perfect
from bolide.rating import rating

if TYPE_CHECKING:
    from bolide.corpus import Corpus
    from bolide.scores import Score
    from bolide.stats import Row

Tokens = tuple[str, ...]
Weigh = Callable[[str, Sequence[int]], tuple[int, int]]


def explain(definition: Fifteen, segment: Corpus, score_of: Callable[[Row, str], Score]) -> Explanation:
    """The explanation of the score that METEOR 1.5 gives for a corpus of one segment."""
    count = len(segment.refs)
    hyp, *refs = definition.prepared([*segment.hyps, *segment.refs])
    aligned = definition.align([hyp] * count, refs, linked=True)
    rows = [aligned.rows[WIDTH * k : WIDTH * (k + 1)].tolist() for k in range(count)]
    perfect = [is_perfect(row) for row in rows]
    for row, whole in zip(rows, perfect, strict=True):
        row[CHUNKS] -= whole
    chosen = max(range(count), key=lambda k: definition.value(rows[k]))
    score = score_of(tuple(rows[chosen]), segment.nrefs)
    texts = [_tokens(aligned, place) for place in range(2 * count)]
    ours, theirs = texts[0], texts[2 * chosen + 1]
    links = _links(definition, aligned, chosen)
    chunks = chunked(links)
    marks = [
        *_marks(definition, links, chunks, (ours, theirs), (chosen, perfect[chosen])),
        *unmatched_marks(links, ours, theirs, chosen),
        *_dropped(definition, links, ours, theirs, chosen),
    ]
    steps = [
        *_modules(definition, score.parts, which_reference(chosen, count)),
        *_means(definition, score.parts),
        *_penalty(definition, score.parts, phrases(links, chunks, ours), perfect[chosen]),
        Step(
            "METEOR", "Fmean · (1 − penalty)", {"Fmean": score.parts["fmean"], "penalty": score.parts["penalty"]},
            score.value, f"{score.value:.4f} on the scale of 0 to 1.",
        ),
    ]  # fmt: skip
    return Explanation(
        score, ours, tuple(texts[1::2]), tuple(steps), tuple(marks), bool(score.parts["cross_checked"]),
        rating(definition.scale, score.value, segment.hyps[0], segment.refs),
    )  # fmt: skip


def _tokens(aligned: Pairs15, place: int) -> Tokens:
    start, end = aligned.spans[2 * place], aligned.spans[2 * place + 1]
    return tuple(aligned.words[token] for token in aligned.tokens[start:end])


def _links(definition: Fifteen, aligned: Pairs15, pair: int) -> list[Link]:
    """The matches the search chose for a pair, in the candidate's order."""
    starts, ends = aligned.spans[2::4].tolist(), aligned.spans[3::4].tolist()
    at = 4 * sum(end - start for start, end in zip(starts[:pair], ends[:pair], strict=True))
    found = []
    for j in range(ends[pair] - starts[pair]):
        ref_words, hyp, hyp_words, stage = aligned.links[at + 4 * j : at + 4 * j + 4]
        if ref_words:
            found.append(Link(hyp, j, definition.setting.modules[stage], hyp_words, ref_words))
    return sorted(found)


def _weights(definition: Fifteen, words: Sequence[str]) -> tuple[int, int]:
    """How much content and how much function words weigh: their number, or their letters."""
    table, _ = definition.lore.table(list(words))
    content = function = 0
    for k in range(len(words)):
        if table[4 * k + 1]:
            function += table[4 * k + 2]
        else:
            content += table[4 * k + 2]
    return content, function


def _marks(
    definition: Fifteen, links: Sequence[Link], chunks: Sequence[int], texts: tuple[Tokens, Tokens],
    chosen: tuple[int, bool],
) -> Iterator[Mark]:  # fmt: skip
    reference, perfect = chosen
    for side, tokens, kind in (("hyp", texts[0], "candidate"), ("ref", texts[1], "reference length")):
        content, function = _weights(definition, tokens)
        adds = {f"{side}_len": content + function, f"{side}_function": function}
        yield Mark("", kind, adds, reference=reference if side == "ref" else None)
    last = 0
    for link, chunk, crosses in zip(links, chunks, crossing(links), strict=True):
        k = definition.setting.modules.index(link.stage) + 1
        ours = _weights(definition, texts[0][link.hyp : link.hyp + link.hyp_words])
        theirs = _weights(definition, texts[1][link.ref : link.ref + link.ref_words])
        adds = {
            f"hyp_content_{k}": ours[0], f"hyp_function_{k}": ours[1],
            f"ref_content_{k}": theirs[0], f"ref_function_{k}": theirs[1],
            "hyp_matched": link.hyp_words, "ref_matched": link.ref_words,
            "chunks": int(chunk > last and not perfect),
        }  # fmt: skip
        word = "function" if not ours[0] and not theirs[0] else "content" if not ours[1] and not theirs[1] else "both"
        yield link_mark(link, texts, reference, adds, {"words": word, "chunk": chunk, "crossing": crosses})
        last = chunk


def _dropped(definition: Fifteen, links: Sequence[Link], hyp: Tokens, ref: Tokens, reference: int) -> Iterator[Mark]:
    """One-word matches that the search left lying although both words stay free, and why; one for each word."""
    ours = {place for link in links for place in range(link.hyp, link.hyp + link.hyp_words)}
    theirs = {place for link in links for place in range(link.ref, link.ref + link.ref_words)}
    where: dict[tuple[str, object], list[int]] = {}
    for j in range(len(ref) - 1, -1, -1):
        for key in _kinship(definition, ref[j]) if j not in theirs else ():
            where.setdefault(key, []).append(j)
    for i in range(len(hyp)):
        found: dict[int, list[str]] = {}
        for key in _kinship(definition, hyp[i]) if i not in ours else ():
            places = where.get(key, [])
            while places and places[-1] in theirs:
                places.pop()
            if places and key[0] not in found.setdefault(places[-1], []):
                found[places[-1]].append(key[0])
        if found:
            j, how = min(found.items())
            theirs.add(j)
            why = "adds 0 to the search (half a word, rounded down) and would cost a chunk"
            details = {"stage": ", ".join(sorted(how)), "why": why}
            yield Mark(f"{hyp[i]} – {ref[j]}", "dropped", {}, (i,), (j,), reference, details)


def _kinship(definition: Fifteen, word: str) -> Iterator[tuple[str, object]]:
    """What another word must share to match this one."""
    lore = definition.lore
    if lore.stem:
        yield "stem", lore.stem(word)
    if lore.synsets:
        yield from (("synonym", synset) for synset in lore.synsets(word))


def _modules(definition: Fifteen, parts: Mapping[str, Any], which: str) -> Iterator[Step]:
    unit = "characters" if definition.char_based else "words"
    if not parts["hyp_len"] or not parts["ref_len"]:
        why = "One side is empty, so nothing can match and the score is 0."
    elif not parts["hyp_matched"]:
        why = "No match was chosen, so the score is 0."
    else:
        why = f"{parts['hyp_matched']} candidate words are matched with {parts['ref_matched']} reference words."
    numbers = {"candidate": parts["hyp_matched"], "reference": parts["ref_matched"]}
    columns = {"candidate": "hyp_matched", "reference": "ref_matched"}
    yield Step("Matched words", "chosen by the search", numbers, parts["hyp_matched"], why + which, columns)
    delta = definition.setting.parameters.delta
    for k, (module, counts) in enumerate(parts["by_module"].items(), 1):
        ours, theirs = (
            counts["weight"] * (delta * counts[f"{side}_content"] + (1 - delta) * counts[f"{side}_function"])
            for side in ("hyp", "ref")
        )
        told = (
            f"Candidate: {counts['hyp_content']} content and {counts['hyp_function']} function {unit}; "
            f"reference: {counts['ref_content']} and {counts['ref_function']}, which weigh {theirs:.4g}."
        )
        put_in = {
            "w": counts["weight"],
            "δ": delta,
            "content": counts["hyp_content"],
            "function": counts["hyp_function"],
        }
        columns = {"content": f"hyp_content_{k}", "function": f"hyp_function_{k}"}
        yield Step(f"By {module}", "w · (δ·content + (1 − δ)·function)", put_in, ours, told, columns)


def _means(definition: Fifteen, parts: Mapping[str, Any]) -> Iterator[Step]:
    parameters = definition.setting.parameters
    for label, side, name in (("Precision", "hyp", "candidate"), ("Recall", "ref", "reference")):
        function = parts[f"{side}_function"]
        content = parts[f"{side}_len"] - function
        length = parameters.delta * content + (1 - parameters.delta) * function
        told = f"The {name} has {content} content and {function} function words, which weigh {length:.4g}."
        value = parts[label.lower()]
        yield Step(label, f"{label[0]} = weighted matches / weighted length", {"length": length}, value, told)
    put_in = {"P": parts["precision"], "R": parts["recall"], "α": parameters.alpha}
    share = f"Recall has a share of {parameters.alpha:g} in the mean."
    yield Step("Fmean", "1 / ((1 − α)/P + α/R)", put_in, parts["fmean"], share)
    other = definition.reciprocal(parts["precision"], parts["recall"])
    agree = "agrees with" if parts["cross_checked"] else "DIFFERS from"
    same = f"The same mean as a product over a sum {agree} the one above."
    yield Step("Cross-check", "P·R / (α·P + (1 − α)·R)", put_in, other, same)


def _penalty(definition: Fifteen, parts: Mapping[str, Any], chunks: str, perfect: bool) -> Iterator[Step]:
    parameters = definition.setting.parameters
    told = f"{chunks}." if chunks else "There are none."
    if perfect:
        told += " Everything is matched in one chunk, which therefore does not count."
    yield Step("Chunks", "matches adjacent and in order in both texts", {}, parts["chunks"], told)
    mean = (parts["hyp_matched"] + parts["ref_matched"]) / 2
    put_in = {"chunks": parts["chunks"], "matched": mean}
    yield Step(
        "Fragmentation", "chunks / matched words", put_in, parts["fragmentation"], "The mean of both sides' words."
    )
    numbers = {"γ": parameters.gamma, "β": parameters.beta, "frag": parts["fragmentation"]}
    yield Step("Penalty", "γ · frag^β", numbers, parts["penalty"], "What being in pieces takes off.")
