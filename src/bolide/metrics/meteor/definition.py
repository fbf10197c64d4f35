"""Base of METEOR's published definitions; METEOR delegates to the one that its `variant` names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from bolide.metrics.base import Metric, MetricForm
from bolide.metrics.formula import Parameter
from bolide.metrics.meteor.options import ONLY, VARIANTS, METEOROptions

NUMBERS = ("alpha", "beta", "gamma")  # of the formula, in every definition


class Definition(MetricForm):
    """What METEOR's published definitions share, each with a metric's options: in the page and the command line, too.

    In each, `normal_options` are the checked options as the metric stores them, None if a value is the variant's
    default; `signature_items` are shown even if they are the variant's defaults, and empty ones are left out;
    `parameters` can be tuned.
    """

    applies_to: ClassVar[str]  # the variants it implements, a key of ONLY
    evidence: ClassVar[str]  # the class of the evidence behind the metric's scores

    metric: METEOROptions

    @property
    def settable(self) -> tuple[str, ...]:
        runs = self.metric.variant == "runs"  # which has one stage
        others = {name for key, names in ONLY.items() if runs or key != self.applies_to for name in names}
        return tuple(name for name in super().settable if name not in others)

    @property
    def page_default(self) -> Metric:
        """NLTK's definition with exact words and stems, which courses and public calculators call METEOR."""
        return type(self.metric)("nltk", stages=("exact", "stem"))

    @property
    def variants(self) -> list[Metric]:
        """This definition as it is set, then the others with their defaults."""
        metric = self.metric
        others = (name for name in VARIANTS if name != metric.variant)
        return [metric, *(type(metric)(name, average=metric.average) for name in others)]

    @property
    def variant_name(self) -> str:
        return self.metric.variant

    @property
    def definition(self) -> str:
        return ", ".join(filter(None, (self.metric.variant, self.language)))

    @property
    def difference(self) -> str:
        """How this variant differs from the others."""
        return f"{self.metric.variant}: {VARIANTS[self.metric.variant]}"

    def _shape(self, formula: Any, highest: float = 1.0) -> tuple[Parameter, ...]:
        """The parameters of every definition; `highest` is the largest exponent of beta."""
        return (
            Parameter("alpha", "alpha", formula.alpha),
            Parameter("beta", "beta", formula.beta, "log", low=-1.0, high=highest),
            Parameter("gamma", "gamma", formula.gamma),
        )

    def _normal_numbers(self, usual: object, names: Sequence[str] = NUMBERS) -> dict[str, float | None]:
        """The numbers of the formula, None if equal to those of `usual`."""
        values = {name: getattr(self.metric, name) for name in names}
        return {name: None if value in (None, getattr(usual, name)) else float(value) for name, value in values.items()}

    def _non_default_numbers(self, names: Sequence[str] = NUMBERS) -> dict[str, float]:
        """The numbers of the formula that differ from the defaults."""
        return {name: value for name in names if (value := getattr(self.metric, name)) is not None}
