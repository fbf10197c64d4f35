"""Metrics as students write them: right ones, and ones with a mistake that is made in every course.

Most of them run in processes of their own: other tools are imported by those that use them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import pairwise

from tests.plain import edit_distance, grams

Words = list[str]


def _credited(copies: int, allowed: list[int], clip: str) -> int:
    if clip == "none":
        return copies if any(allowed) else 0
    return min(copies, {"max": max(allowed), "sum": sum(allowed), "first": allowed[0]}[clip])


def _bleu(
    references: list[Words],
    hypothesis: Words,
    clip: str = "max",
    longer: bool = False,
    zero: float = 0.0,
    penalty: Callable[[int, int], float] = lambda c, r: 1.0 if c > r else math.exp(1 - r / c),
    arithmetic: bool = False,
    orders: int = 4,
) -> float:
    c = len(hypothesis)
    r = min(map(len, references), key=lambda length: (abs(length - c), -length if longer else length))
    if not c:
        return 0.0
    precisions = []
    for n in range(1, orders + 1):
        counts = grams(hypothesis, n)
        allowed = [grams(ref, n) for ref in references]
        matches = sum(_credited(k, [ref[gram] for ref in allowed], clip) for gram, k in counts.items())
        precisions.append(matches / sum(counts.values()) if matches else zero)
    if arithmetic:
        return sum(precisions) / orders * penalty(c, r)
    return math.exp(sum(map(math.log, precisions)) / orders) * penalty(c, r) if min(precisions) > 0 else 0.0


bleu = _bleu  # as in the paper; the zero of NLTK is 1e-154, which nobody can tell from 0
bleu_not_clipped = partial(_bleu, clip="none")
bleu_clipped_by_the_sum = partial(_bleu, clip="sum")
bleu_of_the_first_reference = partial(_bleu, clip="first")
bleu_tie_to_the_longer = partial(_bleu, longer=True)
bleu_no_brevity_penalty = partial(_bleu, penalty=lambda c, r: 1.0)
bleu_brevity_by_the_ratio = partial(_bleu, penalty=lambda c, r: min(1.0, c / r) if r else 1.0)
bleu_arithmetic_mean = partial(_bleu, arithmetic=True)
bleu_small_zero = partial(_bleu, zero=0.01)


def bleu_log_of_zero(references: list[Words], hypothesis: Words) -> float:
    counts = [grams(hypothesis, n) for n in range(1, 5)]
    return math.exp(sum(math.log(sum(one.values())) for one in counts)) and _bleu(references, hypothesis)


# --- METEOR as the exercise defines it ------------------------------------------------------------------------------


def _meteor(
    reference: str,
    candidate: str,
    alpha: float = 0.9,
    beta: float = 3,
    gamma: float = 0.5,
    lower: bool = True,
    clip: bool = True,
    swap: bool = False,
    both: bool = False,
) -> float:
    ref, hyp = (text.lower().split() if lower else text.split() for text in (reference, candidate))
    left, links = [*ref], []
    for word in hyp:
        at = left.index(word) if word in left else None
        links.append(at)
        if at is not None and clip:
            left[at] = ""
    m = sum(link is not None for link in links)
    if not m:
        return 0.0
    chunks = 0
    before: int | None = None
    for link in links:
        if link is not None:
            apart = before is None or (both and link != before + 1)
            chunks += apart
        before = link
    p, r = m / len(hyp), m / len(ref)
    a, b = (r, p) if swap else (p, r)
    fmean = a * b / (alpha * a + (1 - alpha) * b)
    return round(fmean * (1 - gamma * (chunks / m) ** beta), 3)


meteor = _meteor
meteor_cased = partial(_meteor, lower=False)
meteor_unclipped = partial(_meteor, clip=False)
meteor_swapped = partial(_meteor, swap=True)
meteor_chunks_of_both = partial(_meteor, both=True)


def meteor_fixed_weights(
    reference: str, candidate: str, alpha: float = 0.9, beta: float = 3, gamma: float = 0.5
) -> float:
    return _meteor(reference, candidate)


# --- word error rate ------------------------------------------------------------------------------------------------


def wer(reference: str, hypothesis: str) -> float:
    ref, hyp = reference.split(), hypothesis.split()
    return edit_distance(hyp, ref) / len(ref) if ref else float(len(hyp))


def wer_by_the_hypothesis(reference: str, hypothesis: str) -> float:
    return wer(hypothesis, reference)


def wer_at_most_one(reference: str, hypothesis: str) -> float:
    return min(1.0, wer(reference, hypothesis))


# --- chrF ------------------------------------------------------------------------------------------------------------


def _chrf(hypothesis: str, references: list[str], beta: float = 2, spaces: bool = False) -> float:
    return max(_chrf_of(hypothesis, ref, beta, spaces) for ref in references)


def _chrf_of(hypothesis: str, reference: str, beta: float, spaces: bool) -> float:
    hyp, ref = (text if spaces else "".join(text.split()) for text in (hypothesis, reference))
    precision = recall = used = 0.0
    for n in range(1, 7):
        ours, theirs = grams(list(hyp), n), grams(list(ref), n)
        if ours and theirs:
            matches = sum((ours & theirs).values())
            precision += matches / sum(ours.values())
            recall += matches / sum(theirs.values())
            used += 1
    if not used or not precision:
        return 0.0
    p, r = precision / used, recall / used
    return 100 * (1 + beta**2) * p * r / (beta**2 * p + r)


chrf = _chrf
chrf1 = partial(_chrf, beta=1)
chrf_with_spaces = partial(_chrf, spaces=True)


def chrf_of_the_first_reference(hypothesis: str, references: list[str]) -> float:
    return _chrf(hypothesis, references[:1])


# --- translation edit rate ------------------------------------------------------------------------------------------


def ter(hypothesis: str, references: list[str]) -> float:
    """tercom's search for shifts, as sacreBLEU has it."""
    import sacrebleu

    return sacrebleu.sentence_ter(hypothesis, references).score


def ter_without_shifts(hypothesis: str, references: list[str]) -> float:
    hyp, refs = hypothesis.lower().split(), [ref.lower().split() for ref in references]
    return 100 * min(edit_distance(hyp, ref) for ref in refs) * len(refs) / sum(map(len, refs))


def ter_by_the_hypothesis(hypothesis: str, references: list[str]) -> float:
    words = len(hypothesis.split())
    return ter(hypothesis, references) * sum(len(ref.split()) for ref in references) / len(references) / (words or 1)


# --- METEOR in NLTK's way, with stems --------------------------------------------------------------------------------


def _stemmed_of(reference: Words, hypothesis: Words, stages: Sequence[Callable[[str], str]]) -> float:
    hyp, ref = (dict(enumerate(words)) for words in (hypothesis, reference))
    links = []
    for form in stages:
        for i in sorted(hyp, reverse=True):
            j = next((j for j in sorted(ref, reverse=True) if form(ref[j]) == form(hyp[i])), None)
            if j is not None:
                links.append((i, j))
                del hyp[i], ref[j]
    if not links:
        return 0.0
    links.sort()
    chunks = 1 + sum((a[0] + 1, a[1] + 1) != b for a, b in pairwise(links))
    p, r = len(links) / len(hypothesis), len(links) / len(reference)
    return p * r / (0.9 * p + 0.1 * r) * (1 - 0.5 * (chunks / len(links)) ** 3)


@cache
def _stem(word: str) -> str:
    from nltk.stem.porter import PorterStemmer

    return PorterStemmer().stem(word)


def _stemmed(references: list[list[str]], hypothesis: list[str], stages: Sequence[Callable[[str], str]]) -> float:
    return max(_stemmed_of(ref, hypothesis, stages) for ref in references)


stemmed = partial(_stemmed, stages=(str.lower, _stem))
stemmed_stems_first = partial(_stemmed, stages=(_stem, str.lower))
stemmed_exact_only = partial(_stemmed, stages=(str.lower,))


RIGHT = {
    "bleu": "bleu/nltk",
    "meteor": "meteor/seed",
    "wer": "wer",
    "chrf": "chrf",
    "ter": "ter",
    "stemmed": "METEOR|variant:nltk|stages:exact,stem",
}


def likeness(name: str) -> str:
    """The definition that a function of this file is meant to follow."""
    return RIGHT[name.partition("_")[0].rstrip("1")]
