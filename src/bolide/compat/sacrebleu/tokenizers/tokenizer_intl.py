"""The tokenizer `intl`."""

from bolide.compat.sacrebleu.tokenizers.tokenizer_base import OwnTokenizer


class TokenizerV14International(OwnTokenizer):
    """mteval-v14's, which knows all of Unicode's punctuation and symbols."""

    name = "intl"
