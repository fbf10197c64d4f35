"""What a published definition of METEOR must say of itself; METEOR asks the one that its `variant` names."""

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
    """One published definition, with the options of a metric."""

    variants: ClassVar[str]  # which variants it stands for, as an error says it
    options: ClassVar[tuple[str, ...]]  # besides those that all definitions have

    metric: METEOROptions

    def normal_options(self) -> dict[str, Any]:
        """The options as the metric keeps them, after checking: None if a value is what the variant does anyway."""
        raise NotImplementedError

    @property
    def counts(self) -> Counts:
        """What is counted."""
        raise NotImplementedError

    @property
    def formula(self) -> Formula:
        """How rows become a score."""
        raise NotImplementedError

    def evidence(self, score_row: Callable[[Row, str | None], Score]) -> Evidence:
        """What the metric did in a text."""
        raise NotImplementedError

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The numbers that can be tuned."""
        raise NotImplementedError

    def part_names(self, row: Sequence[int], numbers: dict[str, float]) -> dict[str, Any]:
        """The parts of a score."""
        raise NotImplementedError

    def signature_items(self) -> dict[str, str]:
        """Items that a signature shows although they are the variant's defaults; one that is empty is left out."""
        raise NotImplementedError

    @property
    def warning(self) -> str | None:
        """A warning to whoever scores with these settings, or None."""
        return None

    @property
    def language(self) -> str | None:
        """The code of the language whose words it knows; None if it compares words of any."""
        raise NotImplementedError

    def language_advice(self, code: str | None) -> str:
        """What to do about texts in another language, as an instruction."""
        raise NotImplementedError

    def options_from(self, shared: SharedOptions, chosen: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
        """What the shared options set besides what they set in every metric."""
        return {}

    def _normal_numbers(self, usual: object, names: Sequence[str] = NUMBERS) -> dict[str, float | None]:
        """The numbers of the formula, None if `usual` has the same."""
        values = {name: getattr(self.metric, name) for name in names}
        return {name: None if value in (None, getattr(usual, name)) else float(value) for name, value in values.items()}

    def _chosen_numbers(self, names: Sequence[str] = NUMBERS) -> dict[str, float]:
        """The numbers of the formula that are not the usual ones."""
        return {name: value for name in names if (value := getattr(self.metric, name)) is not None}
