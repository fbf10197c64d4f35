"""Flags that several commands share, and the flags that every metric's own fields become."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import MISSING, fields, replace
from difflib import get_close_matches
from typing import Any, NoReturn

from bolide.cli.targets import check_targets
from bolide.cli.unit_options import add_units, units_from
from bolide.errors import OptionError
from bolide.metrics import METRICS, metric_class
from bolide.metrics.base import Metric
from bolide.metrics.meteor import METEOR
from bolide.metrics.meteor15_presets import ALIASES, LANGUAGES
from bolide.metrics.options import options_of, read_bool, write_plain
from bolide.metrics.rgbf import RGBF
from bolide.text.tokenizers import BY_LANGUAGE


class Parser(argparse.ArgumentParser):
    """argparse with errors of one line, and the nearest option where one is mistyped."""

    def __init__(self, command: str, description: str, examples: str, usage: str = "") -> None:
        super().__init__(
            prog=f"bolide {command}",
            usage=f"bolide {command} {usage}[OPTIONS]",
            description=description,
            epilog=f"examples:\n{examples}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )

    def read(self, arguments: Sequence[str]) -> argparse.Namespace:
        """The options, or an error that names the nearest known one."""
        found, rest = self.parse_known_args(arguments)
        for word in rest:
            if word.startswith("-") and len(word) > 1:
                known = [name for action in self._actions for name in action.option_strings]
                near = get_close_matches(word.partition("=")[0], known, n=1)
                hint = f" Did you mean {near[0]}?" if near else f" See {self.prog} --help."
                raise OptionError(f"There is no option {word}.{hint}")
        if rest:
            raise OptionError(f"{rest[0]!r} is one text or file too many. See {self.prog} --help.")
        check_targets(found)
        return found

    def error(self, message: str) -> NoReturn:
        greedy = " An option like -m takes every word after it: put it last." if "are required" in message else ""
        raise OptionError(f"{message}.{greedy} See {self.prog} --help.")


def add_metrics(parser: Parser) -> None:
    """`-m`, the short flags of the field, and one flag for every option of every metric."""
    parser.add_argument(
        "-m", "--metrics", nargs="+", default=["bleu"], metavar="METRIC",
        help=f"metrics by name or signature: {', '.join(METRICS)} (default: bleu)",
    )  # fmt: skip
    parser.add_argument("-lc", "--lowercase", action="store_true", help="ignore case, in every metric that can")
    parser.add_argument("-tok", "--tokenize", metavar="NAME", help="tokenizer, for every metric that uses one")
    parser.add_argument(
        "-l", "--language-pair", metavar="SRC-TGT",
        help="languages, or the target's alone: chooses the tokenizer as sacreBLEU does, METEOR's language, and the "
        "analysers of --units",
    )  # fmt: skip
    add_units(parser)
    for name, cls in METRICS.items():
        group = parser.add_argument_group(f"options of {cls.name}")
        if cls.PRESETS:
            names = " or ".join(cls.PRESETS)
            group.add_argument(f"--{name}.preset", metavar="NAME", help=f"settings under a name: {names}")
        for item, record in options_of(cls):
            _add_option(group, name, item, record)


def _add_option(group: argparse._ArgumentGroup, name: str, item: Any, record: Any) -> None:
    flag = f"--{name}.{item.name.replace('_', '-')}"
    default = "" if item.default in (None, MISSING, ()) else f" (default: {write_plain(item.default)})"
    text = record.help.rstrip(".").replace("%", "%%") + default
    if isinstance(item.default, bool) or record.read is read_bool:
        group.add_argument(flag, dest=f"{name}.{item.name}", action=argparse.BooleanOptionalAction, help=text)
        return
    choices = f"; one of {', '.join(record.choices)}" if record.choices else ""
    metavar = item.name.rpartition("_")[2].upper()
    group.add_argument(flag, dest=f"{name}.{item.name}", metavar=metavar, help=text + choices)


def metrics_from(options: argparse.Namespace, sentences: bool = False) -> list[Metric]:
    """The metrics that were asked for; for `sentences` as they are best used there, unless told otherwise."""
    return [_metric(name, options, sentences) for name in options.metrics]


def _metric(name: str, options: argparse.Namespace, sentences: bool) -> Metric:
    from bolide.metrics import parse

    if "|" in name:
        return parse(name)
    cls = metric_class(name)
    key = next(key for key, known in METRICS.items() if known is cls)
    named = parse(name) if name.lower() != key else cls()  # a name may say more than the class: chrF++, chrF3
    known = {item.name for item in fields(cls)}
    preset = getattr(options, f"{key}.preset", None)
    start = cls.preset(preset) if preset else named.for_sentences() if sentences else named
    values = {key: value for key, value in _shared(options).items() if key in known}
    if cls is RGBF:  # texts that hold their units are not cut again
        units = units_from(options, language_of(options))
        values = {**values, **units} if units else {}
    for item, record in options_of(cls):
        text = getattr(options, f"{key}.{item.name}", None)
        if text is None:
            continue
        try:
            values[item.name] = text if isinstance(text, bool) else record.read(text)
        except ValueError:
            flag = f"--{key}.{item.name.replace('_', '-')}"
            raise OptionError(f"{flag} cannot be {text!r}; {record.help}") from None
    if isinstance(start, METEOR) and values.get("variant", start.variant) == "1.5" and start.language is None:
        values = values if "language" in values else {**values, **_meteor_language(language_of(options))}
    return replace(start, **values)


def _meteor_language(language: str | None) -> dict[str, str]:
    """The target language, where METEOR 1.5 knows it; otherwise it stays with English, and says so."""
    if language is None:
        return {}
    if language not in (*LANGUAGES, *ALIASES):
        warn(
            f"METEOR 1.5 has nothing for the language {language} and scores it as English; "
            "its way for other languages is --meteor.language other --meteor.task universal."
        )
        return {}
    return {"language": ALIASES.get(language, language)}


def _shared(options: argparse.Namespace) -> dict[str, Any]:
    """What the short flags ask of every metric that has such an option."""
    found: dict[str, Any] = {"lowercase": True} if options.lowercase else {}
    language = language_of(options)
    if language in BY_LANGUAGE:
        found["tokenize"] = BY_LANGUAGE[language]
    if options.tokenize is not None:
        found["tokenize"] = options.tokenize
    return found


def language_of(options: argparse.Namespace) -> str | None:
    """The target language: the second of a pair, or the only one named."""
    if options.language_pair is None:
        return None
    codes = options.language_pair.split("-")
    if len(codes) > 2 or not all(code.isalpha() and len(code) in (2, 3) for code in codes):
        raise OptionError(f"-l {options.language_pair} is not a language pair; write it like en-de, or de alone.")
    return str(codes[-1])


def whole_number(least: int) -> Any:
    """A reader of whole numbers from `least` up."""

    def read(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise argparse.ArgumentTypeError(f"{text!r} must be a whole number from {least} up")
        return int(text)

    return read


def warn(message: str) -> None:
    """One line on stderr."""
    print(f"bolide: {message}", file=sys.stderr)


def warn_of_settings(metrics: Sequence[Metric]) -> None:
    """One line for each metric that has something to say of its settings."""
    for notice in dict.fromkeys(metric.notice for metric in metrics):
        if notice:
            warn(notice)


def warn_of_tokenizers(metrics: Sequence[Metric], texts: Sequence[str]) -> None:
    """One line where a tokenizer plainly does not suit the text."""
    from bolide.text.suitability import better_tokenizer

    for metric in metrics:
        tokenize = getattr(metric, "tokenize", None)
        found = better_tokenizer(texts, tokenize) if tokenize else None
        if found:
            language, better = found
            warn(f"this looks like {language}, of which {tokenize} makes one long token; try -tok {better}.")
            return
