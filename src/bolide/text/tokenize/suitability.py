"""Whether a tokenizer plainly does not suit a text: languages written without spaces, cut as if they had them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice

# Language, its letters, what share of the letters they must have, how long words would be with spaces, what to take.
_SCRIPTS = (
    ("Japanese", re.compile("[\u3040-\u30ff]"), 0.1, 3.5, "ja-mecab"),
    ("Chinese", re.compile("[\u3400-\u9fff]"), 0.3, 3.5, "zh"),
    ("Thai", re.compile("[\u0e00-\u0e7f]"), 0.3, 8.0, "char"),
)
_WESTERN = ("13a", "intl", "none", "tercom", "whitespace")


def better_tokenizer(texts: Iterable[str], tokenize: str, sample: int = 200) -> tuple[str, str] | None:
    """The language that the texts seem to be in and the tokenizer to take instead, or None where all is well."""
    if tokenize not in _WESTERN:
        return None
    text = "".join(islice((t for t in texts if t), sample))[:20_000]
    length = len(text) / max(1, len(text.split()))
    letters = sum(map(str.isalpha, text)) or 1
    for language, script, share, spaced, better in _SCRIPTS:
        if len(script.findall(text)) / letters > share:
            return (language, better) if length > spaced else None  # there may be spaces between the words already
    return None
