"""Captioning scores live: pycocoevalcap's own scorers on WMT23's sentences as captions, every segment, every number.

The captions that pycocoevalcap's example speaks of are not in its package.
"""

from importlib.util import find_spec

import numpy as np
import pytest

from bolide.compat import coco
from bolide.kernels import COMPILED
from tests.real.data import lines, needs_data, systems

pytestmark = [
    needs_data,
    pytest.mark.skipif(find_spec("pycocoevalcap") is None, reason="pycocoevalcap is not installed"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]


def captions(size: int) -> tuple[dict[int, list[str]], dict[int, list[str]]]:
    """A system's lines against the reference and two other systems', words between single spaces."""
    found = systems("wmt23/zh-en")
    _, first, reference = found[0]
    others = [lines(path) for _, path, _ in found[1:3]]

    def words(text: str) -> str:
        return " ".join(text.lower().split()[:30])

    res = {k: [words(text)] for k, text in enumerate(lines(first)[:size])}
    gts = {k: [words(text) for text in (lines(reference)[k], *(other[k] for other in others))] for k in res}
    return gts, res


@pytest.mark.parametrize("name", ["Bleu", "Rouge", "Cider"])
def test_every_segment(name: str) -> None:
    gts, res = captions(400 if COMPILED else 100)
    module = name.lower()
    peer = getattr(__import__(f"pycocoevalcap.{module}.{module}", fromlist=[name]), name)()
    found, wanted = (scorer.compute_score(gts, res) for scorer in (getattr(coco, name)(), peer))
    for mine, theirs in zip(found, wanted, strict=True):
        assert np.array_equal(np.array(mine), np.array(theirs))
