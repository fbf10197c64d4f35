"""METEOR's options: those of all its published definitions. An option that is None is not set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from bolide.metrics.base import Metric
from bolide.metrics.counts import PicklesOptionsOnly
from bolide.metrics.formula import Parameter
from bolide.metrics.meteor.meteor15_presets import FUNCTION_WORDS, LANGUAGES, MODULES, SYNSETS, TASKS
from bolide.metrics.options import average_option, lowercase_option, nfc_option, option, read_floats, read_words, switch
from bolide.system.errors import OptionError
from bolide.system.limits import MAX_BEAM
from bolide.text.tokenize import tokenizer
from bolide.text.tokenize.mecab import signed, unsigned
from bolide.text.tokenize.sentencepiece import MODELS

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
