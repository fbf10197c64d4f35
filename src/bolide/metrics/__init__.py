"""The metrics by name, and how a name or a signature becomes one.

`METRICS` is a table of names and where each metric lives; one is imported when it is first asked for. A metric from
elsewhere joins by `METRICS["name"] = TheClass`, or by an entry point of the group `bolide.metrics` in its own package.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from importlib import import_module

from bolide.data.scores import Signature
from bolide.metrics.base import Metric
from bolide.system.errors import OptionError, unknown

GROUP = "bolide.metrics"


class Registry(MutableMapping[str, type[Metric]]):
    """Metrics by name: a class, or `module:Class` until somebody asks for it. Plug-ins are read when needed."""

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
            raise OptionError(f"{metric!r} is not a metric: METRICS[{name!r}] must be a subclass of bolide.Metric.")
        if name != name.lower():
            raise OptionError(f"A metric's name in METRICS is written in lower case: {name.lower()!r}, not {name!r}.")
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
        """The name under which a metric stands here; a metric that was built from one is loaded."""
        loaded = ((key, known) for key, known in self._known.items() if isinstance(known, type))
        return next(key for key, known in loaded if issubclass(metric, known))

    def __repr__(self) -> str:
        return f"<METRICS: {', '.join(self)}>"

    def _plug_in(self) -> None:
        """Add what installed packages offer; a name that is taken already stays what it is."""
        if self._plugged:
            return
        self._plugged = True
        from importlib.metadata import entry_points

        for point in entry_points(group=GROUP):
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
        found = import_module(module)
        for part in path.split("."):
            found = getattr(found, part)
    except Exception as problem:
        if module.startswith("bolide."):
            raise
        raise OptionError(
            f"The metric {name!r} of the plug-in {home} cannot be loaded: {type(problem).__name__}: {problem}. "
            "Fix or uninstall the package that provides it."
        ) from problem
    if not (isinstance(found, type) and issubclass(found, Metric)):
        raise OptionError(f"The plug-in {home} is not a subclass of bolide.Metric; it cannot be the metric {name!r}.")
    return found


def parse(signature: str | Signature) -> Metric:
    """The metric a signature describes: `parse(str(score.signature))` is the metric that gave the score.

    >>> from bolide import BLEU, parse
    >>> parse("BLEU|nrefs:1|case:lc|eff:no|tok:intl|smooth:exp") == BLEU(lowercase=True, tokenize="intl")
    True
    """
    read = signature if isinstance(signature, Signature) else Signature.from_text(signature)
    return metric_class(read.metric)._from_signature(read)


def metric_of(given: str | Metric) -> Metric:
    """The metric that a user names: by its name, with its defaults, or by a signature; a metric as it is."""
    if isinstance(given, Metric):
        return given
    if not isinstance(given, str):
        raise OptionError(f"{given!r:.80} is not a metric; pass a metric such as BLEU(), a name or a signature.")
    return parse(given) if "|" in given or given.lower() not in METRICS else metric_class(given)()


def check_references(metric: object, nrefs: str, segments: int) -> None:
    """Refuse a signature with another number of references than there are; names and metric objects have none.

    One segment alone cannot contradict `nrefs:var`: the number may vary over the segments it was taken from.
    """
    if not (isinstance(metric, str) and "|" in metric):
        return
    wanted = Signature.from_text(metric).nrefs
    if wanted not in (None, nrefs) and not (wanted == "var" and segments == 1):
        raise OptionError(
            f"The signature says nrefs:{wanted}, and here it is nrefs:{nrefs}; leave nrefs out of the signature, or "
            "give that number of references."
        )


def metric_class(name: str) -> type[Metric]:
    """The metric called `name`, in any case; chrF is also called chrF2 or chrF++."""
    return METRICS[metric_key(name)]


def metric_key(name: str) -> str:
    """The name in METRICS of the metric called `name`. Those whose name begins alike are asked first."""
    called = name.lower()
    known = sorted(METRICS._known, key=lambda key: not called.startswith(key))
    for key in known:
        if key == called or METRICS[key]._is_called(name):
            return key
    for key in METRICS:  # now with plug-ins
        if key not in known and (key == called or METRICS[key]._is_called(name)):
            return key
    raise unknown("metric", name, list(METRICS))
