"""sacreBLEU's functions that count n-grams of words and characters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence


def extract_all_word_ngrams(line: str, min_order: int, max_order: int) -> tuple[Counter[tuple[str, ...]], int]:
    """All n-grams of the words of a line, and the number of words."""
    words = line.split()
    orders = range(min_order, max_order + 1)
    return Counter(tuple(words[i : i + n]) for n in orders for i in range(len(words) - n + 1)), len(words)


def extract_word_ngrams(tokens: Sequence[str], n: int) -> Counter[str]:
    """The n-grams of one order, each written as one string."""
    return Counter(" ".join(tokens[i : i + n]) for i in range(len(tokens) - n + 1))


def extract_char_ngrams(line: str, n: int, include_whitespace: bool = False) -> Counter[str]:
    """The character n-grams of one order, without white space unless `include_whitespace`."""
    text = line if include_whitespace else "".join(line.split())
    return Counter(text[i : i + n] for i in range(len(text) - n + 1))


def extract_all_char_ngrams(line: str, max_order: int, include_whitespace: bool = False) -> list[Counter[str]]:
    """The character n-grams of every order up to `max_order`."""
    return [extract_char_ngrams(line, n, include_whitespace) for n in range(1, max_order + 1)]
