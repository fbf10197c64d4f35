"""ROUGE-L (Lin 2004) of captions: the longest common subsequence of words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bolide.compat.coco.shapes import candidate, checked, people
from bolide.errors import need


class Rouge:
    """ROUGE-L with β = 1.2; precision and recall are each the best over all captions by people."""

    def __init__(self) -> None:
        need("stats", "numpy")
        self.beta = 1.2

    def calc_score(self, candidate_captions: Sequence[str], refs: Sequence[str]) -> float:
        """The score of one caption, in a list of one, against its references."""
        words = candidate(candidate_captions, "candidate").split(" ")
        others = [ref.split(" ") for ref in people(refs, "refs")]
        shared = [common_length(words, ref) for ref in others]
        precision = max(shared) / len(words)
        recall = max(length / len(ref) for length, ref in zip(shared, others, strict=True))
        if not precision or not recall:
            return 0.0
        return ((1 + self.beta**2) * precision * recall) / (recall + self.beta**2 * precision)

    def compute_score(self, gts: Mapping[Any, Sequence[str]], res: Mapping[Any, Sequence[str]]) -> tuple[Any, Any]:
        """The mean over all images, and one score per image."""
        import numpy as np

        captions = checked(gts, res)
        pairs = zip(captions.candidates, captions.references, strict=True)
        scores = np.array([self.calc_score([text], refs) for text, refs in pairs])
        return np.mean(scores), scores

    def method(self) -> str:
        """The name in tables of results."""
        return "Rouge"


def common_length(a: Sequence[str], b: Sequence[str]) -> int:
    """The length of the longest common subsequence, a whole row of the usual table at a time, as bits (Hyyrö 2004)."""
    places: dict[str, int] = {}
    for place, word in enumerate(a):
        places[word] = places.get(word, 0) | 1 << place
    every = (1 << len(a)) - 1
    row = every  # a bit is off where the subsequence grows
    for word in b:
        met = row & places.get(word, 0)
        row = (row + met | row - met) & every
    return len(a) - row.bit_count()
