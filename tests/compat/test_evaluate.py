"""Modules for evaluate, loaded by the real package without a network: the numbers that the originals publish."""

import math
import sys
from collections import Counter
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import bolide
from bolide import OptionError, demo
from bolide.compat.evaluate import NAMES, path
from bolide.text.tokenize import tokenizer
from tests.compat.guide_examples import run_example
from tests.errors import raises
from tests.plain import grams
from tests.python import environment, python
from tests.tables import table

Load = Callable[[str], Any]
pytestmark = pytest.mark.one_core
real = pytest.mark.skipif(find_spec("evaluate") is None, reason="evaluate is not installed: pip install evaluate")
HYPS, REFS = demo.SYSTEMS["hasty"], [list(refs) for refs in zip(demo.HUMAN_A, demo.HUMAN_B, strict=True)]


def test_the_folders_are_there() -> None:
    for name in NAMES:
        assert (Path(path(name)) / f"{name}.py").is_file()


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Load:
    """`evaluate.load` of one of our modules, with its cache in a folder of the test's own and no network."""
    evaluate = pytest.importorskip("evaluate")
    monkeypatch.setattr(evaluate.config, "HF_EVALUATE_OFFLINE", True)
    monkeypatch.setattr(evaluate.config, "HF_MODULES_CACHE", str(tmp_path / "modules"))
    monkeypatch.setattr(evaluate.config, "HF_METRICS_CACHE", tmp_path / "metrics")
    monkeypatch.setattr(sys, "path", list(sys.path))
    for name in [name for name in sys.modules if name.startswith("evaluate_modules")]:
        monkeypatch.delitem(sys.modules, name)
    yield lambda name: evaluate.load(path(name))
    for name in [name for name in sys.modules if name.startswith("evaluate_modules")]:
        del sys.modules[name]


REFUSED = table(__file__, "refused.toml")["evaluate"]
PUBLISHED = table(__file__, "evaluate.toml")["published"]


@real
@pytest.mark.parametrize("example", PUBLISHED, ids=lambda example: example["name"])
def test_published_examples(load: Load, example: dict[str, Any]) -> None:
    module, texts = load(example["name"]), {"predictions": example["hyps"], "references": example["refs"]}
    assert module.compute(**texts, **example["options"]) == example["scores"]


@real
def test_sacrebleu_is_sacrebleu(load: Load) -> None:
    sacrebleu = pytest.importorskip("sacrebleu")
    for options in ({}, {"lowercase": True, "tokenize": "intl"}, {"smooth_method": "floor", "smooth_value": 0.2}):
        found = load("sacrebleu").compute(predictions=HYPS, references=REFS, **options)
        wanted = sacrebleu.corpus_bleu(HYPS, [list(stream) for stream in zip(*REFS, strict=True)], **options)
        assert list(found) == ["score", "counts", "totals", "precisions", "bp", "sys_len", "ref_len"]
        assert found.pop("score") == pytest.approx(wanted.score, rel=1e-14)
        assert found == {name: getattr(wanted, name) for name in found}
    assert (
        round(
            load("sacrebleu").compute(
                predictions=["hello there general kenobi", "on our way to ankh morpork"],
                references=[["hello there general kenobi", "hello there !"], ["goodbye ankh morpork", "ankh morpork"]],
            )["score"],
            1,
        )
        == 39.8
    )  # the original's docstring


def bleu_by_hand(hyps: list[list[str]], refs: list[list[list[str]]], orders: int, smooth: bool) -> list[float]:
    """The original's formula (Papineni et al. with the shortest reference; Lin and Och's smoothing), over counters."""
    ratios = []
    for n in range(1, orders + 1):
        match = total = 0
        for hyp, group in zip(hyps, refs, strict=True):
            most: Counter[Any] = Counter()
            for ref in group:
                most |= grams(ref, n)
            match += (grams(hyp, n) & most).total()
            total += grams(hyp, n).total()
        ratios.append((match + smooth) / (total + smooth) if total + smooth else 0.0)
    length, wanted = sum(map(len, hyps)), sum(min(map(len, group)) for group in refs)
    mean = math.exp(sum(map(math.log, ratios)) / orders) if min(ratios) else 0.0
    return [mean * (1 if length > wanted else math.exp(1 - wanted / length)), *ratios, length, wanted]


@real
@pytest.mark.parametrize(("orders", "smooth"), [(4, False), (2, True), (5, True)])
def test_bleu_is_the_originals_formula(load: Load, orders: int, smooth: bool) -> None:
    cut = tokenizer("13a")
    for split, options in ((cut, {}), (str.split, {"tokenizer": str.split})):
        found = load("bleu").compute(predictions=HYPS, references=REFS, max_order=orders, smooth=smooth, **options)
        assert list(found) == [
            "bleu",
            "precisions",
            "brevity_penalty",
            "length_ratio",
            "translation_length",
            "reference_length",
        ]
        tokens = [split(text) for text in HYPS], [[split(text) for text in group] for group in REFS]
        wanted = bleu_by_hand(*tokens, orders, smooth)
        numbers = [found["bleu"], *found["precisions"], found["translation_length"], found["reference_length"]]
        assert numbers == pytest.approx(wanted, rel=1e-14)
        assert found["length_ratio"] == wanted[-2] / wanted[-1]


@real
def test_bleu_of_nothing_is_zero(load: Load) -> None:
    for prediction, reference in (("", "a b"), ("a b", ""), ("", "")):
        found = load("bleu").compute(predictions=[prediction], references=[reference], smooth=True)
        assert (found["bleu"], found["brevity_penalty"], found["length_ratio"]) == (0.0, 0.0, 0.0)
    raises(OptionError, "max_order", load("bleu").compute, predictions=["a"], references=["a"], max_order=0)
    raises(bolide.InputError, "smooth is 'no'", load("bleu").compute, predictions=["a"], references=["a"], smooth="no")


@real
def test_meteor_is_nltks_and_says_what_it_needs(load: Load, monkeypatch: pytest.MonkeyPatch) -> None:
    nltk = pytest.importorskip("nltk")
    hyps = ["It is a guide to action which ensures that the military always obeys the commands of the party"]
    refs = ["It is a guide to action that ensures that the military will forever heed Party commands"]
    cut = nltk.tokenize.NLTKWordTokenizer().tokenize
    found = load("meteor").compute(predictions=hyps, references=refs, tokenizer=cut)
    assert round(found["meteor"], 4) == 0.6944  # the original's docstring

    def missing(*_: Any, **__: Any) -> None:
        raise LookupError("punkt_tab")

    monkeypatch.setattr(nltk, "word_tokenize", missing)
    with pytest.raises(bolide.InputError, match=r"punkt_tab.*tokenizer=nltk.tokenize.NLTKWordTokenizer"):
        load("meteor").compute(predictions=hyps, references=refs)
    monkeypatch.setattr(nltk, "word_tokenize", cut)
    assert load("meteor").compute(predictions=hyps, references=[refs]) == found


@pytest.fixture
def metrics(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The classes of our modules; without evaluate, on a stand-in that passes on what is computed as evaluate does."""

    class Metric:
        def add_batch(self, **batch: Any) -> None:
            self.batch = batch

        def compute(self, predictions: Any, references: Any, **options: Any) -> Any:
            self.add_batch(predictions=predictions, references=references)
            return self._compute(**self.batch, **options)  # type: ignore[attr-defined]

    if find_spec("evaluate") is None:
        monkeypatch.setitem(sys.modules, "datasets", SimpleNamespace())
        monkeypatch.setitem(sys.modules, "evaluate", SimpleNamespace(Metric=Metric))
    yield import_module("bolide.compat.evaluate.metrics")
    del sys.modules["bolide.compat.evaluate.metrics"]


@pytest.mark.parametrize(("name", "option"), REFUSED["options"])
def test_options_that_the_originals_do_not_have_are_refused(metrics: Any, name: str, option: str) -> None:
    with pytest.raises(TypeError, match=option):
        getattr(metrics, name)().compute(predictions=["a"], references=["a"], **{option: None})


def test_iterators_are_read_once_and_an_empty_tokenizer_is_the_default(metrics: Any) -> None:
    for name, options in (("Sacrebleu", {"tokenize": ""}), ("ChrF", {}), ("Ter", {"ignore_punct": False})):
        wanted = getattr(metrics, name)().compute(predictions=list(HYPS), references=REFS)
        given = {"predictions": iter(HYPS), "references": map(iter, REFS)}
        assert getattr(metrics, name)().compute(**given, **options) == wanted
    texts = [["a cat sat"], ["the cats sat"]]
    by_name = metrics.Meteor()._compute(*texts, alpha=0.5, beta=2.0, gamma=0.3, tokenizer=str.split)
    assert metrics.Meteor()._compute(*texts, 0.5, 2.0, 0.3, str.split) == by_name


@real
def test_one_by_one_and_in_batches(load: Load) -> None:
    wanted = load("chrf").compute(predictions=HYPS, references=REFS)
    metric = load("chrf")
    metric.add(prediction=HYPS[0], reference=REFS[0])
    metric.add_batch(predictions=HYPS[1:3], references=REFS[1:3])
    metric.add_batch(predictions=HYPS[3:], references=REFS[3:])
    assert metric.compute() == wanted
    varied = [refs[: 1 + number % 2] for number, refs in enumerate(REFS)]  # the original refuses these
    assert load("chrf").compute(predictions=HYPS, references=varied)["score"] == pytest.approx(
        bolide.CHRF().corpus(HYPS, varied).percent, abs=1e-12
    )


@real
def test_modules_combine_under_the_originals_names(load: Load) -> None:
    """Where keys clash evaluate puts the module's name before them: that of its class, which is the original's."""
    evaluate = pytest.importorskip("evaluate")
    both = evaluate.combine([load("chrf"), load("ter"), load("sacrebleu"), load("bleu")])
    found = both.compute(predictions=HYPS, references=REFS)
    assert {"chr_f_score", "ter_score", "sacrebleu_score", "bleu", "beta", "num_edits"} <= set(found)
    assert found["chr_f_score"] == load("chrf").compute(predictions=HYPS, references=REFS)["score"]


@pytest.mark.parametrize(("texts", "words"), REFUSED["shapes"])
def test_bad_shapes_are_refused(metrics: Any, texts: str, words: str) -> None:
    raises(bolide.InputError, words, metrics.ChrF().compute, *eval(texts))


@real
def test_no_network_in_a_fresh_process(tmp_path: Path) -> None:
    """As a user has it: the environment says offline, the cache is empty, and no socket can be opened."""
    code = (
        "import socket\n"
        "def refuse(*_, **__): raise OSError('no network here')\n"
        "socket.socket.connect = socket.create_connection = refuse\n"
        "import evaluate, bolide.compat.evaluate as ours\n"
        "print(evaluate.load(ours.path('chrf')).compute(predictions=['a b'], references=[['a b']])['score'])\n"
    )
    done = python("-c", code, env=environment(HF_HOME=str(tmp_path), HF_EVALUATE_OFFLINE="1"), cwd=tmp_path)
    assert done.stdout.strip() == "100.0", done.stderr


@real
@pytest.mark.usefixtures("load")
def test_the_guide() -> None:
    run_example("evaluate")
