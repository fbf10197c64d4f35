"""The cuts that `13a` and `zh` have in common."""

from bolide.compat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer
from bolide.text.tokenize.mteval import cut


class TokenizerRegexp(BaseTokenizer):
    """Western punctuation cut off."""

    def signature(self) -> str:
        return "re"

    def __call__(self, line: str) -> str:
        return " ".join(cut(line))
