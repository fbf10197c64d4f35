"""Texts to ids and back, and what is known of words: the scanner cuts as plain splitting does; tables are laid out."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bolide.metrics.meteor.meteor15 import words
from bolide.text import vocab
from bolide.text.tokenize import TOKENIZERS
from bolide.text.tokenize.meteor_normalize import split
from bolide.text.words.word_matcher import WordMatcher

texts = st.lists(st.text("ab \t\n\r\f\x0b\x1c\u00a0\u2028é😀\ud800", max_size=12), max_size=6)


@given(texts, texts)
def test_scanner_and_split_agree(hyps: list[str], refs: list[str]) -> None:
    both = hyps[: len(refs)], refs[: len(hyps)]
    flat = [text for pair in zip(*both, strict=True) for text in pair]
    plain = vocab.encode_tokens([split(text) for text in flat])
    scanned = vocab.encode_by(flat, words.separators(), split)
    assert scanned[:2] == plain[:2]
    assert scanned.tokens == plain.tokens
    assert words.encode_pairs(*both)[:2] == (plain.tokens, plain.ids)


@pytest.mark.parametrize("name", ["13a", "zh", "intl", "char", "whitespace"])
@given(lines=texts)
def test_the_vocabulary_gives_the_words_back(name: str, lines: list[str]) -> None:
    encoded = vocab.encode(lines, name)
    assert [encoded.tokens[number] for number in encoded.ids] == [
        token for text in lines for token in TOKENIZERS[name](text.rstrip())
    ]
    assert len(encoded.vocab or ()) == len(set(encoded.ids))


def test_the_table_of_meteor_15() -> None:
    groups = {"car": [9, 4], "auto": [9], "the": []}.__getitem__
    matcher = WordMatcher(lambda word: word[:2], groups, None, frozenset(["the"]), True)
    table, synsets = matcher.table(["car", "the", "auto"])
    assert table.tolist() == [0, 0, 3, 0, 1, 1, 3, 2, 2, 0, 4, 2, 0, 0, 1, 3]
    assert synsets.tolist() == [0, 1, 0]
    table, synsets = WordMatcher().table(["The", "car"])
    assert table.tolist() == [0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0]
    assert synsets.tolist() == []
    assert WordMatcher().table([])[0].tolist() == [0, 0, 1, 0]


def test_the_table_of_stages() -> None:
    matcher = WordMatcher(lambda word: word[:1], lambda word: {word, word[:2]}, lambda word: (word,))
    table = matcher.by_stage(["bat", "ba", "cow"])
    assert (table.size, table.stages()) == (3, 3)
    assert table.keys.tolist() == [0, 1, 2, 0, 0, 1]
    groups = [table.hyp_groups[a:b].tolist() for a, b in pairwise(table.hyp_groups_at)]
    alone = [table.ref_groups[a:b].tolist() for a, b in pairwise(table.ref_groups_at)]
    assert [len(numbers) for numbers in groups] == [2, 1, 2]
    assert alone[1] == groups[1]
    assert set(alone[1]) < set(groups[0])
    assert max(map(max, groups)) < table.groups
    stems = matcher.by_stage(["bat", "cow"], exact=False)
    assert stems.keys.tolist() == [0, 1]
    both = WordMatcher(None, lambda word: (word[:1],)).by_stage(["bat", "ba"])
    assert both.hyp_groups.tolist() == both.ref_groups.tolist() == [0, 0]


def test_words_are_asked_once_where_they_are_remembered() -> None:
    asked: list[str] = []

    def stem(word: str) -> str:
        asked.append(word)
        return word

    for remembered, times in ((True, 1), (False, 2)):
        asked.clear()
        matcher = WordMatcher(stem, remembered=remembered)
        for _ in range(2):
            matcher.table(["a", "a"])
        assert asked == ["a"] * times
