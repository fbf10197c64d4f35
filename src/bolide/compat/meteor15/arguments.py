"""The tool's options, and the metric they describe."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from bolide.compat.meteor15.own_words import stems_from, synonyms_from
from bolide.errors import OptionError, unknown
from bolide.files import read_text
from bolide.metrics.meteor15 import Fifteen
from bolide.metrics.meteor15_presets import ALIASES, Setting, preset, setting
from bolide.text import meteor_normalize, paraphrase

USAGE = """usage: bolide meteor TEST REFERENCE [OPTIONS]

Takes the command line of METEOR 1.5 (meteor-1.5.jar): scripts written for the Java tool run unchanged.

  -l LANGUAGE        language: en cz fr de es ru … (default: en)
  -t TASK            task: rank adq hter util li tune universal (default: rank, or li)
  -p 'A B G D'       parameters alpha beta gamma delta (these bring the weights of adq; give -w too)
  -m 'M …'           modules: exact stem synonym paraphrase
  -w 'W …'           weights of the modules, by position
  -r N               references for each segment, N lines each in REFERENCE
  -x N               beam size (default: 40)
  -s FILE            function words
  -e FILE            stems: gzip or plain, lines of word, count and stem (default: Snowball)
  -d DIR             synonyms: DIR/english.synsets and DIR/english.exceptions (default: WordNet 3.0)
  -a FILE            paraphrase table (default: that of an installed pycocoevalcap)
  -new DIR           a new language: DIR/function.words and DIR/paraphrase.gz
  -f PREFIX          prefix of output files (default: meteor)
  -ch                character-based precision and recall
  -norm              tokenise, normalise and lowercase
  -lower             lowercase
  -noPunct           strip punctuation, with -norm
  -sgml              SGML input
  -stdio             SCORE and EVAL lines on standard input; TEST and REFERENCE are - -
  -coco              with -stdio: EVAL answers as the jar in pycocoevalcap does
  -q                 segment scores to standard error, the final score to standard output
  -vOut, -ssOut      precision, recall, penalty and score; the 23 statistics
  -writeAlignments   write PREFIX-align.out

examples:
  bolide meteor system.txt ref.txt -l en -norm
  bolide meteor system.txt ref.txt -l en -norm -m 'exact stem synonym' -q
"""
_WITH_VALUE = {"-l", "-t", "-p", "-m", "-w", "-r", "-x", "-s", "-a", "-f", "-new", "-e", "-d"}
_FLAGS = {
    *("-q", "-ch", "-norm", "-lower", "-noPunct", "-sgml", "-stdio", "-mira", "-coco"),
    *("-vOut", "-ssOut", "-writeAlignments"),
}
_TASKS = {
    "rank": "Ranking", "adq": "Adequacy", "hter": "HTER", "li": "Language-Independent", "tune": "Tune",
    "util": "Translator-Utility", "universal": "Universal", "custom": "Custom",
}  # fmt: skip


@dataclass(frozen=True)
class Command:
    """What is to be done with which metric."""

    test: str
    reference: str
    definition: Fifteen
    references: int = 1
    prefix: str = "meteor"
    flags: frozenset[str] = frozenset()
    inputs: tuple[str, ...] = ()  # every file and folder that is read

    def has(self, *flags: str) -> bool:
        """Whether any of these flags was given."""
        return not self.flags.isdisjoint(flags)

    @property
    def task(self) -> str:
        """The task as the tool's header names it."""
        return _TASKS[self.definition.setting.task]

    @property
    def language(self) -> str:
        """The language as the tool's header names it."""
        return _full_name(self.definition.setting.language).capitalize()


def read_arguments(arguments: Sequence[str], warn: Callable[[str], None]) -> Command:
    """The command that a command line of the tool asks for; `warn` hears of a paraphrase table that is missing."""
    if len(arguments) < 2:
        raise OptionError("test and reference are needed; bolide meteor --help lists the options.")
    values: dict[str, str] = {}
    flags: set[str] = set()
    rest = iter(arguments[2:])
    for word in rest:
        if word in _FLAGS:
            flags.add(word)
        elif word in _WITH_VALUE:
            if (value := next(rest, None)) is None:
                raise OptionError(f"{word} needs a value.")
            values[word] = value
        else:
            raise unknown("option of METEOR 1.5", word, {*_FLAGS, *_WITH_VALUE})
    definition = _new_language(values["-new"]) if "-new" in values else _definition(values, flags, warn)
    definition = replace(definition, beam=_whole(values, "-x", 40))
    read = tuple(values[name] for name in ("-s", "-a", "-e", "-d", "-new") if name in values)
    return Command(
        arguments[0], arguments[1], definition, _whole(values, "-r", 1), values.get("-f", "meteor"), frozenset(flags),
        (*arguments[:2], *read),
    )  # fmt: skip


def _definition(values: dict[str, str], flags: set[str], warn: Callable[[str], None]) -> Fifteen:
    try:
        chosen = setting(
            values.get("-l", "en"), values.get("-t"), values["-m"].split() if "-m" in values else None,
            _floats(values, "-w"), _floats(values, "-p"),
        )  # fmt: skip
    except ValueError as problem:
        raise OptionError(str(problem)) from None
    table = None
    if "paraphrase" in chosen.modules:
        chosen, table = _with_table(chosen, values.get("-a"), warn)
    if "synonym" in chosen.modules and chosen.language != "en" and "-d" not in values:
        raise OptionError(
            f"there are synonyms for English only; leave synonym out of -m for {chosen.language}, or name a folder "
            f"that holds {_full_name(chosen.language)}.synsets and .exceptions with -d."
        )
    if "-norm" in flags and chosen.language not in meteor_normalize.LANGUAGES:
        known = ", ".join(meteor_normalize.LANGUAGES)
        raise OptionError(f"-norm works for {known}, not for {chosen.language}; tokenise the text and leave -norm out.")
    words: Any = frozenset(read_text(values["-s"]).split()) if "-s" in values else "english"
    return Fifteen(
        chosen,
        "-norm" in flags,
        "-noPunct" not in flags,
        "-lower" in flags,
        char_based="-ch" in flags,
        paraphrase=table,
        function_list=words,
        own_stem=stems_from(values["-e"]) if "-e" in values else None,
        own_synonyms=synonyms_from(values["-d"], _full_name(chosen.language)) if "-d" in values else None,
    )


def _full_name(code: str) -> str:
    return next((name for name, other in ALIASES.items() if other == code and len(name) > 2), code)


def _with_table(chosen: Setting, path: str | None, warn: Callable[[str], None]) -> tuple[Setting, str | None]:
    """The setting with its table; without paraphrases, said aloud, where no table was named and none is installed."""
    try:
        return chosen, paraphrase.name_table(path or paraphrase.installed_table(chosen.language))
    except OSError as problem:
        if path is not None:
            raise OptionError(f"-a {path} cannot be read: {problem.strerror or problem}") from None
        warn(f"going on without paraphrases: {problem}")
    kept = [k for k, module in enumerate(chosen.modules) if module != "paraphrase"]
    parameters = replace(chosen.parameters, weights=tuple(chosen.parameters.weights[k] for k in kept))
    return replace(chosen, modules=tuple(chosen.modules[k] for k in kept), parameters=parameters), None


def _new_language(folder: str) -> Fifteen:
    words = frozenset(read_text(str(Path(folder, "function.words"))).split())
    table = Path(folder, "paraphrase.gz")
    try:
        named = paraphrase.name_table(table)
    except OSError as problem:
        raise OptionError(f"{table} cannot be read: {problem.strerror or problem}") from None
    modules = ("exact", "paraphrase")
    tuned = preset("other", "universal")
    chosen = Setting("other", "universal", modules, replace(tuned, weights=tuned.weights[:2]))
    return Fifteen(chosen, False, True, True, paraphrase=named, function_list=words)


def _floats(values: dict[str, str], name: str) -> tuple[float, ...] | None:
    if name not in values:
        return None
    try:
        return tuple(map(float, values[name].split()))
    except ValueError:
        raise OptionError(f"{name} {values[name]!r} must be numbers with spaces between.") from None


def _whole(values: dict[str, str], name: str, default: int) -> int:
    text = values.get(name, str(default))
    if not text.isdecimal() or int(text) < 1:
        raise OptionError(f"{name} {text!r} must be a whole number from 1 up.")
    return int(text)
