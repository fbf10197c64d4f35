"""TER: the published pairs, what is refused, and explanations that can be followed."""

from random import Random

from bolide import TER, parse
from bolide.data.marks import Edit, Shift
from tests import drawn as st

SAUDI = (
    "THIS WEEK THE SAUDIS denied information published in the new york times",
    "SAUDI ARABIA denied THIS WEEK information published in the AMERICAN new york times",
)
words = st.sampled_from(["a", "b", "c,", "D", "d", "1,5", "中文。", "x-y", "it's", "&quot;"])
texts = st.lists(words, max_size=10).map(" ".join)


def test_a_text_is_its_own_reference_where_both_are_cut_once() -> None:
    assert TER(normalized=True).sentence("a,,1 b", "a,,1 b").points == 40  # sacreBLEU 2.6.0
    once = TER(normalized=True, tokenize_once=True)
    assert once.sentence("a,,1 b", "a,,1 b").value == 0
    assert parse(str(once.signature())) == once


def test_the_published_pair_explained() -> None:
    explanation = TER().explain(SAUDI[0], SAUDI[1])
    shift, *edits = [mark for mark in explanation.marks if isinstance(mark, Shift | Edit)]
    assert (shift.text, shift.start, shift.target, shift.gain, shift.hyp) == ("this week", 0, 5, 3, (0, 1))
    tags = [mark.details()["tag"] for mark in edits]
    assert tags == ["BAD"] * 2 + ["OK"] * 7 + ["missing"] + ["OK"] * 3
    told = next(step for step in explanation.steps if step.label == "Shift 1")
    assert "moves after “denied”, which saves 3 edits" in told.sentence
    assert told.sentence.endswith("Now: the saudis denied this week information published in the new york times")
    assert [step.value for step in explanation.steps][:3] == [6, 3, 4]


def drawn(seed: int) -> tuple[str, str]:
    draw = Random(seed)
    ref = draw.choices("abcdefghijklmnop", k=draw.randint(0, 40))
    hyp, size = list(ref), len(ref)
    for _ in range(draw.randint(0, 4)):
        first, to = (draw.randint(0, size) for _ in range(2))
        block = hyp[first : first + 3]
        del hyp[first : first + 3]
        hyp[to:to] = block
    return " ".join(word if draw.random() > 0.1 else "z" for word in hyp), " ".join(ref)
