"""The languages and tasks of METEOR 1.5, and the parameters it was tuned to for them."""

from __future__ import annotations

from collections.abc import Sequence

from bolide.metrics.meteor.meteor15.counts import STAGES
from bolide.metrics.meteor.meteor15.formula import Formula15
from bolide.system.errors import OptionError, unknown
from bolide.system.files import package_data
from bolide.text.words.function_words import LANGUAGES as LISTED
from bolide.text.words.stems import BUILT_IN, SNOWBALL

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

_STAGES = {
    "en": STAGES,
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
        if stage not in STAGES:
            raise unknown("module of METEOR 1.5", stage, STAGES)
    if not stages or len(set(stages)) < len(stages):
        raise OptionError(f"modules is {stages}; give one or more different ones of {', '.join(STAGES)}.")
    return stages
