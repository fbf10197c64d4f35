"""`bolide mbr`: the scores behind the choice. The choice itself, and formats of lists, are in same.toml."""

import json
from pathlib import Path

import numpy as np

from bolide import CHRF
from tests.cli.run import bolide

LISTS = [
    ["the cat sat on a mat", "the cat sat on the mat", "a cat sat on the mat", "a dog"],
    ["one two", "one two"],
    ["alone"],
]


def test_the_matrix(here: Path) -> None:
    lines = [f"{k + 7} ||| {text} ||| LM= -1 ||| -2\n" for k, texts in enumerate(LISTS) for text in texts]
    Path("nbest").write_text("".join(lines))
    for name in ("scores.npy", "scores.json"):
        assert bolide("mbr", "nbest", "-m", "chrf", "--matrix", name).code == 0
    table, found = np.load("scores.npy"), json.loads(Path("scores.json").read_text())
    assert table.shape == (3, 4, 4)
    for k, texts in enumerate(LISTS):
        own = np.asarray(CHRF().pairwise(texts, texts))
        assert np.array_equal(table[k, : len(texts), : len(texts)], own)
        assert np.isnan(table[k]).sum() == 16 - len(texts) ** 2
        assert found[k] == {"sentence": str(k + 7), "scores": own.tolist()}
