"""The tokenizer `zh`."""

from bolide.compat.sacrebleu.tokenizers.tokenizer_base import OwnTokenizer


class TokenizerZh(OwnTokenizer):
    """Chinese characters one by one, everything else as in `13a`."""

    name = "zh"
