"""What the page is made from: the metrics, their definitions and options as form fields, and the worked examples."""

from __future__ import annotations

import re
from collections.abc import Generator, Mapping
from dataclasses import Field
from typing import Any

from bolide._version import __version__
from bolide.metrics import METRICS, metric_class
from bolide.metrics.base import Metric
from bolide.metrics.example import Example
from bolide.metrics.options import Option, options_of, write_plain
from bolide.metrics.scorer import Scorer
from bolide.system.errors import OptionError
from bolide.web.calls.exercise import describe_exercise


def definitions(kind: type[Metric]) -> dict[str, Metric]:
    """Every definition by its name, the one that the page opens with first; none where the name has only one."""
    first = kind().form.page_default
    variants = {metric.form.variant_name: metric for metric in first.form.variants}
    return variants if len(variants) > 1 else {}


def side_by_side(metric: Metric, kind: type[Metric]) -> list[tuple[str, Metric]]:
    """A metric as it is set, and what it could have been: the other definitions of its name, else its presets."""
    others = definitions(kind)
    if others:
        return [(name, metric if name == metric.form.variant_name else other) for name, other in others.items()]
    presets = [(name, kind.preset(name)) for name in kind().form.presets]
    return [("as set", metric), *presets] if presets else []


LIMIT = 50_000  # characters in one box; more is what files are for
Options = Mapping[str, Any]
_FIRST = ("bleu", "meteor", "chrf", "ter", "rgbf", "wer", "cer")
_OF_VARIANTS = re.compile(r"^`[^:]*`: ")  # for which variants an option is; the form shows it to no other


def describe() -> dict[str, Any]:
    """The metrics with their options and presets, the examples, and what the page says of itself."""
    from bolide.metrics.examples import EXAMPLES  # imports every metric, for which the first score need not wait

    return {
        "version": __version__,
        "limit": LIMIT,
        "metrics": [_describe_metric(key, METRICS[key]) for key in _in_order()],
        "examples": [_describe_example(example) for example in EXAMPLES],
    }


def _in_order() -> list[str]:
    """What most visitors come for, then the others as they are registered."""
    return [*(key for key in _FIRST if key in METRICS), *(key for key in METRICS if key not in _FIRST)]


def _describe_metric(key: str, kind: type[Metric]) -> dict[str, Any]:
    metric, form = kind(), kind().form
    presets = {name: option_texts(kind.preset(name)) for name in form.presets}
    first = option_texts(form.page_default)  # what a visitor who changes nothing gets
    usual = option_texts(metric.for_sentences())  # what is assumed of options that are not mentioned
    return {
        "key": key,
        "name": kind.name,
        "summary": " ".join((kind.__doc__ or "").partition("\n\n")[0].split()).replace("`", ""),
        "higher_is_better": metric.formula.higher_is_better,
        "plain": form.from_plain_text,
        "on_request": form.slow_from,
        "options": [
            _describe_option(key, item, record, (first[item.name], usual[item.name]))
            for item, record in options_of(kind)
        ],
        "presets": presets,
        "definitions": [_describe_definition(name, one) for name, one in definitions(kind).items()],
        "exercise": describe_exercise(key),
    }


def _describe_definition(name: str, metric: Metric) -> dict[str, Any]:
    """One of several definitions: what sets it apart, what it opens with and what an empty field means there, and which
    fields it has."""
    note = metric.form.difference.removeprefix(f"{name}: ")
    texts, signed = option_texts(metric), dict(metric.signature().items)
    keys = {item.name: record.key for item, record in options_of(metric)}
    usual = {option: signed[key] for option, key in keys.items() if key in signed and not texts[option]}
    return {"name": name, "note": note, "options": texts, "usual": usual, "fields": list(metric.form.settable)}


def _describe_option(key: str, item: Field[Any], record: Option, values: tuple[Any, Any]) -> dict[str, Any]:
    """An option as a form shows it; `values` are what the page opens with and what is assumed of an option that is not
    mentioned. `always` says that these differ, so that the option is mentioned even where nobody changed it."""
    default, usual = values
    paths = [other.name for other, known in options_of(METRICS[key]) if known.kind == "path"]  # a page has no files
    return {
        "name": item.name,
        "flag": f"--{key}.{item.name.replace('_', '-')}",
        "help": _OF_VARIANTS.sub("", record.help).replace("`", ""),
        "kind": record.kind,
        "optional": record.optional,
        "choices": [choice for choice in record.choices or () if choice not in paths],
        "prominent": record.prominent,
        "default": default,
        "always": default != usual,
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


def build_scorer(metric: str, options: Options) -> Scorer:
    """The metric that a form describes; segments are scored as sentences, except for what the form mentions."""
    return Scorer.for_sentences(build(metric, options), keep=options)


def build(metric: str, options: Options) -> Metric:
    """The metric that a form describes; fields that are not mentioned keep their defaults."""
    try:
        return _built(metric, options)
    except OptionError as error:
        message = str(error)
        named = [name for name in options if re.search(rf"\b{re.escape(name)}\b", message)]
        raise FieldError(message, _culprits(metric, options) or named) from None


class FieldError(OptionError):
    """Options that cannot be: `fields` are those of which each, at its default, would make it right, else those that
    the message names."""

    def __init__(self, message: str, fields: list[str]) -> None:
        super().__init__(message)
        self.fields = fields


def _culprits(metric: str, options: Options) -> list[str]:
    return [name for name in options if _can_be(metric, {key: options[key] for key in options if key != name})]


def _can_be(metric: str, options: Options) -> bool:
    try:
        return bool(_built(metric, options))
    except OptionError:
        return False


def _built(metric: str, options: Options) -> Metric:
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
    from bolide.metrics.examples import EXAMPLES

    results = []
    for number, example in enumerate(EXAMPLES):
        results.append({"value": example.value(), "holds": example.holds()})
        yield {"done": number + 1, "of": len(EXAMPLES)}
    return results
