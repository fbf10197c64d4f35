"""The tokenizer `ko-mecab`."""

from bolide.compat.sacrebleu.tokenizers.tokenizer_base import BolideTokenizer
from bolide.text.tokenize.mecab import signed, spaced


class TokenizerKoMecab(BolideTokenizer):
    """Korean words by MeCab. Raises an error with advice if its packages are missing."""

    name = "ko-mecab"

    def __init__(self) -> None:
        self("")

    def __call__(self, line: str) -> str:
        return spaced(self.name, line)

    def signature(self) -> str:
        return signed(self.name)
