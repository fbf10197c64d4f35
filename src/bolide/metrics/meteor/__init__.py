"""METEOR: one name, several published definitions; `variant` says which."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, Any, ClassVar, Self

from bolide.data.display import call_by_name
from bolide.metrics.base import Metric, MetricForm, SharedOptions
from bolide.metrics.counts import Counts
from bolide.metrics.formula import Formula, Tunable
from bolide.metrics.meteor.meteor15 import Definition15
from bolide.metrics.meteor.options import VARIANTS, METEOROptions
from bolide.metrics.meteor.staged import StagedDefinition
from bolide.system.dataclasses import dataclass, fields
from bolide.system.errors import InputError, OptionError
from bolide.system.keywords import public_call

if TYPE_CHECKING:
    from bolide.metrics.evidence import Evidence

__all__ = ["METEOR", "VARIANTS", "meteor_score"]

_LIMITS = {"alpha": 1.0, "beta": inf, "gamma": 1.0, "delta": 1.0}  # numbers, from 0 up to this
# The items of a signature in the order in which they are written.
_SIGNED = (
    *("variant", "lang", "task", "modules", "stages", "norm", "case", "punct", "para", "weights"),
    *("alpha", "beta", "gamma", "delta", "beam", "char", "func", "syn", "jar", "average", "nfc"),
)


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
        for definition in (Definition15, StagedDefinition):
            for name in definition.options:
                if not isinstance(self._definition, definition) and getattr(self, name) is not None:
                    raise OptionError(
                        f"{name} belongs to {definition.variants}, not to variant {self.variant}; leave it out."
                    )
        for name, most in _LIMITS.items():
            _check_number(name, getattr(self, name), most)
        for name, value in self._definition.normal_options().items():
            object.__setattr__(self, name, value)

    @cached_property
    def _definition(self) -> Definition15 | StagedDefinition:
        return Definition15(self) if self.variant == "1.5" else StagedDefinition(self)

    def __getstate__(self) -> dict[str, Any]:
        """The options only; a copy recomputes cached values."""
        return {item.name: getattr(self, item.name) for item in fields(self)}

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
        evidence: Evidence = call_by_name(self._definition.evidence, self.counts, self.formula, self.score_row)
        return evidence

    @property
    def tuning(self) -> Tunable[Self]:
        return Tunable(self, self._definition.parameters)

    @property
    def form(self) -> METEORForm:
        return METEORForm(self, slow_from=2000)

    def _part_names(self, row: Sequence[int], numbers: dict[str, float]) -> dict[str, Any]:
        return self._definition.part_names(row, numbers)

    def _signature_items(self) -> tuple[tuple[str, str], ...]:
        """The items that identify the variant, and the options that were set."""
        items = dict(super()._signature_items()) | self._definition.signature_items()
        return tuple((key, items[key]) for key in _SIGNED if items.get(key))


def _check_number(name: str, value: float | None, most: float) -> None:
    if value is not None and not 0 <= value <= most:
        bounds = "≥ 0" if most == inf else f"between 0 and {most:g}"
        raise OptionError(f"{name} is {value!r}; it must be a number {bounds}.")


class METEORForm(MetricForm):
    """METEOR's definitions in the page and the command line, each with its options."""

    metric: METEOR

    @property
    def settable(self) -> tuple[str, ...]:
        definition, runs = self.metric._definition, self.metric.variant == "runs"
        others = {*Definition15.options, *StagedDefinition.options} - ({*definition.options} if not runs else set())
        return tuple(name for name in super().settable if name not in others)

    @property
    def page_default(self) -> METEOR:
        """NLTK's definition with exact words and stems, which courses and public calculators call METEOR."""
        return METEOR("nltk", stages=("exact", "stem"))

    @property
    def variants(self) -> list[Metric]:
        """This definition as it is set, then the others with their defaults."""
        others = (name for name in VARIANTS if name != self.metric.variant)
        return [self.metric, *(METEOR(name, average=self.metric.average) for name in others)]

    @property
    def variant_name(self) -> str:
        return self.metric.variant

    @property
    def definition(self) -> str:
        return ", ".join(filter(None, (self.metric.variant, self.language)))

    @property
    def language(self) -> str | None:
        return self.metric._definition.language

    def language_advice(self, code: str | None) -> str:
        return self.metric._definition.language_advice(code)

    @property
    def difference(self) -> str:
        """How this variant differs from the others."""
        return f"{self.metric.variant}: {VARIANTS[self.metric.variant]}"

    @property
    def warning(self) -> str | None:
        return self.metric._definition.warning

    def options_from(
        self, shared: SharedOptions, explicit: Mapping[str, Any] | None = None
    ) -> dict[str, dict[str, Any]]:
        return super().options_from(shared, explicit) | self.metric._definition.options_from(shared, explicit or {})


@public_call
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
