"""The settings under which each metric is held to the laws, in settings.toml, and how a law becomes a test of all."""

from collections.abc import Callable
from inspect import Parameter, Signature, signature
from typing import Any

import pytest

from bolide import METRICS, Metric
from tests.drawn import EXAMPLES, Made, examples, given
from tests.tables import table

_TABLE = table(__file__, "settings.toml")
SETTINGS = [METRICS[name](**options) for name in _TABLE for options in _TABLE[name]]


class Several(list[Metric]):
    """Metrics that a failed test does not write out."""

    def __repr__(self) -> str:
        return f"{len(self)} metrics"


every_metric = pytest.mark.parametrize("metric", SETTINGS, ids=str)


def law(count: int = EXAMPLES, **makes: Made) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """A law of one metric, its first parameter, as a law of all `metrics`, on the same examples.

    To draw examples takes longer than to measure them.
    """

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        def held(metrics: list[Metric], **drawn: Any) -> None:
            for metric in metrics:
                try:
                    test(metric, **drawn)
                except Exception as problem:
                    problem.add_note(f"under {metric}")
                    raise

        _, *drawn = signature(test).parameters.values()
        held.__name__, held.__doc__ = test.__name__, test.__doc__
        held.__signature__ = Signature([Parameter("metrics", Parameter.POSITIONAL_OR_KEYWORD), *drawn])  # type: ignore[attr-defined]
        every = pytest.mark.parametrize("metrics", [Several(SETTINGS)], ids=["all"])
        return every(examples(count)(given(**makes)(held)))

    return decorate
