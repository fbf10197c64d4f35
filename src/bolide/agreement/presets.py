"""What WMT's metrics tasks asked: the official questions of a year, their weights, and which human outputs take part.

WMT23: Freitag et al. 2023; WMT24: Freitag et al. 2024; WMT25: Lavie et al. 2025.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from bolide.agreement.matching import REFERENCE
from bolide.agreement.questions import Question

HUMAN = re.compile(r"(?:.*[-_.])?ref[A-Z]?|refA.*|synthetic_ref")  # outputs that are no machine's
OUTLIERS = ("synthetic_ref",)  # never a system
SOFT, TIES = Question("soft-accuracy", "sys"), Question("acc-eq", "seg", "item")


@dataclass(frozen=True)
class Preset:
    """One year's table: questions put to each language pair with weight 1, and questions put to all pairs together.

    A question to all pairs weighs as much as there are pairs. `humans` are the pairs in which human outputs other than
    the reference count as systems; `references` the reference of a pair, where it is not the one that its metrics name.
    """

    name: str
    questions: tuple[Question, ...]
    pooled: tuple[Question, ...] = ()
    humans: tuple[str, ...] = ()
    references: dict[str, str] = field(default_factory=dict)

    def reference(self, pair: str, metrics: Sequence[str]) -> str:
        """The reference of a language pair: WMT's, or the one that most of the metrics' names end with."""
        if pair in self.references:
            return self.references[pair]
        named = [found[1] for name in metrics if (found := REFERENCE.search(name)) and found[1].startswith("ref")]
        return max(dict.fromkeys(named), key=named.count, default="refA")

    def left_out(self, pair: str, systems: Sequence[str], reference: str) -> list[str]:
        """The outputs of people that are no systems here."""
        human = [name for name in systems if HUMAN.fullmatch(name)]
        return [name for name in human if pair not in self.humans or name in (reference, *OUTLIERS)]


PRESETS = {
    preset.name: preset
    for preset in (
        Preset(
            "wmt23",
            (Question("pearson", "sys"), Question("pearson", "seg"), TIES),
            (Question("accuracy", "sys"),),
            ("he-en",),
            {"en-de": "refA", "he-en": "refB", "zh-en": "refA"},
        ),
        Preset("wmt24", (SOFT, TIES), humans=("en-de",)),
        Preset("wmt25", (SOFT, TIES)),
    )
}
