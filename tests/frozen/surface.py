"""All of Bolide that the frozen numbers are computed with. If a module moves or an option is renamed, it is said here.

Metrics are named as in METRICS, options as users write them, and both as they were when an entry was written: what has
another name by now stands in RENAMED.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import metadata
from typing import Any

from bolide import METRICS, TOKENIZERS, BolideError, Metric, OptionError, Stats, __version__, mbr, parse
from bolide.kernels import COMPILED
from bolide.metrics.options import options_of
from bolide.text.tokenize import EXTRA_TOKENIZERS, tokenizer
from bolide.text.words import porter, stems

__all__ = ["COMPILED", "BolideError", "Metric", "OptionError", "Stats", "__version__", "mbr", "parse"]

# (metric, option) as frozen → the option's name now.
RENAMED: dict[tuple[str, str], str] = {}


def build(metric: str, options: dict[str, Any]) -> Metric:
    """The metric of this name with these options, both named as they were when frozen."""
    return METRICS[metric](**{RENAMED.get((metric, name), name): value for name, value in options.items()})


def metric_names() -> list[str]:
    """Our own metrics; a plug-in freezes what it likes elsewhere."""
    return [name for name, metric in METRICS.items() if metric.__module__.startswith("bolide.")]


def option_records(metric: str) -> list[tuple[str, str, tuple[str, ...] | None, Any]]:
    """The name, kind, choices and default of each option of a metric."""
    records = options_of(METRICS[metric])
    return [(field.name, record.kind, record.choices, field.default) for field, record in records]


def settable(metric: Metric) -> tuple[str, ...]:
    """The options that mean something in this metric; not all of METEOR's do in each of its variants."""
    return metric.settable


def tokenizer_names() -> list[str]:
    """Every tokenizer that has a name of its own."""
    return [*TOKENIZERS, *EXTRA_TOKENIZERS]


def tokens(name: str, texts: Sequence[str]) -> list[list[str]]:
    """What a tokenizer makes of each text."""
    cut = tokenizer(name)
    return [cut(text) for text in texts]


def stemmer_names() -> list[str]:
    """Porter's, and METEOR 1.5's by language."""
    return ["porter", *stems.BUILT_IN, *stems.SNOWBALL]


def stemmers_of_a_package() -> list[str]:
    """The languages whose stems come from snowballstemmer."""
    return list(stems.SNOWBALL)


def stemmed(name: str, words: Sequence[str]) -> list[str]:
    """The stem of each word."""
    stem = porter.porter_stem if name == "porter" else stems.stemmer(name)
    return [stem(word) for word in words]


def installed(package: str) -> str | None:
    """The version of a package, or None."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None
