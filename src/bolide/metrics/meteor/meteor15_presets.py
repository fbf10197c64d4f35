"""The languages and tasks of METEOR 1.5, and the parameters it was tuned to for them."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from bolide.kernels.formulas.meteor15 import score
from bolide.kernels.statistics.rows import fits_bits
from bolide.metrics.formula import Cells, Formula
from bolide.system.errors import InputError, OptionError, unknown
from bolide.system.files import package_data
from bolide.text.words.jar_words import LISTED
from bolide.text.words.stems import BUILT_IN, SNOWBALL

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
