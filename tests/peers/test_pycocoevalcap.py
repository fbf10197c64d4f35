"""pycocoevalcap accelerated gives what it gives, and METEOR and the tokenizer need no Java."""

from pathlib import Path
from typing import Any

import pytest

import bolide

pytest.importorskip("pycocoevalcap.eval")
from pycocoevalcap.bleu import bleu_scorer
from pycocoevalcap.bleu.bleu import Bleu
from pycocoevalcap.cider import cider_scorer
from pycocoevalcap.cider.cider import Cider
from pycocoevalcap.meteor import meteor
from pycocoevalcap.rouge.rouge import Rouge
from pycocoevalcap.tokenizer import ptbtokenizer

from tests.oracles.paraphrases import paraphrase_table
from tests.peers.random_calls import exact

GTS = {1: ["a cat on a mat", "the cat is on the mat"], 2: ["a man riding a wave"]}
RES = {1: ["a cat sat on a mat"], 2: ["a man on a surfboard"]}
JAR = [0.3318796659212187, 0.4766362624370249, 0.2087547911733474]  # what its jar says of these
# What Stanford's tokenizer of CoreNLP 3.4.1 makes of captions, and PTBTokenizer of that
TOKENIZED = {
    "A man is riding a wave, on top of a surfboard.": "a man is riding a wave on top of a surfboard",
    "The man's dog doesn't like it; they'll go!": "the man 's dog does n't like it they 'll go",
    'He said "hello there" (twice) & left - with 2 men': "he said hello there -lrb- twice -rrb- & left with 2 men",
    "  two-way  street\t": "two-way street",
    "": "",
}


def test_usual_calls_are_counted_by_bolide(monkeypatch: pytest.MonkeyPatch) -> None:
    def scores() -> Any:
        return [exact(scorer.compute_score(GTS, RES)) for scorer in (Bleu(4), Rouge(), Cider())]

    plain = scores()
    monkeypatch.setattr(bleu_scorer, "precook", None)
    with pytest.raises(TypeError):
        scores()
    monkeypatch.setattr(cider_scorer, "precook", None)
    with bolide.accelerate("pycocoevalcap"):
        assert scores() == plain


def test_meteor_without_java(monkeypatch: pytest.MonkeyPatch, here: Path) -> None:
    paraphrase_table()
    monkeypatch.setenv("PATH", str(here))
    with bolide.accelerate("pycocoevalcap"):
        scorer = meteor.Meteor()
    score, scores = scorer.compute_score(GTS, RES)  # which goes on working
    assert [score, *scores] == pytest.approx(JAR, rel=0, abs=1e-12)


def test_the_tokenizer_without_java(monkeypatch: pytest.MonkeyPatch, here: Path) -> None:
    monkeypatch.setenv("PATH", str(here))
    monkeypatch.setattr(ptbtokenizer, "__file__", str(here / "ptbtokenizer.py"))
    captions = {k: [{"caption": text}] for k, text in enumerate(TOKENIZED)}
    with bolide.accelerate("pycocoevalcap"):
        tokenizer = ptbtokenizer.PTBTokenizer()
        assert tokenizer.tokenize(captions) == {k: [text] for k, text in enumerate(TOKENIZED.values())}
        with pytest.raises(FileNotFoundError):  # Java is asked about what is not plain
            tokenizer.tokenize({1: [{"caption": "St. Louis"}]})
