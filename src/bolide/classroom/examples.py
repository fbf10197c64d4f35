"""Worked examples: translations with published scores, as the docs, the page and `bolide doctor` compute them."""

from dataclasses import dataclass
from importlib.resources import files
from tomllib import loads

from bolide.metrics import parse
from bolide.metrics.base import Metric


@dataclass(frozen=True)
class Example:
    """A candidate, its references, a metric, and the published score to `digits` decimals on the scale of 0 to 1."""

    title: str
    metric: Metric
    hyp: str
    refs: tuple[str, ...]
    expected: float
    source: str
    digits: int = 4

    def value(self) -> float:
        """The score that Bolide computes."""
        return self.metric.sentence(self.hyp, self.refs).value

    def holds(self) -> bool:
        """Whether the computed score equals the published one to its last digit."""
        return round(self.value(), self.digits) == self.expected


_TABLE = loads(files("bolide.classroom").joinpath("examples.toml").read_text("utf-8"))["example"]
EXAMPLES = tuple(Example(**{**one, "metric": parse(one["metric"]), "refs": tuple(one["refs"])}) for one in _TABLE)
# Popović 2012: two sentences in four units.
UNITS = ("word", "base", "morpheme", "pos")
HYPS, REFS = zip(*[(each.hyp, *each.refs) for each in EXAMPLES if each.title.startswith("four units")], strict=True)
