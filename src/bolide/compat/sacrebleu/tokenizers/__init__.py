"""sacreBLEU's tokenizers, which return a line with a space between its tokens."""

from bolide.compat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer

__all__ = ["BaseTokenizer"]
