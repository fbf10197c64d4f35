"""The tokenizer of TER."""

from __future__ import annotations

from bolide.compat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer
from bolide.text.tokenize.tercom import Tercom


class TercomTokenizer(BaseTokenizer):
    """The tokenizer of tercom, with its four options."""

    def __init__(
        self,
        normalized: bool = False,
        no_punct: bool = False,
        asian_support: bool = False,
        case_sensitive: bool = False,
    ) -> None:
        self._tercom = Tercom(bool(normalized), bool(no_punct), bool(asian_support), bool(case_sensitive))

    def signature(self) -> str:
        return "tercom"

    def __call__(self, sent: str) -> str:
        return " ".join(self._tercom.tokens(sent))
