"""Tokenizers by name. A tokenizer is a function from a string to its tokens, independent of any metric.

`character_classes` has the tables with which the compiled scanner does the same for some of them.
"""

from collections.abc import Callable

from bolide.system.errors import OptionError, unknown
from bolide.text.tokenize.mecab import tokenize_ja_mecab, tokenize_ko_mecab
from bolide.text.tokenize.mteval import tokenize_13a, tokenize_intl, tokenize_tercom, tokenize_zh


def tokenize_char(text: str) -> list[str]:
    """Every character is a token; white space is dropped."""
    return list("".join(text.split()))


def tokenize_whitespace(text: str) -> list[str]:
    """Split on white space only: for text that is already tokenized. Also called `none`."""
    return text.split()


def tokenize_spm(text: str) -> list[str]:
    """Subwords by a SentencePiece model, given as `spm:PATH`; needs the extra `spm`."""
    from bolide.text.tokenize.sentencepiece import MODELS

    raise OptionError(
        f"spm needs a model file: write spm:PATH, as in spm:flores200.model, or the name of a published one, "
        f"{', '.join(MODELS)}."
    )


Tokenizer = Callable[[str], list[str]]

TOKENIZERS: dict[str, Tokenizer] = {
    "13a": tokenize_13a,
    "char": tokenize_char,
    "intl": tokenize_intl,
    "none": tokenize_whitespace,
    "tercom": tokenize_tercom,
    "whitespace": tokenize_whitespace,
    "zh": tokenize_zh,
}

# Tokenizers that need a package, which is imported on first use.
EXTRA_TOKENIZERS: dict[str, Tokenizer] = {
    "ja-mecab": tokenize_ja_mecab,
    "ko-mecab": tokenize_ko_mecab,
    "spm": tokenize_spm,
}

# sacreBLEU's default tokenizers for target languages.
BY_LANGUAGE = {"ja": "ja-mecab", "ko": "ko-mecab", "zh": "zh"}


def tokenizer(name: str) -> Tokenizer:
    """The tokenizer called `name`; `spm:PATH` is SentencePiece with the model in that file."""
    known = {**TOKENIZERS, **EXTRA_TOKENIZERS}
    if name == "spm":
        tokenize_spm("")
    if name in known:
        return known[name]
    from bolide.text.tokenize.sentencepiece import MODELS, published, spm  # most scores need none

    if name.startswith("spm:"):
        return spm(name.removeprefix("spm:"))
    if name in MODELS:
        return published(name)
    error = unknown("tokenizer", name, [*known, *MODELS])
    raise OptionError(f"{error} A SentencePiece model of your own is spm:PATH.")
