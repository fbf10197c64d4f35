"""METEOR in the page and the command line: its published definitions, and its languages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from bolide.forms.form import Form, SharedOptions
from bolide.metrics.base import Metric
from bolide.metrics.meteor import METEOR, options as presets
from bolide.metrics.meteor.options import ONLY, VARIANTS, separates
from bolide.system.errors import OptionError
from bolide.text.languages import SEPARATED_BY, language_name
from bolide.text.tokenize import BY_LANGUAGE, TOKENIZERS

_ANY_LANGUAGE = "--meteor.language other --meteor.task universal"


class METEORForm(Form):
    """One name for several published definitions, of which 1.5 has data for some languages."""

    metric: METEOR
    slow_from = 2000

    @property
    def settable(self) -> tuple[str, ...]:
        others = {name for variants, names in ONLY.items() if not self._has(variants) for name in names}
        return tuple(name for name in super().settable if name not in others)

    def _has(self, variants: str) -> bool:
        """Whether this definition has the options of these variants; `runs` has one stage, and so none of them."""
        return self.metric.variant != "runs" and (variants == "the variant 1.5") == (self.metric.variant == "1.5")

    @property
    def page_default(self) -> Metric:
        """NLTK's definition with exact words and stems, which courses and public calculators call METEOR."""
        return type(self.metric)("nltk", stages=("exact", "stem"))

    @property
    def variants(self) -> list[Metric]:
        """This definition as it is set, then the others with their defaults."""
        metric = self.metric
        others = (name for name in VARIANTS if name != metric.variant)
        return [metric, *(type(metric)(name, average=metric.average) for name in others)]

    @property
    def variant_name(self) -> str:
        return self.metric.variant

    @property
    def words(self) -> Callable[[str], list[str]] | None:
        return self.metric.counts.tokens if self.metric.tokenize in (None, *TOKENIZERS) else None

    def separating(self, language: str, tokenize: str) -> Metric | None:
        return replace(self.metric, tokenize=tokenize)

    def for_language(self, code: str | None, tokenize: str | None = None) -> Metric:
        """METEOR 1.5 for a language: with its data, or as in Denkowski and Lavie 2014 for one that has none."""
        usual = type(self.metric)(average=self.metric.average, nfc=self.metric.nfc)
        if code in (*presets.LANGUAGES, *presets.ALIASES):
            return replace(usual, language=code)
        tokenize = tokenize or ("ko-mecab" if code == "ko" else None)
        return replace(usual, language="other", task="universal", tokenize=tokenize)

    def options_from(self, shared: SharedOptions, explicit: Mapping[str, Any]) -> dict[str, Any]:
        """As for any metric; but a language does not choose a tokenizer, and METEOR takes those for texts without
        spaces only."""
        options = super().options_from(shared._replace(language=None), explicit)
        if not separates(shared.tokenize or ""):
            options.pop("tokenize", None)
        if explicit.get("variant", self.metric.variant) != "1.5":
            return options
        if shared.language is not None and "language" not in explicit:
            known = {*presets.LANGUAGES, *presets.ALIASES} - {"se"}  # the tool's Swedish is ISO's Northern Sami
            if shared.language not in known:
                raise OptionError(_no_data(shared.language))
            options["language"] = presets.ALIASES.get(shared.language, shared.language)
        language = presets.language_code({"language": "en", **options, **explicit}["language"])
        if "tokenize" in options and explicit.get("normalize", language in presets.NORMALIZED):
            del options["tokenize"]
            shared.remarks.append(
                f"METEOR 1.5 separates the words of {language_name(language)} itself, without -tok {shared.tokenize}. "
                f"For texts without spaces, add {_ANY_LANGUAGE}."
            )
        return options

    @property
    def difference(self) -> str:
        """How this variant differs from the others."""
        return VARIANTS[self.metric.variant]

    @property
    def warning(self) -> str | None:
        metric = self.metric
        if metric.variant != "1.5" or metric.modules is not None or metric.paraphrase is not None:
            return None
        language = metric.language or "en"
        if "paraphrase" not in presets.default_stages(language, metric.task or presets.default_task(language)):
            return None
        return (
            "METEOR 1.5 runs without its paraphrase table, as the signature says. To use one, give --meteor.paraphrase "
            "PATH, or --meteor.paraphrase auto where pycocoevalcap is installed."
        )

    @property
    def language(self) -> str | None:
        return self.metric.evidence.language


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
