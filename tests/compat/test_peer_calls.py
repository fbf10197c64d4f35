"""The calls that public projects make of sacreBLEU and NLTK, with the modules swapped.

Each is made twice, of the peer and of Bolide, and gives the same.
"""

from contextlib import nullcontext
from importlib import import_module
from inspect import isfunction
from typing import Any

import pytest
from sacrebleu import utils as peer_utils

from bolide.compat import installed
from bolide.compat.sacrebleu.utils import Color
from tests.compat import evaluation_calls, training_calls
from tests.compat.evaluation_calls import HYPS, MORE, REFS, Call

pytestmark = pytest.mark.one_core

# --- NLTK: helm, lmms-eval, lighteval, evaluate, unitxt, jury, opencompass, VLMEvalKit ------------------------------


def helm_bleu() -> Any:
    from nltk.translate.bleu_score import SmoothingFunction, sentence_bleu

    ref, hyp = REFS[0].split(), HYPS[0].split()
    return [
        sentence_bleu([ref], hyp, weights=(1, 0, 0, 0)),
        sentence_bleu([ref], hyp, weights=(0, 0, 0, 1)),
        sentence_bleu([ref], hyp, smoothing_function=SmoothingFunction().method1),
    ]


def lighteval_nltk() -> Any:
    from nltk.translate.bleu_score import corpus_bleu

    refs, hyps = [[ref.split()] for ref in REFS], [hyp.split() for hyp in HYPS]
    return corpus_bleu(refs, hyps, weights=(0.5, 0.5))


def evaluate_google_bleu() -> Any:
    from nltk.translate import gleu_score

    refs, hyps = [[ref.split(), more.split()] for ref, more in zip(REFS, MORE, strict=True)], [h.split() for h in HYPS]
    return gleu_score.corpus_gleu(list_of_references=refs, hypotheses=hyps, min_len=1, max_len=4)


def other_scores() -> Any:
    from nltk.translate.bleu_score import brevity_penalty, closest_ref_length, modified_precision
    from nltk.translate.chrf_score import corpus_chrf, sentence_chrf
    from nltk.translate.nist_score import corpus_nist, sentence_nist
    from nltk.translate.ribes_score import corpus_ribes, sentence_ribes

    refs, hyps = [[ref.split()] for ref in REFS], [hyp.split() for hyp in HYPS]
    return [
        sentence_nist(refs[0], hyps[0]), corpus_nist(refs, hyps), sentence_ribes(refs[0], hyps[0]),
        corpus_ribes(refs, hyps), sentence_chrf(REFS[0], HYPS[0]), corpus_chrf(REFS, HYPS), brevity_penalty(9, 7),
        closest_ref_length([["a"] * 9, ["b"] * 6], 7), float(modified_precision(refs[0], hyps[0], 2)),
    ]  # fmt: skip


NLTK: list[Call] = [helm_bleu, lighteval_nltk, evaluate_google_bleu, other_scores]


def same(mine: Any, theirs: Any) -> None:
    """Equal, numbers up to the last digits."""
    if isinstance(theirs, list | tuple):
        assert len(mine) == len(theirs)
        for one, two in zip(mine, theirs, strict=True):
            same(one, two)
    else:
        assert mine == (pytest.approx(theirs, rel=1e-9) if isinstance(theirs, float) else theirs)


def called(call: Call, name: str, swapped: bool) -> Any:
    with installed(name) if swapped else nullcontext():
        assert import_module(name).__name__.startswith("bolide") == swapped
        return call()


SACREBLEU = [
    call
    for module in (evaluation_calls, training_calls)
    for call in vars(module).values()
    if isfunction(call) and call.__module__ == module.__name__
]


@pytest.mark.parametrize("call", SACREBLEU, ids=lambda call: call.__name__)
def test_sacrebleu(call: Call, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    for color in (peer_utils.Color, Color):  # either may have been switched off by a command that was run before
        monkeypatch.setattr(color, "ENABLE_COLORS", True)
    theirs = called(call, "sacrebleu", False)
    wanted = capsys.readouterr().out
    mine = called(call, "sacrebleu", True)
    same(mine, theirs)
    assert capsys.readouterr().out == wanted


@pytest.mark.parametrize("call", NLTK, ids=lambda call: call.__name__)
def test_nltk(call: Call) -> None:
    same(called(call, "nltk.translate", True), called(call, "nltk.translate", False))
