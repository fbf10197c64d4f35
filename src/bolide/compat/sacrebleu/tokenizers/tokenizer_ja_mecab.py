"""The tokenizer `ja-mecab`."""

from bolide.compat.sacrebleu.tokenizers.tokenizer_base import OwnTokenizer
from bolide.text.mecab import signed
from bolide.text.tokenizers import tokenizer


class TokenizerJaMecab(OwnTokenizer):
    """Japanese words by MeCab; made where its packages are absent, it says which to install."""

    name = "ja-mecab"

    def __init__(self) -> None:
        tokenizer(self.name)("")

    def signature(self) -> str:
        return signed(self.name)
