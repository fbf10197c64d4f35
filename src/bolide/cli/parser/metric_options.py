"""The options of the metrics, one for every field of every metric, and the metrics that a command line asks for."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import MISSING
from typing import Any

from bolide.cli.parser import BooleanOnce, Parser, warn
from bolide.corpus import Corpus
from bolide.metrics import METRICS, check_references
from bolide.metrics.base import Metric
from bolide.metrics.options import options_of, write_plain
from bolide.metrics.requested import MetricRequest, unsuitable
from bolide.metrics.scorer import Scorer
from bolide.system.errors import OptionError
from bolide.text.units import UNITS

SHARED = ("metrics", "lowercase", "nfc", "tokenize", "language_pair", "units")  # which several metrics listen to


def add_metrics(parser: Parser, more: str = "") -> None:
    """`-m`, the short flags of the field, and one flag for every option of every metric; `more`: what -m also takes."""
    option = parser.add_argument("-m", "--metrics", nargs="+", default=["bleu"], metavar="METRIC")
    parser.add_argument("-lc", "--lowercase", action="store_true", help="ignore case, in every metric that supports it")
    parser.add_argument("--nfc", action="store_true", help="normalise both sides to Unicode NFC, in every metric")
    parser.add_argument("-tok", "--tokenize", metavar="NAME", help="tokenizer, for every metric that uses one")
    parser.add_argument(
        "-l", "--language-pair", metavar="SRC-TGT",
        help="language pair, or only the target language: chooses the tokenizer as sacreBLEU does, METEOR's language, "
        "and the analysers of --units",
    )  # fmt: skip
    add_units(parser)
    added: set[str] = set()

    def add_groups(names: Iterable[str]) -> None:
        for name in dict.fromkeys(names):
            if name not in added:
                added.add(name)
                _add_group(parser, name)
        if not names or names is METRICS:
            others = f"; {more}" if more else ""
            option.help = f"{', '.join(METRICS)}, by name or signature (default: bleu){others}"

    parser.add_metric_flags(add_groups)


def add_units(parser: argparse.ArgumentParser) -> None:
    """`--units`."""
    letters = ", ".join(f"{name} ({unit.letter})" for name, unit in UNITS.items())
    parser.add_argument(
        "--units", nargs="+", metavar="UNIT",
        help=f"units that rgbF derives from plain text: {letters}, by name or letters; pos:spacy:NAME, pos:stanza:LANG "
        "for an installed pipeline; pos=HYP,…,REF,… for parallel files",
    )  # fmt: skip

    parser.add_argument(
        "--rgbf.unit", dest="units", nargs="+", action=AppendUnits, metavar="NAME=FILE",
        help="an additional unit from parallel files: pos=HYP,…,REF,…",
    )  # fmt: skip


class AppendUnits(argparse.Action):
    """Adds units to those asked for, or to the words where none were."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        namespace.units = [*(namespace.units or ["word"]), *values]


def _add_group(parser: Parser, name: str) -> None:
    """The flags of one metric."""
    cls = METRICS[name]
    group = parser.add_argument_group(f"options of {cls.name}")
    if cls().form.presets:
        names = " or ".join(cls().form.presets)
        group.add_argument(f"--{name}.preset", metavar="NAME", help=f"named settings: {names}")
    for item, record in options_of(cls):
        _add_option(group, name, item, record)


def _add_option(group: argparse._ArgumentGroup, name: str, item: Any, record: Any) -> None:
    flag = f"--{name}.{item.name.replace('_', '-')}"
    default = "" if item.default in (None, MISSING, ()) else f" (default: {write_plain(item.default)})"
    text = f"{record.help.rstrip('.').replace('%', '%%')}{default}"
    if record.kind == "switch":
        action: Any = "store_true" if item.name.startswith("no_") else BooleanOnce  # there is no --no-ter.no-punct
        group.add_argument(flag, dest=f"{name}.{item.name}", action=action, help=text)
        return
    choices = f"; one of {', '.join(record.choices)}" if record.choices and record.kind != "texts" else ""
    metavar = item.name.rpartition("_")[2].upper()
    group.add_argument(flag, dest=f"{name}.{item.name}", metavar=metavar, help=f"{text}{choices}")


def request_from(options: argparse.Namespace) -> MetricRequest:
    """What is asked of metrics."""
    own = {name: value for name, value in vars(options).items() if "." in name and name in options.explicit}
    return MetricRequest(
        options.metrics,
        own,
        options.lowercase,
        options.nfc,
        options.tokenize,
        options.language_pair,
        options.units or (),
        warn,
    )


def metrics_from(options: argparse.Namespace) -> list[Metric]:
    """The metrics that are asked for."""
    return request_from(options).metrics()


def scorers_from(options: argparse.Namespace) -> list[Scorer]:
    """The metrics that are asked for, with those that score single segments."""
    return request_from(options).scorers()


def refuse_for_metrics(options: argparse.Namespace, reason: str, but: Sequence[str] = ()) -> None:
    """Refuse every option of metrics, but these, where none is computed."""
    for name in vars(options):
        if name in options.explicit and (name in SHARED or "." in name) and name not in but:
            raise OptionError(f"`{name}` has no effect here: {reason}.")


def check_texts(options: argparse.Namespace, systems: Sequence[Corpus], metrics: Sequence[Metric]) -> None:
    """Refuse a signature that contradicts the number of references; warn if metrics do not suit the texts."""
    for name in options.metrics:
        for system in systems:
            check_references(name, system.nrefs, len(system))
    warn_of_texts(options, metrics, systems[0].refs)


def warn_of_settings(metrics: Sequence[Metric]) -> None:
    """One line for each metric that has something to say of its settings."""
    for notice in dict.fromkeys(metric.form.warning for metric in metrics):
        if notice:
            warn(notice)


def warn_of_texts(options: argparse.Namespace, metrics: Sequence[Metric], texts: Sequence[str]) -> None:
    """One line if metrics do not suit the texts."""
    if advice := unsuitable(metrics, texts, request_from(options).language):
        warn(advice)
