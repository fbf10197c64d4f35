"""The metrics that a command line asks for, and that nothing it says of them is in vain."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any

from bolide.cli.options import language_of, warn
from bolide.corpus import Corpus
from bolide.errors import OptionError
from bolide.metrics import METRICS, check_references, metric_key, parse
from bolide.metrics.base import Metric
from bolide.metrics.options import KINDS, options_of
from bolide.metrics.scorer import Scorer
from bolide.metrics.wishes import Wishes

# The options that several metrics listen to, with their flags.
SHARED = {"metrics": "-m", "lowercase": "-lc", "tokenize": "-tok", "language_pair": "-l", "units": "--units"}


def metrics_from(options: argparse.Namespace) -> list[Metric]:
    """The metrics that were asked for. An option that none of them makes use of is refused."""
    used: set[str] = set()
    found = [_metric(name, options, used) for name in options.metrics]
    for name in given_for_metrics(options):
        if name not in used and name != "metrics":
            raise OptionError(_unused(name, options.metrics))
    for name, metric in zip(options.metrics, found, strict=True):
        if found.count(metric) > 1:
            raise OptionError(f"-m {name}: this metric is listed twice with the same settings.")
    return found


def scorers_from(options: argparse.Namespace) -> list[Scorer]:
    """The same with the metrics that score single segments; what a signature, a preset or an option says, stands."""
    return [_scorer(metric, name, options) for metric, name in zip(metrics_from(options), options.metrics, strict=True)]


def _scorer(metric: Metric, name: str, options: argparse.Namespace) -> Scorer:
    key = METRICS.key_of(type(metric))
    if "|" in name or f"{key}.preset" in options.given:
        return Scorer(metric, metric)
    keep = [item.name for item in fields(metric) if f"{key}.{item.name}" in options.given]
    return Scorer.for_sentences(metric, keep)


def given_for_metrics(options: argparse.Namespace) -> list[str]:
    """Of the options that were given, those that choose metrics and their settings."""
    return [name for name in vars(options) if name in options.given and (name in SHARED or "." in name)]


def flag_of(name: str) -> str:
    """The flag of an option of metrics."""
    return SHARED.get(name) or f"--{name.replace('_', '-')}"


def _unused(name: str, metrics: Sequence[str]) -> str:
    key, dot, _ = name.partition(".")
    if dot and not any(metric_key(given.partition("|")[0]) == key for given in metrics):
        return f"{flag_of(name)} is for {METRICS[key].name}, which is not selected; add it to -m, or leave this out."
    reason = " A signature holds all its settings." if any("|" in given for given in metrics) else ""
    return f"{flag_of(name)} has no effect on {', '.join(metrics)} here; leave it out.{reason}"


def _metric(name: str, options: argparse.Namespace, used: set[str]) -> Metric:
    """One metric; `used` gathers the options that had a say in it."""
    if "|" in name:
        return parse(name)
    key = metric_key(name)
    cls = METRICS[key]
    start = parse(name) if name.lower() != key else cls()  # a name may say more than the class: chrF++, chrF3
    chosen = _chosen(cls, key, options)
    _refuse_contradiction(name, start, chosen, options)
    used.update(option for option in options.given if option.startswith(f"{key}."))
    if f"{key}.preset" in options.given:
        start = cls.preset(getattr(options, f"{key}.preset"))
    wishes = Wishes(bool(options.lowercase), options.tokenize, language_of(options), tuple(options.units or ()), [])
    values: dict[str, Any] = {}
    for wish, found in start.answers(wishes, chosen).items():
        if not found.keys() & chosen.keys():  # the metric's own flags come first
            values = {**values, **found}
            used.add("language_pair" if wish == "language" else wish)
    for remark in wishes.remarks:
        warn(remark)
    return replace(start, **values, **chosen)


def _chosen(cls: type[Metric], key: str, options: argparse.Namespace) -> dict[str, Any]:
    """What the metric's own flags say."""
    values = {}
    for item, record in options_of(cls):
        text = getattr(options, f"{key}.{item.name}", None)
        if text is None:
            continue
        try:
            values[item.name] = text if isinstance(text, bool) else record.read(text)
        except ValueError:
            flag = flag_of(f"{key}.{item.name}")
            expected = KINDS[record.kind].expected
            raise OptionError(f"{flag} cannot be {text!r:.80}; it must be {expected}. {record.help}") from None
    return values


def _refuse_contradiction(name: str, named: Metric, chosen: dict[str, Any], options: argparse.Namespace) -> None:
    """A name that says more than the class must not be overruled by a preset or by a flag."""
    key, usual = METRICS.key_of(type(named)), type(named)()
    said = {item.name: getattr(named, item.name) for item, _ in options_of(named)}
    for field, value in said.items():
        if value == getattr(usual, field):
            continue
        if f"{key}.preset" in options.given:
            raise OptionError(f"-m {name} sets {field}, and so may --{key}.preset; give one of them.")
        if chosen.get(field, value) != value:
            raise OptionError(f"-m {name} and {flag_of(f'{key}.{field}')} contradict each other; give one of them.")


def refuse_for_metrics(options: argparse.Namespace, reason: str) -> None:
    """Refuse every option of metrics where none is computed."""
    for name in given_for_metrics(options):
        raise OptionError(f"{flag_of(name)} has no effect here: {reason}.")


def check_nrefs(options: argparse.Namespace, systems: Sequence[Corpus]) -> None:
    """Refuse a signature that contradicts the number of references."""
    for name in options.metrics:
        for system in systems:
            check_references(name, system.nrefs, len(system))
