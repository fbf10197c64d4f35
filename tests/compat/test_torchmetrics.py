"""Bolide in torchmetrics' frame: with the real package, and in two real processes over gloo."""

import json
import pickle
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import bolide
from bolide import CHRF, METEOR, Accumulator, InputError, Metric, demo
from tests.compat.guide_examples import run_example
from tests.errors import raises
from tests.python import environment
from tests.tables import table

if find_spec("torch") is None or find_spec("torchmetrics") is None:
    pytest.skip(
        "torch (750 MB) and torchmetrics are not installed: pip install torch torchmetrics", allow_module_level=True
    )

torch = pytest.importorskip("torch")
torchmetrics = pytest.importorskip("torchmetrics")

from bolide.compat.torchmetrics import BolideMetric  # noqa: E402

pytestmark = pytest.mark.one_core

HYPS, REFS = demo.SYSTEMS["hasty"], [list(refs) for refs in zip(demo.HUMAN_A, demo.HUMAN_B, strict=True)]
METRICS: list[Metric] = [
    bolide.BLEU(),
    CHRF(word_order=2),
    bolide.TER(),
    METEOR(variant="nltk", average="mean"),
    METEOR(),
]
every = pytest.mark.parametrize("metric", METRICS, ids=str)


@every
def test_update_compute_reset(metric: Metric) -> None:
    ours = BolideMetric(metric)
    for start in range(0, len(HYPS), 2):
        ours.update(HYPS[start : start + 2], REFS[start : start + 2])
    wanted, own = metric.corpus(HYPS, REFS), Accumulator(metric)
    assert ours.compute().dtype == torch.float64
    assert ours.compute().item() == wanted.value
    assert ours.score() == wanted
    assert ours.higher_is_better is metric.formula.higher_is_better
    ours.reset()
    ours.update(HYPS[:3], REFS[:3])
    own.add(HYPS[:3], REFS[:3])
    assert (ours.sums.dtype, ours.sums.tolist()) == (torch.int64, own.vector().tolist())
    assert ours.compute().item() == metric.corpus(HYPS[:3], REFS[:3]).value


@every
def test_forward_gives_the_batch_and_keeps_the_sum(metric: Metric) -> None:
    ours = BolideMetric(metric)
    assert ours(HYPS[:2], REFS[:2]).item() == metric.corpus(HYPS[:2], REFS[:2]).value
    assert ours(HYPS[2:], REFS[2:]).item() == metric.corpus(HYPS[2:], REFS[2:]).value
    assert ours.compute().item() == metric.corpus(HYPS, REFS).value


@every
def test_states_merge_and_other_settings_do_not(metric: Metric) -> None:
    a, b = BolideMetric(metric), BolideMetric(metric)
    a.update(HYPS[:2], REFS[:2])
    b.update(HYPS[2:], REFS[2:])
    a.merge_state(b)
    assert a.compute().item() == metric.corpus(HYPS, REFS).value
    before = a.sums.clone()
    raises(InputError, "different settings", a.merge_state, BolideMetric(CHRF(beta=3)))
    assert torch.equal(a.sums, before)


def test_a_collection_does_not_take_one_setting_for_another() -> None:
    """torchmetrics joins metrics whose states are equal after the first batch: here both count the same at first."""
    cased, uncased = bolide.BLEU(), bolide.BLEU(lowercase=True)
    both = torchmetrics.MetricCollection({"cased": BolideMetric(cased), "uncased": BolideMetric(uncased)})
    both.update(["a b c d e"], [["a b c d f"]])
    both.update(["A B C D E"], [["a b c d f"]])
    hyps, refs = ["a b c d e", "A B C D E"], ["a b c d f", "a b c d f"]
    found = {name: value.item() for name, value in both.compute().items()}
    assert found == {"cased": cased.corpus(hyps, refs).value, "uncased": uncased.corpus(hyps, refs).value}
    assert found["cased"] != found["uncased"]


def test_checkpoints_keep_the_sums_and_the_settings() -> None:
    ours, again, other = BolideMetric("chrf"), BolideMetric("chrf"), BolideMetric(CHRF(beta=3))
    for metric in (ours, again, other):
        metric.persistent(True)
    ours.update(HYPS, REFS)
    again.load_state_dict(ours.state_dict())
    assert again.score() == ours.score()
    other.load_state_dict(ours.state_dict())
    raises(InputError, "other settings", other.score)


def test_copies_are_their_own() -> None:
    ours = BolideMetric(bolide.TER())
    ours.update(HYPS[:2], REFS[:2])
    for copied in (ours.clone(), pickle.loads(pickle.dumps(ours))):
        copied.update(HYPS[2:], REFS[2:])
        assert copied.score() == bolide.TER().corpus(HYPS, REFS)
    assert ours.score() == bolide.TER().corpus(HYPS[:2], REFS[:2])
    tracker = torchmetrics.MetricTracker(BolideMetric(bolide.TER()))
    for size in (2, len(HYPS)):
        tracker.increment()
        tracker.update(HYPS[:size], REFS[:size])
    wanted = [bolide.TER().corpus(HYPS[:size], REFS[:size]).value for size in (2, len(HYPS))]
    assert tracker.best_metric(return_step=True) == (min(wanted), wanted.index(min(wanted)))


def test_counts_stay_integers() -> None:
    """float32, which torchmetrics' own text metrics count in, loses words above 2²⁴."""
    ours = BolideMetric("bleu")
    ours.update(["a"], [["b"]])
    place = 3 + bolide.BLEU().counts.columns.index("hyp_len")
    ours.sums[place] = 2**24
    ours.update(["a"], [["b"]])
    assert ours.sums[place].item() == 2**24 + 1
    assert torch.tensor(2**24, dtype=torch.float32) + 1 == 2**24
    ours.half()
    assert ours.sums.dtype == torch.int64
    raises(InputError, "64-bit integers", ours.set_dtype, torch.float32)


@pytest.mark.parametrize(
    ("preds", "target"),
    [
        ("a", "a"),
        (["a"], "a"),
        (["a", "b"], [["a", "b"]]),
        (["a"], [["a"], ["b"]]),
        (["a"], [[["a"]]]),
        ([1], ["a"]),
    ],
)
def test_bad_shapes_are_refused_and_change_nothing(preds: Any, target: Any) -> None:
    ours = BolideMetric("chrf")
    raises(InputError, "hyps|refs", ours.update, preds, target)
    assert not ours.sums.any()


def two_processes(tmp_path: Path, signatures: list[tuple[str, str]]) -> list[list[Any]]:
    """What each of two processes computes, joined by gloo through a file."""
    env = environment(GLOO_SOCKET_IFNAME="lo")
    programs = table(__file__, "install.toml")
    arguments = [str(tmp_path / "rendezvous"), json.dumps(signatures)]
    running = [
        subprocess.Popen(
            [sys.executable, "-W", "ignore", "-c", programs["torchmetrics"]["program"], str(rank), *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=env,
            text=True,
        )
        for rank in range(2)
    ]
    found = []
    try:
        for process in running:
            out, err = process.communicate(timeout=900)
            assert process.returncode == 0, err
            found.append(json.loads(out.splitlines()[-1]))
    finally:
        for process in running:
            process.kill()
    return found


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="gloo over the loopback interface as Linux calls it")
def test_two_processes_sum_to_the_corpus(tmp_path: Path) -> None:
    signatures = [(str(metric.signature()), str(metric.signature())) for metric in METRICS]
    first, second = two_processes(tmp_path, signatures)
    for number, metric in enumerate(METRICS):
        whole = metric.corpus(HYPS, REFS).value
        assert first[2 * number] == second[2 * number] == whole
        for rank, found in enumerate((first, second)):
            assert found[2 * number + 1] == metric.corpus(HYPS[rank::2], REFS[rank::2]).value


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="gloo over the loopback interface as Linux calls it")
def test_processes_with_other_settings_are_refused(tmp_path: Path) -> None:
    signatures = [(str(CHRF().signature()), str(other.signature())) for other in (CHRF(beta=3), bolide.BLEU())]
    for found in two_processes(tmp_path, signatures):
        assert len(found) == 2
        assert all("different settings" in message for message in found)


def test_the_guide() -> None:
    run_example("torchmetrics")
