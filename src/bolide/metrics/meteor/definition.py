"""Interface of METEOR's published definitions; METEOR delegates to the one that its `variant` names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from bolide.data.scores import Score
from bolide.data.stats import Row
from bolide.metrics.base import SharedOptions
from bolide.metrics.counts import Counts
from bolide.metrics.formula import Formula
from bolide.metrics.tuning import Parameter

if TYPE_CHECKING:
    from bolide.metrics.evidence import Evidence
    from bolide.metrics.meteor.options import METEOROptions

NUMBERS = ("alpha", "beta", "gamma")  # of the formula, in every definition


@dataclass(frozen=True)
class Definition:
    """A published definition of METEOR, with a metric's options."""

    variants: ClassVar[str]  # the variants it implements, as errors name them
    options: ClassVar[tuple[str, ...]]  # in addition to those of all definitions

    metric: METEOROptions

    def normal_options(self) -> dict[str, Any]:
        """The checked options as the metric stores them: None if a value is the variant's default."""
        raise NotImplementedError

    @property
    def counts(self) -> Counts:
        """The counting half of the metric."""
        raise NotImplementedError

    @property
    def formula(self) -> Formula:
        """The formula half of the metric."""
        raise NotImplementedError

    def evidence(self, score_row: Callable[[Row, str | None], Score]) -> Evidence:
        """The evidence behind the metric's scores."""
        raise NotImplementedError

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The numbers that can be tuned."""
        raise NotImplementedError

    def part_names(self, row: Sequence[int], numbers: dict[str, float]) -> dict[str, Any]:
        """The parts of a score."""
        raise NotImplementedError

    def signature_items(self) -> dict[str, str]:
        """Items that a signature shows even if they are the variant's defaults; empty ones are left out."""
        raise NotImplementedError

    @property
    def warning(self) -> str | None:
        """A warning about these settings, or None."""
        return None

    @property
    def language(self) -> str | None:
        """The code of the language that the definition is for; None if it suits any."""
        raise NotImplementedError

    def language_advice(self, code: str | None) -> str:
        """Advice for texts in another language, in the imperative."""
        raise NotImplementedError

    def options_from(self, shared: SharedOptions, explicit: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
        """The options that shared options set in this definition, in addition to those of every metric."""
        return {}

    def _normal_numbers(self, usual: object, names: Sequence[str] = NUMBERS) -> dict[str, float | None]:
        """The numbers of the formula, None if equal to those of `usual`."""
        values = {name: getattr(self.metric, name) for name in names}
        return {name: None if value in (None, getattr(usual, name)) else float(value) for name, value in values.items()}

    def _non_default_numbers(self, names: Sequence[str] = NUMBERS) -> dict[str, float]:
        """The numbers of the formula that differ from the defaults."""
        return {name: value for name in names if (value := getattr(self.metric, name)) is not None}
