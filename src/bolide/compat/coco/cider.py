"""CIDEr (Vedantam et al. 2015): n-grams weighted by inverse document frequency over images.

pycocoevalcap's `Cider` is the paper's CIDEr-D: matches are clipped, and length differences penalised. `CiderD` is the
same formula with the calls of the package cider, for rewards: its weights come from a fixed set of captions.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from typing import Any, NamedTuple

from bolide.compat.coco.scorers import Captions, Images, candidate, captions_of, check_captions, references_of
from bolide.compat.shapes import WrongShape, is_list
from bolide.system.errors import OptionError

Gram = tuple[str, ...]
Weights = dict[Gram, float]
Known = tuple[Mapping[Gram, float], float]  # document frequency of each n-gram, and the number of images


class _Vector(NamedTuple):
    """A caption as CIDEr compares it: n-grams by order with their weights, and the number of bigrams."""

    weights: tuple[Weights, ...]
    norms: tuple[float, ...]
    bigrams: int


class Cider:
    """CIDEr as pycocoevalcap computes it, with document frequencies from `gts` itself."""

    _known: Known | None = None

    def __init__(self, test: None = None, refs: None = None, n: int = 4, sigma: float = 6.0) -> None:
        if test is not None or refs is not None:
            raise WrongShape("Pass captions to compute_score(gts, res).")
        if not isinstance(n, int) or n < 1:
            raise OptionError(f"n is {n!r}; it must be an integer ≥ 1.")
        if not sigma > 0:
            raise OptionError(f"sigma is {sigma!r}; it must be a number > 0.")
        self._n = n
        self._sigma = sigma

    def compute_score(self, gts: Images, res: Images) -> tuple[Any, Any]:
        """The mean over all images, and one score per image."""
        return self._scored(check_captions(gts, res))

    def _scored(self, captions: Captions) -> tuple[Any, Any]:
        """The mean of all scores, and the scores."""
        import numpy as np

        n, scores = self._n, []
        grams = cache(partial(_ngrams, n))
        known = self._known or (_frequencies(captions.references, grams), float(len(captions.candidates)))
        vector = cache(lambda caption: _vector(grams(caption), n, known))
        for text, references in zip(captions.candidates, captions.references, strict=True):
            mine, sums = vector(text), [0.0] * n
            for other in map(vector, references):
                penalty = math.e ** (-((mine.bigrams - other.bigrams) ** 2) / (2 * self._sigma**2))
                sums = [sums[k] + _cosine(mine, other, k) * penalty for k in range(n)]
            whole = 0.0
            for order in sums:
                whole += order
            scores.append(whole / n / len(references) * 10.0)
        values = np.array(scores)
        return np.mean(values), values

    def method(self) -> str:
        """The name in tables of results."""
        return "CIDEr"


class CiderD(Cider):
    """CIDEr-D with the calls of the package cider, as used in rewards of captioning models.

    `df` is "corpus", or a dict of `document_frequency` (n-gram, as a tuple of words, to number of images) and `ref_len`
    (the number of images), as returned by `document_frequencies(gts)` and as in the pickled files of that package.
    """

    def __init__(self, n: int = 4, sigma: float = 6.0, df: str | Mapping[str, Any] = "corpus") -> None:
        super().__init__(n=n, sigma=sigma)
        if isinstance(df, Mapping):
            try:
                self._known = df["document_frequency"], float(df["ref_len"])
            except KeyError as missing:
                raise OptionError(f"df has no {missing}; it must have 'document_frequency' and 'ref_len'.") from None
            if not self._known[1] >= 1:
                raise OptionError(f"ref_len is {df['ref_len']}; it is the number of images, ≥ 1.")
        elif df != "corpus":
            raise OptionError(
                f"df is {df!r}; Bolide opens no pickled files. Pass their contents: "
                "CiderD(df=pickle.load(open(path, 'rb'))), or CiderD(df=document_frequencies(gts))."
            )

    def compute_score(self, gts: Images, res: Images | Sequence[Mapping[str, Any]]) -> tuple[Any, Any]:
        """The mean, and one score per entry of `res`: a list of {"image_id": …, "caption": [caption]}, or a mapping.

        In a list an image may occur several times, once for every sampled caption.
        """
        return self._scored(check_captions(gts, res) if isinstance(res, Mapping) else _listed(gts, res))

    def method(self) -> str:
        """The name in tables of results."""
        return "CIDEr-D"


def document_frequencies(gts: Images, n: int = 4) -> dict[str, Any]:
    """The number of images whose captions contain each n-gram, for `CiderD(df=…)`, usually over the training set."""
    if not isinstance(gts, Mapping) or not gts:
        raise WrongShape("`gts` must map each image to a list of captions, one image at least: {image: [caption, …]}.")
    frequencies = _frequencies(references_of(gts), cache(partial(_ngrams, n)))
    return {"document_frequency": frequencies, "ref_len": float(len(gts))}


def _listed(gts: Any, res: Any) -> Captions:
    """The captions if `res` is a list of entries."""
    if not isinstance(gts, Mapping) or not is_list(res):
        raise WrongShape('`gts` must map each image to its captions, and `res` list {"image_id": …, "caption": […]}.')
    candidates, references = [], []
    for k, entry in enumerate(res):
        if not isinstance(entry, Mapping) or "caption" not in entry or entry.get("image_id") not in gts:
            raise WrongShape(f'res[{k}] must be {{"image_id": …, "caption": [caption]}}, of an image that gts has.')
        candidates.append(candidate(entry["caption"], f"res[{k}]['caption']"))
        references.append(captions_of(gts[entry["image_id"]], f"gts[{entry['image_id']!r}]"))
    if not candidates:
        raise WrongShape("`res` is empty; it must have one entry at least.")
    return Captions(candidates, references)


def _ngrams(n: int, caption: str) -> Counter[Gram]:
    """The n-grams of a caption, orders 1 to n."""
    words = caption.split()
    return Counter(tuple(words[i : i + k]) for k in range(1, n + 1) for i in range(len(words) - k + 1))


def _frequencies(references: Iterable[Sequence[str]], grams: Callable[[str], Counter[Gram]]) -> Counter[Gram]:
    """The document frequency of each n-gram: the number of images whose captions contain it."""
    images_by_gram: Counter[Gram] = Counter()
    for captions in references:
        images_by_gram.update(set().union(*map(grams, captions)))
    return images_by_gram


def _vector(grams: Counter[Gram], n: int, known: Known) -> _Vector:
    frequencies, log_images = known[0], math.log(known[1])
    weights: tuple[Weights, ...] = tuple({} for _ in range(n))
    squares, bigrams = [0.0] * n, 0
    for gram, times in grams.items():
        weight = times * (log_images - math.log(max(1.0, frequencies.get(gram, 0.0))))
        weights[len(gram) - 1][gram] = weight
        squares[len(gram) - 1] += weight**2
        if len(gram) == 2:
            bigrams += times
    return _Vector(weights, tuple(map(math.sqrt, squares)), bigrams)


def _cosine(mine: _Vector, other: _Vector, k: int) -> float:
    """The cosine similarity of the n-grams of one order, clipped to the weights of the reference."""
    theirs = other.weights[k]
    product = 0.0
    for gram, weight in mine.weights[k].items():
        if gram in theirs:
            product += min(weight, theirs[gram]) * theirs[gram]
    lengths = mine.norms[k] * other.norms[k]
    return product / lengths if lengths else product
