"""Wrong shapes given to sacreBLEU's calls are refused with the call that would be right; nothing is cut off."""

from typing import Any

import pytest

from bolide.compat import sacrebleu
from bolide.system.errors import InputError

pytestmark = pytest.mark.one_core

HYPS = ["a b c d", "e f g h", "i j k l"]
PER_SEGMENT = [["a b c d", "a b"], ["e f g h"], ["i j k l", "i j", "k"]]  # lighteval's shape


@pytest.mark.parametrize(
    ("hypotheses", "references", "message"),
    [
        (
            HYPS,
            PER_SEGMENT,
            r"Reference set 0 has 2 lines for 3 hypotheses\..*one list per segment.*list\(zip\(\*refer",
        ),
        (HYPS, [["a", "b"]], r"Reference set 0 has 2 lines for 3 .*None where a segment lacks"),
        (HYPS, HYPS, r"one list per reference set.*For a single set pass \[references\]"),
        (HYPS, "text", "must be a list of lists"),
        (HYPS, [], "`references` is empty"),
        (HYPS, [{"a": 1, "b": 2, "c": 3}], "Reference set 0 is of type dict"),
        (HYPS, [[None, "b", "c"]], "Segment 0 has no reference"),
        ("a b c d", [["a b c d"]], r"one text; for one sentence call sentence_score\(hypothesis, references\)"),
        (["a", None], [["a", "b"]], r"hypotheses\[1\] is None; an empty translation is an empty string"),
        (["a", 5], [["a", "b"]], r"hypotheses\[1\] is of type int"),
        ([], [[]], "There are no hypotheses to score"),
        ({"a": "b"}, [["a"]], "`hypotheses` is of type dict"),
    ],
)
@pytest.mark.parametrize("call", [sacrebleu.corpus_bleu, sacrebleu.corpus_chrf])
def test_corpora(call: Any, hypotheses: Any, references: Any, message: str) -> None:
    with pytest.raises(InputError, match=message) as found:
        call(hypotheses, references)
    assert isinstance(found.value, TypeError)  # as sacreBLEU raises


@pytest.mark.parametrize(
    ("hypothesis", "references", "message"),
    [
        ("a", "a", r"list of strings, also for one reference: pass \[reference\]"),
        ("a", [["a"]], r"pass \[reference\], not \[\[reference\]\]"),
        (["a"], ["a"], r"one string\. For a corpus call corpus_score\(hypotheses, references\)"),
        ("a", [], "needs at least one reference"),
        ("a", [None], "needs at least one reference"),
    ],
)
@pytest.mark.parametrize("call", [sacrebleu.sentence_bleu, sacrebleu.sentence_chrf])
def test_sentences(call: Any, hypothesis: Any, references: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        call(hypothesis, references)


def test_a_system_of_another_length_than_the_references_kept() -> None:
    metric = sacrebleu.BLEU(references=[["a", "b"]])
    with pytest.raises(TypeError, match="3 hypotheses and references for 2 segments"):
        metric.corpus_score(HYPS, None)


def test_tuples_and_missing_references_are_taken() -> None:
    found = sacrebleu.corpus_bleu(tuple(HYPS), [tuple(HYPS), (None, "e f", None)])
    assert found.score == pytest.approx(100)


def test_unknown_settings() -> None:
    with pytest.raises(ValueError, match="no smooth_method 'nist'; it has exp, floor, add-k, none"):
        sacrebleu.BLEU(smooth_method="nist")
    with pytest.raises(ValueError, match=r"no tokenizer of sacreBLEU called '13b'\. Did you mean '13a'"):
        sacrebleu.BLEU(tokenize="13b")
