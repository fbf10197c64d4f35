"""TER of texts that its tokenizer cuts twice."""

from random import Random

from bolide import TER, parse
from tests import drawn as st

words = st.sampled_from(["a", "b", "c,", "D", "d", "1,5", "中文。", "x-y", "it's", "&quot;"])
texts = st.lists(words, max_size=10).map(" ".join)


def test_a_text_is_its_own_reference_where_both_are_cut_once() -> None:
    assert TER(normalized=True).sentence("a,,1 b", "a,,1 b").points == 40  # sacreBLEU 2.6.0
    once = TER(normalized=True, tokenize_once=True)
    assert once.sentence("a,,1 b", "a,,1 b").value == 0
    assert parse(str(once.signature())) == once


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
