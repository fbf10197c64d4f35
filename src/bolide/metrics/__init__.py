"""Registry of metrics, and lookup by name or signature.

`METRICS` maps names to classes, each imported on first use. Register another metric with `METRICS["name"] = TheClass`,
or with an entry point of the group `bolide.metrics`.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from importlib import import_module
from typing import TYPE_CHECKING

from bolide.data.scores import Signature
from bolide.metrics.base import Metric
from bolide.system.errors import OptionError, unknown

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "bolide.metrics"


class Registry(MutableMapping[str, type[Metric]]):
    """Metric classes by name. Those of this package, `module:Class`, are imported when they are needed, and those of
    plug-ins are looked for when no other has the name."""

    def __init__(self, homes: dict[str, str]) -> None:
        self.registered: dict[str, type[Metric] | str | EntryPoint] = dict(homes)
        self._plugged = False

    def __getitem__(self, name: str) -> type[Metric]:
        home = self.registered[name] if name in self.registered else self._with_plug_ins()[name]
        if isinstance(home, type):
            return home
        if isinstance(home, str):
            module, _, cls = home.partition(":")
            metric = getattr(import_module(module), cls)
        else:
            try:
                metric = home.load()
            except Exception as problem:
                raise OptionError(f"The plug-in {home.value} cannot be loaded: {problem!r}.") from problem
        self[name] = metric
        return self[name]

    def __setitem__(self, name: str, metric: type[Metric]) -> None:
        if not (isinstance(metric, type) and issubclass(metric, Metric)):
            raise OptionError(f"METRICS[{name!r}] must be a subclass of bolide.Metric; bolide.metric takes functions.")
        if name != name.lower():
            raise OptionError(f"A metric's name in METRICS must be in lower case: {name.lower()!r}, not {name!r}.")
        self.registered[name] = metric

    def __delitem__(self, name: str) -> None:
        del self.registered[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._with_plug_ins())

    def __len__(self) -> int:
        return len(self._with_plug_ins())

    def key_of(self, metric: type[Metric]) -> str:
        """The registered name of a metric's class, or of the class it inherits from."""
        homes = {*metric.__mro__, *(f"{cls.__module__}:{cls.__name__}" for cls in metric.__mro__)}
        key = next((key for key, home in self.registered.items() if home in homes), None)
        return key or next(key for key in self if issubclass(metric, self[key]))

    def __repr__(self) -> str:
        return f"<METRICS: {', '.join(self)}>"

    def _with_plug_ins(self) -> dict[str, type[Metric] | str | EntryPoint]:
        """All, with the metrics of installed packages; a name that is already registered keeps its metric."""
        if not self._plugged:
            from importlib.metadata import entry_points

            self._plugged = True
            for point in entry_points(group=GROUP):
                self.registered.setdefault(point.name.lower(), point)
        return self.registered


METRICS = Registry(
    {
        "bleu": "bolide.metrics.bleu:BLEU",
        "cder": "bolide.metrics.error_rates:CDER",
        "cer": "bolide.metrics.error_rates:CER",
        "chrf": "bolide.metrics.chrf:CHRF",
        "meteor": "bolide.metrics.meteor:METEOR",
        "per": "bolide.metrics.error_rates:PER",
        "rgbf": "bolide.metrics.rgbf:RGBF",
        "ter": "bolide.metrics.ter:TER",
        "wer": "bolide.metrics.error_rates:WER",
    }
)


def parse(signature: str | Signature) -> Metric:
    """The metric a signature describes: `parse(str(score.signature))` is the metric that gave the score.

    >>> from bolide import BLEU, parse
    >>> parse("BLEU|nrefs:1|case:lc|eff:no|tok:intl|smooth:exp") == BLEU(lowercase=True, tokenize="intl")
    True
    """
    read = signature if isinstance(signature, Signature) else Signature.from_text(signature)
    return metric_class(read.metric)._from_signature(read)


def metric_of(metric: str | Metric) -> Metric:
    """The metric for a name (with its defaults) or a signature; a metric object is returned unchanged."""
    if isinstance(metric, Metric):
        return metric
    if not isinstance(metric, str):
        usual = "pass a metric such as BLEU(), a name or a signature"
        advice = "bolide.metric makes one of a function" if callable(metric) else usual
        raise OptionError(f"{getattr(metric, '__name__', repr(metric)):.80} is not a metric; {advice}.")
    return parse(metric) if "|" in metric or metric.lower() not in METRICS else metric_class(metric)()


def check_references(metric: object, nrefs: str, segments: int) -> None:
    """Raise OptionError if a signature has another number of references than `nrefs`.

    Names and metric objects have none. If these are not all `segments`, pass 1: it cannot contradict `nrefs:var`.
    """
    if isinstance(metric, str):
        metric = Signature.from_text(metric) if "|" in metric else None
    wanted = getattr(metric, "nrefs", None)
    if wanted not in (None, nrefs) and not (wanted == "var" and segments == 1):
        raise OptionError(
            f"The signature says nrefs:{wanted}, but the texts have nrefs:{nrefs}; leave nrefs out of the signature, "
            "or pass that number of references."
        )


def metric_class(name: str) -> type[Metric]:
    """The class of the metric called `name`, ignoring case; chrF is also called chrF2 or chrF++."""
    return METRICS[metric_key(name)]


# The beginnings of names of metrics that other tools compute.
LEARNED = ("comet", "xcomet", "bleurt", "bertscore", "metricx", "yisi", "prism", "unite", "moverscore")


def metric_key(name: str) -> str:
    """The name in METRICS of the metric called `name`. Metrics whose name is a prefix of it are tried first."""
    called = name.lower()
    for names in (
        sorted(METRICS.registered, key=lambda key: not called.startswith(key)),
        METRICS,
    ):  # last with plug-ins
        for key in names:
            if key == called or METRICS[key]._is_called(name):
                return key
    if called.replace("-", "").replace("_", "").startswith(LEARNED):
        advice = "compute it with its own tool, and add its scores: --scores FILE, or bolide.read_scores"
        raise OptionError(f"{name} is not computed here; {advice}.")
    raise unknown("metric", name, list(METRICS))
