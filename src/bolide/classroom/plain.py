"""The metrics as one would write them in a course: right, plain and slow. Mistakes are planted in copies of them."""

from __future__ import annotations

import math
from collections import Counter


def bleu(references: list[list[str]], hypothesis: list[str]) -> float:
    """BLEU of a sentence, without smoothing; all texts are lists of words."""

    def ngrams(words: list[str], n: int) -> Counter[tuple[str, ...]]:
        return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))

    precisions = []
    for n in range(1, 5):
        counts = ngrams(hypothesis, n)
        allowed: Counter[tuple[str, ...]] = Counter()
        for reference in references:
            allowed |= ngrams(reference, n)
        matches = sum((counts & allowed).values())
        total = sum(counts.values())
        precisions.append(matches / total if matches else 0.0)
    if min(precisions) == 0:
        return 0.0
    mean = math.exp(sum(math.log(p) for p in precisions) / len(precisions))
    c = len(hypothesis)
    r = min((len(reference) for reference in references), key=lambda length: (abs(length - c), length))
    penalty = 1.0 if c >= r else math.exp(1 - r / c)
    return penalty * mean


def meteor_score(reference: str, candidate: str, alpha: float = 0.9, beta: float = 3, gamma: float = 0.5) -> float:
    """METEOR of exact matches, whose chunks are runs of matched words of the candidate; rounded to three decimals."""
    ref, hyp = reference.lower().split(), candidate.lower().split()
    left = Counter(ref)
    matched = []
    for word in hyp:
        matched.append(left[word] > 0)
        left[word] -= 1
    m = sum(matched)
    if m == 0:
        return 0.0
    precision, recall = m / len(hyp), m / len(ref)
    fmean = precision * recall / (alpha * precision + (1 - alpha) * recall)
    chunks = sum(here and not before for before, here in zip([False, *matched], matched, strict=False))
    penalty: float = gamma * (chunks / m) ** beta
    return round(fmean * (1 - penalty), 3)


def ter(hypothesis: str, references: list[str]) -> float:
    """TER in percent: the fewest edits, of which a shift of a run of words is one, by the references' mean length."""

    def distance(words: list[str], ref: list[str]) -> int:
        row = list(range(len(ref) + 1))
        for word in words:
            above, row = row, [row[0] + 1]
            for k, other in enumerate(ref):
                row.append(min(above[k] + (word != other), above[k + 1] + 1, row[k] + 1))
        return row[-1]

    def edits(words: list[str], ref: list[str]) -> int:
        fewest, shifts = distance(words, ref), 0
        while True:
            moved = []
            for size in range(len(words), 0, -1):
                for i in range(len(words) - size + 1):
                    run, rest = words[i : i + size], words[:i] + words[i + size :]
                    if any(run == ref[k : k + size] for k in range(len(ref))):
                        moved += [rest[:k] + run + rest[k:] for k in range(len(rest) + 1)]
            best = min(moved, key=lambda one: distance(one, ref), default=words)
            if distance(best, ref) >= fewest:
                return shifts + fewest
            words, fewest, shifts = best, distance(best, ref), shifts + 1

    hyp, refs = hypothesis.lower().split(), [reference.lower().split() for reference in references]
    length = sum(len(ref) for ref in refs) / len(refs)
    return 100 * min(edits(hyp, ref) for ref in refs) / length


def chrf(hypothesis: str, references: list[str]) -> float:
    """chrF in percent: the F-score, β = 2, of the mean precision and recall of character n-grams up to six."""

    def ngrams(text: str, n: int) -> Counter[str]:
        return Counter(text[i : i + n] for i in range(len(text) - n + 1))

    scores = []
    for reference in references:
        hyp, ref = "".join(hypothesis.split()), "".join(reference.split())
        precisions, recalls = [], []
        for n in range(1, 7):
            counts, others = ngrams(hyp, n), ngrams(ref, n)
            if counts and others:
                matches = sum((counts & others).values())
                precisions.append(matches / sum(counts.values()))
                recalls.append(matches / sum(others.values()))
        if not precisions or not any(precisions):
            scores.append(0.0)
            continue
        precision, recall = sum(precisions) / len(precisions), sum(recalls) / len(recalls)
        scores.append(100 * (1 + 2**2) * precision * recall / (2**2 * precision + recall))
    return max(scores)
