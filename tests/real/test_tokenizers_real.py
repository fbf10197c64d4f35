"""Tokenizers give sacreBLEU's tokens on lines of the real data: every twentieth, or all with BOLIDE_TEST_EVERY=1."""

import os
from functools import cache

import pytest
from sacrebleu.metrics.bleu import _get_tokenizer
from sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer

from bolide.text.tokenize import TOKENIZERS
from bolide.text.tokens import encode
from tests.real.data import all_text_files, lines, needs_data

pytestmark = needs_data
EVERY = int(os.environ.get("BOLIDE_TEST_EVERY", "20"))


@cache
def distinct_lines() -> list[str]:
    """Some distinct lines."""
    return sorted({line for path in all_text_files() for line in lines(path)})[::EVERY]


@pytest.mark.parametrize("name", [name for name in TOKENIZERS if name != "whitespace"])
def test_real_lines(name: str) -> None:
    peer = TercomTokenizer(normalized=True, case_sensitive=True) if name == "tercom" else _get_tokenizer(name)()
    assert len(distinct_lines()) > 1000
    assert encode(distinct_lines(), name).texts() == [peer(line.rstrip()).split() for line in distinct_lines()]
