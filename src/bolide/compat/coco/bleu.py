"""BLEU of captions: all orders up to n at once, over Bolide's counts."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from bolide.compat.coco.shapes import checked
from bolide.metrics.bleu import BLEU

# What keeps divisions by zero away in every number of captioning papers.
_TINY, _SMALL = 1e-15, 1e-9


class Bleu:
    """BLEU-1 to BLEU-n of captions; a brevity penalty by the closest reference length."""

    def __init__(self, n: int = 4) -> None:
        self._n = n
        self.metric = BLEU(tokenize="whitespace", smooth="none", max_order=n)

    def compute_score(
        self, gts: Mapping[Any, Sequence[str]], res: Mapping[Any, Sequence[str]], verbose: int = 1
    ) -> tuple[list[float], list[list[float]]]:
        """BLEU-1 to BLEU-n of all images, and the same for each image: `scores[k][i]` is BLEU-(k+1) of image i.

        Counts and the ratio of lengths are printed, as pycocoevalcap does, unless `verbose` is 0.
        """
        captions = checked(gts, res)
        stats = self.metric.measure(captions.candidates, captions.references)
        by_image, total = [self._of(row) for row in stats], stats.total()
        if verbose:
            _, length, wanted, *counted = total
            n = self._n
            print({"testlen": length, "reflen": wanted, "guess": counted[n : 2 * n], "correct": counted[:n]})
            print("ratio:", _ratio(length, wanted))
        return self._of(total), [list(scores) for scores in zip(*by_image, strict=True)]

    def _of(self, row: Sequence[int]) -> list[float]:
        """BLEU-1 to BLEU-n of a row of BLEU's: segments, lengths, matches and n-grams."""
        n, (_, length, wanted) = self._n, row[:3]
        product, found = 1.0, []
        for order in range(n):
            product *= (row[3 + order] + _TINY) / (row[3 + n + order] + _SMALL)
            found.append(product ** (1.0 / (order + 1)))
        ratio = _ratio(length, wanted)
        penalty = math.exp(1 - 1 / ratio) if ratio < 1 else 1.0
        return [bleu * penalty for bleu in found]

    def method(self) -> str:
        """The name in tables of results."""
        return "Bleu"


def _ratio(length: int, wanted: int) -> float:
    return (length + _TINY) / (wanted + _SMALL)
