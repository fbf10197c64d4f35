"""METEOR's variant `1.5` (Denkowski and Lavie 2014): what papers report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import isclose, isfinite
from typing import Any, ClassVar

from bolide.corpus import Corpus, Refs
from bolide.errors import OptionError, unknown
from bolide.explanation import Explanation
from bolide.jobs import waited_for
from bolide.limits import BEAM
from bolide.metrics.meteor.base import METEOR
from bolide.metrics.meteor.meteor15.counts import COLUMNS, STAGES, Counts15
from bolide.metrics.meteor.meteor15.formula import Formula15, cross_check
from bolide.metrics.meteor.meteor15.presets import (
    ALIASES,
    LANGUAGES,
    NORMALIZED,
    STEMMED,
    TASKS,
    checked_stages,
    default_stages,
    default_task,
    language_code,
    preset,
)
from bolide.metrics.options import option, read_bool, read_floats, read_words
from bolide.metrics.parameters import Parameter
from bolide.metrics.traces import Line, Traces
from bolide.metrics.wishes import Wishes
from bolide.wording import are, counted

FUNCTION_WORDS = ("english", "language")
SYNSETS = ("offset", "pos")


def _read_table(text: str) -> str | None:
    return None if text == "no" else text


@dataclass(frozen=True)
class METEOR15(METEOR):
    """Words and phrases aligned by four modules at once; content words weigh more than function words."""

    home: ClassVar[str] = "the variant 1.5"
    limits: ClassVar[Mapping[str, float | None]] = {**METEOR.limits, "delta": 1.0}

    language: str | None = option(
        None, "`1.5`: the target language; en unless given.", key="lang", choices=LANGUAGES, prominent=True
    )
    task: str | None = option(
        None, "`1.5`: what the parameters were tuned for; rank, or li for untuned languages.", key="task", choices=TASKS
    )
    modules: tuple[str, ...] | None = option(
        None,
        "`1.5`: what may match: exact, stem, synonym, paraphrase.",
        read_words,
        key="modules",
        choices=STAGES,
        prominent=True,
    )
    weights: tuple[float, ...] | None = option(
        None, "`1.5`: a weight for each module; the task's unless given.", read_floats, key="weights", formula=True
    )
    delta: float | None = option(
        None, "`1.5`: the weight of content words against function words; the task's.", float, key="delta", formula=True
    )
    normalize: bool | None = option(
        None,
        "`1.5`: tokenize and normalise first; by default where possible (en cz fr es de ru).",
        read_bool,
        key="norm",
    )
    punctuation: bool | None = option(
        None, "`1.5`: keep punctuation when normalising; yes unless given.", read_bool, key="punct"
    )
    beam: int | None = option(None, "`1.5`: paths kept in the search; 40 unless given.", int, key="beam", most=BEAM)
    char_based: bool | None = option(
        None, "`1.5`: weigh words by their length; no unless given.", read_bool, key="char"
    )
    paraphrase: str | None = option(
        None, "`1.5`: a paraphrase table: a path, auto (from pycocoevalcap), or its hash.", _read_table, key="para",
        kind="path", write=lambda table: table.digest,
    )  # fmt: skip
    function_words: str | None = option(
        None, "`1.5`: english as in the tool, or the language's own list.", key="func", choices=FUNCTION_WORDS
    )
    synsets: str | None = option(
        None, "`1.5`: meanings by offset as in the tool, or pos: by part of speech too.", key="syn", choices=SYNSETS
    )

    def kept(self) -> dict[str, Any]:
        language = "en" if self.language is None else language_code(self.language)
        task = self.task or default_task(language)
        tuned = preset(language, task)
        usual = _usual_stages(language, task, self.paraphrase)
        stages = usual if self.modules is None else self._checked_modules()
        if "synonym" in stages and language != "en":
            raise OptionError(f"METEOR has synonyms for English only; leave synonym out of modules for {language}.")
        if "stem" in stages and language not in STEMMED:
            raise OptionError(f"METEOR has no stemmer for {language}; leave stem out of modules.")
        if self.synsets not in (None, "offset") and "synonym" not in stages:
            raise OptionError("synsets is about synonyms, and modules leaves synonym out; leave synsets out too.")
        return {
            "language": _unless(language, "en"),
            "task": _unless(task, default_task(language)),
            "modules": _unless(stages, usual),
            "weights": _unless(self._checked_weights(stages), tuned.weights[: len(stages)]),
            "paraphrase": _table_name(self.paraphrase, language),
            **self.kept_numbers(tuned),
            **self._checked_switches(language),
        }

    def _checked_modules(self) -> tuple[str, ...]:
        assert self.modules is not None
        stages = checked_stages(self.modules)
        if "paraphrase" in stages and self.paraphrase is None:
            raise OptionError(
                "The module paraphrase needs a table: give paraphrase=PATH, or 'auto' to take the one of an installed "
                "pycocoevalcap."
            )
        if self.paraphrase is not None and "paraphrase" not in stages:
            raise OptionError("A paraphrase table is given, but modules leaves paraphrase out; leave one of them out.")
        return stages

    def _checked_weights(self, stages: Sequence[str]) -> tuple[float, ...] | None:
        if self.weights is None:
            return None
        weights = tuple(self.weights)
        if len(weights) != len(stages):
            there = f"There {are(len(weights))} {counted(len(weights), 'weight')}"
            raise OptionError(f"{there} for the {counted(len(stages), 'module')} {', '.join(stages)}.")
        if not all(weight >= 0 for weight in weights):
            raise OptionError(f"The weights {weights} must be numbers ≥ 0.")
        return weights

    def _checked_switches(self, language: str) -> dict[str, Any]:
        can = language in NORMALIZED
        normalize = can if self.normalize is None else self.normalize
        if normalize and not can:
            told = f"METEOR 1.5 normalises {', '.join(NORMALIZED)}, not {language}"
            raise OptionError(f"{told}; give tokenized text and normalize=False.")
        if normalize and not self.lowercase:
            raise OptionError("METEOR 1.5's normalisation lowers all letters; lowercase=False needs normalize=False.")
        if not normalize and self.punctuation is False:
            raise OptionError("Punctuation is stripped while normalising; punctuation=False needs normalize=True.")
        beam = self.beam
        if beam is not None and not 1 <= beam <= 10_000:
            raise OptionError(f"beam is {beam!r}; it must be an integer from 1 to 10000.")
        for name, known in (("function_words", FUNCTION_WORDS), ("synsets", SYNSETS)):
            if getattr(self, name) not in (None, *known):
                raise unknown(f"setting of {name}", getattr(self, name), known)
        return {
            "normalize": _unless(normalize, can),
            "punctuation": _unless(self.punctuation, True),
            "char_based": _unless(self.char_based, False),
            "beam": _unless(beam, 40),
            "function_words": _unless(self.function_words, "english"),
            "synsets": _unless(self.synsets, "offset"),
        }

    # --- the two halves -------------------------------------------------------------------------------------------

    def tokens(self, text: str) -> list[str]:
        """The words as they are compared: normalised first, where this setting normalises."""
        encoded = self.counts.encode([text])
        assert encoded.vocab is not None  # words have one
        words = encoded.vocab.tokens
        return [words[number] for number in encoded.ids]

    @cached_property
    def counts(self) -> Counts15:
        language = self.language or "en"
        return Counts15(
            language,
            self.modules or _usual_stages(language, self._task, self.paraphrase),
            language in NORMALIZED if self.normalize is None else self.normalize,
            self.punctuation is not False,
            self.lowercase,
            self.beam or 40,
            bool(self.char_based),
            _table_name(self.paraphrase, language),
            self.function_words or "english",
            self.synsets or "offset",
        )

    @cached_property
    def formula(self) -> Formula15:
        tuned = preset(self.counts.language, self._task)
        weights = self.weights or tuned.weights[: len(self.counts.stages)]
        return replace(tuned, weights=weights, **self.chosen_numbers())

    @property
    def _task(self) -> str:
        return self.task or default_task(self.language or "en")

    def answers(self, wishes: Wishes, chosen: Mapping[str, Any] | None = None) -> dict[str, dict[str, Any]]:
        found, chosen = super().answers(wishes, chosen), chosen or {}
        if wishes.language is None or chosen.get("variant", "1.5") != "1.5" or "language" in chosen:
            return found
        if wishes.language in (*LANGUAGES, *ALIASES):
            return {**found, "language": {"language": ALIASES.get(wishes.language, wishes.language)}}
        wishes.remarks.append(
            f"METEOR 1.5 has no resources for {wishes.language} and scores it as English; "
            "its way for other languages is --meteor.language other --meteor.task universal."
        )
        return {**found, "language": {}}

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        own = self.formula
        weights = zip(self.counts.stages, own.weights, strict=True)
        return (
            Parameter("alpha", "alpha", own.alpha),
            Parameter("beta", "beta", own.beta, "log", low=-1.0, high=0.5),
            Parameter("gamma", "gamma", own.gamma),
            Parameter("delta", "delta", own.delta),
            *(
                Parameter(stage, "weights", weight, "uniform" if place else "fixed", place)
                for place, (stage, weight) in enumerate(weights)
            ),
        )

    # --- parts ----------------------------------------------------------------------------------------------------

    def named(self, total: Sequence[int], numbers: dict[str, float]) -> dict[str, Any]:
        """What the tool prints as NaN is 0 here."""
        shown = ("precision", "recall", "f1", "fmean", "fragmentation", "penalty")
        found = {name: numbers[name] if isfinite(numbers[name]) else 0.0 for name in shown}
        by_module = {}
        for k, (stage, weight) in enumerate(zip(self.counts.stages, self.formula.weights, strict=True)):
            sides = ("hyp_content", "ref_content", "hyp_function", "ref_function")
            by_module[stage] = {"weight": weight, **dict(zip(sides, total[4 + 4 * k : 8 + 4 * k], strict=True))}
        other = cross_check(self.formula.alpha, found["precision"], found["recall"])
        return {
            **found,
            "by_module": by_module,
            **{name: total[COLUMNS.index(name)] for name in (*COLUMNS[:4], *COLUMNS[20:])},
            "cross_checked": isclose(found["fmean"], other, rel_tol=1e-12),
        }

    def best(self, total: Sequence[int]) -> float:
        """What identical texts get: every word matched by the first module, without a penalty."""
        lens, functions = total[1], total[3]
        content = lens - functions
        matched = (content, content, functions, functions)
        return self.value((lens, lens, functions, functions, *matched, *(0,) * 13, lens, lens))

    def traces(self, corpus: Corpus) -> Traces:
        from bolide.metrics.meteor.meteor15.traces import traces

        return traces(self.counts, self.formula, corpus)

    @property
    def arithmetic(self) -> tuple[Line, ...]:
        from bolide.metrics.meteor.meteor15.traces import arithmetic

        return arithmetic(self.counts, self.formula)

    def explain(self, hyp: str, refs: Refs) -> Explanation:
        from bolide.metrics.meteor.meteor15.explain import explain

        checked = Corpus.of([hyp], [refs])
        return waited_for(lambda: explain(self.counts, self.formula, checked, self.score))

    # --- what is said of it ---------------------------------------------------------------------------------------

    def identified(self) -> dict[str, str]:
        counts = self.counts
        found = {"lang": counts.language, "task": self._task, "modules": ",".join(counts.stages)}
        found["norm"] = "yes" if counts.normalize else "no"
        found |= {"para": "no"} if self.paraphrase is None else {}
        return found | ({"case": ""} if counts.normalize else {})

    @property
    def notice(self) -> str | None:
        missing = "paraphrase" in default_stages(self.counts.language, self._task) and self.modules is None
        if not missing or self.paraphrase is not None:
            return None
        return (
            "METEOR 1.5 runs without its paraphrase table, as the signature says. To use one, give --meteor.paraphrase "
            "PATH, or --meteor.paraphrase auto where pycocoevalcap is installed."
        )


def _usual_stages(language: str, task: str, table: str | None) -> tuple[str, ...]:
    """The tool's stages for a language; paraphrases only with a table, which is asked for, never assumed."""
    usual = default_stages(language, task)
    return usual if table is not None else tuple(stage for stage in usual if stage != "paraphrase")


def _table_name(given: str | None, language: str) -> Any:
    if given is None:
        return None
    from bolide.text.words.paraphrase import TableName

    return given if isinstance(given, TableName) else TableName(given, language)


def _unless(given: Any, default: Any) -> Any:
    return None if given == default else given
