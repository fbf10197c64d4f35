"""NIST's information and RIBES' word ranks, compiled and interpreted, by their definitions."""

from collections import Counter
from math import log
from typing import Any

from tests import drawn as st
from tests.drawn import given
from tests.kernels.both import Core, cores
from tests.plain import grams

information, word_ranks = cores("ngrams.information"), cores("ngrams.word_ranks")
texts = st.lists(st.sampled_from(["a", "b", 3, None]), max_size=9)
segments = st.lists(st.tuples(texts, st.lists(texts, min_size=1, max_size=3)), min_size=1, max_size=4)


@information
@given(corpus=segments, orders=st.integers(1, 5))
def test_information(core: Core, corpus: list[tuple[Any, list[Any]]], orders: int) -> None:
    total = Counter({(): sum(len(ref) for _, refs in corpus for ref in refs)})
    for n in range(1, orders + 1):
        for _, refs in corpus:
            total.update(sum((grams(ref, n) for ref in refs), Counter()))
    gains, length = [0.0] * orders, 0
    for n in range(1, orders + 1):
        for hyp, refs in corpus:
            options = []
            for ref in refs:
                shared = grams(hyp, n) & grams(ref, n)  # in the order of the hypothesis
                gain = 0.0
                for gram, times in shared.items():
                    gain += log(total[gram[:-1]] / total[gram], 2) * times
                options.append((gain, len(ref)))
            gains[n - 1] += max(options)[0]
            length += max(options)[1]
    hyps, references = [hyp for hyp, _ in corpus], [refs for _, refs in corpus]
    assert core.shared_information(references, hyps, orders) == (gains, length)


def rank(ref: list[Any], hyp: list[Any], i: int) -> int | None:
    """NLTK's rule: a word that both have once, or its shortest context, first to the right, then to the left."""
    contexts = [(i, i + 1)]
    for window in range(1, max(i, len(hyp) - i + 1)):
        contexts += [(i, i + window + 1)] if i + window < len(hyp) else []
        contexts += [(i - window, i + 1)] if window <= i else []
    for start, end in contexts:
        gram = tuple(hyp[start:end])
        if grams(hyp, end - start)[gram] == grams(ref, end - start)[gram] == 1:
            return [tuple(ref[k : k + len(gram)]) for k in range(len(ref))].index(gram) + i - start
    return None


@word_ranks
@given(ref=texts, hyp=texts)
def test_word_ranks(core: Core, ref: list[Any], hyp: list[Any]) -> None:
    ranks = [place for i in range(len(hyp)) if (place := rank(ref, hyp, i)) is not None]
    assert core.word_ranks(ref, hyp) == ranks
