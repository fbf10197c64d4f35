"""Texts to ids and back, and what is known of words: the scanner cuts as plain splitting does; tables are laid out."""

from itertools import pairwise

from hypothesis import given, strategies as st

from bolide.text import tokens
from bolide.text.tokenize import meteor_normalize
from bolide.text.tokenize.meteor_normalize import split
from bolide.text.tokens import Vocab
from bolide.text.words.word_matcher import WordMatcher

texts = st.lists(st.text("aB \t\n\r\f\x0b\x1c\u00a0\u2028éÉİΣσςẞ😀\ud800", max_size=12), max_size=6)


@given(texts, st.booleans())
def test_the_scanner_splits_as_plain_python_does_text_by_text(lines: list[str], lowercase: bool) -> None:
    plain = tokens.encode_tokens([split(line.lower() if lowercase else line) for line in lines])
    ways = [tokens.encode_spaced(lines, meteor_normalize.separators(), lowercase)]
    if not lowercase:
        ways.append(tokens.scanned_texts(lines, meteor_normalize.separators()))
    for encoded in ways:
        assert (encoded.tokens, encoded.ids, encoded.starts) == (plain.tokens, plain.ids, plain.starts)


def test_the_only_separators_of_meteor_15() -> None:
    """Java's StringTokenizer knows five."""
    assert split("a b\tc\nd\re\ff") == list("abcdef")
    others = [chr(point) for point in range(0x3001) if chr(point).isspace() and chr(point) not in " \t\n\r\f"]
    assert {"\x0b", "\x1c", "\x85", "\u2028", "\u2029"} < {*others}
    word = "x".join(["a", *others, "b"])
    assert split(word) == meteor_normalize.encode_meteor([word], False).texts()[0] == [word]
    assert split("  ") == split("") == []


def test_the_table_of_meteor_15() -> None:
    groups = {"car": [9, 4], "auto": [9], "the": []}.__getitem__
    matcher = WordMatcher(lambda word: word[:2], groups, None, frozenset(["the"]), True)
    table, synsets = matcher.table(Vocab(lambda: ["car", "the", "auto"]))
    assert table.tolist() == [0, 0, 3, 0, 1, 1, 3, 2, 2, 0, 4, 2, 0, 0, 1, 3]
    assert synsets.tolist() == [0, 1, 0]
    table, synsets = WordMatcher().table(Vocab(lambda: ["The", "car"]))
    assert table.tolist() == [0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0]
    assert synsets.tolist() == []
    assert WordMatcher().table(Vocab(list))[0].tolist() == [0, 0, 1, 0]


def test_the_table_of_stages() -> None:
    matcher = WordMatcher(lambda word: word[:1], lambda word: {word, word[:2]}, lambda word: (word,))
    table = matcher.by_stage(Vocab(lambda: ["bat", "ba", "cow"]))
    assert (table.size, table.stages()) == (3, 3)
    assert table.keys.tolist() == [0, 1, 2, 0, 0, 1]
    groups = [table.hyp_groups[a:b].tolist() for a, b in pairwise(table.hyp_groups_at)]
    alone = [table.ref_groups[a:b].tolist() for a, b in pairwise(table.ref_groups_at)]
    assert alone == [[0], [1], [2]]
    assert list(map(sorted, groups)) == [[0, 1], [1], [2]]  # no word is "co", so no group is kept for it
    assert table.groups == 3
    stems = matcher.by_stage(Vocab(lambda: ["bat", "cow"]), exact=False)
    assert stems.keys.tolist() == [0, 1]
    both = WordMatcher(None, lambda word: (word[:1],)).by_stage(Vocab(lambda: ["bat", "ba"]))
    assert both.hyp_groups.tolist() == both.ref_groups.tolist() == [0, 0]
