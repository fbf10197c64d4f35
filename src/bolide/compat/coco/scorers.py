"""BLEU of all orders at once, METEOR without Java, and ROUGE-L (Lin 2004), as captioning code calls them."""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping, Sequence
from typing import Any

from bolide.compat.coco.shapes import candidate, checked, people
from bolide.metrics.base import row_values
from bolide.metrics.bleu import BLEU
from bolide.metrics.meteor import METEOR
from bolide.system.errors import OptionError

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


class Meteor:
    """METEOR 1.5 for English, normalised: the setting of pycocoevalcap.

    `paraphrase` is the table's path. Without it the one of an installed pycocoevalcap is taken; where there is none, a
    warning says that scores are lower than those of captioning papers.
    """

    def __init__(self, paraphrase: str = "auto") -> None:
        try:
            self.metric = METEOR(variant="1.5", paraphrase=paraphrase)
            self.metric.signature()  # finds out whether the table can be read
        except OptionError as problem:
            if paraphrase != "auto":
                raise
            warnings.warn(f"going on without paraphrases: {problem}", stacklevel=2)
            self.metric = METEOR(variant="1.5")

    def compute_score(
        self, gts: Mapping[Any, Sequence[str]], res: Mapping[Any, Sequence[str]]
    ) -> tuple[float, list[float]]:
        """The corpus score, and one score per image: `gts` has its captions by people, `res` a list of one caption."""
        captions = checked(gts, res)
        hyps = [text.replace("|||", "").replace("  ", " ") for text in captions.candidates]
        stats = self.metric.measure(hyps, captions.references)
        return self.metric.score_rows(stats).value, list(row_values(self.metric, stats))

    def method(self) -> str:
        """The name in tables of results."""
        return "METEOR"


class Rouge:
    """ROUGE-L with β = 1.2; precision and recall are each the best over all captions by people."""

    def __init__(self) -> None:
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
