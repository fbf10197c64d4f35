"""TER: the published pairs, what is refused, and explanations that can be followed."""

from fractions import Fraction
from random import Random

import pytest

from bolide import TER, parse
from bolide.data.marks import Edit, Shift
from bolide.kernels.edits.ter import REF_SCALE
from tests import drawn as st
from tests.drawn import given
from tests.plain import edit_distance

SAUDI = (
    "THIS WEEK THE SAUDIS denied information published in the new york times",
    "SAUDI ARABIA denied THIS WEEK information published in the AMERICAN new york times",
)
words = st.sampled_from(["a", "b", "c,", "D", "d", "1,5", "中文。", "x-y", "it's", "&quot;"])
texts = st.lists(words, max_size=10).map(" ".join)


@given(corpus=st.lists(st.tuples(texts, st.lists(texts, min_size=1, max_size=16)), min_size=1, max_size=3))
def test_the_score_is_a_fraction(corpus: list[tuple[str, list[str]]]) -> None:
    metric = TER()
    stats = metric.measure([hyp for hyp, _ in corpus], [refs for _, refs in corpus])
    lengths = [Fraction(sum(len(ref.split()) for ref in refs), len(refs)) for _, refs in corpus]
    edits, length = sum(row[1] for row in stats), sum(lengths)
    assert stats.total()[2] == REF_SCALE * length
    wanted = Fraction(edits) / length if length else Fraction(edits > 0)
    assert metric.score_rows(stats).value == pytest.approx(float(wanted), rel=1e-12)


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


@pytest.mark.parametrize("seed", range(60))
def test_shifts_can_be_carried_out_one_by_one(seed: int) -> None:
    """The marks alone lead from the candidate to the reference, and each gain is a difference of edit distances."""
    hyp, ref = drawn(seed)
    explanation = TER().explain(hyp, ref)
    order = list(range(len(explanation.hyp)))
    distances = [edit_distance(explanation.hyp, explanation.refs[0])]
    for mark in explanation.marks:
        if isinstance(mark, Shift):
            assert tuple(order[mark.start : mark.start + mark.length]) == mark.hyp
            del order[mark.start : mark.start + mark.length]
            at = mark.target - mark.length if mark.target > mark.start + mark.length else mark.target
            order[at:at] = mark.hyp
            distances.append(edit_distance([explanation.hyp[k] for k in order], explanation.refs[0]))
            assert distances[-2] - distances[-1] == mark.gain
    steps = [step.value for step in explanation.steps if step.value_name.startswith("d")]
    assert steps == distances
    edits = [mark for mark in explanation.marks if isinstance(mark, Edit)]
    assert [place for mark in edits for place in mark.hyp] == order
    assert [place for mark in edits for place in mark.ref] == list(range(len(explanation.refs[0])))
    assert all((explanation.hyp[m.hyp[0]] == explanation.refs[0][m.ref[0]]) for m in edits if m.kind == "ok")
