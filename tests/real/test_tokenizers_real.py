"""Each tokenizer gives sacreBLEU's tokens on every line of the real data."""

from functools import cache
from hashlib import sha256

import pytest
import sacrebleu
from sacrebleu.metrics.bleu import _get_tokenizer
from sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer

from bolide.kernels import COMPILED
from bolide.text.tokenize import TOKENIZERS
from bolide.text.vocab import Ids, encode, encode_tokens
from tests.real.data import DATA, all_text_files, lines, needs_data
from tests.real.kept import agrees, called

pytestmark = needs_data

NAMES = [name for name in TOKENIZERS if name != "whitespace"]
FILES = all_text_files() if DATA.is_dir() else []
PEER = called("sacreBLEU", sacrebleu.__version__) + " tokenizer"
PARTS = 8  # of which one is enough to show the same tokens interpreted


@cache
def distinct_lines() -> list[str]:
    """All distinct lines."""
    return sorted({line for path in FILES for line in lines(path)})


@cache
def part_of_lines(part: int) -> tuple[list[str], str]:
    """One of the parts, and its hash."""
    texts = distinct_lines()[part::PARTS]
    return texts, sha256("\n".join(texts).encode()).hexdigest()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("part", range(PARTS if COMPILED else 1))
def test_every_line(name: str, part: int) -> None:
    texts, known_by = part_of_lines(part)
    assert len(texts) > 1000
    agrees(f"{PEER} {name}", known_by, tokens(encode(texts, name)), lambda: tokens(ask(name, texts)))


@pytest.mark.parametrize("name", NAMES)
def test_some_lines_live(name: str) -> None:
    texts = distinct_lines()[:: 101 if COMPILED else 505]
    assert tokens(encode(texts, name)) == tokens(ask(name, texts))


def ask(name: str, texts: list[str]) -> Ids:
    """sacreBLEU's tokens."""
    peer = TercomTokenizer(normalized=True, case_sensitive=True) if name == "tercom" else _get_tokenizer(name)()
    return encode_tokens([peer(text.rstrip()).split() for text in texts])


def tokens(found: Ids) -> list[object]:
    """Where each text begins, the number of each token, counted as they first come, and the tokens."""
    return [found.starts, found.ids, found.tokens]
