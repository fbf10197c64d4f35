"""`sacrebleu` mode gives sacreBLEU's own p-values, means and half widths, computed live beside it."""

import pytest
from sacrebleu.metrics import BLEU as PeerBLEU
from sacrebleu.significance import PairedTest

from bolide.significance.paired import compare, confidence
from bolide.significance.plan import Plan
from bolide.significance.sample import Sample
from tests.significance.texts import outputs, samples

pytestmark = pytest.mark.one_core

TESTS = {"bootstrap": "bs", "randomisation": "ar"}


@pytest.mark.parametrize("seed", [None, "12345", "7", "8"])
@pytest.mark.parametrize("test", TESTS)
def test_paired(test: str, seed: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    if seed is not None:
        monkeypatch.setenv("SACREBLEU_SEED", seed)
    systems, refs = outputs()
    peer = PairedTest(
        list(systems.items()), {"BLEU": PeerBLEU(references=[refs])}, None, TESTS[test], 200,
        n_ar_confidence=-1 if test == "bootstrap" else 200,
    )  # fmt: skip
    theirs = dict(zip(systems, peer()[1]["BLEU"], strict=True))
    ours = compare(
        samples(), Plan("sacrebleu", test, 200, resamples=None if test == "bootstrap" else 200, baseline="system0")
    )
    assert ours.systems[0].system == "system0"
    for standing in ours.systems:
        expected = theirs[standing.system]
        assert standing.interval is not None
        assert 100 * standing.value == pytest.approx(expected.score, abs=1e-9)
        assert 100 * standing.interval.mean == pytest.approx(expected.mean, abs=2e-4)  # float32 there
        assert 100 * standing.interval.half_width == pytest.approx(expected.ci, abs=2e-4)
    for pair in ours.pairs:
        assert pair.p == theirs[pair.a].p_value
        assert pair.p_corrected == pair.p


def test_confidence_of_one_system() -> None:
    systems, refs = outputs()
    theirs = PeerBLEU().corpus_score(systems["system1"], [refs], n_bootstrap=300)
    found = confidence(samples()[1], Plan("sacrebleu", "bootstrap", 300))
    assert f"{100 * found.mean:.3f} ± {100 * found.half_width:.3f}" == f"{theirs._mean:.3f} ± {theirs._ci:.3f}"
    assert found.low == found.mean - found.half_width


def test_a_system_against_itself_is_significant_there_and_not_here() -> None:
    one = samples()[0]
    twin = Sample(**{**vars(one), "system": "twin"})
    theirs = compare([one, twin], Plan("sacrebleu", "bootstrap", 99)).pairs[0]
    assert theirs.p == 1 / 100  # its inequality is strict and nothing is larger than 0
    for test in TESTS:
        ours = compare([one, twin], Plan("sound", test, 99)).pairs[0]
        assert (ours.p, ours.significant, ours.ties) == (1.0, False, len(one))
        assert ours.effect is None
