"""The options of the metrics, one for every field of every metric, and the metrics that a command line asks for."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import MISSING, fields, replace
from typing import Any

from bolide.cli.parser import BooleanOnce, Parser, warn
from bolide.corpus import Corpus
from bolide.metrics import METRICS, check_references, metric_key, parse
from bolide.metrics.base import Metric, SharedOptions
from bolide.metrics.options import KINDS, options_of, write_plain
from bolide.metrics.scorer import Scorer
from bolide.system.errors import OptionError
from bolide.text.languages import better_tokenizer, check_code, code_named, contradiction, language_name
from bolide.text.units import UNITS

# The options that several metrics listen to, with their flags.
SHARED = {"metrics": "-m", "lowercase": "-lc", "tokenize": "-tok", "language_pair": "-l", "units": "--units"}


def add_metrics(parser: Parser, more: str = "") -> None:
    """`-m`, the short flags of the field, and one flag for every option of every metric; `more`: what -m also takes."""
    option = parser.add_argument("-m", "--metrics", nargs="+", default=["bleu"], metavar="METRIC")
    parser.add_argument("-lc", "--lowercase", action="store_true", help="ignore case, in every metric that supports it")
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
        if names is METRICS:
            others = f"; {more}" if more else ""
            option.help = f"metrics by name or signature: {', '.join(METRICS)} (default: bleu){others}"

    parser.add_metric_flags(add_groups)


def add_units(parser: argparse.ArgumentParser) -> None:
    """`--units`."""
    letters = ", ".join(f"{name} ({unit.letter})" for name, unit in UNITS.items())
    parser.add_argument(
        "--units", nargs="+", metavar="UNIT",
        help=f"units that rgbF makes of plain text: {letters}, by name or letters; pos:spacy:NAME, pos:stanza:LANG for "
        "a pipeline you have; pos=HYP,…,REF,… for parallel files",
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
    text = record.help.rstrip(".").replace("%", "%%") + default
    if record.kind == "switch":
        group.add_argument(flag, dest=f"{name}.{item.name}", action=BooleanOnce, help=text)
        return
    choices = f"; one of {', '.join(record.choices)}" if record.choices and record.kind != "texts" else ""
    metavar = item.name.rpartition("_")[2].upper()
    group.add_argument(flag, dest=f"{name}.{item.name}", metavar=metavar, help=text + choices)


def language_of(options: argparse.Namespace) -> str | None:
    """The target language: the second of a pair, or the only one named."""
    if options.language_pair is None:
        return None
    codes = options.language_pair.split("-")
    if len(codes) > 2 or not all(code.isalpha() for code in codes):
        raise OptionError(f"-l {options.language_pair} is not a language pair; write it like en-de, or just de.")
    if len(codes) == 2 and codes[1].isupper() and not codes[0].isupper():
        raise OptionError(f"-l {options.language_pair} names a country; write only the language, -l {codes[0]}.")
    try:
        return [check_code(code) for code in codes][-1]
    except OptionError as error:
        raise OptionError(f"-l {options.language_pair}: {error}") from None


def metrics_from(options: argparse.Namespace) -> list[Metric]:
    """The metrics that were asked for. An option that none of them makes use of is refused."""
    used: set[str] = set()
    metrics = [_metric(name, options, used) for name in options.metrics]
    for name in metric_flags(options):
        if name not in used and name != "metrics":
            raise OptionError(_unused(name, options.metrics))
    for name, metric in zip(options.metrics, metrics, strict=True):
        if metrics.count(metric) > 1:
            raise OptionError(f"-m {name}: this metric is listed twice with the same settings.")
    return metrics


def scorers_from(options: argparse.Namespace) -> list[Scorer]:
    """The same with the metrics that score single segments; what a signature, a preset or an option says, stands."""
    return [_scorer(metric, name, options) for metric, name in zip(metrics_from(options), options.metrics, strict=True)]


def _scorer(metric: Metric, name: str, options: argparse.Namespace) -> Scorer:
    key = METRICS.key_of(type(metric))
    if "|" in name or f"{key}.preset" in options.explicit:
        return Scorer(metric, metric)
    keep = [item.name for item in fields(metric) if f"{key}.{item.name}" in options.explicit]
    return Scorer.for_sentences(metric, keep)


def metric_flags(options: argparse.Namespace) -> list[str]:
    """Of the options that were given, those that choose metrics and their settings."""
    return [name for name in vars(options) if name in options.explicit and (name in SHARED or "." in name)]


def flag_of(name: str) -> str:
    """The flag of an option of metrics."""
    return SHARED.get(name) or f"--{name.replace('_', '-')}"


def _unused(name: str, metrics: Sequence[str]) -> str:
    key, dot, _ = name.partition(".")
    if dot and not any(metric_key(metric.partition("|")[0]) == key for metric in metrics):
        return f"{flag_of(name)} is for {METRICS[key].name}, which is not selected; add it to -m, or leave this out."
    reason = " A signature holds all its settings." if any("|" in metric for metric in metrics) else ""
    return f"{flag_of(name)} has no effect on {', '.join(metrics)} here; leave it out.{reason}"


def _metric(name: str, options: argparse.Namespace, used: set[str]) -> Metric:
    """One metric; `used` gathers the options that had a say in it."""
    if "|" in name:
        return parse(name)
    key = metric_key(name)
    cls = METRICS[key]
    start = parse(name) if name.lower() != key else cls()  # a name may say more than the class: chrF++, chrF3
    flags = _chosen(cls, key, options)
    _refuse_contradiction(name, start, flags, options)
    used.update(option for option in options.explicit if option.startswith(f"{key}."))
    if f"{key}.preset" in options.explicit:
        start = cls.preset(getattr(options, f"{key}.preset"))
    lowercase, units = bool(options.lowercase), tuple(options.units or ())
    shared = SharedOptions(lowercase, options.tokenize, language_of(options), units, [])
    values: dict[str, Any] = {}
    for name, settings in start.form.options_from(shared, flags).items():
        if not settings.keys() & flags.keys():  # the metric's own flags come first
            values = {**values, **settings}
            used.add("language_pair" if name == "language" else name)
    for remark in shared.remarks:
        warn(remark)
    return replace(start, **values, **flags)


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


def _refuse_contradiction(name: str, named: Metric, flags: dict[str, Any], options: argparse.Namespace) -> None:
    """A name that says more than the class must not be overruled by a preset or by a flag."""
    key, usual = METRICS.key_of(type(named)), type(named)()
    settings = {item.name: getattr(named, item.name) for item, _ in options_of(named)}
    for field, value in settings.items():
        if value == getattr(usual, field):
            continue
        if f"{key}.preset" in options.explicit:
            raise OptionError(f"-m {name} sets {field}, and so may --{key}.preset; give one of them.")
        if flags.get(field, value) != value:
            raise OptionError(f"-m {name} and {flag_of(f'{key}.{field}')} contradict each other; give one of them.")


def refuse_for_metrics(options: argparse.Namespace, reason: str) -> None:
    """Refuse every option of metrics where none is computed."""
    for name in metric_flags(options):
        raise OptionError(f"{flag_of(name)} has no effect here: {reason}.")


def check_nrefs(options: argparse.Namespace, systems: Sequence[Corpus]) -> None:
    """Refuse a signature that contradicts the number of references."""
    for name in options.metrics:
        for system in systems:
            check_references(name, system.nrefs, len(system))


def warn_of_settings(metrics: Sequence[Metric]) -> None:
    """One line for each metric that has something to say of its settings."""
    for notice in dict.fromkeys(metric.form.warning for metric in metrics):
        if notice:
            warn(notice)


def warn_of_texts(options: argparse.Namespace, metrics: Sequence[Metric], texts: Sequence[str]) -> None:
    """One line if a tokenizer, or the language that a metric uses, plainly does not suit the texts."""
    for metric in metrics:
        tokenize = metric.form.tokenizer_name
        suitable = better_tokenizer(texts, tokenize) if tokenize else None
        if suitable:
            language, better = suitable
            warn(f"this looks like {language}, of which {tokenize} makes one long token; try -tok {better}.")
            return
    declared = language_of(options)
    for metric in metrics:
        form = metric.form
        looks = contradiction(texts, form.language) if form.language else None
        if looks and (
            declared is None or contradiction(texts, declared)
        ):  # if -l names the language, that has been dealt with
            used, advice = language_name(form.language or ""), form.language_advice(code_named(looks))
            warn(f"this looks like {looks}, and {metric.name} takes it for {used}; {advice}.")
            return
