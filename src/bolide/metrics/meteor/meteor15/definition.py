"""METEOR's variant `1.5` (Denkowski and Lavie 2014): what papers report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from math import isclose, isfinite
from typing import TYPE_CHECKING, Any, ClassVar

from bolide.metrics.base import SharedOptions
from bolide.metrics.formula import Parameter
from bolide.metrics.meteor.definition import NUMBERS, Definition
from bolide.metrics.meteor.meteor15 import presets
from bolide.metrics.meteor.meteor15.counts import COLUMNS, Counts15
from bolide.metrics.meteor.meteor15.formula import Formula15, cross_check
from bolide.metrics.options import check_weights
from bolide.system.errors import OptionError
from bolide.system.messages import warn_caller
from bolide.text.languages import SEPARATED_BY, known_code, language_name
from bolide.text.tokenize import BY_LANGUAGE

if TYPE_CHECKING:
    from bolide.metrics.meteor.meteor15.evidence import Evidence15

_NUMBERS = (*NUMBERS, "delta")
# What an option is if it is None.
_DEFAULTS: dict[str, Any] = {
    "punctuation": True,
    "beam": 40,
    "char_based": False,
    "function_words": "english",
    "synsets": "offset",
    "jar_words": False,
}


class Definition15(Definition):
    """Words and phrases aligned by four modules at once; content words weigh more than function words."""

    applies_to: ClassVar[str] = "the variant 1.5"

    def normal_options(self) -> dict[str, Any]:
        metric = self.metric
        language = "en" if metric.language is None else presets.language_code(metric.language)
        task, can = metric.task or presets.default_task(language), language in presets.NORMALIZED
        tuned, usual = presets.preset(language, task), _usual_stages(language, task, metric.paraphrase)
        stages = usual if metric.modules is None else presets.checked_stages(metric.modules)
        normalize = can if metric.normalize is None else metric.normalize
        self._warn_of_task(language, task, tuned)
        check_weights(f"weights ({', '.join(stages)})", metric.weights, len(stages), "module")
        for wrong, why in (
            (
                "paraphrase" in stages and metric.paraphrase is None,
                "The module paraphrase needs a table: give paraphrase=PATH, or 'auto' for that of pycocoevalcap.",
            ),
            (
                "paraphrase" not in stages and metric.paraphrase is not None,
                "A paraphrase table is given, but paraphrase is not among the modules; leave it out.",
            ),
            (
                "synonym" in stages and language != "en",
                f"METEOR has synonyms for English only; leave synonym out of modules for {language}.",
            ),
            (
                "stem" in stages and language not in presets.STEMMED,
                f"METEOR has no stemmer for {language}; leave stem out of modules.",
            ),
            (
                "synonym" not in stages and metric.synsets not in (None, "offset"),
                "synsets is about synonyms, and modules leaves synonym out; leave synsets out too.",
            ),
            (
                normalize and not can,
                f"METEOR 1.5 normalises {', '.join(presets.NORMALIZED)}, not {language}; "
                "give tokenized text and normalize=False.",
            ),
            (
                normalize and metric.tokenize is not None,
                f"METEOR 1.5's normalisation separates the words of {language} itself. For texts without spaces, give "
                "tokenize with language='other' and task='universal', or with another variant.",
            ),
            (
                normalize and not metric.lowercase,
                "METEOR 1.5's normalisation lowers all letters; lowercase=False needs normalize=False.",
            ),
            (
                not normalize and metric.punctuation is False,
                "Punctuation is stripped while normalising; punctuation=False needs normalize=True.",
            ),
        ):
            if wrong:
                raise OptionError(why)
        return {
            "language": _unless(language, "en"),
            "task": _unless(task, presets.default_task(language)),
            "modules": _unless(stages, usual),
            "weights": _unless(metric.weights, tuned.weights[: len(stages)]),
            "paraphrase": _table_name(metric.paraphrase, language),
            "normalize": _unless(normalize, can),
            **{name: _unless(getattr(metric, name), default) for name, default in _DEFAULTS.items()},
            **self._normal_numbers(tuned, _NUMBERS),
        }

    def _warn_of_task(self, language: str, task: str, tuned: Formula15) -> None:
        """Warn of a task that has no parameters for a language. It is not refused: a signature keeps its number."""
        if not any(tuned.weights) and None in (self.metric.weights, self.metric.delta):
            warn_caller(
                f"METEOR 1.5 was never tuned for language={language} and task={task}; its parameters there are 0, and "
                f"so are the scores. Use task={presets.default_task(language)}, or give weights, delta, alpha, beta "
                "and gamma."
            )
        elif language == "other" and task not in ("li", "universal"):
            warn_caller(f"METEOR 1.5 has no task {task} for other languages; the numbers are those of li.")

    # --- the two halves -------------------------------------------------------------------------------------------

    @cached_property
    def counts(self) -> Counts15:
        metric, language = self.metric, self.metric.language or "en"
        unset = {name: default for name, default in _DEFAULTS.items() if getattr(metric, name) is None}
        return Counts15(
            language,
            metric.modules or _usual_stages(language, self._task, metric.paraphrase),
            language in presets.NORMALIZED if metric.normalize is None else metric.normalize,
            lowercase=metric.lowercase,
            paraphrase=_table_name(metric.paraphrase, language),
            tokenize=metric.tokenize,
            nfc=metric.nfc,
            **{name: getattr(metric, name) for name in _DEFAULTS} | unset,
        )

    @cached_property
    def formula(self) -> Formula15:
        tuned = presets.preset(self.counts.language, self._task)
        weights = self.metric.weights or tuned.weights[: len(self.counts.stages)]
        mean = self.metric.average == "mean"
        return replace(tuned, weights=weights, **self._non_default_numbers(_NUMBERS), mean_of_segments=mean)

    @property
    def _task(self) -> str:
        return self.metric.task or presets.default_task(self.metric.language or "en")

    @property
    def evidence(self) -> Evidence15:
        from bolide.metrics.meteor.meteor15.evidence import Evidence15

        return Evidence15(self.counts, self.formula, self.metric.score_row)

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        formula = self.formula
        weights = zip(self.counts.stages, formula.weights, strict=True)
        return (
            *self._shape(formula, 0.5),
            Parameter("delta", "delta", formula.delta),
            *(
                Parameter(stage, "weights", weight, "uniform" if index else "fixed", index)
                for index, (stage, weight) in enumerate(weights)
            ),
        )

    def part_names(self, row: Sequence[int], numbers: dict[str, float]) -> dict[str, Any]:
        """The parts of a score; what the tool prints as NaN is 0 here."""
        names = ("precision", "recall", "f1", "fmean", "fragmentation", "penalty")
        parts = {name: numbers[name] if isfinite(numbers[name]) else 0.0 for name in names}
        by_module = {}
        for k, (stage, weight) in enumerate(zip(self.counts.stages, self.formula.weights, strict=True)):
            sides = ("hyp_content", "ref_content", "hyp_function", "ref_function")
            by_module[stage] = {"weight": weight, **dict(zip(sides, row[4 + 4 * k : 8 + 4 * k], strict=True))}
        other = cross_check(self.formula.alpha, parts["precision"], parts["recall"])
        return {
            **parts,
            "by_module": by_module,
            **{name: row[COLUMNS.index(name)] for name in (*COLUMNS[:4], *COLUMNS[20:])},
            "cross_checked": isclose(parts["fmean"], other, rel_tol=1e-12),
        }

    # --- what is said of it ---------------------------------------------------------------------------------------

    def signature_items(self) -> dict[str, str]:
        counts = self.counts
        items = {"lang": counts.language, "task": self._task, "modules": ",".join(counts.stages)}
        items["norm"] = "yes" if counts.normalize else "no"
        items |= {"para": "no"} if self.metric.paraphrase is None else {}
        return items | ({"case": ""} if counts.normalize else {})

    @property
    def warning(self) -> str | None:
        metric, usual = self.metric, presets.default_stages(self.counts.language, self._task)
        if "paraphrase" not in usual or metric.modules is not None or metric.paraphrase is not None:
            return None
        return (
            "METEOR 1.5 runs without its paraphrase table, as the signature says. To use one, give --meteor.paraphrase "
            "PATH, or --meteor.paraphrase auto where pycocoevalcap is installed."
        )

    @property
    def language(self) -> str | None:
        return known_code(self.counts.language)

    def options_from(
        self, shared: SharedOptions, explicit: Mapping[str, Any] | None = None
    ) -> dict[str, dict[str, Any]]:
        options, explicit = super().options_from(shared, explicit), explicit or {}
        if explicit.get("variant", "1.5") != "1.5":
            return options
        if shared.language is not None and "language" not in explicit:
            known = {*presets.LANGUAGES, *presets.ALIASES} - {
                "se"
            }  # the tool's code for Swedish, ISO's for Northern Sami
            if shared.language not in known:
                raise OptionError(_no_data(shared.language))
            options["language"] = {"language": presets.ALIASES.get(shared.language, shared.language)}
        language = presets.language_code({**options.get("language", {"language": "en"}), **explicit}["language"])
        if "tokenize" in options and explicit.get("normalize", language in presets.NORMALIZED):
            del options["tokenize"]
            shared.remarks.append(
                f"METEOR 1.5 separates the words of {language_name(language)} itself, without -tok {shared.tokenize}. "
                f"For texts without spaces, add {_ANY_LANGUAGE}."
            )
        return options


_ANY_LANGUAGE = "--meteor.language other --meteor.task universal"


def _no_data(code: str) -> str:
    """What is said of a language that METEOR 1.5 has no data for, with its way for such languages."""
    codes = {"cz": "cs", "se": "sv"}  # the tool's own for Czech and Swedish
    known = ", ".join(sorted({codes.get(name, name) for name in presets.LANGUAGES if len(name) == 2}))
    tokenize = {**BY_LANGUAGE, **SEPARATED_BY}.get(code)
    name = language_name(code)
    return (
        f"METEOR 1.5 has no data for {name if name == code else f'{name} ({code})'}, only for {known}. Its way for any "
        f"other language is {_ANY_LANGUAGE}{f' -tok {tokenize}' if tokenize else ''}."
    )


def _usual_stages(language: str, task: str, table: str | None) -> tuple[str, ...]:
    """The tool's stages for a language; paraphrases only with a table, which is asked for, never assumed."""
    usual = presets.default_stages(language, task)
    return usual if table is not None else tuple(stage for stage in usual if stage != "paraphrase")


def _table_name(name: str | None, language: str) -> Any:
    if name is None:
        return None
    from bolide.text.words.paraphrase import TableName

    return name if isinstance(name, TableName) else TableName(name, language)


def _unless(value: Any, default: Any) -> Any:
    return None if value == default else value
