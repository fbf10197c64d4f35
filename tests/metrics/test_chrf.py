"""chrF against sacreBLEU, its edges, and what it refuses."""

from itertools import zip_longest

import pytest
from sacrebleu.metrics import CHRF as PeerCHRF

from bolide import CHRF
from tests import drawn as st
from tests.drawn import given
from tests.plain import grams

lines = st.lists(st.sampled_from(["a", "ab", "(b)", "c.", "Äb", "中文", "-", "a b\u3000"]), max_size=7).map(" ".join)
segments = st.lists(st.tuples(lines, st.lists(lines, min_size=1, max_size=3)), min_size=1, max_size=4)
options = st.fixed_dictionaries(
    {
        "char_order": st.integers(1, 7),
        "word_order": st.integers(0, 3),
        "beta": st.integers(0, 3),
        "whitespace": st.booleans(),
        "lowercase": st.booleans(),
        "eps_smoothing": st.booleans(),
    }
)
Options = dict[str, int | bool]


def spaces_of_sacrebleu(texts: list[str], chosen: Options) -> list[str]:
    """sacreBLEU removes all white space; with eps_smoothing Bolide removes U+0020 only, so only that may be there."""
    if chosen["eps_smoothing"] and not chosen["whitespace"]:
        return [text.replace("\u3000", " ") for text in texts]
    return texts


@given(corpus=segments, chosen=options)
def test_equals_sacrebleu(corpus: list[tuple[str, list[str]]], chosen: Options) -> None:
    hyps = spaces_of_sacrebleu([hyp for hyp, _ in corpus], chosen)
    refs = [spaces_of_sacrebleu(group, chosen) for _, group in corpus]
    ours, peer = CHRF(**chosen), PeerCHRF(**chosen)  # type: ignore[arg-type]
    whole = ours.corpus(hyps, refs)
    theirs = peer.corpus_score(hyps, list(zip_longest(*refs)))
    assert whole.points == pytest.approx(theirs.score, abs=1e-9)
    assert whole.name == theirs.name
    scores, size = ours.segments(hyps, refs), len(ours.counts.grams)
    for hyp, group, value, row in zip(hyps, refs, scores.values, scores.stats, strict=True):
        assert 100 * value == pytest.approx(peer.sentence_score(hyp, group).score, abs=1e-9)
        prepared = peer._extract_reference_info(list(map(peer._preprocess_segment, group)))
        counted = peer._compute_segment_statistics(peer._preprocess_segment(hyp), prepared)
        assert list(row) == [counted[3 * k + side] for side in range(3) for k in range(size)]


def test_texts_whose_common_denominator_is_too_large_for_the_kernel() -> None:
    texts = ["ab cd" * 700, "ab dc" * 800, "ab"]
    for metric in (CHRF(), CHRF(char_order=12, word_order=3)):
        wanted = [[metric.sentence(hyp, ref).value for ref in texts] for hyp in texts]
        assert metric.pairwise(texts, texts).tolist() == wanted
        assert [list(metric.segments([hyp] * 3, texts).values) for hyp in texts] == wanted
        for hyp, ref in ((0, 1), (1, 2)):
            peer = PeerCHRF(metric.char_order, metric.word_order).sentence_score(texts[hyp], [texts[ref]]).score
            assert 100 * wanted[hyp][ref] == pytest.approx(peer, abs=1e-9)


@given(hyp=lines, ref=lines, gap=st.sampled_from("\t\xa0\u2009\u3000"), words=st.integers(0, 2))
def test_eps_smoothing_removes_u0020_only(hyp: str, ref: str, gap: str, words: int) -> None:
    """Other white space is a character like any other inside a text, splits words, and is nothing at the ends."""
    smoothed = CHRF(word_order=words, eps_smoothing=True)
    hyp, ref = hyp.replace("\u3000", " "), ref.replace("\u3000", " ")
    pairs = [[text.strip().replace(" ", gap) for text in (hyp, ref)], [f"{gap}{text} {gap}" for text in (hyp, ref)]]
    for tried, removed in zip(pairs, (False, True), strict=True):
        row = smoothed.measure([tried[0]], [tried[1]])[0]
        wanted = [text.strip() if removed else text for text in tried]
        seen = [text.replace(" ", "") for text in wanted]
        orders = range(1, 7)
        assert row[6 + words : 12 + words] == tuple(max(0, len(seen[1]) - n + 1) for n in orders)
        common = [(grams(seen[0], n) & grams(seen[1], n)).total() for n in orders]
        assert row[2 * (6 + words) : 2 * (6 + words) + 6] == tuple(common)
        if words:  # words are cut at any white space
            assert row[6 : 6 + words] == CHRF(word_order=words).measure([tried[0]], [tried[1]])[0][6 : 6 + words]
        assert smoothed.pairwise([tried[0]], [tried[1]])[0, 0] == smoothed.sentence(*tried).value
        assert smoothed.explain(*tried).row(smoothed.counts.columns) == row
