"""pycocoevalcap's BLEU of all orders, METEOR (without Java) and ROUGE-L (Lin 2004)."""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from bolide.compat.shapes import WrongShape, is_list, texts_of
from bolide.metrics.base import row_values
from bolide.metrics.bleu import BLEU
from bolide.metrics.meteor import METEOR
from bolide.system.errors import OptionError
from bolide.system.messages import counted, few

Images = Mapping[Any, Sequence[str]]  # captions by image


class Captions(NamedTuple):
    """The candidate of every image, and its reference captions."""

    candidates: list[str]
    references: list[list[str]]


def check_captions(gts: Any, res: Any) -> Captions:
    """Check both mappings from images to lists of captions, and return the captions in the order of `gts`."""
    if not isinstance(gts, Mapping) or not isinstance(res, Mapping) or not gts:
        raise WrongShape(
            "`gts` and `res` must have the same images, one at least: {image: [caption, …]} and {image: [caption]}."
        )
    if gts.keys() != res.keys():
        images = few(sorted(map(repr, gts.keys() ^ res.keys())), 3)
        raise WrongShape(f"`gts` and `res` must have the same images; only one of them has {images}.")
    candidates = [candidate(res[image], f"res[{image!r}]") for image in gts]
    return Captions(candidates, references_of(gts))


def references_of(gts: Mapping[Any, Any]) -> list[list[str]]:
    """The reference captions of each image."""
    return [captions_of(captions, f"gts[{image!r}]") for image, captions in gts.items()]


def candidate(captions: Any, name: str) -> str:
    """The caption of a list of one. Raises WrongShape if there is not exactly one."""
    texts = captions_of(captions, name)
    if len(texts) != 1:
        raise WrongShape(f"{name} has {counted(len(texts), 'caption')}; it must be a list of one caption: [caption].")
    return texts[0]


def captions_of(captions: Any, name: str) -> list[str]:
    """The captions of an image. Raises WrongShape if there are none, or annotations in place of texts."""
    if type(captions) is list and set(map(type, captions)) == {str}:  # as nearly always
        return captions
    if is_list(captions) and any(isinstance(caption, Mapping) for caption in captions):
        raise WrongShape(
            f"{name} has annotations, not texts; tokenize first: gts = tokenizer.tokenize(gts), or "
            "bolide.compat.coco.tokenized(gts) if captions are already tokenized."
        )
    return texts_of(name, captions)


# The constants that prevent division by zero, in all published numbers.
_TINY, _SMALL = 1e-15, 1e-9


class Bleu:
    """BLEU-1 to BLEU-n of captions, with the closest reference length."""

    def __init__(self, n: int = 4) -> None:
        self._n = n
        self.metric = BLEU(tokenize="whitespace", smooth_method="none", max_ngram_order=n)

    def compute_score(self, gts: Images, res: Images, verbose: int = 1) -> tuple[list[float], list[list[float]]]:
        """BLEU-1 to BLEU-n of all images, and of each image: `scores[k][i]` is BLEU-(k+1) of image i.

        Counts and the ratio of lengths are printed, as pycocoevalcap does, unless `verbose` is 0.
        """
        captions = check_captions(gts, res)
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
        product, means = 1.0, []
        for order in range(n):
            product *= (row[3 + order] + _TINY) / (row[3 + n + order] + _SMALL)
            means.append(product ** (1.0 / (order + 1)))
        ratio = _ratio(length, wanted)
        penalty = math.exp(1 - 1 / ratio) if ratio < 1 else 1.0
        return [bleu * penalty for bleu in means]

    def method(self) -> str:
        """The name in tables of results."""
        return "Bleu"


def _ratio(length: int, wanted: int) -> float:
    return (length + _TINY) / (wanted + _SMALL)


class Meteor:
    """METEOR 1.5 for English, normalised, words equal as in its jar: the setting of pycocoevalcap.

    `paraphrase` is the path of the paraphrase table, by default that of an installed pycocoevalcap. If there is none,
    paraphrases are left out with a warning, and scores are lower than those of captioning papers.
    """

    def __init__(self, paraphrase: str = "auto") -> None:
        try:
            self.metric = METEOR(variant="1.5", paraphrase=paraphrase, jar_words=True)
            self.metric.signature()  # raises an error if the table cannot be read
        except OptionError as problem:
            if paraphrase != "auto":
                raise
            warnings.warn(f"continuing without paraphrases: {problem}", stacklevel=2)
            self.metric = METEOR(variant="1.5", jar_words=True)

    def compute_score(self, gts: Images, res: Images) -> tuple[float, list[float]]:
        """The corpus score, and one score per image: `gts` has its reference captions, `res` a list of one caption."""
        captions = check_captions(gts, res)
        hyps = [text.replace("|||", "").replace("  ", " ") for text in captions.candidates]
        stats = self.metric.measure(hyps, captions.references)
        return self.metric.score_rows(stats).value, list(row_values(self.metric, stats))

    def method(self) -> str:
        """The name in tables of results."""
        return "METEOR"


class Rouge:
    """ROUGE-L with β = 1.2; precision and recall are each the best over all reference captions."""

    beta = 1.2

    def calc_score(self, candidate_captions: Sequence[str], refs: Sequence[str]) -> float:
        """The score of one caption, in a list of one, against its references."""
        words = candidate(candidate_captions, "candidate").split(" ")
        others = [ref.split(" ") for ref in captions_of(refs, "refs")]
        shared = [common_length(words, ref) for ref in others]
        precision = max(shared) / len(words)
        recall = max(length / len(ref) for length, ref in zip(shared, others, strict=True))
        if not precision or not recall:
            return 0.0
        return ((1 + self.beta**2) * precision * recall) / (recall + self.beta**2 * precision)

    def compute_score(self, gts: Images, res: Images) -> tuple[Any, Any]:
        """The mean over all images, and one score per image."""
        import numpy as np

        captions = check_captions(gts, res)
        pairs = zip(captions.candidates, captions.references, strict=True)
        scores = np.array([self.calc_score([text], refs) for text, refs in pairs])
        return np.mean(scores), scores

    def method(self) -> str:
        """The name in tables of results."""
        return "Rouge"


def common_length(a: Sequence[str], b: Sequence[str]) -> int:
    """The length of the longest common subsequence, by bit vectors, one row of the table at a time (Hyyrö 2004)."""
    masks: dict[str, int] = {}
    for index, word in enumerate(a):
        masks[word] = masks.get(word, 0) | 1 << index
    every = (1 << len(a)) - 1
    row = every  # a bit is cleared where the subsequence grows
    for word in b:
        met = row & masks.get(word, 0)
        row = (row + met | row - met) & every
    return len(a) - row.bit_count()
