"""The tokenizer `zh`."""

from bolide.compat.sacrebleu.tokenizers.tokenizer_base import BolideTokenizer


class TokenizerZh(BolideTokenizer):
    """Chinese characters one by one, everything else as in `13a`."""

    name = "zh"
