"""rgbF written plainly with Counter and string tuples: the implementation that Bolide's is measured against."""

from collections import Counter


def ngrams(tokens: list[str], n: int) -> Counter[tuple[str, ...]]:
    return Counter(tuple(tokens[i : i + n]) for i in range(len(tokens) - n + 1))


def rgbf(hyps: list[str], refs: list[str], max_order: int = 4) -> float:
    """The score of a document with one reference a sentence, on the scale of 0 to 100."""
    matches: Counter[tuple[int, int]] = Counter()
    totals: Counter[tuple[int, int]] = Counter()
    units = 0
    for hyp, ref in zip(hyps, refs, strict=True):
        pairs = list(zip(hyp.split(" ++ "), ref.split(" ++ "), strict=True))
        units = len(pairs)
        for u, (mine, theirs) in enumerate(pairs):
            hyp_tokens, ref_tokens = mine.split(), theirs.split()
            for n in range(1, max_order + 1):
                hyp_grams, ref_grams = ngrams(hyp_tokens, n), ngrams(ref_tokens, n)
                matches[u, n] += sum((hyp_grams & ref_grams).values())
                totals[u, n] += sum(hyp_grams.values()) + sum(ref_grams.values())
    scores = [200 * matches[key] / totals[key] if totals[key] else 0.0 for key in totals]
    return sum(scores) / (units * max_order)
