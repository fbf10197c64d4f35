"""METEOR of captions, in this process and without Java."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import Any

from bolide.compat.coco.shapes import checked
from bolide.errors import OptionError
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
        """The corpus score, and one score per image: `gts` has its captions by people, `res` a list of one caption."""
        captions = checked(gts, res)
        hyps = [text.replace("|||", "").replace("  ", " ") for text in captions.candidates]
        stats = self.metric.measure(hyps, captions.references)
        return self.metric.aggregate(stats).value, list(self.metric.values(stats))

    def method(self) -> str:
        """The name in tables of results."""
        return "METEOR"
