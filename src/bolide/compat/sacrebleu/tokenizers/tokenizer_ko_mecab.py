"""The tokenizer `ko-mecab`."""

from bolide.compat.sacrebleu.tokenizers.tokenizer_base import OwnTokenizer
from bolide.text.mecab import signed
from bolide.text.tokenizers import tokenizer


class TokenizerKoMecab(OwnTokenizer):
    """Korean words by MeCab; made where its packages are absent, it says which to install."""

    name = "ko-mecab"

    def __init__(self) -> None:
        tokenizer(self.name)("")

    def signature(self) -> str:
        return signed(self.name)
