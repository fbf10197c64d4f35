"""Captioning code's calls: equal to pycocoevalcap's own, live, to the last bit; bad shapes refused with advice."""

import os
import random
import shutil
from collections import defaultdict
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from bolide import InputError
from bolide.compat import coco
from bolide.compat.coco.scorers import common_length
from bolide.kernels import COMPILED
from tests.errors import raises
from tests.oracles.recorded import agrees, versioned

Captions = dict[int, list[str]]
NEEDS_JAVA = "pip install --no-deps pycocoevalcap; Debian: apt-get install default-jre-headless"
WORDS = [
    "a",
    "the",
    "man",
    "men",
    "dog",
    "on",
    "in",
    "rides",
    "bike",
    "red",
    "big",
    "with",
    "hat",
    ",",
    ".",
    "zwölf",
    "12",
]


def captions(images: int, seed: int) -> tuple[Captions, Captions]:
    """Captions of many kinds: empty, repeated, with two spaces, equal to a reference, of one word."""
    draw = random.Random(seed)

    def caption() -> str:
        return draw.choice([" ", " ", " ", "  "]).join(draw.choices(WORDS, k=draw.randint(0, 12)))

    gts = {image: [caption() for _ in range(draw.randint(1, 5))] for image in range(images)}
    res = {image: [draw.choice([caption(), gts[image][0]])] for image in gts}
    return gts, res


def theirs(name: str) -> Any:
    """A class of pycocoevalcap."""
    reason = "pycocoevalcap is not installed: pip install --no-deps pycocoevalcap"
    return getattr(pytest.importorskip(f"pycocoevalcap.{name.lower()}.{name.lower()}", reason=reason), name)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("images", [1, 2, 40])
@pytest.mark.parametrize(
    ("name", "arguments"),
    [("Bleu", (4,)), ("Bleu", (2,)), ("Rouge", ()), ("Cider", ()), ("Cider", (None, None, 4, 2.5))],
)
def test_equal_to_pycocoevalcap(
    name: str, arguments: tuple[Any, ...], images: int, capsys: pytest.CaptureFixture[str]
) -> None:
    gts, res = captions(images, seed=images)
    ours, peer = getattr(coco, name)(*arguments), theirs(name)(*arguments)
    found = ours.compute_score(gts, res)
    printed = capsys.readouterr().out
    wanted = peer.compute_score(gts, res)
    assert printed == capsys.readouterr().out
    assert ours.method() == peer.method()
    for mine, yours in zip(found, wanted, strict=True):
        assert type(mine) is type(yours)
        assert np.array_equal(np.array(mine), np.array(yours))


@pytest.mark.parametrize("seed", range(20))
def test_the_longest_common_subsequence_is_that_of_the_usual_table(seed: int) -> None:
    draw = random.Random(seed)
    a, b = (draw.choices("abcd", k=draw.randint(0, 90)) for _ in range(2))
    table = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i, x in enumerate(a, 1):
        for j, y in enumerate(b, 1):
            table[i][j] = table[i - 1][j - 1] + 1 if x == y else max(table[i - 1][j], table[i][j - 1])
    assert common_length(a, b) == common_length(b, a) == table[-1][-1]


def test_cider_d_is_cider_over_the_same_images() -> None:
    gts, res = captions(12, seed=3)
    entries = [{"image_id": image, "caption": caption} for image, caption in res.items()]
    wanted = coco.Cider().compute_score(gts, res)
    for given in (entries, res):
        for df in ("corpus", coco.document_frequencies(gts)):
            score, scores = coco.CiderD(df=df).compute_score(gts, given)
            assert score == wanted[0]
            assert scores.tolist() == wanted[1].tolist()
    assert coco.CiderD().method() == "CIDEr-D"


def test_cider_d_as_a_reward_does_not_depend_on_the_batch() -> None:
    gts, res = captions(12, seed=4)
    reward = coco.CiderD(df=coco.document_frequencies(gts))
    whole = reward.compute_score(gts, res)[1].tolist()
    samples = [{"image_id": 5, "caption": res[5]}, {"image_id": 2, "caption": res[2]}] * 2
    assert reward.compute_score(gts, samples)[1].tolist() == [whole[5], whole[2], whole[5], whole[2]]


class Annotations:
    """What pycocotools' COCO is to COCOEvalCap."""

    def __init__(self, texts: Captions) -> None:
        self.imgToAnns = defaultdict(list)
        for image, found in texts.items():
            self.imgToAnns[image] = [{"image_id": image, "caption": caption} for caption in found]

    def getImgIds(self) -> list[int]:
        return list(self.imgToAnns)


@pytest.mark.filterwarnings("ignore:continuing without paraphrases")
def test_everything_in_one_call(capsys: pytest.CaptureFixture[str]) -> None:
    gts, res = captions(6, seed=9)
    run = coco.COCOEvalCap(Annotations(gts), Annotations(res), tokenize=coco.tokenized)
    run.evaluate()
    out = capsys.readouterr().out
    bleu, by_order = coco.Bleu(4).compute_score(gts, res, verbose=0)
    meteor, meteors = coco.Meteor().compute_score(gts, res)
    rouge, cider = (scorer.compute_score(gts, res)[0] for scorer in (coco.Rouge(), coco.Cider()))
    assert list(run.eval) == ["Bleu_1", "Bleu_2", "Bleu_3", "Bleu_4", "METEOR", "ROUGE_L", "CIDEr"]
    assert list(run.eval.values()) == [*bleu, meteor, rouge, cider]
    expected = list(zip(gts, by_order[2], meteors, strict=True))
    assert [(entry["image_id"], entry["Bleu_3"], entry["METEOR"]) for entry in run.evalImgs] == expected
    assert f"CIDEr: {cider:.3f}" in out
    assert "SPICE is not computed" in out


def test_meteor_without_its_paraphrases(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bolide.text.words.paraphrase.pycocoevalcap_file", lambda name: None)
    with pytest.warns(UserWarning, match="continuing without paraphrases: .* install the package pycocoevalcap"):
        meteor = coco.Meteor()
    gts = {1: ["a cat on a mat", "the cat sits"], 2: ["a dog"]}
    score, scores = meteor.compute_score(gts, {1: ["a cat on a mat"], 2: ["two birds"]})
    assert (scores, meteor.method()) == ([1.0, 0.0], "METEOR")
    assert 0 < score < 1


def test_an_image_without_a_caption_is_named() -> None:
    run = coco.COCOEvalCap(Annotations({1: ["a"], 2: ["b"]}), Annotations({1: ["a"]}), tokenize=coco.tokenized)
    raises(InputError, r"The image 2 has no caption in the results; set params\['image_id'\]", run.evaluate)


def test_without_java_the_tokenizer_is_named_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bolide.compat.coco.evaluation.which", lambda name: None)
    run = coco.COCOEvalCap(Annotations({1: ["a"]}), Annotations({1: ["a"]}))
    raises(InputError, r"Stanford's PTBTokenizer, which needs Java.*tokenize=bolide", run.evaluate)


def test_a_tokenizer_that_returns_nothing_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As where Java fails: pycocoevalcap takes what it printed, which is nothing, for the captions."""
    theirs("Bleu")
    java = tmp_path / "java"
    java.write_text("#!/bin/sh\nexit 1\n")
    java.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    gts, res = {1: ["A man rides a bike, slowly."]}, {1: ["A man rides a bike."]}
    raises(InputError, "returned no words", coco.COCOEvalCap(Annotations(gts), Annotations(res)).evaluate)


@pytest.mark.one_core
@pytest.mark.skipif(not COMPILED, reason="scores are equal on both cores, and METEOR's jar takes long to start")
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_equal_to_pycocoevalcap_in_one_call(monkeypatch: pytest.MonkeyPatch) -> None:
    """The real annotations of pycocotools, the real tokenizer, every number but SPICE's, which needs a download.

    What METEOR's jar said is kept: to read its paraphrase table takes it longer than all the rest.
    """
    if find_spec("pycocotools") is None or find_spec("pycocoevalcap") is None or not shutil.which("java"):
        pytest.skip(f"pycocoevalcap and Java are not both here: {NEEDS_JAVA}")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    from pycocoevalcap import eval as peer
    from pycocotools.coco import COCO

    gts = {
        7: ["A man rides a bike, slowly.", "Somebody's riding a (red) bike."],
        9: ["Two dogs sleep on a sofa.", "Dogs are asleep."],
        11: ["The street at night", "A street in the dark; no cars."],
    }
    res = {7: "A man is riding his red bike.", 9: "Two dogs lie on a couch.", 11: "A dark street."}
    more, others = captions(60, seed=5)
    for image, (caption,) in others.items():
        if caption.strip(" ,.") and all(text.strip(" ,.") for text in more[image]):
            gts[100 + image], res[100 + image] = more[image], caption
    assert len(gts) > 30
    people = COCO()
    people.dataset = {
        "images": [{"id": image} for image in gts],
        "annotations": [
            {"id": 10 * image + k, "image_id": image, "caption": caption}
            for image, captions in gts.items()
            for k, caption in enumerate(captions)
        ],
    }
    people.createIndex()
    results = people.loadRes([{"image_id": image, "caption": caption} for image, caption in res.items()])

    tokenized: list[tuple[Captions, Captions]] = []

    def take_down(gts: Captions, res: Captions) -> tuple[float, list[float]]:
        tokenized.append((gts, res))
        return 0.0, [0.0] * len(gts)

    jar = peer.Meteor
    for name in ("Spice", "Meteor"):  # scorers that take down what they are asked
        monkeypatch.setattr(peer, name, lambda: SimpleNamespace(method=str, compute_score=take_down))
    ours, theirs = coco.COCOEvalCap(people, results), peer.COCOEvalCap(people, results)
    for run in (ours, theirs):
        run.evaluate()
    assert ours.eval.keys() == theirs.eval.keys() - {"SPICE"}
    assert ours.imgToEval.keys() == gts.keys()
    for name in ours.eval.keys() - {"METEOR"}:
        mine, yours = ([run.eval[name], *(run.imgToEval[image][name] for image in gts)] for run in (ours, theirs))
        assert mine == yours

    def ask() -> list[float]:
        whole, single = jar().compute_score(*tokenized[0])
        return [whole, *single]

    meteors = [ours.eval["METEOR"], *(ours.imgToEval[image]["METEOR"] for image in tokenized[0][0])]
    asked = versioned("pycocoevalcap", version("pycocoevalcap")) + " METEOR"
    agrees(asked, list(tokenized[0]), meteors, ask, digits=12)
