"""Scores that are equal but for rounding tie where Bolide computes them, and only there."""

from math import exp, log

import pytest

from bolide import BLEU, Corpus
from bolide.agreement.participants import computed_sources
from bolide.agreement.questions import Question, answer
from bolide.agreement.table import Source, Table
from bolide.metrics.scorer import Scorer

REF = " ".join(f"r{n}" for n in range(15))
# 15 words, of which 3 and one bigram match; 16 words, of which 4 and one bigram match: with exp smoothing, precisions
# multiply to (3·1·½·¼)/(15·14·13·12) and (4·1·½·¼)/(16·15·14·13), both 1/87360, and neither is too short.
SHORT = " ".join(["r0", "r1", "x", "r5", *(f"a{n}" for n in range(11))])
LONG = " ".join(["r0", "r1", "x", "r5", "y", "r7", *(f"b{n}" for n in range(10))])


def test_equal_sentence_scores_tie() -> None:
    alone = BLEU().for_sentences()
    one, two = (alone.sentence(text, REF).value for text in (SHORT, LONG))
    # They come out one bit apart, or equal by luck, as the platform's logarithm has it.
    assert one == pytest.approx(exp((log(3 / 8) - log(15 * 14 * 13 * 12)) / 4), rel=1e-14)
    assert two == pytest.approx(one, rel=1e-14)
    systems = [Corpus.of([text, REF], [REF, REF], name) for name, text in (("short", SHORT), ("long", LONG))]
    found = computed_sources(systems, [Scorer.for_sentences(BLEU())])[0].at("seg").cells
    assert found[0, 0] == found[1, 0]
    assert found[0, 1] == 1.0
    tied = Source("people", Table.of("people", {"short": [1.0, 1.0], "long": [1.0, 2.0]}))
    metric = computed_sources(systems, [Scorer.for_sentences(BLEU())])[0]
    by_item = answer(tied, metric, Question("acc-eq", "seg", "item"))
    assert (by_item.value, by_item.epsilon) == (0.5, 0.0)  # the tie is right at threshold 0
