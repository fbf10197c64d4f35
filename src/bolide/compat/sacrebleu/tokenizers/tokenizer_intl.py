"""The tokenizer `intl`."""

from bolide.compat.sacrebleu.tokenizers.tokenizer_base import BolideTokenizer


class TokenizerV14International(BolideTokenizer):
    """The tokenizer of mteval-v14, for all of Unicode's punctuation and symbols."""

    name = "intl"
