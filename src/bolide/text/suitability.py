"""Whether a tokenizer plainly does not suit a text: languages written without spaces, cut as if they had them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice

_SCRIPTS = (
    ("Japanese", re.compile("[\u3040-\u30ff]"), "ja-mecab"),
    ("Chinese", re.compile("[\u3400-\u9fff]"), "zh"),
    ("Thai", re.compile("[\u0e00-\u0e7f]"), "char"),
)
_WESTERN = ("13a", "intl", "none", "whitespace")


def better_tokenizer(texts: Iterable[str], tokenize: str, sample: int = 200) -> tuple[str, str] | None:
    """The language that the texts seem to be in and the tokenizer to take instead, or None where all is well."""
    if tokenize not in _WESTERN:
        return None
    text = "".join(islice((t for t in texts if t), sample))[:20_000]
    words = text.split()
    if not words or len(text) / len(words) < 8:  # somebody has put spaces between the words
        return None
    letters = sum(map(str.isalpha, text)) or 1
    for language, script, better in _SCRIPTS:
        threshold = 0.1 if language == "Japanese" else 0.3
        if len(script.findall(text)) / letters > threshold:
            return language, better
    return None
