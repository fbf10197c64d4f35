"""Which metrics are computed, with which settings: `-m`, what several metrics listen to, and the flags of each."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, replace
from typing import Any

from bolide.cli.parser import Options, Parser, warn
from bolide.data.scores import Signature
from bolide.forms import form_of
from bolide.forms.form import SharedOptions
from bolide.forms.suitability import advice
from bolide.metrics import METRICS, metric_key, parse
from bolide.metrics.base import Metric
from bolide.metrics.options import KINDS, options_of, write_plain
from bolide.metrics.scorer import Scorer
from bolide.system.errors import InputError, OptionError
from bolide.testset.metrics import COMMAND
from bolide.text.languages import target_language


def add_metrics(parser: Parser, more: str = "") -> None:
    """`-m`, the short flags of the field, and one flag for every option of every metric; `more`: what -m also takes."""
    parser.option(
        "-m --metrics METRIC …",
        "bleu, cder, cer, chrf, meteor, per, rgbf, ter, wer, by name or signature; FILE.py:FUNCTION; run:NAME, a "
        f"command{f'; {more}' if more else ''} (default: bleu)",
    )
    parser.option("-lc --lowercase", "ignore case, in every metric that supports it")
    parser.option("--nfc", "normalise both sides to Unicode NFC, in every metric")
    parser.option("-tok --tokenize NAME", "tokenizer, for every metric that uses one")
    parser.option(
        "-l --language-pair SRC-TGT",
        "language pair, or only the target language; chooses the tokenizer as sacreBLEU does, METEOR's language, and "
        "the analysers of --units",
    )
    add_units_of_rgbf(parser)

    def add_flags(names: Iterable[str]) -> None:
        chosen = {*names}
        for name in [name for name in METRICS.registered if name in chosen]:  # listing METRICS takes 40 ms
            _add_flags(parser, name)

    parser.add_metric_flags = add_flags


def add_units_of_rgbf(parser: Parser) -> None:
    """`--units`."""
    parser.option(
        "--units UNIT …",
        "units that rgbF derives from plain text, by name or letters (bolide list units); pos:spacy:NAME, "
        "pos:stanza:LANG for an installed pipeline; pos=HYP,…,REF,… for parallel files",
    )


def _add_flags(parser: Parser, name: str) -> None:
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
            both: Any = "store_true" if item.name.startswith("no_") else argparse.BooleanOptionalAction
            parser.option(words, text, dest=dest, action=both, default=None)
            continue
        choices = f"; one of {', '.join(record.choices)}" if record.choices and record.kind != "texts" else ""
        several = ",…" if record.kind in ("texts", "numbers") else ""
        parser.option(f"{words} {item.name.rpartition('_')[2].upper()}{several}", f"{text}{choices}", dest=dest)
    parser.section()


def scorers_from(options: Options) -> list[Scorer]:
    """The metrics that are asked for, with those that score single segments."""
    names = split_names(options.metrics) or ["bleu"]
    if "config" in options:  # commands are no metrics that are computed here
        names = [name for name in names if not name.startswith(COMMAND)]
    given = {name: value for name, value in vars(options).items() if "." in name and value is not None}
    keys = {metric_key(name.partition("|")[0]) for name in names if ".py:" not in name.partition("|")[0]}
    for option in given:
        if (key := option.partition(".")[0]) not in keys:
            what = f"`{option}` is for {METRICS[key].name}, which is not selected"
            raise OptionError(f"{what}; add it to `metrics`, or leave this out.")
    return [_scorer(name, given, options) for name in names]


def _scorer(name: str, given: Mapping[str, Any], options: Options) -> Scorer:
    """A metric by its name; what a signature, a preset or an option says, stands."""
    if ".py:" in name.partition("|")[0]:
        return Scorer.of(metric_in_file(name))
    if "|" in name:
        signature, now = Signature.from_text(name), Signature("").version
        if signature.version not in ("", now):
            warn(f"{signature.metric}: the signature says version:{signature.version}; {now} scores with its settings.")
        return Scorer.of(name)
    key = metric_key(name)
    cls, preset, settings = METRICS[key], given.get(f"{key}.preset"), {}
    start = parse(name) if name.lower() != key else cls()  # a name may say more than the class: chrF++, chrF3
    for item, record in options_of(cls):
        text = given.get(f"{key}.{item.name}")
        if text is None:
            continue
        try:
            settings[item.name] = text if isinstance(text, bool) else record.read(text)
        except ValueError:
            flag, expected = f"--{key}.{item.name.replace('_', '-')}", KINDS[record.kind][0]
            raise OptionError(f"{flag} cannot be {text!r:.80}; it must be {expected}. {record.help}") from None
    language = None if options.language_pair is None else target_language(options.language_pair)
    units = tuple(split_names(options.units))
    shared = SharedOptions(options.lowercase, options.nfc, options.tokenize, language, units, [])
    start = start if preset is None else cls.preset(preset)
    values = form_of(start).options_from(shared, settings)
    for remark in shared.remarks:
        warn(remark)
    metric = replace(start, **{**values, **settings})  # options of the metric come first
    return Scorer.for_sentences(metric, list(settings)) if preset is None else Scorer.of(metric)


def metric_in_file(target: str) -> Metric:
    """The metric that FILE.py:FUNCTION names: a function of a translation and its references, or a class of metrics."""
    from bolide.classroom.harness import load  # for metrics of users alone
    from bolide.metrics.function import metric

    try:
        made = load(target)
    except Exception as problem:  # whatever the file raises
        raise InputError(f"{target} cannot be loaded: {type(problem).__name__}: {problem}") from None
    return made() if isinstance(made, type) and issubclass(made, Metric) else metric(made)


def split_names(words: Iterable[str]) -> list[str]:
    """The names in words such as `bleu,chrf`; a signature, `pos=FILE,FILE` and a file may have commas of their own."""
    parts = ([word] if any(sign in word for sign in "|=:") else word.split(",") for word in words)
    return [name for names in parts for name in names if name]


def unit_files(options: Options) -> dict[str, list[str]]:
    """The files of units, by unit."""
    entries = (text.partition("=") for text in split_names(options.units) if "=" in text)
    return {unit: names.split(",") for unit, _, names in entries}


def warn_of_metrics(metrics: Sequence[Metric], texts: Sequence[str], remarks: bool = True) -> None:
    """What to do if metrics do not suit the texts, and a line for each that has something to say of its settings."""
    remarks_of = (form_of(metric).warning for metric in metrics if remarks)
    for notice in dict.fromkeys((*advice(metrics, texts), *remarks_of)):
        if notice:
            warn(notice)
