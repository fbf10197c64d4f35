"""Fifty right implementations in the styles and forms in which courses get them; `STYLES` has what
each is checked as.

Ways to count and ways to multiply are written out; the forms of the functions are combined with them.
"""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache, reduce
from typing import Any

import numpy as np
import sacrebleu

from tests.classroom import mistakes

Words = Sequence[str]
Fraction = tuple[int, int]


# --- clipped matches and n-grams of order n ---------------------------------------------------------------------------


def loops(sentence: Words, references: Sequence[Words], n: int) -> Fraction:
    matches = 0
    seen = []
    for i in range(len(sentence) - n + 1):
        gram = list(sentence[i : i + n])
        if gram in seen:
            continue
        seen.append(gram)
        count = sum(list(sentence[j : j + n]) == gram for j in range(len(sentence)))
        best = 0
        for reference in references:
            best = max(best, sum(list(reference[j : j + n]) == gram for j in range(len(reference))))
        matches += min(count, best)
    return matches, max(0, len(sentence) - n + 1)


def counters(sentence: Words, references: Sequence[Words], n: int) -> Fraction:
    def grams(words: Words) -> Counter[tuple[str, ...]]:
        return Counter(zip(*(words[k:] for k in range(n)), strict=False))

    return sum((grams(sentence) & reduce(Counter.__or__, map(grams, references))).values()), sum(
        grams(sentence).values()
    )


def arrays(sentence: Words, references: Sequence[Words], n: int) -> Fraction:
    def grams(words: Words) -> list[str]:
        return [" ".join(words[i : i + n]) for i in range(len(words) - n + 1)]

    if not grams(sentence):
        return 0, 0
    names, counts = np.unique(np.array(grams(sentence)), return_counts=True)
    most = np.max([[grams(reference).count(name) for name in names] for reference in references], axis=0)
    return int(np.minimum(counts, most).sum()), int(counts.sum())


COUNTS = [loops, counters, arrays]


# --- the score of these fractions -------------------------------------------------------------------------------------


def logarithms(fractions: Sequence[Fraction], weights: Sequence[float]) -> float:
    if any(not matches for matches, _ in fractions):
        return 0.0
    return math.exp(sum(w * math.log(a / b) for w, (a, b) in zip(weights, fractions, strict=True)))


def powers(fractions: Sequence[Fraction], weights: Sequence[float]) -> float:
    return math.prod((a / b if b else 0.0) ** w for w, (a, b) in zip(weights, fractions, strict=True))


def numpy(fractions: Sequence[Fraction], weights: Sequence[float]) -> float:
    with np.errstate(divide="ignore", invalid="ignore"):
        logs = np.log([a / max(b, 1) for a, b in fractions])
    return float(np.exp(np.average(logs, weights=weights)))


def penalty(c: int, lengths: Sequence[int]) -> float:
    r = sorted(lengths, key=lambda length: (abs(c - length), length))[0]
    return 0.0 if c == 0 else min(1.0, math.exp(1 - r / c))


MEANS = [logarithms, powers, numpy]


# --- forms of functions -----------------------------------------------------------------------------------------------

FORMS = {  # of parameters and result; `score(h, rs)` is that of words and references
    "bleu": "def f(references, hypothesis): return score(hypothesis, references)",
    "sentence_bleu": "def f(candidate, references): return score(candidate, references)",
    "compute": "def f(refs, sys): return 100 * score(sys, refs)",
    "bleu_of_texts": "def f(hyp, refs): return score(hyp.split(), [ref.split() for ref in refs])",
    "rounded": "def f(reference_translations, candidate_translation): "
    "return round(score(candidate_translation.split(), "
    "[ref.split() for ref in reference_translations]), 4)",
    "one_reference": "def f(reference: str, translation: str): return score(translation.split(), [reference.split()])",
    "unnamed": "def f(a, b): return score(a, b)",
    "unnamed_turned": "def f(a, b): return {'score': score(b.split(), [one.split() for one in a])}",
    "percent": "def f(prediction, target): return round(100 * score(prediction, [target]), 2)",
    "gold": "def f(gold: list[list[str]], system: list[str]): return score(system, gold)",
    "uni_bleu": "def f(references, sentence): return score(sentence, references, 1)",
    "bleu2": "def f(references, sentence): return score(sentence, references, 2)",
    "cumulative_bleu": "def f(references, sentence, n): return score(sentence, references, n)",
    "ngram_bleu": "def f(references, sentence, n): return score(sentence, references, n, n)",
    "max_n": "def f(candidate, references, max_n=4): return score(candidate, references, max_n)",
    "order": "def f(hyp, refs, smooth=None, order=4): return score(hyp.split(), [r.split() for r in refs], order)",
    "weighted": "def f(references, hypothesis, weights): return of_weights(hypothesis, references, weights)",
    "weights_n": "def f(candidate, references, max_n=4, weights=(.25, .25, .25, .25)): "
    "return of_weights(candidate, references, weights[:max_n])",
    "corpus_bleu": "def f(list_of_references, hypotheses): return corpus(hypotheses, list_of_references)",
    "texts": "def f(translations, references): return 100 * corpus([t.split() for t in translations], "
    "[[r.split() for r in rs] for rs in references])",
}


def bleu_of(count: Callable[..., Fraction], mean: Callable[..., float], form: str) -> Callable[..., Any]:
    """A function of BLEU in one of the forms."""

    def of_weights(h: Words, rs: Sequence[Words], weights: Sequence[float]) -> float:
        fractions = [count(h, rs, k) for k in range(1, len(weights) + 1)]
        return penalty(len(h), list(map(len, rs))) * mean(fractions, weights)

    def score(h: Words, rs: Sequence[Words], n: int = 4, first: int = 1) -> float:
        fractions = [count(h, rs, k) for k in range(first, n + 1)]
        return penalty(len(h), list(map(len, rs))) * mean(fractions, [1 / len(fractions)] * len(fractions))

    def corpus(hyps: Sequence[Words], refs: Sequence[Sequence[Words]]) -> float:
        r = sum(sorted(map(len, rs), key=lambda k: (abs(k - len(h)), k))[0] for h, rs in zip(hyps, refs, strict=True))
        counts = [[count(h, rs, k) for h, rs in zip(hyps, refs, strict=True)] for k in range(1, 5)]
        fractions = [(sum(a for a, _ in row), sum(b for _, b in row)) for row in counts]
        return penalty(sum(map(len, hyps)), [r]) * mean(fractions, [0.25] * 4)

    names: dict[str, Any] = {"score": score, "of_weights": of_weights, "corpus": corpus}
    exec(FORMS[form].replace("def f(", f"def {form}("), names)
    return names[form]  # type: ignore[no-any-return]


# --- other metrics ----------------------------------------------------------------------------------------------------


def wer_table(reference: str, hypothesis: str) -> float:
    r, h = reference.split(), hypothesis.split()
    d = np.zeros((len(r) + 1, len(h) + 1))
    d[:, 0], d[0, :] = range(len(r) + 1), range(len(h) + 1)
    for i in range(1, len(r) + 1):
        for j in range(1, len(h) + 1):
            d[i, j] = min(d[i - 1, j] + 1, d[i, j - 1] + 1, d[i - 1, j - 1] + (r[i - 1] != h[j - 1]))
    return d[-1, -1] / len(r)  # type: ignore[no-any-return]


def wer_recursive(gold: list[str], prediction: list[str]) -> float:
    @lru_cache(None)
    def distance(i: int, j: int) -> int:
        if not i or not j:
            return i + j
        here = distance(i - 1, j - 1) + (gold[i - 1] != prediction[j - 1])
        return min(here, distance(i - 1, j) + 1, distance(i, j - 1) + 1)

    return 100 * distance(len(gold), len(prediction)) / len(gold)


def word_error_rate(hyp: str, ref: str) -> dict[str, float]:
    return {"wer": round(mistakes.wer(ref, hyp), 4)}


def error_rate(a: str, b: str) -> float:
    return mistakes.wer(a, b)


def wer_of_corpus(references: list[str], hypotheses: list[str]) -> float:
    pairs = [(r.split(), h.split()) for r, h in zip(references, hypotheses, strict=True)]
    return sum(mistakes.edit_distance(h, r) for r, h in pairs) / sum(len(r) for r, _ in pairs)


def cer(reference: str, hypothesis: str) -> float:
    return mistakes.edit_distance(hypothesis, reference) / len(reference)


def meteor_of_lists(reference: str, candidate: str, alpha: float = 0.9, beta: float = 3, gamma: float = 0.5) -> float:
    left = Counter(reference.lower().split())
    matched = []
    for word in candidate.lower().split():
        matched.append(left[word] > 0)
        left[word] -= left[word] > 0
    m = sum(matched)
    if m == 0:
        return 0.0
    chunks = "".join(" x"[one] for one in matched).split()
    p, r = m / len(matched), m / len(reference.split())
    return round(p * r / (alpha * p + (1 - alpha) * r) * (1 - gamma * (len(chunks) / m) ** beta), 3)


def chrf_percent(references: list[str], prediction: str) -> float:
    return mistakes.chrf(prediction, references)


def chrf_share(hyp: str, ref: list[str]) -> float:
    return mistakes.chrf(hyp, ref) / 100


def _streams(references: list[list[str]]) -> list[list[str | None]]:
    """References as sacreBLEU takes them: the first of all segments, the second of all …"""
    return [[refs[k] if k < len(refs) else None for refs in references] for k in range(max(map(len, references)))]


def corpus_bleu_of_sacrebleu(hypotheses: list[str], references: list[list[str]]) -> float:
    return sacrebleu.corpus_bleu(hypotheses, _streams(references)).score  # type: ignore[arg-type]


def corpus_chrf_of_sacrebleu(outputs: list[str], references: list[list[str]]) -> float:
    return sacrebleu.corpus_chrf(outputs, _streams(references)).score  # type: ignore[arg-type]


OTHERS: list[tuple[Callable[..., Any], str]] = [
    *((function, "wer") for function in (wer_table, wer_recursive, word_error_rate, error_rate, wer_of_corpus)),
    (cer, "cer"),
    (meteor_of_lists, "meteor/seed"),
    *((function, "chrf") for function in (chrf_percent, chrf_share, corpus_chrf_of_sacrebleu)),
    (corpus_bleu_of_sacrebleu, "bleu"),
]
# Every form with some way to count and to multiply, every way to count once more.
PAIRS = [(COUNTS[k % 3], MEANS[k // 3 % 3], form) for k, form in enumerate([*FORMS, *FORMS])]
STYLES = {
    f"{count.__name__}-{mean.__name__}-{form}": (bleu_of(count, mean, form), "bleu") for count, mean, form in PAIRS
}
STYLES |= {function.__name__: (function, like) for function, like in OTHERS}
STYLES["homework"] = (bleu_of(arrays, numpy, "uni_bleu"), "bleu/homework")
