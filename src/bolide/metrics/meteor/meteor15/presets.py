"""The languages and tasks of METEOR 1.5, and the parameters it was tuned to for them."""

from __future__ import annotations

from collections.abc import Sequence

from bolide.metrics.meteor.meteor15.counts import STAGES
from bolide.metrics.meteor.meteor15.formula import Formula15
from bolide.system.errors import OptionError, unknown
from bolide.text.words.function_words import LANGUAGES as LISTED
from bolide.text.words.stems import BUILT_IN, SNOWBALL

ALIASES = {
    "english": "en", "czech": "cz", "cs": "cz", "french": "fr", "german": "de", "spanish": "es", "russian": "ru",
    "portuguese": "pt", "danish": "da", "romanian": "ro", "hungarian": "hu", "turkish": "tr", "finnish": "fi",
    "dutch": "nl", "italian": "it", "norwegian": "no", "swedish": "se", "sv": "se",
    "arabic-buckwalter-reduced": "ar-bw-red",
}  # fmt: skip
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
_RANK = {
    "en": Formula15(0.85, 0.20, 0.60, 0.75, (1.0, 0.6, 0.8, 0.6)),
    "cz": Formula15(0.95, 0.20, 0.60, 0.80, (1.0, 0.4, 0.0, 0.0)),
    "fr": Formula15(0.90, 1.40, 0.60, 0.65, (1.0, 0.2, 0.4, 0.0)),
    "es": Formula15(0.65, 1.30, 0.50, 0.80, (1.0, 0.8, 0.6, 0.0)),
    "de": Formula15(0.95, 1.00, 0.55, 0.55, (1.0, 0.8, 0.2, 0.0)),
    "ru": Formula15(0.75, 1.40, 0.70, 0.50, (1.0, 0.5, 0.5, 0.0)),
}
_ENGLISH = {
    "adq": Formula15(0.75, 1.40, 0.45, 0.70, (1.0, 1.0, 0.6, 0.8)),
    "hter": Formula15(0.40, 1.50, 0.35, 0.55, (1.0, 0.2, 0.6, 0.8)),
    "util": Formula15(0.65, 0.10, 0.55, 0.65, (1.0, 0.0, 0.0, 0.8)),
}
_ANY = {
    "li": Formula15(0.75, 1.40, 0.70, 0.50, (1.0, 0.5, 0.5, 0.5)),
    "tune": Formula15(0.50, 1.00, 0.50, 0.50, (1.0, 0.5, 0.5, 0.5)),
    "universal": Formula15(0.70, 1.40, 0.30, 0.70, (1.0, 0.6, 0.0, 0.0)),
}
_UNTUNED = Formula15(0.0, 0.0, 0.0, 0.0, (0.0, 0.0, 0.0, 0.0))  # the tool's own: every score is 0


def language_code(name: str) -> str:
    """The code METEOR 1.5 uses for a language given by name or code, in any case."""
    code = ALIASES.get(name.lower(), name.lower())
    if code not in LANGUAGES:
        problem = unknown("language of METEOR 1.5", name, (*LANGUAGES, *ALIASES))
        raise OptionError(f"{problem} Use `other` for any other language.")
    return code


def default_task(language: str) -> str:
    """The task a language's numbers are for where none is named."""
    return "rank" if language in _RANK else "li"


def default_stages(language: str, task: str) -> tuple[str, ...]:
    """The stages METEOR 1.5 has for a language."""
    return ("exact", "paraphrase") if task == "universal" else _STAGES.get(language, ("exact", "stem"))


def preset(language: str, task: str) -> Formula15:
    """The tuned parameters, with four weights by position. A pair METEOR 1.5 was never tuned for has all zeros."""
    if task not in TASKS:
        raise unknown("task of METEOR 1.5", task, TASKS)
    if language == "other" and task != "universal":
        return _ANY["li"]
    if task in _ANY:
        return _ANY[task]
    return _RANK.get(language, _UNTUNED) if task == "rank" else _ENGLISH[task] if language == "en" else _UNTUNED


def checked_stages(modules: str | Sequence[str]) -> tuple[str, ...]:
    """What may match, as given by name: one or more different stages."""
    stages = (modules,) if isinstance(modules, str) else tuple(modules)
    for stage in stages:
        if stage not in STAGES:
            raise unknown("module of METEOR 1.5", stage, STAGES)
    if not stages or len(set(stages)) < len(stages):
        raise OptionError(f"modules is {stages}; give one or more different ones of {', '.join(STAGES)}.")
    return stages
