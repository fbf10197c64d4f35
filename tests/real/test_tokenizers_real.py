"""Tokenizers give sacreBLEU's tokens on the lines of the real data, each on every other one; BOLIDE_TEST_EVERY=1 takes
all of them.
"""

import os
from collections.abc import Sequence
from functools import cache, partial
from hashlib import sha256
from itertools import pairwise
from typing import TypeVar
from zlib import crc32

import pytest
import sacrebleu
from sacrebleu.metrics.bleu import _get_tokenizer
from sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer

from bolide.kernels import COMPILED
from bolide.text.tokenize import TOKENIZERS
from bolide.text.tokens import Tokens, encode, encode_tokens
from tests.oracles.recorded import agrees, versioned
from tests.real.data import DATA, all_text_files, lines, needs_data

pytestmark = needs_data

NAMES = [name for name in TOKENIZERS if name != "whitespace"]
FILES = all_text_files() if DATA.is_dir() else []
PEER = versioned("sacreBLEU", sacrebleu.__version__) + " tokenizer"
BLOCK = 16
Word = TypeVar("Word")
PARTS = 8  # of which one is enough to show the same tokens interpreted
EVERY = min(2, int(os.environ.get("BOLIDE_TEST_EVERY", "2")))  # each tokenizer reads every other part, in turn


@cache
def distinct_lines() -> list[str]:
    """All distinct lines."""
    return sorted({line for path in FILES for line in lines(path)})


@cache
def part_of_lines(part: int) -> tuple[list[str], str]:
    """One of the parts, and its hash."""
    texts = distinct_lines()[part::PARTS]
    return texts, sha256("\n".join(texts).encode()).hexdigest()


@pytest.mark.parametrize(
    ("name", "part"),
    [(name, k) for n, name in enumerate(NAMES) for k in range(n % EVERY, PARTS if COMPILED else n % EVERY + 1, EVERY)],
)
def test_every_line(name: str, part: int) -> None:
    texts, known_by = part_of_lines(part)
    assert len(texts) > 1000
    ours, theirs = encode(texts, name), partial(ask, name, texts)
    agrees(f"{PEER} {name}, numbers of tokens", known_by, sizes(ours), lambda: sizes(theirs()))
    agrees(f"{PEER} {name}, CRC-32 of each {BLOCK} lines", known_by, checks(ours), lambda: checks(theirs()))


@pytest.mark.parametrize("name", NAMES)
def test_some_lines_live(name: str) -> None:
    texts = distinct_lines()[:: 101 if COMPILED else 505]
    ours, theirs = encode(texts, name), ask(name, texts)
    assert cut(ours, ours.tokens) == cut(theirs, theirs.tokens)


def ask(name: str, texts: list[str]) -> Tokens:
    """sacreBLEU's tokens."""
    peer = TercomTokenizer(normalized=True, case_sensitive=True) if name == "tercom" else _get_tokenizer(name)()
    return encode_tokens([peer(text.rstrip()).split() for text in texts])


def cut(texts: Tokens, words: Sequence[Word]) -> list[list[Word]]:
    """What stands for the tokens of each text."""
    in_order = [*map(words.__getitem__, texts.ids.tolist())]
    return [in_order[start:end] for start, end in pairwise(texts.starts.tolist())]


def sizes(texts: Tokens) -> list[int]:
    return [end - start for start, end in pairwise(texts.starts.tolist())]


def checks(texts: Tokens) -> list[int]:
    """CRC-32 of some lines at a time: where each has as many tokens as it should, they say whether it has the same."""
    lines = [*map(b" ".join, cut(texts, [token.encode("utf-8", "surrogatepass") for token in texts.tokens]))]
    return [crc32(b"\n".join(lines[k : k + BLOCK])) for k in range(0, len(lines), BLOCK)]
