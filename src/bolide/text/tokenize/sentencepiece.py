"""SentencePiece, with the user's model (`spm:PATH`) or one in sacreBLEU's folder (`flores200` and others)."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from bolide.corpus.lines import is_file, read_bytes
from bolide.corpus.table_files import STDIN
from bolide.system.errors import InputError, need, unreadable
from bolide.system.files import sacrebleu_folder


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
    from sentencepiece import SentencePieceProcessor

    raw = b"" if path == STDIN or (is_file(path) and not os.path.isfile(path)) else read_bytes(path)
    try:
        model = SentencePieceProcessor(model_proto=raw or b"no model")  # an empty one would be taken
    except RuntimeError:
        raise InputError(f"{path} is not a SentencePiece model.") from None

    def tokens(text: str) -> list[str]:
        try:
            return " ".join(model.encode(text, out_type=str)).split()
        except (RuntimeError, UnicodeError):
            raise unreadable(text, "SentencePiece") from None

    return tokens


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
    if model.sha256 is not None and _hash(path, os.stat(path).st_mtime_ns) != model.sha256:
        raise InputError(
            f"{path} is not the published model of {name}: its SHA-256 is not {model.sha256}. Fetch it again from "
            f"{model.url}; to use the file as it is, write spm:{path}."
        )
    return spm(path)


@cache
def _hash(path: str, _changed: int) -> str:
    from hashlib import sha256

    return sha256(read_bytes(path)).hexdigest()
