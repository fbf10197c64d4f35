"""The tokenizer `ja-mecab`."""

from bolide.compat.sacrebleu.tokenizers.tokenizer_base import OwnTokenizer
from bolide.text.tokenize.mecab import signed, spaced


class TokenizerJaMecab(OwnTokenizer):
    """Japanese words by MeCab; made where its packages are absent, it says which to install."""

    name = "ja-mecab"

    def __init__(self) -> None:
        self("")

    def __call__(self, line: str) -> str:
        return spaced(self.name, line)

    def signature(self) -> str:
        return signed(self.name)
