"""Whether a tokenizer plainly does not suit a text: languages written without spaces, cut as if they had them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice

# Language, its letters, what share of the letters they must have, how long words would be with spaces, what to take.
_SCRIPTS = (
    ("Japanese", "[\u3040-\u30ff]", 0.1, 3.5, "ja-mecab"),
    ("Chinese", "[\u3400-\u9fff]", 0.3, 3.5, "zh"),
    ("Thai", "[\u0e00-\u0e7f]", 0.3, 8.0, "char"),
)
_LEAST_SHARE = min(share for _, _, share, _, _ in _SCRIPTS)
_WESTERN = ("13a", "intl", "none", "tercom", "whitespace")


def better_tokenizer(texts: Iterable[str], tokenize: str, sample: int = 200) -> tuple[str, str] | None:
    """The language that the texts seem to be in and the tokenizer to take instead, or None where all is well."""
    if tokenize not in _WESTERN:
        return None
    text = "".join(islice((t for t in texts if t), sample))[:20_000]
    length = len(text) / max(1, len(text.split()))
    letters = sum(map(str.isalpha, text)) or 1
    # Each of these letters takes three bytes of UTF-8; where there are too few of such, no pattern need be compiled.
    if len(text.encode("utf-8", "surrogatepass")) - len(text) <= 2 * _LEAST_SHARE * letters:
        return None
    for language, script, share, spaced, better in _SCRIPTS:
        if len(re.findall(script, text)) / letters > share:
            return (language, better) if length > spaced else None  # there may be spaces between the words already
    return None
