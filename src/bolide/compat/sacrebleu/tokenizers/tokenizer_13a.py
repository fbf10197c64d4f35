"""The tokenizer `13a`."""

from bolide.compat.sacrebleu.tokenizers.tokenizer_base import OwnTokenizer


class Tokenizer13a(OwnTokenizer):
    """mteval-v13a's."""

    name = "13a"
