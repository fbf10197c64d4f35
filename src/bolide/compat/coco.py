"""What captioning code calls: `Meteor().compute_score(gts, res)`, in this process and without Java."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import Any

from bolide.errors import InputError, OptionError
from bolide.metrics.meteor import METEOR


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
        """The corpus score, and one score an image: `gts` has its captions by people, `res` a list of one caption."""
        if gts.keys() != res.keys():
            raise InputError("gts and res must have the same images.")
        for image, captions in res.items():
            if isinstance(captions, str) or len(captions) != 1:
                raise InputError(f"res[{image!r}] must be a list of one caption.")
        hyps = [res[image][0].replace("|||", "").replace("  ", " ") for image in gts]
        stats = self.metric.measure(hyps, [list(captions) for captions in gts.values()])
        return self.metric.aggregate(stats).value, list(self.metric.values(stats))

    def method(self) -> str:
        """The name in tables of results."""
        return "METEOR"
