"""The tokenizer `ja-mecab`."""

from bolide.compat.sacrebleu.tokenizers.tokenizer_base import BolideTokenizer
from bolide.text.tokenize.mecab import signed, spaced


class TokenizerJaMecab(BolideTokenizer):
    """Japanese words by MeCab. Raises an error with advice if its packages are missing."""

    name = "ja-mecab"

    def __init__(self) -> None:
        self("")

    def __call__(self, line: str) -> str:
        return spaced(self.name, line)

    def signature(self) -> str:
        return signed(self.name)
