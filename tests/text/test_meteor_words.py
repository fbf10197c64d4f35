"""The tables of METEOR 1.5's words: the scanner cuts as plain splitting does; a word's facts are laid out whole."""

from hypothesis import given
from hypothesis import strategies as st

from bolide.text import encoded, meteor_words
from bolide.text.meteor_normalize import split
from bolide.text.meteor_words import WordLore

texts = st.lists(st.text("ab \t\n\r\f\x0b\x1c\u00a0\u2028é😀", max_size=12), max_size=6)


@given(texts, texts)
def test_scanner_and_split_agree(hyps: list[str], refs: list[str]) -> None:
    both = hyps[: len(refs)], refs[: len(hyps)]
    flat = [text for pair in zip(*both, strict=True) for text in pair]
    scanned = encoded._scanned(flat, meteor_words._spaces())
    plain = encoded.encode_lists([split(text) for text in flat])
    assert scanned == plain
    assert meteor_words.encode_pairs(*both)[:2] == plain[:2]


def test_table() -> None:
    lore = WordLore(
        lambda word: word[:2], {"car": [9, 4], "auto": [9], "the": []}.__getitem__, frozenset(["the"]), True
    )
    words, synsets = lore.table(["car", "the", "auto"])
    assert words.tolist() == [0, 0, 3, 0, 1, 1, 3, 2, 2, 0, 4, 2, 0, 0, 1, 3]
    assert synsets.tolist() == [0, 1, 0]
    words, synsets = WordLore(None, None, frozenset()).table(["The", "car"])
    assert words.tolist() == [0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0]
    assert synsets.tolist() == []
    assert WordLore(None, None, frozenset()).table([])[0].tolist() == [0, 0, 1, 0]
