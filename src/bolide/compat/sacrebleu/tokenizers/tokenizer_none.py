"""The tokenizer `none`."""

from bolide.compat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer


class NoneTokenizer(BaseTokenizer):
    """The line as it is."""

    def signature(self) -> str:
        return "none"

    def __call__(self, line: str) -> str:
        return line
