"""Homework: METEOR of words matched from left to right, and BLEU of the orders 1 to n."""

import json
import math
import sys
from collections import Counter


def meteor_score(reference, candidate, alpha=0.9, beta=3, gamma=0.5):
    reference = reference.lower().split()
    candidate = candidate.lower().split()
    left = Counter(reference)
    matched = []
    for word in candidate:
        matched.append(left[word] > 0)
        left[word] -= matched[-1]
    matches = sum(matched)
    if matches == 0:
        return 0.0
    chunks = sum(matched[k] and not (k and matched[k - 1]) for k in range(len(matched)))
    precision = matches / len(candidate)
    recall = matches / len(reference)
    fmean = precision * recall / (alpha * precision + (1 - alpha) * recall)
    penalty = gamma * (chunks / matches) ** beta
    return round(fmean * (1 - penalty), 3)


def cumulative_bleu(references, sentence, n):
    logs = []
    for size in range(1, n + 1):
        counts, allowed = ngrams(sentence, size), Counter()
        for reference in references:
            allowed |= ngrams(reference, size)
        matches = (counts & allowed).total()
        if matches == 0:
            return 0.0
        logs.append(math.log(matches / counts.total()))
    c = len(sentence)
    r = min(map(len, references), key=lambda length: (abs(length - c), length))
    return min(1.0, math.exp(1 - r / c)) * math.exp(sum(logs) / n)


def ngrams(words, size):
    return Counter(tuple(words[k : k + size]) for k in range(len(words) - size + 1))


if __name__ == "__main__":  # as a command: cases as JSON lines in, one number per line out
    for line in sys.stdin:
        case = json.loads(line)
        print(meteor_score(case["refs"][0], case["hyp"], *case.get("parameters", [])))
