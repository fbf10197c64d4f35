"""Metrics as the page and the command line offer them: definitions to choose from, settings for languages, advice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from bolide.corpus import Corpus, Refs
from bolide.metrics.base import Metric
from bolide.metrics.options import options_of
from bolide.system.errors import BolideError
from bolide.text.tokenize import BY_LANGUAGE, TOKENIZERS

if TYPE_CHECKING:
    from bolide.data.explanation import OtherDefinition


class SharedOptions(NamedTuple):
    """Options that several metrics share: `-lc`, `--nfc`, `-tok`, `-l` and `--units` of the command line."""

    lowercase: bool
    nfc: bool
    tokenize: str | None
    language: str | None  # of the target text
    units: Sequence[str]
    remarks: list[str]  # messages of metrics about them


class Form:
    """A metric in the page and the command line: its options, other definitions and warnings.

    `slow_from` is the number of tokens from which one sentence takes seconds, so that the page asks first.
    `from_plain_text` is False if texts need preparation, as for rgbF's units.
    """

    slow_from: int | None = None
    from_plain_text = True

    def __init__(self, metric: Any, slow_from: int | None = None) -> None:
        self.metric = metric
        self.slow_from = slow_from or self.slow_from

    @property
    def settable(self) -> tuple[str, ...]:
        """The options that can be changed in this definition."""
        return tuple(item.name for item, _ in options_of(self.metric))

    @property
    def tokenizer_name(self) -> str | None:
        """The name of the tokenizer, or None if there is no choice."""
        name: str | None = getattr(self.metric, "tokenize", None)
        return name

    @property
    def words(self) -> Callable[[str], list[str]] | None:
        """What separates the words that are compared; None if a metric compares none, or a model separates them."""
        return TOKENIZERS.get(self.tokenizer_name or "")

    def separating(self, language: str, tokenize: str) -> Metric | None:
        """The metric with settings that separate the words of a language that is written without spaces, for which
        there is the tokenizer `tokenize`; None if it has no such settings."""
        return self._tokenizing(tokenize) if self.tokenizer_name else None

    def for_language(self, code: str | None, tokenize: str | None = None) -> Metric | None:
        """The metric with settings for another language, None if its code is not known; `tokenize` is the tokenizer
        that this needs. None if there are no such settings."""
        usual = type(self)(type(self.metric)()).tokenizer_name
        return self._tokenizing(usual) if usual else None

    def _tokenizing(self, tokenize: str) -> Metric:
        changes: dict[str, Any] = {"tokenize": tokenize}
        metric: Metric = replace(self.metric, **changes)
        return metric

    @property
    def warning(self) -> str | None:
        """A warning about these settings, printed once, or None."""
        return None

    @property
    def page_default(self) -> Metric:
        """The definition that the page opens with: the most common one."""
        page_default: Metric = self.metric.for_sentences()
        return page_default

    @property
    def variants(self) -> list[Metric]:
        """The published definitions of this metric, this one first."""
        return [self.metric]

    def other_definitions(self, hyp: str, refs: Refs) -> tuple[OtherDefinition, ...]:
        """The scores of a translation by the other definitions; none if a text exceeds `slow_from` tokens."""
        from bolide.data.explanation import OtherDefinition  # with marks and figures, for explanations alone

        texts = (hyp, *Corpus.of([hyp], [refs]).refs)
        if self.slow_from and max(len(self.metric.counts.tokens(text)) for text in texts) > self.slow_from:
            return ()
        others = []
        for other in self.variants[1:]:
            try:
                value: float | None = other.sentence(hyp, refs).value
            except BolideError:  # such as a missing word list; the other definitions are still shown
                value = None
            others.append(OtherDefinition(type(self)(other).variant_name, value))
        return tuple(others)

    @property
    def variant_name(self) -> str:
        """The name of this definition among those that share the metric's name."""
        name: str = self.metric.name
        return name

    @property
    def language(self) -> str | None:
        """The code of the language that the settings are for; None if they suit any."""
        return next((code for code, name in BY_LANGUAGE.items() if name == self.tokenizer_name), None)

    @property
    def difference(self) -> str:
        """How this definition differs from the others of the same name."""
        return ""

    def options_from(self, shared: SharedOptions, explicit: Mapping[str, Any]) -> dict[str, Any]:
        """What the shared options set in this metric; `explicit` are options that were set for it only."""
        known = {item.name for item in fields(self.metric)}
        options: dict[str, Any] = {name: True for name in {"lowercase", "nfc"} & known if getattr(shared, name)}
        tokenize = shared.tokenize or BY_LANGUAGE.get(shared.language or "")
        return {**options, "tokenize": tokenize} if tokenize and "tokenize" in known else options

    @property
    def reads_files(self) -> bool:
        """Whether texts must be joined with units from other files before they can be measured."""
        return False

    def with_files(
        self, systems: list[Corpus], files: Mapping[str, Sequence[str]], read: Callable[[str], list[str]]
    ) -> list[Corpus]:
        """The systems joined with unit files; `read` returns the lines of a file."""
        return systems


# --- metrics of one file ---------------------------------------------------------------------------------------------

# What is done about orders without a match decides a sentence's score: settings by name, and what they are.
_SETTINGS: dict[str, tuple[dict[str, Any], str]] = {
    "sentence": (
        {"effective_order": True, "smooth_method": "exp"},
        "sacreBLEU's score of a sentence: smoothing exp; orders for which the candidate is too short are left out.",
    ),
    "corpus": (
        {"effective_order": False, "smooth_method": "exp"},
        "sacreBLEU's score of a corpus: smoothing exp; every order counts, and without a 4-gram the score is 0.",
    ),
    "paper": (
        {"effective_order": False, "smooth_method": "none"},
        "Papineni et al. 2002: no smoothing; without a match of every order the score is 0.",
    ),
    "NLTK's method1": (
        {"effective_order": False, "smooth_method": "method1"},
        "NLTK's usual smoothing: 0.1 in place of every count of 0; every order counts.",
    ),
}
_ORDERS = {True: "orders for which the candidate is too short are left out", False: "every order counts"}


class BLEUForm(Form):
    """BLEU in the page and the command line: one definition, under settings that differ most for single sentences."""

    @property
    def variants(self) -> list[Metric]:
        """BLEU as it is set, then with the other usual settings of smoothing and effective order."""
        metric = self.metric
        others = [replace(metric, smooth_value=None, **changes) for changes, _ in _SETTINGS.values()]
        return [metric, *(other for other in others if other != metric)]

    @property
    def variant_name(self) -> str:
        metric = self.metric
        for name, (changes, _) in _SETTINGS.items():
            if metric == replace(metric, smooth_value=None, **changes):
                return name
        return "as set"

    @property
    def difference(self) -> str:
        name, metric = self.variant_name, self.metric
        if name in _SETTINGS:
            return _SETTINGS[name][1]
        return f"smoothing {metric.smooth_method}; {_ORDERS[metric.effective_order]}."


class CHRFForm(Form):
    """chrF in the page and the command line: only chrF++ needs words."""

    @property
    def words(self) -> Callable[[str], list[str]] | None:
        return self.metric.counts.words if self.metric.word_order else None

    def separating(self, language: str, tokenize: str) -> Metric | None:
        return replace(self.metric, word_order=0) if self.metric.char_order else None


class TERForm(Form):
    """TER in the page and the command line: it ignores case by default, and has only one tokenizer."""

    slow_from = 400

    def options_from(self, shared: SharedOptions, explicit: Mapping[str, Any]) -> dict[str, Any]:
        options = super().options_from(shared, explicit)
        return {**options, "case_sensitive": False} if shared.lowercase else options

    @property
    def words(self) -> Callable[[str], list[str]] | None:
        words: Callable[[str], list[str]] = self.metric.counts.tokens
        return words

    def separating(self, language: str, tokenize: str) -> Metric | None:
        asian = language in ("Chinese", "Japanese")
        return replace(self.metric, normalized=True, asian_support=True) if asian else None

    @property
    def warning(self) -> str | None:
        metric = self.metric
        if metric.asian_support and not (metric.normalized or metric.no_punct):
            return "TER's asian_support changes nothing without normalized or no_punct."
        return None
