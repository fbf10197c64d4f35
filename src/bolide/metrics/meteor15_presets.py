"""The parameters METEOR 1.5 was tuned to, by language and task, and what its options make of them."""

from collections.abc import Sequence
from dataclasses import dataclass

from bolide.metrics.meteor15_formula import Parameters

MODULES = ("exact", "stem", "synonym", "paraphrase")
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
LANGUAGES = (
    *("en", "cz", "fr", "es", "de", "ru", "pt", "da", "ro", "hu", "tr", "fi", "nl", "it", "no", "se"),
    *("ar-bw-red", "other"),
)
NORMALIZED = LANGUAGES[:6]  # those METEOR 1.5 can normalise
STEMMED = tuple(code for code in LANGUAGES if code not in ("cz", "ar-bw-red", "other"))
TASKS = ("rank", "adq", "hter", "util", "li", "tune", "universal")

_MODULES = {
    "en": MODULES,
    "cz": ("exact", "paraphrase"),
    **dict.fromkeys(("fr", "es", "de", "ru"), ("exact", "stem", "paraphrase")),
    "other": ("exact",),
}
_RANK = {
    "en": Parameters(0.85, 0.20, 0.60, 0.75, (1.0, 0.6, 0.8, 0.6)),
    "cz": Parameters(0.95, 0.20, 0.60, 0.80, (1.0, 0.4, 0.0, 0.0)),
    "fr": Parameters(0.90, 1.40, 0.60, 0.65, (1.0, 0.2, 0.4, 0.0)),
    "es": Parameters(0.65, 1.30, 0.50, 0.80, (1.0, 0.8, 0.6, 0.0)),
    "de": Parameters(0.95, 1.00, 0.55, 0.55, (1.0, 0.8, 0.2, 0.0)),
    "ru": Parameters(0.75, 1.40, 0.70, 0.50, (1.0, 0.5, 0.5, 0.0)),
}
_ENGLISH = {
    "adq": Parameters(0.75, 1.40, 0.45, 0.70, (1.0, 1.0, 0.6, 0.8)),
    "hter": Parameters(0.40, 1.50, 0.35, 0.55, (1.0, 0.2, 0.6, 0.8)),
    "util": Parameters(0.65, 0.10, 0.55, 0.65, (1.0, 0.0, 0.0, 0.8)),
}
_ANY = {
    "li": Parameters(0.75, 1.40, 0.70, 0.50, (1.0, 0.5, 0.5, 0.5)),
    "tune": Parameters(0.50, 1.00, 0.50, 0.50, (1.0, 0.5, 0.5, 0.5)),
    "universal": Parameters(0.70, 1.40, 0.30, 0.70, (1.0, 0.6, 0.0, 0.0)),
}
_UNTUNED = Parameters(0.0, 0.0, 0.0, 0.0, (0.0, 0.0, 0.0, 0.0))  # the tool's own: every score is 0


@dataclass(frozen=True)
class Setting:
    """A language, the task its numbers come from (`custom` where they were given), the stages and the parameters."""

    language: str
    task: str
    modules: tuple[str, ...]
    parameters: Parameters


def language_code(name: str) -> str:
    """The code METEOR 1.5 uses for a language given by name or code, in any case."""
    code = ALIASES.get(name.lower(), name.lower())
    if code not in LANGUAGES:
        raise ValueError(
            f"METEOR 1.5 does not know the language {name!r}; it knows {', '.join(LANGUAGES)}, where `other` stands "
            "for any language that it was not made for."
        )
    return code


def default_task(language: str) -> str:
    """The task a language's numbers are for where none is named."""
    return "rank" if language in _RANK else "li"


def preset(language: str, task: str) -> Parameters:
    """The tuned parameters, with four weights by position. A pair METEOR 1.5 was never tuned for has all zeros."""
    if task not in TASKS:
        raise ValueError(f"METEOR 1.5 does not know the task {task!r}; it knows {', '.join(TASKS)}.")
    if language == "other" and task != "universal":
        return _ANY["li"]
    if task in _ANY:
        return _ANY[task]
    return _RANK.get(language, _UNTUNED) if task == "rank" else _ENGLISH[task] if language == "en" else _UNTUNED


def setting(
    language: str = "en",
    task: str | None = None,
    modules: Sequence[str] | None = None,
    weights: Sequence[float] | None = None,
    parameters: Sequence[float] | None = None,
) -> Setting:
    """What the tool makes of its options -l, -t, -m, -w and -p (alpha, beta, gamma, delta).

    Weights go to the stages by position, also when `modules` leaves a stage out. Given parameters bring the weights of
    the adequacy task with them unless `weights` says otherwise: outside English those are all 0, and so is every score.
    """
    code = language_code(language)
    task = {"default": "rank", None: default_task(code)}.get(task, task)
    tuned = preset(code, "adq" if parameters is not None and task in TASKS else str(task))
    stages = ("exact", "paraphrase") if task == "universal" and parameters is None else default_modules(code)
    if modules is not None:
        stages = _checked(modules)
    if weights is not None and len(weights) != len(stages):
        raise ValueError(f"{len(weights)} weights for the {len(stages)} modules {' '.join(stages)}: give one for each.")
    by_position = (*(tuned.weights if weights is None else weights), *(0.0,) * len(stages))[: len(stages)]
    given = (tuned.alpha, tuned.beta, tuned.gamma, tuned.delta) if parameters is None else tuple(parameters)
    if len(given) != 4:
        raise ValueError(f"{len(given)} parameters given; METEOR takes four: alpha, beta, gamma, delta.")
    custom = parameters is not None or modules is not None or weights is not None
    return Setting(code, "custom" if custom else str(task), stages, Parameters(*given, by_position))


def default_modules(language: str) -> tuple[str, ...]:
    """The stages METEOR 1.5 has for a language."""
    return _MODULES.get(language, ("exact", "stem"))


def _checked(modules: Sequence[str]) -> tuple[str, ...]:
    for module in modules:
        if module not in MODULES:
            raise ValueError(f"METEOR 1.5 does not know the module {module!r}; it knows {', '.join(MODULES)}.")
    if not 1 <= len(modules) <= len(MODULES) or len(set(modules)) < len(modules):
        raise ValueError(f"the modules {' '.join(modules)!r} must be one to four different ones.")
    return tuple(modules)
