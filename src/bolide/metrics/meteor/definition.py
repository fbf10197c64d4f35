"""Base of METEOR's published definitions; METEOR delegates to the one that its `variant` names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from bolide.metrics.base import Metric, MetricForm, SharedOptions
from bolide.metrics.formula import Parameter
from bolide.metrics.meteor.meteor15.presets import ALIASES, LANGUAGES
from bolide.metrics.meteor.options import ONLY, VARIANTS, METEOROptions, separates
from bolide.text.tokenize import TOKENIZERS

NUMBERS = ("alpha", "beta", "gamma")  # of the formula, in every definition


class Definition(MetricForm):
    """What METEOR's published definitions share, each with a metric's options: in the page and the command line, too.

    In each, `normal_options` are the checked options as the metric stores them, None if a value is the variant's
    default; `signature_items` are shown even if they are the variant's defaults, and empty ones are left out;
    `parameters` can be tuned.
    """

    applies_to: ClassVar[str]  # the variants it implements, a key of ONLY

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
    def words(self) -> Callable[[str], list[str]] | None:
        return self.metric.counts.tokens if self.metric.tokenize in (None, *TOKENIZERS) else None

    def separating(self, language: str, tokenize: str) -> Metric | None:
        return replace(self.metric, tokenize=tokenize)

    def for_language(self, code: str | None, tokenize: str | None = None) -> Metric:
        """METEOR 1.5 for a language: with its data, or as in Denkowski and Lavie 2014 for one that has none."""
        usual = type(self.metric)(average=self.metric.average, nfc=self.metric.nfc)
        if code in (*LANGUAGES, *ALIASES):
            return replace(usual, language=code)
        tokenize = tokenize or ("ko-mecab" if code == "ko" else None)
        return replace(usual, language="other", task="universal", tokenize=tokenize)

    def options_from(
        self, shared: SharedOptions, explicit: Mapping[str, Any] | None = None
    ) -> dict[str, dict[str, Any]]:
        """As for any metric; but a language does not choose a tokenizer, and METEOR takes those for texts without
        spaces only."""
        options = super().options_from(shared._replace(language=None), explicit)
        if not separates(shared.tokenize or ""):
            options.pop("tokenize", None)
        return options

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
