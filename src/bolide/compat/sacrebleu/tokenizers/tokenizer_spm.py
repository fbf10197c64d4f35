"""The tokenizers `flores101`, `flores200` and `spBLEU-1K`; `spm` is another name for the first."""

from __future__ import annotations

from bolide.compat.sacrebleu.metrics.base import sacrelogger
from bolide.compat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer
from bolide.text.tokenize.sentencepiece import MODELS, published

SPM_MODELS = {name: {"url": model.url, "signature": name} for name, model in MODELS.items()}
SPM_MODELS["spm"] = SPM_MODELS["flores101"]


class TokenizerSPM(BaseTokenizer):
    """SentencePiece tokens by a model in sacreBLEU's folder; nothing is downloaded."""

    def __init__(self, key: str = "spm") -> None:
        if key == "spm":
            sacrelogger.warning("The tokenizer 'spm' is now called 'flores101'.")
        self.name = SPM_MODELS[key]["signature"]
        published(self.name)

    def signature(self) -> str:
        return self.name

    def __call__(self, line: str) -> str:
        return " ".join(published(self.name)(line))


class Flores101Tokenizer(TokenizerSPM):
    """The model of FLORES-101."""

    def __init__(self) -> None:
        super().__init__("flores101")


class Flores200Tokenizer(TokenizerSPM):
    """The model of FLORES-200."""

    def __init__(self) -> None:
        super().__init__("flores200")


class spBLEU1KTokenizer(TokenizerSPM):
    """The model for a thousand languages."""

    def __init__(self) -> None:
        super().__init__("spBLEU-1K")
