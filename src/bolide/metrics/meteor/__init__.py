"""METEOR: one name, several published definitions; `variant` says which."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, Any, ClassVar, Self

from bolide.metrics.counts import Counts
from bolide.metrics.formula import Formula, Tunable
from bolide.metrics.meteor.meteor15 import Definition15
from bolide.metrics.meteor.nltk import StagedDefinition
from bolide.metrics.meteor.options import ONLY, VARIANTS, METEOROptions, check_separating
from bolide.metrics.options import documented
from bolide.system.errors import InputError, OptionError

if TYPE_CHECKING:
    from bolide.metrics.evidence import Evidence

__all__ = ["METEOR", "VARIANTS", "meteor_score"]

_LIMITS = {"alpha": 1.0, "beta": inf, "gamma": 1.0, "delta": 1.0}  # numbers, from 0 up to this
# The items of a signature in the order in which they are written.
_SIGNED = (
    *("variant", "lang", "task", "modules", "stages", "norm", "tok", "case", "punct", "para", "weights"),
    *("alpha", "beta", "gamma", "delta", "beam", "char", "func", "syn", "jar", "average", "nfc"),
)


@documented
@dataclass(frozen=True, repr=False)
class METEOR(METEOROptions):
    """Words aligned exactly, by stem, synonym and paraphrase; recall counts most, and fragmented matches are penalised.

    >>> from bolide import METEOR
    >>> round(METEOR().sentence("the cats sat on the mat", "the cat sat on the mat").value, 4)
    0.9
    >>> nltk = METEOR(variant="nltk", stages=("exact",))
    >>> round(nltk.sentence("the cat is on the mat", "the cat sat on the mat").value, 4)
    0.8067
    """

    name: ClassVar[str] = "METEOR"

    def __post_init__(self) -> None:
        super().__post_init__()
        for variants, name in ((variants, name) for variants, names in ONLY.items() for name in names):
            if variants != self._definition.applies_to and getattr(self, name) is not None:
                raise OptionError(f"{name} belongs to {variants}, not to variant {self.variant}; leave it out.")
        if self.tokenize is not None:
            check_separating(self.tokenize)
        for name, most in _LIMITS.items():
            value = getattr(self, name)
            if value is not None and not 0 <= value <= most:
                bounds = "≥ 0" if most == inf else f"between 0 and {most:g}"
                raise OptionError(f"{name} is {value!r}; it must be a number {bounds}.")
        for name, value in self._definition.normal_options().items():
            object.__setattr__(self, name, value)

    @cached_property
    def _definition(self) -> Definition15 | StagedDefinition:
        kind = Definition15 if self.variant == "1.5" else StagedDefinition
        return kind(self)

    def __repr__(self) -> str:
        values = [(item.name, getattr(self, item.name), item.default) for item in fields(self)]
        changed = (f"{name}={value!r}" for name, value, default in values if value != default or name == "variant")
        return f"METEOR({', '.join(changed)})"

    # --- the two halves -------------------------------------------------------------------------------------------

    @property
    def counts(self) -> Counts:
        return self._definition.counts

    @property
    def formula(self) -> Formula:
        return self._definition.formula

    @property
    def evidence(self) -> Evidence:
        return self._definition.evidence

    @property
    def tuning(self) -> Tunable[Self]:
        return Tunable(self, self._definition.parameters)

    def _part_names(self, row: Sequence[int], numbers: dict[str, float]) -> dict[str, Any]:
        return self._definition.part_names(row, numbers)

    def _signature_items(self) -> tuple[tuple[str, str], ...]:
        """The items that identify the variant, and the options that were set."""
        items = dict(super()._signature_items()) | self._definition.signature_items()
        return tuple((key, items[key]) for key in _SIGNED if items.get(key))


def meteor_score(reference: str, candidate: str, alpha: float = 0.9, beta: float = 3, gamma: float = 0.5) -> float:
    """METEOR's variant `runs`, the teaching exercise, rounded to three decimals. The reference comes first.

    Texts are lowercased and split at white space; a word matches while the reference has a copy left; a chunk is a
    run of matched candidate words. Empty text or no match gives 0. For what papers report, use `METEOR`.

    >>> from bolide import meteor_score
    >>> meteor_score("Rain falls gently from the sky", "Gentle rain drops from the sky")
    0.625
    """
    for what, text in (("reference", reference), ("candidate", candidate)):
        if not isinstance(text, str):
            raise InputError(f"meteor_score needs `{what}` as one text, not {type(text).__name__}.")
    metric = METEOR(variant="runs", alpha=alpha, beta=beta, gamma=gamma)
    return round(metric.sentence(candidate, reference).value, 3)
