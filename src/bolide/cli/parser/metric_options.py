"""The options of the metrics, one for every field of every metric, and the metrics that a command line asks for."""

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import MISSING
from typing import Any

from bolide.cli.parser import BooleanOnce, Names, Options, Parser, is_metric, warn
from bolide.forms import form_of
from bolide.forms.request import MetricRequest
from bolide.forms.suitability import advice
from bolide.metrics import METRICS
from bolide.metrics.base import Metric
from bolide.metrics.options import options_of, write_plain
from bolide.system.errors import OptionError
from bolide.text.units import UNITS, is_unit

SHARED = ("metrics", "lowercase", "nfc", "tokenize", "language_pair", "units")  # which several metrics listen to


def add_metrics(parser: Parser, more: str = "") -> None:
    """`-m`, the short flags of the field, and one flag for every option of every metric; `more`: what -m also takes."""
    names = Names("metric", is_metric, lambda: METRICS)
    option = parser.option("-m --metrics METRIC …", "", None, ["bleu"], names=names)
    parser.option("-lc --lowercase", "ignore case, in every metric that supports it")
    parser.option("--nfc", "normalise both sides to Unicode NFC, in every metric")
    parser.option("-tok --tokenize NAME", "tokenizer, for every metric that uses one")
    parser.option(
        "-l --language-pair SRC-TGT",
        "language pair, or only the target language: chooses the tokenizer as sacreBLEU does, METEOR's language, and "
        "the analysers of --units",
    )
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

    parser.add_metric_flags = add_groups


def add_units(parser: Parser) -> None:
    """`--units`."""
    letters = ", ".join(f"{name} ({unit.letter})" for name, unit in UNITS.items())
    parser.option(
        "--units UNIT …",
        f"units that rgbF derives from plain text: {letters}, by name or letters; pos:spacy:NAME, pos:stanza:LANG "
        "for an installed pipeline; pos=HYP,…,REF,… for parallel files",
        names=Names("unit", is_unit, lambda: UNITS),
    )
    unit = "an additional unit from parallel files: pos=HYP,…,REF,…"
    parser.option("--rgbf.unit NAME=FILE …", unit, dest="units", action=AppendUnits)


class AppendUnits(argparse.Action):
    """Adds units to those asked for, or to the words if none were."""

    def __call__(self, parser: Any, namespace: Options, values: Any, option: str | None = None) -> None:
        namespace.units = [*(namespace.units or ["word"]), *values]


def _add_group(parser: Parser, name: str) -> None:
    """The flags of one metric."""
    cls = METRICS[name]
    metric = cls()
    for_sentences = metric.for_sentences()
    parser.section(f"options of {cls.name}")
    if metric.presets:
        parser.option(f"--{name}.preset NAME", f"named settings: {' or '.join(metric.presets)}")
    for item, record in options_of(cls):
        words, dest = f"--{name}.{item.name.replace('_', '-')}", f"{name}.{item.name}"
        usual, sentence = item.default, getattr(for_sentences, item.name)
        default = "" if usual in (None, MISSING, ()) else f" (default: {write_plain(usual)})"
        if usual != sentence:
            default = f"{default[:-1]}; for single segments: {write_plain(sentence)})"
        text = f"{record.help.rstrip('.').replace('%', '%%')}{default}"
        if record.kind == "switch":
            both: Any = {} if item.name.startswith("no_") else {"action": BooleanOnce}  # there is no --no-ter.no-punct
            parser.option(words, text, dest=dest, **both)
            continue
        choices = f"; one of {', '.join(record.choices)}" if record.choices and record.kind != "texts" else ""
        several = ",…" if record.kind in ("texts", "numbers") else ""
        parser.option(f"{words} {item.name.rpartition('_')[2].upper()}{several}", f"{text}{choices}", dest=dest)
    parser.section()


def request_from(options: Options) -> MetricRequest:
    """The metrics that are asked for, with their settings."""
    dotted = {name: value for name, value in vars(options).items() if "." in name and name in options.explicit}
    return MetricRequest(
        options.metrics,
        dotted,
        options.lowercase,
        options.nfc,
        options.tokenize,
        options.language_pair,
        options.units,
        warn,
    )


def refuse_for_metrics(options: Options, reason: str, but: Sequence[str] = ()) -> None:
    """Refuse the options of metrics, but these, if no metric is computed."""
    for name in vars(options):
        if name in options.explicit and (name in SHARED or "." in name) and name not in but:
            raise OptionError(f"`{name}` has no effect here: {reason}.")


def warn_of_metrics(options: Options, metrics: Sequence[Metric], texts: Sequence[str], remarks: bool = True) -> None:
    """What to do if metrics do not suit the texts, and a line for each that has something to say of its settings."""
    remarks_of = (form_of(metric).warning for metric in metrics if remarks)
    for notice in dict.fromkeys((*advice(metrics, texts), *remarks_of)):
        if notice:
            warn(notice)
