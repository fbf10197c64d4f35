"""What the stand-ins refuse, in words that say what would be right; peers' errors can be caught by their classes."""

import builtins
from typing import Any

import pytest

import bolide
from bolide.compat import coco, nltk as ours_nltk
from tests.errors import raises
from tests.tables import table

pytestmark = pytest.mark.one_core
REFUSED = table(__file__, "refused.toml")
WORDS = ["the", "cat", "sat"]


@pytest.mark.parametrize(
    ("tool", "call", "classes", "words"), [(tool, *case) for tool in REFUSED for case in REFUSED[tool].get("calls", ())]
)
def test_a_call_is_refused(tool: str, call: str, classes: str, words: str) -> None:
    names: dict[str, Any] = {}
    exec(REFUSED[tool]["names"], names)
    for kind in classes.split(", "):
        raises(getattr(bolide, kind, None) or getattr(builtins, kind), words, eval, call, names)


@pytest.mark.parametrize(("captions", "words"), REFUSED["coco"]["captions"])
@pytest.mark.parametrize("scorer", [coco.Bleu, coco.Rouge, coco.Cider, coco.CiderD])
def test_captions_are_refused(scorer: Any, captions: str, words: str) -> None:
    raises(bolide.InputError, words, scorer().compute_score, *eval(captions))


@pytest.mark.parametrize("name", ["bleu", "gleu", "nist", "ribes"])
def test_texts_for_lists_of_tokens_are_refused(name: str) -> None:
    sentence, corpus = (getattr(ours_nltk, f"{what}_{name}") for what in ("sentence", "corpus"))
    for references, hyp in (([WORDS], "the cat sat"), (WORDS, WORDS), ("the cat sat", WORDS)):
        raises(TypeError, r"\(\[reference\.split\(\), …\], hypothesis", sentence, references, hyp)
        raises(TypeError, r"\(\[\[reference\.split\(\), …\], …\]", corpus, [references], [hyp])
    raises(ValueError, "2 hypotheses and references for 1 segment", corpus, [[WORDS]], [WORDS, WORDS])
