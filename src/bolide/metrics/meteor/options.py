"""METEOR's options: those of all its published definitions, and what METEOR 1.5 has by language and task.

An option that is None is not set.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from bolide.kernels.formulas.meteor15 import score
from bolide.kernels.statistics.rows import fits_bits
from bolide.metrics.base import Metric
from bolide.metrics.counts import PicklesOptionsOnly
from bolide.metrics.formula import Cells, Formula, Parameter
from bolide.metrics.options import average_option, lowercase_option, nfc_option, option, read_floats, read_words, switch
from bolide.system.errors import InputError, OptionError, unknown
from bolide.system.files import package_data
from bolide.system.limits import MAX_BEAM
from bolide.text.tokenize import tokenizer
from bolide.text.tokenize.mecab import signed, unsigned
from bolide.text.tokenize.sentencepiece import MODELS
from bolide.text.words.jar_words import LISTED
from bolide.text.words.stems import BUILT_IN, SNOWBALL

# --- METEOR 1.5: its formula, its languages and tasks, and the parameters it was tuned to for them --------------------

LARGEST = 1 << 53  # up to here a double holds every integer


@dataclass(frozen=True)
class Formula15(Formula):
    """alpha weighs recall, beta and gamma shape the penalty, delta weighs content words; one weight for each stage."""

    alpha: float
    beta: float
    gamma: float
    delta: float
    weights: tuple[float, ...]
    mean_of_segments: bool = False

    kernel = score

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The tool's numbers, behind what the matches of each stage and all words of each side weigh."""
        stages = range(1, len(self.weights) + 1)
        return (
            *(f"{side}_weighted_{stage}" for side in ("hyp", "ref") for stage in stages),
            *("hyp_length", "ref_length"),
            *("precision", "recall", "f1", "fmean", "fragmentation", "penalty", "meteor"),
        )

    @cached_property
    def setting(self) -> tuple[float, ...]:
        return (self.alpha, self.beta, self.gamma, self.delta, *self.weights)

    def fits(self, width: int) -> bool:
        return width == 23 and len(self.weights) <= 4

    def evaluate(
        self, rows: Cells, width: int, settings: Sequence[Sequence[float]] | None = None, *, whole: bool = False
    ) -> array[float]:
        """The kernel adds columns up, so numbers whose sum could pass 64 bits are refused."""
        if isinstance(rows, array) and not fits_bits(rows, 53) and not -LARGEST <= min(rows) <= max(rows) <= LARGEST:
            raise InputError(f"A row has a number beyond {LARGEST:,}; METEOR's sums would not be exact.")
        return super().evaluate(rows, width, settings, whole=whole)


def cross_check(alpha: float, precision: float, recall: float) -> float:
    """Fmean again, as a product over a weighted sum: the deliberately independent cross-check of an explanation."""
    below = alpha * precision + (1 - alpha) * recall
    return precision * recall / below if below else 0.0


# --- languages and tasks, and their parameters -----------------------------------------------------------------------


ALIASES = {
    "english": "en",
    "czech": "cz",
    "cs": "cz",
    "french": "fr",
    "german": "de",
    "spanish": "es",
    "russian": "ru",
    "portuguese": "pt",
    "danish": "da",
    "romanian": "ro",
    "hungarian": "hu",
    "turkish": "tr",
    "finnish": "fi",
    "dutch": "nl",
    "italian": "it",
    "norwegian": "no",
    "swedish": "se",
    "sv": "se",
    "arabic-buckwalter-reduced": "ar-bw-red",
}
NORMALIZED = LISTED  # those METEOR 1.5 can normalise are those it has function words for
STEMMED = (*BUILT_IN, *SNOWBALL, "ar-bw-red")
LANGUAGES = tuple(dict.fromkeys((*NORMALIZED, *STEMMED, "other")))
FUNCTION_WORDS = ("english", "language")
SYNSETS = ("offset", "pos")
TASKS = ("rank", "adq", "hter", "util", "li", "tune", "universal")

MODULES = ("exact", "stem", "synonym", "paraphrase")
_STAGES = {
    "en": MODULES,
    "cz": ("exact", "paraphrase"),
    **dict.fromkeys(("fr", "es", "de", "ru"), ("exact", "stem", "paraphrase")),
    "other": ("exact",),
}
_UNTUNED = Formula15(0.0, 0.0, 0.0, 0.0, (0.0, 0.0, 0.0, 0.0))  # the tool's own: every score is 0


def _tuned(line: str) -> tuple[tuple[str, str], Formula15]:
    """A language, or `any`, and a task; and the parameters for them."""
    language, task, *numbers = line.split()
    alpha, beta, gamma, delta, *weights = map(float, numbers)
    return (language, task), Formula15(alpha, beta, gamma, delta, tuple(weights))


_LINES = package_data("text/meteor_data/parameters.txt").decode("ascii").splitlines()
_TUNED = dict(_tuned(line) for line in _LINES if not line.startswith("#"))


def language_code(name: str) -> str:
    """The code METEOR 1.5 uses for a language given by name or code, in any case."""
    code = ALIASES.get(name.lower(), name.lower())
    if code not in LANGUAGES:
        problem = unknown("language of METEOR 1.5", name, (*LANGUAGES, *ALIASES))
        raise OptionError(f"{problem} Use `other` for any other language.")
    return code


def default_task(language: str) -> str:
    """The task a language's numbers are for where none is named."""
    return "rank" if (language, "rank") in _TUNED else "li"


def default_stages(language: str, task: str) -> tuple[str, ...]:
    """The stages METEOR 1.5 has for a language."""
    return ("exact", "paraphrase") if task == "universal" else _STAGES.get(language, ("exact", "stem"))


def preset(language: str, task: str) -> Formula15:
    """The tuned parameters, with four weights by position. A pair METEOR 1.5 was never tuned for has all zeros."""
    if task not in TASKS:
        raise unknown("task of METEOR 1.5", task, TASKS)
    if language == "other" and task != "universal":
        task = "li"
    return _TUNED.get(("any", task)) or _TUNED.get((language, task), _UNTUNED)


def checked_stages(modules: str | Sequence[str]) -> tuple[str, ...]:
    """What may match, as given by name: one or more different stages."""
    stages = (modules,) if isinstance(modules, str) else tuple(modules)
    for stage in stages:
        if stage not in MODULES:
            raise unknown("module of METEOR 1.5", stage, MODULES)
    if not stages or len(set(stages)) < len(stages):
        raise OptionError(f"modules is {stages}; give one or more different ones of {', '.join(MODULES)}.")
    return stages


# --- the options of all definitions ----------------------------------------------------------------------------------

# How each variant differs, worded so that any two can be read side by side.
VARIANTS = {
    "1.5": "Denkowski and Lavie 2014, what papers report: text normalised, all modules searched at once, matches "
    "weighed by module and by content or function word, parameters tuned by language and task.",
    "nltk": "NLTK's: exact words, then stems, then synonyms of the stems; from the end of the candidate backwards, "
    "each word takes the rightmost free match. There is no search, so crossings and chunks are not minimised.",
    "2005": "Banerjee and Lavie 2005 as defined: the same stages, but of all alignments with most matches the one with "
    "the fewest crossings, then the fewest chunks. Synonyms share a meaning in WordNet, in either direction.",
    "runs": "a teaching exercise: words match by count alone, and a chunk is a run of matched candidate words, "
    "whatever the order in the reference.",
}
STAGES = ("exact", "stem", "synonym")  # of NLTK's and the first definition, in this order
SEPARATING = ("char", "ja-mecab", "ko-mecab", "zh")  # the tokenizers that METEOR takes; and models of SentencePiece
# The options that only some variants have.
ONLY = {
    "the variant 1.5": (
        *("language", "task", "modules", "weights", "delta", "normalize", "punctuation", "beam", "char_based"),
        *("paraphrase", "function_words", "synsets", "jar_words"),
    ),
    "the variants nltk and 2005": ("stages",),
}


@dataclass(frozen=True)
class METEOROptions(Metric, PicklesOptionsOnly):
    """The options of all variants."""

    variant: str = option(
        "1.5", "Which published definition of METEOR to use.", key="variant", always=True, choices=tuple(VARIANTS)
    )
    alpha: float | None = option(
        None, "The weight of recall in Fmean; 0.9 or the task's.", float, key="alpha", formula=True
    )
    beta: float | None = option(None, "The exponent of the penalty; 3 or the task's.", float, key="beta", formula=True)
    gamma: float | None = option(
        None, "The weight of the penalty; 0.5 or the task's.", float, key="gamma", formula=True
    )
    lowercase: bool = lowercase_option(True)
    average: str = average_option()
    language: str | None = option(
        None, "`1.5`: the target language; en unless given.", key="lang", choices=LANGUAGES, open=True, prominent=True
    )
    task: str | None = option(
        None, "`1.5`: what the parameters were tuned for; rank, or li for untuned languages.", key="task", choices=TASKS
    )
    modules: tuple[str, ...] | None = option(
        None,
        "`1.5`: what may match: exact, stem, synonym, paraphrase.",
        read_words,
        key="modules",
        choices=MODULES,
        prominent=True,
    )
    weights: tuple[float, ...] | None = option(
        None, "`1.5`: a weight for each module; the task's unless given.", read_floats, key="weights", formula=True
    )
    delta: float | None = option(
        None, "`1.5`: the weight of content words against function words; the task's.", float, key="delta", formula=True
    )
    normalize: bool | None = switch(
        None, "`1.5`: tokenize and normalise first; by default where possible (en cz fr es de ru).", "norm"
    )
    punctuation: bool | None = switch(None, "`1.5`: keep punctuation when normalising; yes unless given.", "punct")
    beam: int | None = option(
        None, "`1.5`: paths kept in the search; 40 unless given.", int, key="beam", most=MAX_BEAM, least=1
    )
    char_based: bool | None = switch(None, "`1.5`: weigh words by their length; no unless given.", "char")
    paraphrase: str | None = option(
        None,
        "`1.5`: a paraphrase table: a path, auto (from pycocoevalcap), or its hash.",
        lambda text: None if text == "no" else text,
        key="para",
        kind="path",
        write=lambda table: table.digest,
    )
    function_words: str | None = option(
        None, "`1.5`: english as in the tool, or the language's own list.", key="func", choices=FUNCTION_WORDS
    )
    synsets: str | None = option(
        None, "`1.5`: meanings by offset as in the tool, or pos: by part of speech too.", key="syn", choices=SYNSETS
    )
    jar_words: bool | None = switch(
        None, "`1.5`: equal words and stems as in the tool's jar, which compares hashes; no unless given.", "jar"
    )
    tokenize: str | None = option(
        None,
        "A tokenizer for texts without spaces between words, instead of splitting at white space.",
        lambda text: None if text in ("none", "whitespace") else unsigned(text),
        "choice",
        key="tok",
        choices=SEPARATING,
        open=True,
        write=signed,
    )
    nfc: bool = nfc_option()
    stages: tuple[str, ...] | None = option(
        None,
        "`nltk`, `2005`: what may match, in this order: exact, stem, synonym.",
        read_words,
        key="stages",
        choices=STAGES,
        prominent=True,
    )


def separates(tokenize: str) -> bool:
    """Whether METEOR takes a tokenizer: one for scripts without spaces, or a model of SentencePiece."""
    return tokenize in SEPARATING or tokenize in MODELS or tokenize.startswith("spm")


def check_separating(tokenize: str) -> None:
    """Raise OptionError for a tokenizer that METEOR does not take, or that cannot be had."""
    if not separates(tokenize):
        known = ", ".join(SEPARATING)
        raise OptionError(
            f"METEOR's tokenize is {tokenize!r:.80}; it is for texts without spaces: {known}, or spm:PATH. "
            "Other texts are split at white space, or normalised."
        )
    tokenizer(tokenize)


# --- what the definitions share --------------------------------------------------------------------------------------


NUMBERS = ("alpha", "beta", "gamma")  # of the formula, in every definition


class Definition:
    """What METEOR's published definitions share, each with a metric's options.

    In each, `normal_options` are the checked options as the metric stores them, None if a value is the variant's
    default; `signature_items` are shown even if they are the variant's defaults, and empty ones are left out;
    `parameters` can be tuned.
    """

    applies_to: ClassVar[str]  # the variants it implements, a key of ONLY

    def __init__(self, metric: METEOROptions) -> None:
        self.metric = metric

    def _shape(self, formula: Any, highest: float = 1.0) -> tuple[Parameter, ...]:
        """The parameters of every definition; `highest` is the largest exponent of beta."""
        return (
            Parameter("alpha", "alpha", formula.alpha),
            Parameter("beta", "beta", formula.beta, "log", low=-1.0, high=highest),
            Parameter("gamma", "gamma", formula.gamma),
        )

    def _normal_numbers(self, usual: object, names: Sequence[str] = NUMBERS) -> dict[str, float | None]:
        """The numbers of the formula, None if equal to those of `usual`."""
        values = {name: getattr(self.metric, name) for name in names}
        return {name: None if value in (None, getattr(usual, name)) else float(value) for name, value in values.items()}

    def _non_default_numbers(self, names: Sequence[str] = NUMBERS) -> dict[str, float]:
        """The numbers of the formula that differ from the defaults."""
        return {name: value for name in names if (value := getattr(self.metric, name)) is not None}
