"""sacreBLEU's tokenizers as objects: called with a line, they give its tokens with a space between them."""

from bolide.compat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer

__all__ = ["BaseTokenizer"]
