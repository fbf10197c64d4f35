"""METEOR 1.5's aligner: compiled, interpreted and the plain reference choose the same matches."""

import random
from array import array

import pytest

from bolide.kernels.meteor15 import aligner
from tests import drawn as st
from tests.drawn import EXAMPLES, examples, given
from tests.kernels.blocks import view
from tests.kernels.both import interpreted
from tests.kernels.meteor15 import meteor15_reference as reference

plain = interpreted("meteor15.aligner")


def by_table(words, synsets, modules, beam, equal=None):
    """The interpreted aligner with the search that is compiled."""
    made = plain.Aligner(words, synsets, modules, beam, equal)
    made.beam = interpreted("meteor15.beam").Beam(made.matches, beam)
    made.beam.reserve_matches()
    return made


ALIGNERS = {"installed": aligner.Aligner, "interpreted": plain.Aligner, "by table": by_table}
WORDS = 8
texts = st.lists(st.integers(0, WORDS - 1), max_size=9)
synsets = st.lists(st.lists(st.integers(0, 5), max_size=3, unique=True), min_size=WORDS, max_size=WORDS)


def with_phrases(pairs):
    """Each pair of texts with up to six phrases that are taken for each other."""

    def make(rng):
        phrases = []
        for hyp, ref in pairs:
            spans = [
                (j, rn, i, hn)
                for j in range(len(ref))
                for rn in range(1, min(4, len(ref) - j) + 1)
                for i in range(len(hyp))
                for hn in range(1, min(4, len(hyp) - i) + 1)
            ]
            phrases.append(rng.choices(spans, k=rng.randint(0, 6)) if spans else [])
        return pairs, phrases

    return st.Made(make)


equal_texts = texts.map(lambda text: (text, list(text)))  # a case of its own in the tool, rare among random pairs
blocks = st.lists(st.tuples(texts, texts) | equal_texts, min_size=1, max_size=4).flatmap(with_phrases)


def table(stems, synsets, function, weight):
    rows, ids = array("i"), array("i")
    for number in zip(stems, function, weight, synsets, strict=True):
        rows.extend((*number[:3], len(ids)))
        ids.extend(number[3])
    rows.extend((0, 0, 0, len(ids)))
    return memoryview(rows), memoryview(ids)


def run(aligner, lore, pairs, phrases, modules, beam, equal=None):
    """The rows, and the matches as (ref, ref words, hyp, hyp words, stage), of a block."""
    tokens, spans, flat, at = array("i"), array("q"), array("i"), array("q", [0])
    for (hyp, ref), matches in zip(pairs, phrases, strict=True):
        for text in (hyp, ref):
            spans.append(len(tokens))
            tokens.extend(text)
            spans.append(len(tokens))
        for match in matches:
            flat.extend(match)
        at.append(len(flat) // 4)
    out = view("q", bytes(8 * 23 * len(pairs)))
    links = view("i", bytes(16 * sum(len(ref) for _, ref in pairs)))
    views = [memoryview(each) for each in (tokens, spans, flat, at)]
    equal = None if equal is None else view("i", equal)
    aligner(*table(*lore), modules, beam, equal).rows(*views, out, links)
    rows, chosen, begin = [], [], 0
    for p, (_, ref) in enumerate(pairs):
        rows.append(out[23 * p : 23 * p + 23].tolist())
        own = [(j, *links[begin + 4 * j : begin + 4 * j + 4].tolist()) for j in range(len(ref))]
        chosen.append([match for match in own if match[1]])
        begin += 4 * len(ref)
    return rows, chosen


def expected(lore, pairs, phrases, modules, beam, equal=None):
    stems, synsets, function, weight = lore
    rows, chosen = [], []
    for (hyp, ref), matches in zip(pairs, phrases, strict=True):
        best = reference.align(hyp, ref, modules, stems, synsets, matches, beam, equal or range(len(stems)))
        rows.append(reference.statistics(hyp, ref, best, function, weight))
        chosen.append([(m.ref, m.ref_words, m.hyp, m.hyp_words, m.stage) for m in best])
    return rows, chosen


@pytest.mark.parametrize("aligner", ALIGNERS.values(), ids=ALIGNERS)
@examples(2 * EXAMPLES)
@given(
    blocks,
    st.lists(st.integers(0, 3), min_size=WORDS, max_size=WORDS),
    synsets,
    st.permutations(range(4)).flatmap(lambda order: st.integers(1, 4).map(lambda n: list(order[:n]))),
    st.sampled_from([1, 2, 3, 5, 40]),
    st.just(None) | st.lists(st.integers(0, WORDS - 1), min_size=WORDS, max_size=WORDS),
)
def test_small_blocks(aligner, block, stems, synsets, modules, beam, equal) -> None:
    """In half of them, different words are taken for equal ones."""
    pairs, phrases = block
    lore = (stems, synsets, [1, 0] * (WORDS // 2), [1, 1, 2, 3, 1, 1, 4, 1])
    wanted = expected(lore, pairs, phrases, modules, beam, equal)
    assert run(aligner, lore, pairs, phrases, modules, beam, equal) == wanted


@pytest.mark.parametrize("aligner", ALIGNERS.values(), ids=ALIGNERS)
def test_more_words_than_a_mask_has_bits(aligner) -> None:
    draw = random.Random(5)
    pairs, phrases = [], []
    for size in (70, 130, 140, 61, 62, 63):
        hyp, ref = ([draw.randrange(60) for _ in range(size + draw.randrange(3))] for _ in "hr")
        pairs.append((hyp, ref))
        phrases.append([])
        for _ in range(60):
            rn, hn = draw.randint(1, 6), draw.randint(1, 20)
            phrases[-1].append((draw.randrange(len(ref) - rn), rn, draw.randrange(len(hyp) - hn), hn))
    lore = ([w // 2 for w in range(60)], [[w // 3] for w in range(60)], [w % 4 == 0 for w in range(60)], [1] * 60)
    assert run(aligner, lore, pairs, phrases, [0, 1, 2, 3], 6) == expected(lore, pairs, phrases, [0, 1, 2, 3], 6)


@pytest.mark.parametrize("aligner", ALIGNERS.values(), ids=ALIGNERS)
def test_nothing_is_left_of_an_earlier_block(aligner) -> None:
    """Not even if the caller has written other words, or none that exist, where the earlier ones were."""
    words, synsets = table([0, 1, 2, 3], [[]] * 4, [0] * 4, [1] * 4)
    used, tokens = aligner(words, synsets, [0], 40, None), array("i", [0, 1, 2, 0, 1, 2])
    spans, phrases, at = view("q", [0, 3, 3, 6]), view("i", []), view("q", [0, 0])
    for text in ([0, 1, 2, 0, 2, 3], [3, 3, 1, 0, 1, 3]):
        out, links = view("q", bytes(8 * 23)), view("i", bytes(16 * 3))
        tokens[:] = array("i", text)
        used.rows(memoryview(tokens), spans, phrases, at, out, links)
        row = expected(([0, 1, 2, 3], [[]] * 4, [0] * 4, [1] * 4), [(text[:3], text[3:])], [[]], [0], 40)[0][0]
        assert out.tolist() == row
        tokens[:] = array("i", [10**6] * 6)
