"""Data that the page is built from: metrics, their definitions and options as form fields, and worked examples."""

from __future__ import annotations

import re
from collections.abc import Generator, Mapping
from dataclasses import Field
from functools import cache
from pathlib import Path
from typing import Any

from bolide._version import __version__
from bolide.forms import form_of
from bolide.metrics import METRICS, metric_class
from bolide.metrics.base import Metric
from bolide.metrics.options import Option, options_of, write_plain
from bolide.metrics.scorer import Scorer
from bolide.reporting.look import number_set
from bolide.system.errors import OptionError


def definitions(kind: type[Metric]) -> dict[str, Metric]:
    """The definitions of a metric by name, the page's default first; empty if there is only one."""
    first = form_of(kind()).page_default
    if first.evidence.others_are != "definition":
        return {}
    variants = {form_of(metric).variant_name: metric for metric in form_of(first).variants}
    return variants if len(variants) > 1 else {}


def side_by_side(metric: Metric, kind: type[Metric]) -> list[tuple[str, Metric]]:
    """A metric as configured, and its alternatives: the other definitions, or else its presets."""
    others = definitions(kind)
    if others:
        return [(name, metric if name == form_of(metric).variant_name else other) for name, other in others.items()]
    presets = [(name, kind.preset(name)) for name in kind().presets]
    return [("as set", metric), *presets] if presets else []


@cache
def toml(name: str) -> dict[str, Any]:
    """One of the page's tables: words, exercises, the test set to try."""
    import tomllib  # which a first score does without

    return tomllib.loads((Path(__file__).parents[1] / name).read_text(encoding="utf-8"))


def words(part: str) -> dict[str, Any]:
    """The labels of options, their sliders, or the roles of files."""
    table: dict[str, Any] = toml("words.toml")[part]
    return table


LIMIT = 50_000  # characters in one text box; longer texts can be dropped as files
Options = Mapping[str, Any]
# The most popular metrics, before the others in the order of registration
_FIRST = ("bleu", "meteor", "chrf", "ter", "rgbf", "wer", "cer")
_OF_VARIANTS = re.compile(r"^`[^:]*`: ")  # the variants that have an option, which the form knows already


def describe() -> dict[str, Any]:
    """The metrics with their options and presets, the examples, the version and the limit of texts."""
    from bolide.classroom.examples import EXAMPLES  # imports every metric, which would delay the first score

    return {
        "version": __version__,
        "limit": LIMIT,
        "metrics": [_describe_metric(key, METRICS[key]) for key in dict.fromkeys((*_FIRST, *METRICS))],
        "examples": [
            {**vars(one), "metric": one.metric.name.lower(), "options": option_texts(one.metric), "refs": [*one.refs]}
            for one in EXAMPLES
        ],
    }


def _describe_metric(key: str, kind: type[Metric]) -> dict[str, Any]:
    metric, form = kind(), form_of(kind())
    presets = {name: option_texts(kind.preset(name)) for name in kind.presets}
    first = option_texts(form.page_default)  # the initial values of the form
    usual = option_texts(metric.for_sentences())  # the values of options that are left out
    exercise = toml("exercises.toml").get(key)
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
        "exercise": {name: exercise[name] for name in ("title", "task", "stub")} if exercise else None,
    }


def _describe_definition(name: str, metric: Metric) -> dict[str, Any]:
    """One of several definitions: how it differs, its initial values, the meaning of empty fields, and its fields."""
    note = form_of(metric).difference
    texts, signed = option_texts(metric), dict(metric.signature().items)
    keys = {item.name: record.key for item, record in options_of(metric)}
    usual = {option: signed[key] for option, key in keys.items() if key in signed and not texts[option]}
    numbers = {name: getattr(metric.formula, name, None) for name in words("sliders") if not texts.get(name, "-")}
    usual |= {name: number_set(value) for name, value in numbers.items() if value is not None}
    return {"name": name, "note": note, "options": texts, "usual": usual, "fields": list(form_of(metric).settable)}


def _describe_option(key: str, item: Field[Any], record: Option, values: tuple[Any, Any]) -> dict[str, Any]:
    """An option as a form field; `values` are its initial value and the value that it has if it is left out. `always`
    is true if these differ, so that the option must be sent even if unchanged."""
    default, usual = values
    plain_name, labels = item.name.replace("_", " ").replace("ngram", "n-gram"), words("labels")
    own_label = labels.get(f"{key}.{item.name}") or (record.prominent and labels.get(item.name))
    paths = [other.name for other, known in options_of(METRICS[key]) if known.kind == "path"]  # a page has no files
    return {
        "name": item.name,
        "flag": f"--{key}.{item.name.replace('_', '-')}",
        "help": _OF_VARIANTS.sub("", record.help).replace("`", ""),
        **{name: getattr(record, name) for name in ("kind", "optional")},
        "prominent": record.prominent or bool(own_label),
        "range": words("sliders").get(item.name),
        "choices": [choice for choice in record.choices or () if choice not in paths],
        "label": own_label or plain_name,
        "default": default,
        "always": default != usual,
    }


def option_text(value: Any, record: Option) -> Any:
    """An option's value in a form: text, empty for None; a switch that is not optional is true or false."""
    if isinstance(value, bool) and not record.optional:
        return value
    return "" if value is None else write_plain(value)


def option_texts(metric: Metric) -> dict[str, Any]:
    """All options of a metric as values in a form; those of METEOR's other variants have their defaults."""
    values = {item.name: getattr(metric, item.name) for item, _ in options_of(metric)}
    known = options_of(metric_class(metric.name))
    return {item.name: option_text(values.get(item.name, item.default), record) for item, record in known}


def build_scorer(metric: str, options: Options) -> Scorer:
    """The scorer that a form describes; segments have the settings for sentences, except those set in the form."""
    return Scorer.for_sentences(build(metric, options), keep=options)


def build(metric: str, options: Options) -> Metric:
    """The metric that a form describes; fields that are left out have their defaults."""
    try:
        kind = metric_class(metric)
        fields = {item.name: (item, record) for item, record in options_of(kind)}
        if unknown := [name for name in options if name not in fields]:
            raise OptionError(f"{kind.name} has no option called {unknown[0]!r}.")
        return kind(**{name: _read(*fields[name], value) for name, value in options.items()})
    except OptionError as error:
        message = str(error)
        named = [
            option
            for option, value in options.items()
            if re.search(rf"\b{re.escape(option)}\b", message)
            or any(repr(part.strip()) in message for part in str(value).split(","))
        ]
        raise FieldError(message, named or list(options)) from None


class FieldError(OptionError):
    """Invalid options: `fields` are those that the message names, by their names or values, or else all."""

    def __init__(self, message: str, fields: list[str]) -> None:
        super().__init__(message)
        self.fields = fields


def _read(item: Field[Any], record: Option, value: Any) -> Any:
    if not isinstance(value, str) or value == option_text(item.default, record):
        return item.default if isinstance(value, str) else value
    if value == "" and item.default is None:
        return None
    try:
        return record.read(value.strip())
    except ValueError:
        raise OptionError(f"{item.name} is {value!r}, which cannot be read. {record.help}") from None


def rerun_examples() -> Generator[Any, None, Any]:
    """Compute every worked example, and check it against the published number."""
    from bolide.classroom.examples import EXAMPLES

    results = []
    for done, example in enumerate(EXAMPLES, 1):
        results.append({"value": example.value(), "holds": example.holds()})
        yield {"done": done, "of": len(EXAMPLES)}
    return results
