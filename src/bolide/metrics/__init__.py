"""Registry of metrics, and lookup by name or signature.

`METRICS` maps names to classes, each imported on first use. Register another metric with `METRICS["name"] = TheClass`,
or with an entry point of the group `bolide.metrics`.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from importlib import import_module
from operator import attrgetter

from bolide.data.scores import Signature
from bolide.metrics.base import Metric
from bolide.system.errors import OptionError, unknown
from bolide.system.messages import warn_caller

GROUP = "bolide.metrics"


class Registry(MutableMapping[str, type[Metric]]):
    """Metric classes by name, stored as `module:Class` until first use. Plug-ins are read when needed."""

    def __init__(self, homes: dict[str, str]) -> None:
        self._known: dict[str, str | type[Metric]] = dict(homes)
        self._plugged = False

    def __getitem__(self, name: str) -> type[Metric]:
        if name not in self._known:
            self._plug_in()
        home = self._known[name]
        if isinstance(home, str):
            home = self._known[name] = _load(name, home)
        return home

    def __setitem__(self, name: str, metric: type[Metric]) -> None:
        if not (isinstance(metric, type) and issubclass(metric, Metric)):
            raise OptionError(f"METRICS[{name!r}] must be a subclass of bolide.Metric; bolide.metric takes functions.")
        if name != name.lower():
            raise OptionError(f"A metric's name in METRICS must be in lower case: {name.lower()!r}, not {name!r}.")
        self._known[name] = metric

    def __delitem__(self, name: str) -> None:
        del self._known[name]

    def __iter__(self) -> Iterator[str]:
        self._plug_in()
        return iter(dict(self._known))

    def __len__(self) -> int:
        self._plug_in()
        return len(self._known)

    def key_of(self, metric: type[Metric]) -> str:
        """The registered name of a metric's class, or of the class it inherits from."""
        loaded = ((key, known) for key, known in self._known.items() if isinstance(known, type))
        key = next((key for key, known in loaded if issubclass(metric, known)), None)
        return key or next(key for key in self if issubclass(metric, self[key]))

    def __repr__(self) -> str:
        return f"<METRICS: {', '.join(self)}>"

    def _plug_in(self) -> None:
        """Add the metrics of installed packages; a name that is already registered keeps its metric."""
        if self._plugged:
            return
        self._plugged = True
        from importlib.metadata import distributions

        for package in distributions():
            try:
                points = list(package.entry_points.select(group=GROUP))
            except Exception as problem:  # a file that somebody else wrote
                name = package.metadata["Name"] if package.metadata else "a package"
                warn_caller(f"the entry points of {name} cannot be read ({problem}); its metrics are unknown.")
            else:
                for point in points:
                    self._known.setdefault(point.name.lower(), point.value)


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


def _load(name: str, home: str) -> type[Metric]:
    module, _, path = home.partition(":")
    try:
        loaded = attrgetter(path)(import_module(module))
    except BaseException as problem:  # somebody else's code may also call exit
        if isinstance(problem, KeyboardInterrupt) or module.startswith("bolide."):
            raise
        from traceback import format_exception_only  # which copes with an exception that cannot be printed

        what = format_exception_only(problem)[-1].strip()
        raise OptionError(f"The metric {name!r} of the plug-in {home} cannot be loaded: {what}.") from problem
    if not (isinstance(loaded, type) and issubclass(loaded, Metric)):
        raise OptionError(f"The plug-in {home} is not a subclass of bolide.Metric; it cannot be the metric {name!r}.")
    return loaded


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
    for names in (sorted(METRICS._known, key=lambda key: not called.startswith(key)), METRICS):  # last with plug-ins
        for key in names:
            if key == called or METRICS[key]._is_called(name):
                return key
    if called.replace("-", "").replace("_", "").startswith(LEARNED):
        raise OptionError(f"{name} is not computed here; compute it with its own tool, and add it with `scores`.")
    raise unknown("metric", name, list(METRICS))
