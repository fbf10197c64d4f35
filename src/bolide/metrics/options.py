"""Options of metrics: dataclass fields with a default, a help text, a kind and a key in the signature."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import Field, field, fields
from functools import partial
from inspect import cleandoc
from math import inf, isfinite
from operator import index
from typing import Any, NamedTuple, TypeVar

from bolide.system.errors import OptionError, counted, known_name, most_similar
from bolide.system.limits import check_count
from bolide.system.stored import plain_float, plain_int
from bolide.text.tokenize import TOKENIZERS, tokenizer
from bolide.text.tokenize.mecab import signed, unsigned

MetricClass = TypeVar("MetricClass", bound=type[Any])


def write_plain(value: Any) -> str:
    """A value as a signature shows it: numbers in their shortest form, lists joined by commas."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return repr(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    if isinstance(value, tuple):
        return ",".join(write_plain(item) for item in value)
    return str(value)


def read_bool(text: str, words: tuple[str, str] = ("no", "yes")) -> bool:
    """Read `no` or `yes`, or other words for False and True."""
    if text not in words:
        raise ValueError(" or ".join(words[::-1]))
    return text == words[1]


def read_floats(text: str) -> tuple[float, ...]:
    """Read numbers joined by commas."""
    return tuple(plain_float(part) for part in text.split(","))


def read_words(text: str) -> tuple[str, ...]:
    """Read names joined by commas."""
    return tuple(text.split(","))


# --- kinds --------------------------------------------------------------------------------------------------------


def _switch(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError
    return value


def _integer(value: Any) -> int:
    if isinstance(value, bool):
        raise TypeError
    return index(value)


def _number(value: Any) -> float:
    from numbers import Real  # an import that most runs do without

    if isinstance(value, bool) or not isinstance(value, Real) or not isfinite(value):
        raise TypeError
    return float(value)


def _text(value: Any) -> str:
    return str.__str__(value)  # the characters, whatever an enum or a subclass says of itself


def _path(value: Any) -> str:
    return _text(os.fspath(value))


def _list_of(normalise: Callable[[Any], Any]) -> Callable[[Any], tuple[Any, ...]]:
    def normalise_all(values: Any) -> tuple[Any, ...]:
        if isinstance(values, str | bytes | Mapping | set | frozenset) or not isinstance(values, Iterable):
            raise TypeError
        return tuple(normalise(value) for value in values)

    return normalise_all


# A kind of option: the wording for errors, and a function that normalises a value or raises.
KINDS: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "switch": ("True or False", _switch),
    "integer": ("an integer", _integer),
    "number": ("a finite number", _number),
    "numbers": ("a list of finite numbers", _list_of(_number)),
    "choice": ("a name", _text),
    "text": ("a text", _text),
    "texts": ("a list of texts", _list_of(_text)),
    "path": ("a path", _path),
}
_KIND_OF: dict[Callable[[str], Any], str] = {
    read_bool: "switch",
    plain_int: "integer",
    plain_float: "number",
    read_floats: "numbers",
    read_words: "texts",
}


class Option(NamedTuple):
    """An option as flags, signatures, the docs and the page need it.

    `kind` is a name in KINDS; `optional` says that the value may be None, which is then the default. `choices` are the
    names that a value, or each part of a list, may be; they are offered and, unless `open`, checked.
    """

    help: str
    read: Callable[[str], Any]
    kind: str
    optional: bool
    key: str | None = None
    always: bool = False
    choices: tuple[str, ...] | None = None
    open: bool = False  # whether the metric knows other names, too, and checks them itself
    formula: bool = False  # changes only the number, not the rows
    most: int | None = None  # upper limit of an integer, which then is at least
    least: int = 0
    prominent: bool = False  # a form shows it before the others are expanded
    write: Callable[[Any], str] = write_plain


_READERS: dict[Any, Callable[[str], Any]] = {bool: read_bool, int: plain_int, float: plain_float}


def option(
    default: Any,
    help: str,
    read: Callable[[str], Any] | None = None,
    kind: str | None = None,
    *,
    kw_only: bool = False,
    **details: Any,
) -> Any:
    """A metric's field with its option record. By default, `read` follows from the default's type, and `kind` from
    `read`."""
    read = _READERS.get(read, read) if read else _READERS.get(type(default), str)
    kind = kind or _KIND_OF.get(read) or ("choice" if "choices" in details else "text")
    record = Option(help, read, kind, default is None, **details)
    return field(default=default, kw_only=kw_only, metadata={"option": record})


def switch(default: bool | None, help: str, key: str, words: tuple[str, str] = ("no", "yes"), **details: Any) -> Any:
    """An option that is on or off; `words` are those for off and on in the signature."""
    read, write = partial(read_bool, words=words), lambda value: words[value]
    return option(default, help, read, "switch", key=key, write=write, **details)


# --- options that several metrics have ----------------------------------------------------------------------------


def nfc_option() -> Any:
    """The option to compare texts in Unicode's normal form NFC, for metrics that pass it to their Counts."""
    return switch(False, "Normalise both sides to Unicode NFC before anything else.", "nfc", kw_only=True)


def lowercase_option(default: bool = False) -> Any:
    """The option to ignore case."""
    return switch(default, "Ignore case.", "case", ("mixed", "lc"), always=True, prominent=True)


def tokenize_option(default: str, units: str) -> Any:
    """The option to choose a tokenizer; see `check_tokenizer`. In a signature `whitespace` is called `none`."""
    return option(
        default,
        f"The tokenizer that splits texts into {units}.",
        lambda text: "whitespace" if text == "none" else unsigned(text),
        "choice",
        key="tok",
        always=True,
        choices=tuple(TOKENIZERS),
        open=True,
        prominent=True,
        write=lambda name: "none" if name == "whitespace" else signed(name),
    )


def check_tokenizer(metric: Any) -> None:
    """Raise OptionError for an unknown tokenizer; `none` becomes `whitespace`, so that equal metrics compare equal."""
    tokenizer(metric.tokenize)
    if metric.tokenize == "none":
        object.__setattr__(metric, "tokenize", "whitespace")


AVERAGES = ("pool", "mean")


def average_option(of: str = "") -> Any:
    """The option to take the mean of the segments' scores as the score of a corpus."""
    help = f"Corpus score from pooled counts, or the mean of its segments' scores{of}."
    return option("pool", help, key="average", choices=AVERAGES, formula=True)


def options_of(metric: Any) -> list[tuple[Field[Any], Option]]:
    """The fields of a metric, or of a metric's class, that are options, in order."""
    return [(item, item.metadata["option"]) for item in fields(metric) if "option" in item.metadata]


class UnknownOption(OptionError, TypeError):
    """A metric has no option of this name; a TypeError, as everywhere in Python."""


def check_option_names(cls: type[Any], names: Iterable[str]) -> None:
    """Raise UnknownOption for the first name that is not an option, with those that begin with it or are most like it.

    Python itself suggests names from 3.13 on, but only similar ones: `smooth` is `smooth_method` or `smooth_value`.
    """
    for name in names:
        known = [item.name for item in fields(cls)]
        if name not in known:
            near = [other for other in known if other.startswith(name)] or most_similar(name, known, cutoff=0.5)
            hint = f" Did you mean {' or '.join(map(repr, near))}?" if near else ""
            raise UnknownOption(f"{cls.__name__} has no option {name!r}.{hint} Known: {', '.join(known)}.")


_CHECKED: dict[type[Any], list[tuple[str, Any, Option]]] = {}  # by class: metrics are made often


def check_options(metric: Any) -> None:
    """Normalise every option of a new metric. Raises OptionError for a value that is not of the option's kind."""
    if type(metric) not in _CHECKED:
        _CHECKED[type(metric)] = [(item.name, item.default, record) for item, record in options_of(metric)]
    for name, default, record in _CHECKED[type(metric)]:
        value = getattr(metric, name)
        if value is default:
            continue
        expected, normalise = KINDS[record.kind]
        try:
            normalised = normalise(value)
        except (TypeError, ValueError, OverflowError):
            or_none = " or None" if record.optional else ""
            raise OptionError(f"{metric.name}'s {name} is {value!r:.80}; it must be {expected}{or_none}.") from None
        if record.most is not None and isinstance(normalised, int):
            check_count(f"{metric.name}'s {name}", normalised, record.least, record.most)
        if record.choices and not record.open:
            for choice in normalised if isinstance(normalised, tuple) else (normalised,):
                known_name(f"value of {metric.name}'s `{name}`", choice, record.choices)
        if record.key and isinstance(normalised, str) and record.kind != "path" and not fits_signature(normalised):
            what = f"{metric.name}'s {name} is {value!r:.80}"
            raise OptionError(f"{what}; signatures show it, so write it on one line, without `|`.")
        if normalised is not value:
            object.__setattr__(metric, name, normalised)


def check_weights(name: str, weights: Sequence[float] | None, units: int, unit: str) -> None:
    """Raise OptionError unless there are no weights, or one for each unit, and a mean can be taken with them."""
    if weights is None:
        return
    if len(weights) != units:
        numbers = counted(len(weights), "number")
        raise OptionError(f"{name} has {numbers} for {counted(units, unit)}; give one for each {unit}.")
    if not all(weight >= 0 for weight in weights) or not 0 < sum(weights) < inf:
        raise OptionError(f"{name} is {weights}; the weights must be numbers ≥ 0, not all 0, with a finite sum.")


def fits_signature(text: str) -> bool:
    """Whether a text can be a part of a signature."""
    return "|" not in text and len(text.splitlines()) <= 1


# --- documentation ------------------------------------------------------------------------------------------------


def documented(cls: MetricClass) -> MetricClass:
    """Add the options and presets to the docstring of a metric's class, so that `help(BLEU)` lists them."""
    options = [f"    {item.name}={item.default!r}: {record.help}" for item, record in options_of(cls)]
    presets = [f'    {cls.__name__}.preset("{name}")' for name in cls.presets]
    lists = [*(["Options:", *options] if options else []), *(["Presets:", *presets] if presets else [])]
    cls.__doc__ = "\n".join([cleandoc(cls.__doc__ or ""), "", *lists])
    return cls
