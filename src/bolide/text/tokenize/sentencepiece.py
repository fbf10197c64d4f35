"""SentencePiece, with the user's model (`spm:PATH`) or one in sacreBLEU's folder (`flores200` and others)."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from bolide.system.errors import InputError, need, unreadable
from bolide.system.files import reason, sacrebleu_folder


class Model(NamedTuple):
    """A published model: the file's name in sacreBLEU's folder, its URL, and its SHA-256 if published."""

    file: str
    url: str
    sha256: str | None = None


# File names and addresses are sacreBLEU 2.6's. The model of flores200 is byte for byte the `sentencepiece.bpe.model` of
# NLLB-200 (MD5 05c551ae7955b3980d5a9d044eb09d70), whose hash is published; for the others none is.
MODELS = {
    "flores101": Model(
        "sacrebleu_tokenizer_spm.model",
        "https://dl.fbaipublicfiles.com/fairseq/models/flores/sacrebleu_tokenizer_spm.model",
    ),
    "flores200": Model(
        "flores200sacrebleuspm",
        "https://tinyurl.com/flores200sacrebleuspm",
        "14bb8dfb35c0ffdea7bc01e56cea38b9e3d5efcdcb9c251d6b40538e1aab555a",
    ),
    "spBLEU-1K": Model("spbleu-1k_tokenizer_spm.model", "https://www.dlnlp.ai/spBLEU-1K/spbleu-1k_tokenizer_spm.model"),
}


@cache
def spm(path: str) -> Callable[[str], list[str]]:
    """The tokenizer of a model file; spBLEU is BLEU with one of the flores models."""
    need("spm", "sentencepiece")
    _check_readable(path)
    from sentencepiece import SentencePieceProcessor

    try:
        model = SentencePieceProcessor(model_file=path)
    except (OSError, RuntimeError):
        raise InputError(f"{path} is not a SentencePiece model.") from None

    def tokens(text: str) -> list[str]:
        try:
            return " ".join(model.encode(text, out_type=str)).split()
        except (RuntimeError, UnicodeError):
            raise unreadable(text, "SentencePiece") from None

    return tokens


def _check_readable(path: str) -> None:
    """Raise InputError if this is no file that can be read, of which SentencePiece would not say why."""
    try:
        mode = os.stat(path).st_mode
        if stat.S_ISREG(mode):
            open(path, "rb").close()
    except (FileNotFoundError, ValueError):
        raise InputError(f"There is no SentencePiece model {path or '(no path)'}; write spm:PATH.") from None
    except OSError as error:
        raise InputError(f"The SentencePiece model {path} cannot be read: {reason(path, error)}.") from None
    if not stat.S_ISREG(mode):
        kind = "a folder" if stat.S_ISDIR(mode) else "a pipe or a device"
        raise InputError(f"{path} is {kind}; name the file of a SentencePiece model: spm:PATH.")


def published(name: str) -> Callable[[str], list[str]]:
    """The tokenizer of a published model, from sacreBLEU's folder, checked against its hash if one is published;
    nothing is downloaded."""
    model = MODELS[name]
    path = os.path.join(sacrebleu_folder(), "models", model.file)
    if not os.path.isfile(path):
        raise InputError(
            f"The model of {name} is not on this machine, and Bolide downloads nothing: fetch {model.url} and save it "
            f"as {path}, or write spm:PATH."
        )
    _check_readable(path)
    if model.sha256 is not None and _hash(path, os.stat(path).st_mtime_ns) != model.sha256:
        raise InputError(
            f"{path} is not the published model of {name}: its SHA-256 is not {model.sha256}. Fetch it again from "
            f"{model.url}; to use the file as it is, write spm:{path}."
        )
    return spm(path)


@cache
def _hash(path: str, _changed: int) -> str:
    from hashlib import sha256

    with open(path, "rb") as file:
        return sha256(file.read()).hexdigest()
