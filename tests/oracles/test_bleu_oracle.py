"""BLEU on the demonstration corpus against sacreBLEU 2.6 and NLTK 3.10: tokenizers and every smoothing."""

import pytest
from nltk.translate import bleu_score
from sacrebleu.metrics import BLEU as PeerBLEU

from bolide import BLEU, demo
from bolide.metrics.bleu import NLTK_METHODS, SACREBLEU_METHODS

STREAMS = [list(demo.HUMAN_A), list(demo.HUMAN_B)]
REFS = list(zip(*STREAMS, strict=True))


@pytest.mark.parametrize("system", demo.SYSTEMS)
@pytest.mark.parametrize("tokenize", ["13a", "intl", "char", "none", "zh"])
@pytest.mark.parametrize("smooth", SACREBLEU_METHODS)
def test_sacrebleu(system: str, tokenize: str, smooth: str) -> None:
    for effective in (False, True):
        ours, hyps = BLEU(effective_order=effective, tokenize=tokenize, smooth_method=smooth), demo.SYSTEMS[system]
        peer = PeerBLEU(effective_order=effective, tokenize=tokenize, smooth_method=smooth)
        assert ours.corpus(hyps, REFS).points == pytest.approx(peer.corpus_score(hyps, STREAMS).score, abs=1e-9)
        for value, hyp, refs in zip(ours.segments(hyps, REFS).values, hyps, REFS, strict=True):
            assert 100 * value == pytest.approx(peer.sentence_score(hyp, refs).score, abs=1e-9)


@pytest.mark.filterwarnings("ignore::UserWarning")  # NLTK warns of what it will answer with a tiny float
@pytest.mark.parametrize("system", demo.SYSTEMS)
@pytest.mark.parametrize("method", NLTK_METHODS)
def test_nltk(system: str, method: str) -> None:
    smoothing = getattr(bleu_score.SmoothingFunction(), method)
    values = BLEU(tokenize="none", smooth_method=method).segments(demo.SYSTEMS[system], REFS).values
    for value, hyp, refs in zip(values, demo.SYSTEMS[system], REFS, strict=True):
        try:
            theirs = bleu_score.sentence_bleu([ref.split() for ref in refs], hyp.split(), (0.25,) * 4, smoothing)
        except AssertionError:  # method 6 refuses a sentence without a matching trigram
            continue
        assert value == pytest.approx(0 if 0 < theirs < 1e-50 else theirs, abs=1e-12)
