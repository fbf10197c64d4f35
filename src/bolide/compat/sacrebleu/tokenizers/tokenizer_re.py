"""The rules shared by `13a` and `zh`."""

from bolide.compat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer
from bolide.text.tokenize.mteval import cut


class TokenizerRegexp(BaseTokenizer):
    """A tokenizer that splits off Western punctuation."""

    def signature(self) -> str:
        return "re"

    def __call__(self, line: str) -> str:
        return " ".join(cut(line))
