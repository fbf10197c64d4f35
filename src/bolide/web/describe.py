"""What the page is made from: the metrics, their options as form fields, and the worked examples."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import Field
from typing import Any

from bolide._version import __version__
from bolide.errors import OptionError
from bolide.metrics import METRICS, metric_class
from bolide.metrics.base import Metric
from bolide.metrics.examples import EXAMPLES, Example
from bolide.metrics.options import Option, options_of, write_plain

LIMIT = 50_000  # characters in one box; more is what files are for
Options = Mapping[str, Any]


def describe() -> dict[str, Any]:
    """The metrics with their options and presets, the examples, and what the page says of itself."""
    return {
        "version": __version__,
        "limit": LIMIT,
        "metrics": [_describe_metric(key, kind) for key, kind in METRICS.items()],
        "examples": [_describe_example(example) for example in EXAMPLES],
    }


def _describe_metric(key: str, kind: type[Metric]) -> dict[str, Any]:
    presets = {name: option_texts(kind.preset(name)) for name in kind.PRESETS}
    usual = option_texts(kind().for_sentences())  # what a visitor who changes nothing gets
    return {
        "key": key,
        "name": kind.name,
        "summary": " ".join((kind.__doc__ or "").partition("\n\n")[0].split()),
        "higher_is_better": kind.higher_is_better,
        "plain": kind.from_plain_text,
        "on_request": kind.slow_from,
        "options": [_describe_option(key, item, record, usual[item.name]) for item, record in options_of(kind)],
        "presets": presets,
    }


def _describe_option(key: str, item: Field[Any], record: Option, usual: Any) -> dict[str, Any]:
    return {
        "name": item.name,
        "flag": f"--{key}.{item.name.replace('_', '-')}",
        "help": record.help,
        "kind": record.kind,
        "optional": record.optional,
        "choices": list(record.choices or ()),
        "default": usual,
    }


def option_text(value: Any, record: Option) -> Any:
    """An option's value as a form holds it: all is text and none is empty, but a switch that is always set is true or
    false."""
    if isinstance(value, bool) and not record.optional:
        return value
    return "" if value is None else write_plain(value)


def option_texts(metric: Metric) -> dict[str, Any]:
    """All options of a metric as a form holds them; those of METEOR's other variants are at their defaults."""
    own = {item.name: getattr(metric, item.name) for item, _ in options_of(metric)}
    known = options_of(metric_class(metric.name))
    return {item.name: option_text(own.get(item.name, item.default), record) for item, record in known}


def build_for_sentence(metric: str, options: Options) -> Metric:
    """The metric that a form describes, as it scores a single sentence; what the form mentions stands."""
    return build(metric, options).for_sentences(keep=options)


def build(metric: str, options: Options) -> Metric:
    """The metric that a form describes; fields that are not mentioned keep their defaults."""
    kind = metric_class(metric)
    fields = {item.name: (item, record) for item, record in options_of(kind)}
    values = {}
    for name, given in options.items():
        if name not in fields:
            raise OptionError(f"{kind.name} has no option called {name!r}.")
        values[name] = _read(*fields[name], given)
    return kind(**values)


def _read(item: Field[Any], record: Option, given: Any) -> Any:
    if not isinstance(given, str) or given == option_text(item.default, record):
        return item.default if isinstance(given, str) else given
    if given == "" and item.default is None:
        return None
    try:
        return record.read(given.strip())
    except ValueError:
        raise OptionError(f"{item.name} is {given!r}, which cannot be read. {record.help}") from None


def _describe_example(example: Example[Metric]) -> dict[str, Any]:
    return {
        "title": example.title,
        "metric": example.metric.name.lower(),
        "options": option_texts(example.metric),
        "hyp": example.hyp,
        "refs": list(example.refs),
        "expected": example.expected,
        "digits": example.digits,
        "source": example.source,
    }


def rerun_examples() -> Generator[Any, None, Any]:
    """Compute every worked example here and now, and say which give the published number."""
    results = []
    for number, example in enumerate(EXAMPLES):
        results.append({"value": example.value(), "holds": example.holds()})
        yield {"done": number + 1, "of": len(EXAMPLES)}
    return results
