"""Base of METEOR's published definitions; METEOR delegates to the one that its `variant` names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from bolide.metrics.base import SharedOptions
from bolide.system.dataclasses import dataclass

if TYPE_CHECKING:
    from bolide.metrics.meteor.options import METEOROptions

NUMBERS = ("alpha", "beta", "gamma")  # of the formula, in every definition


@dataclass(frozen=True)
class Definition:
    """What METEOR's published definitions share, each with a metric's options; METEOR asks them for the rest.

    `normal_options` are the checked options as the metric stores them, None if a value is the variant's default;
    `signature_items` are shown even if they are the variant's defaults, and empty ones are left out; `language` is the
    code of the language that the definition is for, None if it suits any; `parameters` can be tuned.
    """

    variants: ClassVar[str]  # the variants it implements, as errors name them
    options: ClassVar[tuple[str, ...]]  # in addition to those of all definitions
    evidence: ClassVar[str]  # the class of the evidence behind the metric's scores

    metric: METEOROptions

    @property
    def warning(self) -> str | None:
        """A warning about these settings, or None."""
        return None

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
