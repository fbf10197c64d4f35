"""The tokenizer `13a`."""

from bolide.compat.sacrebleu.tokenizers.tokenizer_base import BolideTokenizer


class Tokenizer13a(BolideTokenizer):
    """The tokenizer of mteval-v13a."""

    name = "13a"
