"""The stand-ins for sacreBLEU, NLTK and pycocoevalcap compute what these do, for segments of systems of WMT23."""

import logging
from functools import partial
from importlib import import_module
from typing import Any

import nltk
import numpy as np
import pytest
import sacrebleu
from nltk.translate import gleu_score, nist_score, ribes_score

from bolide.compat import coco, nltk as own_nltk, sacrebleu as own
from tests.oracles.recorded import agrees, versioned
from tests.real.data import ALL_SYSTEMS, System, needs_data, systems

pytestmark = [needs_data, pytest.mark.one_core]
SOME = [system for system in ALL_SYSTEMS if system.name in ("GPT4-5shot", "ONLINE-B")] or ALL_SYSTEMS[:1]
PEER = versioned("sacreBLEU", sacrebleu.__version__)
SETTINGS: list[tuple[str, dict[str, Any]]] = [
    ("BLEU", {"effective_order": True}),
    ("BLEU", {"smooth_method": "floor", "tokenize": "intl"}),
    ("BLEU", {"smooth_method": "add-k"}),
    ("CHRF", {"word_order": 2}),
]


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.ERROR, "sacrebleu")


@pytest.mark.parametrize("system", SOME, ids=str)
def test_printed_lines(system: System) -> None:
    pairs = list(zip(*system.texts, strict=True))
    for metric, settings in SETTINGS:
        mine, theirs = getattr(own, metric)(**settings), getattr(sacrebleu, metric)(**settings)
        agrees(f"{PEER} {metric} {settings}", pairs, printed(mine, pairs), partial(printed, theirs, pairs))
        for hyp, ref in pairs[:50]:
            one, two = mine.sentence_score(hyp, [ref]), theirs.sentence_score(hyp, [ref])
            assert str(one) == str(two)
            if metric == "BLEU":
                assert one.precisions == pytest.approx(two.precisions, rel=1e-14)


def printed(metric: Any, pairs: list[tuple[str, str]]) -> list[str]:
    return [str(metric.sentence_score(hyp, [ref])) for hyp, ref in pairs]


@pytest.mark.parametrize("system", SOME[:1], ids=str)
def test_nltks_other_scores(system: System) -> None:
    hyps, refs = ([line.split() for line in side][:100] for side in system.texts)
    groups = [[ref] for ref in refs]
    assert own_nltk.corpus_gleu(groups, hyps) == gleu_score.corpus_gleu(groups, hyps)
    assert own_nltk.corpus_nist(groups, hyps) == pytest.approx(nist_score.corpus_nist(groups, hyps), rel=1e-13)
    for group, hyp in zip(groups, hyps, strict=True):
        assert own_nltk.sentence_gleu(group, hyp) == gleu_score.sentence_gleu(group, hyp)
    mine = ribes(own_nltk.sentence_ribes, groups, hyps)
    assert mine[:10] == ribes(ribes_score.sentence_ribes, groups[:10], hyps[:10])
    asked = partial(ribes, ribes_score.sentence_ribes, groups, hyps)
    agrees(versioned("NLTK", nltk.__version__) + " RIBES", [groups, hyps], mine, asked)


def ribes(score: Any, groups: list[list[list[str]]], hyps: list[list[str]]) -> list[float]:
    return [score(group, hyp) for group, hyp in zip(groups, hyps, strict=True)]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("name", ["Bleu", "Rouge", "Cider"])
def test_captions(name: str) -> None:
    """A system's lines as captions, words between single spaces; the references are a human's and two systems'."""
    module = pytest.importorskip(f"pycocoevalcap.{name.lower()}", reason="pycocoevalcap is not installed").__name__
    first, *others = (system.texts for system in systems("wmt23/zh-en")[:3])
    sides = (*first, *(hyps for hyps, _ in others))
    res, *references = ([[" ".join(text.lower().split()[:30])] for text in side[:400]] for side in sides)
    gts = {k: [text for (text,) in texts] for k, texts in enumerate(zip(*references, strict=True))}
    peer = getattr(import_module(f"{module}.{name.lower()}"), name)
    scores, wanted = (scorer().compute_score(gts, dict(enumerate(res))) for scorer in (getattr(coco, name), peer))
    for mine, theirs in zip(scores, wanted, strict=True):
        assert np.array_equal(np.array(mine), np.array(theirs))
