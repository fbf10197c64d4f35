"""The tokenizer `char`."""

from bolide.compat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer


class TokenizerChar(BaseTokenizer):
    """A tokenizer that makes every character a token."""

    def signature(self) -> str:
        return "char"

    def __call__(self, line: str) -> str:
        return " ".join(line)
