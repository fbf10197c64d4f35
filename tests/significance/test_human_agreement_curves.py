"""How often people agree with a difference: the published curves, and that they are never called p-values."""

from math import exp

import pytest

from bolide.significance.human_agreement_curves import PUBLISHED


def test_the_published_curves() -> None:
    bleu, chrf = PUBLISHED["BLEU"].share, PUBLISHED["chrF2"].share
    assert bleu(0.0) == 0.5  # 0.44 by the formula, which was not fitted there
    assert bleu(1.0) == bleu(-1.0) == pytest.approx(0.8833 / (1 + exp(-0.966)), abs=1e-14)
    assert chrf(2.0) == pytest.approx(0.93 / (1 + exp(-2 * 1.114)), abs=1e-14)
    assert [round(100 * bleu(points)) for points in (1, 5)] == [64, 88]  # as the paper says
