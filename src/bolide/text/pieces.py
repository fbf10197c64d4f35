"""SentencePiece, with a model that the user names: `spm:PATH`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from bolide.errors import InputError, OptionError, need


def tokenize_spm(text: str) -> list[str]:
    """Pieces of words, by a SentencePiece model: write `spm:PATH`; needs the extra `spm`."""
    raise OptionError("spm needs a model file: write spm:PATH, as in spm:flores200.model.")


@cache
def spm(path: str) -> Callable[[str], list[str]]:
    """The tokenizer of a model file; spBLEU is BLEU with one of the flores models."""
    need("spm", "sentencepiece")
    if not Path(path).is_file():
        raise InputError(f"There is no SentencePiece model {path or '(no path)'}; write spm:PATH.")
    from sentencepiece import SentencePieceProcessor

    try:
        model = SentencePieceProcessor(model_file=path)
    except (OSError, RuntimeError):
        raise InputError(f"{path} is not a SentencePiece model.") from None
    return lambda text: " ".join(model.encode(text, out_type=str)).split()
