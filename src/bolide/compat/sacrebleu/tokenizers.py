"""sacreBLEU's tokenizers, which return a line with a space between its tokens.

sacreBLEU has a module for each of them (`sacrebleu.tokenizers.tokenizer_13a`); here one module has all these names.
"""

from __future__ import annotations

import logging
import sys
from functools import lru_cache
from typing import Any

from bolide.system.errors import MissingExtra
from bolide.text.tokenize import tokenizer
from bolide.text.tokenize.mecab import signed, spaced
from bolide.text.tokenize.mteval import cut
from bolide.text.tokenize.sentencepiece import MODELS, published
from bolide.text.tokenize.tercom import Tercom

__path__: list[str] = []  # a package, to the import system
for _name in ("13a", "base", "char", "intl", "ja_mecab", "ko_mecab", "none", "re", "spm", "ter", "zh"):
    sys.modules[f"{__name__}.tokenizer_{_name}"] = globals()[f"tokenizer_{_name}"] = sys.modules[__name__]


class BaseTokenizer:
    """Base of all tokenizers, including users'."""

    def signature(self) -> str:
        """The name in a signature."""
        raise NotImplementedError

    def __call__(self, line: str) -> str:
        """The line with a space between its tokens."""
        raise NotImplementedError


class _Named(BaseTokenizer):
    """A tokenizer that signs with its name."""

    name: str

    def signature(self) -> str:
        return self.name


class TokenizerRegexp(_Named):
    """The rules shared by `13a` and `zh`: splits off Western punctuation."""

    name = "re"

    def __call__(self, line: str) -> str:
        return " ".join(cut(line))


class NoneTokenizer(_Named):
    """The tokenizer `none`, which returns the line unchanged."""

    name = "none"

    def __call__(self, line: str) -> str:
        return line


class TokenizerChar(_Named):
    """The tokenizer `char`, which makes every character a token."""

    name = "char"

    def __call__(self, line: str) -> str:
        return " ".join(line)


def _remembered(name: str) -> Any:
    """A tokenizer's `__call__`, which has no state: as in sacreBLEU, lines that come again are not tokenized again."""

    @lru_cache(maxsize=2**16)
    def call(line: str) -> str:
        return " ".join(tokenizer(name)(line))

    return staticmethod(call)


class Tokenizer13a(_Named):
    """The tokenizer of mteval-v13a."""

    name, __call__ = "13a", _remembered("13a")


class TokenizerZh(_Named):
    """Chinese characters one by one, everything else as in `13a`."""

    name, __call__ = "zh", _remembered("zh")


class TokenizerV14International(_Named):
    """The tokenizer of mteval-v14, for all of Unicode's punctuation and symbols."""

    name, __call__ = "intl", _remembered("intl")


class MissingPackage(MissingExtra, RuntimeError):
    """A package that a tokenizer needs, for which sacreBLEU raises RuntimeError."""


class _Mecab(_Named):
    """Words by MeCab. Raises an error with advice if its packages are missing."""

    def __init__(self) -> None:
        try:
            self("")
        except MissingExtra as error:
            raise MissingPackage(str(error)) from None

    @lru_cache(maxsize=2**16)  # noqa: B019 (as in sacreBLEU)
    def __call__(self, line: str) -> str:
        return spaced(self.name, line)

    def signature(self) -> str:
        return signed(self.name)


class TokenizerJaMecab(_Mecab):
    """Japanese words by MeCab."""

    name = "ja-mecab"


class TokenizerKoMecab(_Mecab):
    """Korean words by MeCab."""

    name = "ko-mecab"


SPM_MODELS = {name: {"url": model.url, "signature": name} for name, model in MODELS.items()}
SPM_MODELS["spm"] = SPM_MODELS["flores101"]


class TokenizerSPM(_Named):
    """SentencePiece tokens by a model in sacreBLEU's folder; nothing is downloaded."""

    _key = "spm"

    def __init__(self, key: str | None = None) -> None:
        if (key := key or self._key) == "spm":
            logging.getLogger("sacrebleu").warning("The tokenizer 'spm' is now called 'flores101'.")
        self.name = SPM_MODELS[key]["signature"]
        published(self.name)

    def __call__(self, line: str) -> str:
        return " ".join(published(self.name)(line))


class Flores101Tokenizer(TokenizerSPM):
    """The model of FLORES-101."""

    _key = "flores101"


class Flores200Tokenizer(TokenizerSPM):
    """The model of FLORES-200."""

    _key = "flores200"


class spBLEU1KTokenizer(TokenizerSPM):
    """The model for a thousand languages."""

    _key = "spBLEU-1K"


class TercomTokenizer(_Named):
    """The tokenizer of TER, with its four options."""

    name = "tercom"

    def __init__(
        self,
        normalized: bool = False,
        no_punct: bool = False,
        asian_support: bool = False,
        case_sensitive: bool = False,
    ) -> None:
        self._tercom = Tercom(bool(normalized), bool(no_punct), bool(asian_support), bool(case_sensitive))

    def __call__(self, sent: str) -> str:
        return " ".join(self._tercom.tokens(sent))


# Each tokenizer of BLEU with its class; its name here, because a program may put another class in its place.
TOKENIZERS = {
    "none": "NoneTokenizer",
    "zh": "TokenizerZh",
    "13a": "Tokenizer13a",
    "intl": "TokenizerV14International",
    "char": "TokenizerChar",
    "ja-mecab": "TokenizerJaMecab",
    "ko-mecab": "TokenizerKoMecab",
    "spm": "TokenizerSPM",
    "flores101": "Flores101Tokenizer",
    "flores200": "Flores200Tokenizer",
    "spBLEU-1K": "spBLEU1KTokenizer",
}
# The classes as they are here, and what each does when it is called.
_OURS = {cls: cls.__call__ for cls in (globals()[name] for name in TOKENIZERS.values())}


def is_unchanged(cls: type) -> bool:
    """Whether a class is one of these, and its `__call__` was not replaced."""
    return cls in _OURS and cls.__call__ is _OURS[cls]
