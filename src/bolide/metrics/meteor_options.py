"""METEOR's options: which belong to which variant, what they may be, and what they stand for where none is given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bolide.errors import OptionError, unknown
from bolide.metrics.meteor15 import Fifteen
from bolide.metrics.meteor15_presets import (
    ALIASES,
    LANGUAGES,
    MODULES,
    NORMALIZED,
    STEMMED,
    TASKS,
    Setting,
    default_modules,
    default_task,
    preset,
)
from bolide.metrics.meteor_staged import STAGES, Staged

if TYPE_CHECKING:
    from bolide.metrics.meteor import METEOR

ONLY_STAGED = ("stages",)
ONLY_15 = (
    *("language", "task", "modules", "weights", "delta", "normalize", "punctuation", "beam", "char_based"),
    *("paraphrase", "function_words", "synsets"),
)
FUNCTION_WORDS = ("english", "language")
SYNSETS = ("offset", "pos")
MOST = {"alpha": 1.0, "beta": None, "gamma": 1.0, "delta": 1.0}


def checked(metric: METEOR) -> dict[str, Any]:
    """The options as they are kept: None wherever what was given is what the variant does anyway."""
    theirs = ONLY_STAGED if metric.variant == "1.5" else ONLY_15
    for name in theirs:
        if getattr(metric, name) is not None:
            home = "the variants nltk and 2005" if metric.variant == "1.5" else "the variant 1.5"
            raise OptionError(f"{name} belongs to {home}, not to variant {metric.variant}; leave it out.")
    for name, most in MOST.items():
        _check_number(name, getattr(metric, name), most)
    return _checked_15(metric) if metric.variant == "1.5" else _checked_staged(metric)


def _check_number(name: str, given: float | None, most: float | None) -> None:
    if given is None:
        return
    if given < 0:
        raise OptionError(f"{name} is {given!r}; it must be a number from 0 {f'to {most:g}' if most else 'up'}.")
    if most is not None and given > most:
        raise OptionError(f"{name} is {given!r}; it must lie between 0 and {most:g}.")


def _unless(given: Any, default: Any) -> Any:
    return None if given == default else given


# --- nltk, 2005, runs ---------------------------------------------------------------------------------------------


def default_stages(variant: str) -> tuple[str, ...]:
    """The stages a variant has."""
    return ("exact",) if variant == "runs" else STAGES


def staged(metric: METEOR) -> Staged:
    """The variant with every option filled in."""
    given = {name: getattr(metric, name) for name in ("alpha", "beta", "gamma") if getattr(metric, name) is not None}
    return Staged(metric.variant, metric.stages or default_stages(metric.variant), lowercase=metric.lowercase, **given)


def _checked_staged(metric: METEOR) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if metric.stages is not None:
        found["stages"] = _unless(_stages(metric.stages, metric.variant), default_stages(metric.variant))
    for name in ("alpha", "beta", "gamma"):
        if (given := getattr(metric, name)) is not None:
            found[name] = _unless(float(given), getattr(Staged, name))
    return found


def _stages(given: Sequence[str], variant: str) -> tuple[str, ...]:
    stages = tuple(given)
    for stage in stages:
        if stage not in STAGES:
            raise unknown("stage of METEOR", stage, STAGES)
    if not stages or list(stages) != [stage for stage in STAGES if stage in stages]:
        raise OptionError(f"stages is {stages}; give one or more of {', '.join(STAGES)}, in this order.")
    if variant == "runs" and stages != ("exact",):
        raise OptionError(f"stages is {stages}; the variant runs compares words exactly and has no other stage.")
    return stages


# --- 1.5 ----------------------------------------------------------------------------------------------------------


def fifteen(metric: METEOR) -> Fifteen:
    """The variant 1.5 with every option filled in."""
    language = metric.language or "en"
    tuned = preset(language, metric.task or default_task(language))
    modules = metric.modules or _default_modules(metric)
    chosen = {name: getattr(metric, name) for name in MOST if getattr(metric, name) is not None}
    parameters = replace(tuned, weights=metric.weights or tuned.weights[: len(modules)], **chosen)
    return Fifteen(
        Setting(language, metric.task or default_task(language), modules, parameters),
        _normalizes(language) if metric.normalize is None else metric.normalize,
        metric.punctuation is not False,
        metric.lowercase,
        metric.beam or 40,
        bool(metric.char_based),
        metric.paraphrase,
        metric.function_words or "english",
        metric.synsets or "offset",
    )


def _checked_15(metric: METEOR) -> dict[str, Any]:
    language = _language(metric.language)
    task = metric.task or default_task(language)
    if task not in TASKS:
        raise unknown("task of METEOR 1.5", task, TASKS)
    table = _table(metric.paraphrase, language)
    found: dict[str, Any] = {
        "language": _unless(language, "en"),
        "task": _unless(task, default_task(language)),
        "paraphrase": table,
        **_switches(metric, language),
    }
    usual = _usual_modules(language, task, table)
    modules = usual if metric.modules is None else _modules(metric.modules, table)
    if "synonym" in modules and language != "en":
        raise OptionError(f"METEOR has synonyms for English only; leave synonym out of modules for {language}.")
    if "stem" in modules and language != "en" and language not in STEMMED:
        raise OptionError(f"METEOR has no stemmer for {language}; leave stem out of modules.")
    if metric.synsets not in (None, "offset") and "synonym" not in modules:
        raise OptionError("synsets is about synonyms, and modules leaves synonym out; leave synsets out too.")
    tuned = preset(language, task)
    found["modules"] = _unless(modules, usual)
    found["weights"] = _unless(_weights(metric.weights, modules), tuned.weights[: len(modules)])
    for name in MOST:
        given = getattr(metric, name)
        found[name] = None if given is None else _unless(float(given), getattr(tuned, name))
    return found


def _language(given: str | None) -> str:
    name = "en" if given is None else given.lower()
    code = ALIASES.get(name, name)
    if code not in LANGUAGES:
        raise unknown("language of METEOR 1.5", given, (*LANGUAGES, *ALIASES))
    return code


def _normalizes(language: str) -> bool:
    return language in NORMALIZED


def _switches(metric: METEOR, language: str) -> dict[str, Any]:
    normalize = _normalizes(language) if metric.normalize is None else metric.normalize
    if normalize and not _normalizes(language):
        known = ", ".join(NORMALIZED)
        raise OptionError(f"METEOR 1.5 normalises {known}, not {language}; give tokenised text and normalize=False.")
    if normalize and not metric.lowercase:
        raise OptionError("METEOR 1.5's normalisation lowers all letters; lowercase=False needs normalize=False.")
    if not normalize and metric.punctuation is False:
        raise OptionError("Punctuation is stripped while normalising; punctuation=False needs normalize=True.")
    beam = metric.beam
    if beam is not None and not 1 <= beam <= 10_000:
        raise OptionError(f"beam is {beam!r}; it must be a whole number from 1 to 10000.")
    for name, known_names in (("function_words", FUNCTION_WORDS), ("synsets", SYNSETS)):
        if getattr(metric, name) not in (None, *known_names):
            raise unknown(f"setting of {name}", getattr(metric, name), known_names)
    return {
        "normalize": _unless(normalize, _normalizes(language)),
        "punctuation": _unless(metric.punctuation, True),
        "char_based": _unless(metric.char_based, False),
        "beam": _unless(beam, 40),
        "function_words": _unless(metric.function_words, "english"),
        "synsets": _unless(metric.synsets, "offset"),
    }


def _table(given: str | None, language: str) -> str | None:
    """The hash of the paraphrase table that a path, `auto` or a hash names."""
    if given is None:
        return None
    from bolide.text import paraphrase

    if paraphrase.is_hash(given):
        return given
    try:
        return paraphrase.name_table(paraphrase.installed_table(language) if given == "auto" else given)
    except OSError as problem:
        told = str(problem) if given == "auto" else f"{given} cannot be read: {problem.strerror or problem}"
        raise OptionError(f"METEOR's paraphrase table: {told}") from None


def _usual_modules(language: str, task: str, table: str | None) -> tuple[str, ...]:
    """The tool's modules for a language; paraphrases only with a table, which is asked for, never assumed."""
    usual = ("exact", "paraphrase") if task == "universal" else default_modules(language)
    return usual if table else tuple(module for module in usual if module != "paraphrase")


def _default_modules(metric: METEOR) -> tuple[str, ...]:
    language = metric.language or "en"
    return _usual_modules(language, metric.task or default_task(language), metric.paraphrase)


def _modules(given: Sequence[str], table: str | None) -> tuple[str, ...]:
    modules = tuple(given)
    for module in modules:
        if module not in MODULES:
            raise unknown("module of METEOR 1.5", module, MODULES)
    if not modules or len(set(modules)) < len(modules):
        raise OptionError(f"modules is {modules}; give one or more different ones of {', '.join(MODULES)}.")
    if "paraphrase" in modules and not table:
        raise OptionError(
            "The module paraphrase needs a table: give paraphrase=PATH, or 'auto' to take the one of an installed "
            "pycocoevalcap."
        )
    if table and "paraphrase" not in modules:
        raise OptionError("A paraphrase table is given, but modules leaves paraphrase out; leave one of them out.")
    return modules


def _weights(given: Sequence[float] | None, modules: Sequence[str]) -> tuple[float, ...] | None:
    if given is None:
        return None
    weights = tuple(given)
    if len(weights) != len(modules):
        raise OptionError(f"There are {len(weights)} weights for the {len(modules)} modules {', '.join(modules)}.")
    if not all(weight >= 0 for weight in weights):
        raise OptionError(f"The weights {weights} must be numbers from 0 up.")
    return weights


def described(metric: METEOR, items: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """A signature's items, in order: what identifies the variant always, the rest where it was chosen."""
    found = dict(items)
    full = metric.definition
    if isinstance(full, Fifteen):
        found |= {"lang": full.setting.language, "task": full.setting.task, "modules": ",".join(full.setting.modules)}
        found |= {"norm": "yes" if full.normalize else "no", "para": metric.paraphrase or "no"}
        if full.normalize:
            found.pop("case", None)
    elif metric.variant != "runs":
        found["stages"] = ",".join(full.stages)
    order = (
        *("variant", "lang", "task", "modules", "stages", "norm", "case", "punct", "para", "weights"),
        *("alpha", "beta", "gamma", "delta", "beam", "char", "func", "syn", "average"),
    )
    return tuple((key, found[key]) for key in order if key in found)
