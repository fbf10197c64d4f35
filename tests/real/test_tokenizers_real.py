"""Each tokenizer gives sacreBLEU's tokens on every line of the real data."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sacrebleu.metrics.bleu import _get_tokenizer
from sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer

from bolide.kernels import COMPILED
from bolide.text.tokenize import TOKENIZERS
from bolide.text.vocab import encode, encode_tokens
from tests.real.data import DATA, all_text_files, lines, needs_data

pytestmark = needs_data

NAMES = [name for name in TOKENIZERS if name != "whitespace"]
FILES = all_text_files() if DATA.is_dir() else []


def distinct_lines(part: int, parts: int) -> Iterator[str]:
    """A share of all distinct lines; interpreted, of one file in five."""
    files: list[Path] = FILES if COMPILED else FILES[::5]
    every = sorted({line for path in files for line in lines(path)})
    return iter(every[part::parts])


@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("name", NAMES)
def test_every_line(name: str, part: int) -> None:
    texts = list(distinct_lines(part, 4))
    assert len(texts) > 1000
    ters = name == "tercom"
    peer = TercomTokenizer(normalized=True, case_sensitive=True) if ters else _get_tokenizer(name)()
    ours, theirs = encode(texts, name), encode_tokens([peer(text.rstrip()).split() for text in texts])
    assert ours.starts == theirs.starts
    assert ours.ids == theirs.ids
