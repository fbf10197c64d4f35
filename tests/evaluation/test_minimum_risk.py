"""MBR: the choice is the best mean against all references, the first of equals, the lowest where lower is better."""

from itertools import pairwise
from math import fsum

import pytest

import bolide
from bolide import BLEU, CHRF, TER, WER, Metric
from tests import drawn as st
from tests.drawn import examples, given

CANDIDATES = ["the cat sat on the mat", "a cat sat on the mat", "the cat sat on a mat", "no cat"]
texts = st.lists(st.text("ab ", 0, 8), min_size=1, max_size=5)


@pytest.mark.parametrize("metric", [CHRF(), TER(), WER(), BLEU(effective_order=True)], ids=str)
@examples(60)
@given(candidates=texts, references=texts)
def test_the_choice_is_the_best_mean(metric: Metric, candidates: list[str], references: list[str]) -> None:
    means = [fsum(metric.sentence(c, r).value for r in references) / len(references) for c in candidates]
    best = max(means) if metric.formula.higher_is_better else min(means)
    choice = bolide.mbr(candidates, metric, references)
    assert choice.expected == tuple(means)
    assert (choice.index, choice.value) == (means.index(best), best)
    assert choice.text == candidates[choice.index]
    assert choice.ranking[0] == choice.index
    assert [means[k] for k in choice.ranking] == sorted(means, reverse=metric.formula.higher_is_better)
    assert all(a < b for a, b in pairwise(choice.ranking) if means[a] == means[b])  # equals keep their order


def test_candidates_are_each_others_references() -> None:
    assert bolide.mbr(CANDIDATES, "chrf") == bolide.mbr(CANDIDATES, CHRF(), CANDIDATES)
    assert bolide.mbr(CANDIDATES, "chrf").text == CANDIDATES[0]
    assert bolide.mbr(iter(CANDIDATES), "chrf") == bolide.mbr(CANDIDATES, "chrf")


def test_weights_are_those_of_a_repeated_reference() -> None:
    twice = bolide.mbr(CANDIDATES, "chrf", [CANDIDATES[3], CANDIDATES[3], CANDIDATES[0]])
    weighed = bolide.mbr(CANDIDATES, "chrf", [CANDIDATES[3], CANDIDATES[0]], weights=[2, 1])
    assert weighed.expected == pytest.approx(twice.expected, abs=1e-15)
    for factor in (2.0**-1073, 2.0**1022):  # as in exponentials of long sentences' log-probabilities
        scaled = bolide.mbr(CANDIDATES, "chrf", [CANDIDATES[3], CANDIDATES[0]], weights=[2 * factor, factor])
        assert scaled.expected == weighed.expected
    only = bolide.mbr(CANDIDATES, "chrf", weights=[0, 0, 0, 1])
    assert (only.text, only.value) == ("no cat", 1.0)
    assert only.points == 100.0
