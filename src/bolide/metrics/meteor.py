"""METEOR: one name, several published definitions; `variant` says which."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import fsum
from typing import TYPE_CHECKING, Any, ClassVar

from bolide.corpus import Corpus, Refs
from bolide.errors import InputError, unknown
from bolide.metrics import meteor_options as given
from bolide.metrics.base import TASK, Metric
from bolide.metrics.meteor15 import Fifteen
from bolide.metrics.meteor15_presets import ALIASES, LANGUAGES, TASKS, default_modules
from bolide.metrics.meteor_staged import Staged
from bolide.metrics.options import option, read_bool, read_case, read_floats, read_words, write_case
from bolide.metrics.wishes import Wishes
from bolide.scores import Score
from bolide.stats import Stats

if TYPE_CHECKING:
    from bolide.explanation import Explanation

# Each variant with what sets it apart, said so that two of them can be read side by side.
VARIANTS = {
    "1.5": "Denkowski and Lavie 2014, what papers report: text normalised, all modules searched at once, matches "
    "weighed by module and by content or function word, parameters tuned by language and task.",
    "nltk": "NLTK's: exact words, then stems, then synonyms of the stems; from the end of the candidate backwards, "
    "each word takes the rightmost free match. Nothing is searched, so crossings and chunks are as they fall.",
    "2005": "Banerjee and Lavie 2005 as defined: the same stages, but of all alignments with most matches the one with "
    "the fewest crossings, then the fewest chunks. Synonyms share a meaning in WordNet, either way round.",
    "runs": "a teaching exercise: words match by count alone, and a chunk is a run of matched candidate words, "
    "whatever the order in the reference.",
}
AVERAGES = ("pool", "mean")


def _read_table(text: str) -> str | None:
    return None if text == "no" else text


@dataclass(frozen=True)
class METEOR(Metric):
    """Words aligned exactly, by stem, synonym and paraphrase; recall counts most, matches in pieces are penalised."""

    name: ClassVar[str] = "METEOR"
    block: ClassVar[int] = TASK

    variant: str = option("1.5", "Which published definition.", key="variant", always=True, choices=tuple(VARIANTS))
    language: str | None = option(None, "`1.5`: the target language; en unless given.", key="lang")
    task: str | None = option(
        None, "`1.5`: what the parameters were tuned for; rank, or li for untuned languages.", key="task", choices=TASKS
    )
    modules: tuple[str, ...] | None = option(
        None, "`1.5`: what may match: exact, stem, synonym, paraphrase.", read_words, key="modules"
    )
    stages: tuple[str, ...] | None = option(
        None, "`nltk`, `2005`: what may match, in this order: exact, stem, synonym.", read_words, key="stages"
    )
    weights: tuple[float, ...] | None = option(
        None, "`1.5`: a weight for each module; the task's unless given.", read_floats, key="weights"
    )
    alpha: float | None = option(None, "The share of recall in Fmean; 0.9 or the task's.", float, key="alpha")
    beta: float | None = option(None, "The exponent of the penalty; 3 or the task's.", float, key="beta")
    gamma: float | None = option(None, "The weight of the penalty; 0.5 or the task's.", float, key="gamma")
    delta: float | None = option(
        None, "`1.5`: the weight of content words against function words; the task's.", float, key="delta"
    )
    lowercase: bool = option(True, "Ignore case.", read_case, key="case", always=True, write=write_case)
    normalize: bool | None = option(
        None, "`1.5`: tokenise and normalise first; yes where it can (en cz fr es de ru).", read_bool, key="norm"
    )
    punctuation: bool | None = option(
        None, "`1.5`: keep punctuation when normalising; yes unless given.", read_bool, key="punct"
    )
    beam: int | None = option(None, "`1.5`: paths kept in the search; 40 unless given.", int, key="beam")
    char_based: bool | None = option(
        None, "`1.5`: weigh words by their length; no unless given.", read_bool, key="char"
    )
    paraphrase: str | None = option(
        None,
        "`1.5`: a paraphrase table: a path, auto (from pycocoevalcap), or its hash.",
        _read_table,
        key="para",
        kind="path",
    )
    function_words: str | None = option(
        None, "`1.5`: english as in the tool, or the language's own list.", key="func", choices=given.FUNCTION_WORDS
    )
    synsets: str | None = option(
        None, "`1.5`: meanings by offset as in the tool, or pos: by part of speech too.", key="syn",
        choices=given.SYNSETS,
    )  # fmt: skip
    average: str = option(
        "pool", "Corpus score from pooled counts, or the mean of its segments' scores.", key="average", choices=AVERAGES
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.variant not in VARIANTS:
            raise unknown("variant of METEOR", self.variant, VARIANTS)
        if self.average not in AVERAGES:
            raise unknown("average", self.average, AVERAGES)
        for name, value in given.checked(self).items():
            object.__setattr__(self, name, value)

    @cached_property
    def definition(self) -> Staged | Fifteen:
        """The variant with every option filled in."""
        return given.fifteen(self) if self.variant == "1.5" else given.staged(self)

    def variants(self) -> list[Metric]:
        """Every definition with its defaults, after this one as it is set."""
        others = (name for name in VARIANTS if name != self.variant)
        return [self, *(METEOR(variant=name, average=self.average) for name in others)]

    @property
    def difference(self) -> str:
        """What sets this variant apart from the others."""
        return f"{self.variant}: {VARIANTS[self.variant]}"

    slow_from: ClassVar[int | None] = 2000

    @property
    def variant_name(self) -> str:
        return self.variant

    def tokens(self, text: str) -> list[str]:
        return (text.lower() if self.lowercase else text).split()

    def answers(self, wishes: Wishes, chosen: Mapping[str, Any] | None = None) -> dict[str, dict[str, Any]]:
        found = super().answers(wishes, chosen)
        chosen = chosen or {}
        if wishes.language is None or chosen.get("variant", self.variant) != "1.5" or "language" in chosen:
            return found
        if wishes.language in (*LANGUAGES, *ALIASES):
            return {**found, "language": {"language": ALIASES.get(wishes.language, wishes.language)}}
        wishes.remarks.append(
            f"METEOR 1.5 has no resources for {wishes.language} and scores it as English; "
            "its way for other languages is --meteor.language other --meteor.task universal."
        )
        return {**found, "language": {}}

    # --- the verbs ------------------------------------------------------------------------------------------------

    @cached_property
    def columns(self) -> tuple[str, ...]:
        return self.definition.columns

    def prepare(self, texts: Sequence[str], *, jobs: int = 1, done: Callable[[int], None] = lambda texts: None) -> None:
        if isinstance(self.definition, Fifteen):
            self.definition.prepare(len(texts), done)
        else:
            done(len(texts))

    def fill(self, corpus: Corpus, rows: memoryview[int]) -> None:
        self.definition.fill(corpus, rows)

    def value(self, total: Sequence[int]) -> float:
        return self.definition.value(total)

    def parts(self, total: Sequence[int]) -> dict[str, Any]:
        return self.definition.parts(total)

    def best(self, total: Sequence[int]) -> float:
        return self.definition.best(total)

    def explain(self, hyp: str, refs: Refs) -> Explanation:
        segment = Corpus.of([hyp], [refs])
        if isinstance(self.definition, Fifteen):
            from bolide.metrics import meteor15_explained

            return meteor15_explained.explain(self.definition, segment, self.score)
        from bolide.metrics import meteor_explained

        return meteor_explained.explain(self.definition, segment, self.score)

    def aggregate(self, stats: Stats, nrefs: str | None = None) -> Score:
        pooled = super().aggregate(stats, nrefs)
        if self.average == "pool":
            return pooled
        return replace(pooled, value=fsum(self.values(stats)) / len(stats))

    def without_each(self, stats: Stats) -> Iterator[float]:
        if self.average == "pool":
            yield from super().without_each(stats)
            return
        values: array[float] = self.values(stats)
        total = fsum(values)
        yield from ((total - value) / (len(values) - 1) for value in values)

    def signature_items(self) -> tuple[tuple[str, str], ...]:
        return given.described(self, dict(super().signature_items()))

    @property
    def notice(self) -> str | None:
        if self.variant != "1.5" or self.paraphrase or self.modules:
            return None
        if "paraphrase" not in default_modules(self.language or "en"):
            return None
        return (
            "METEOR 1.5 runs without its paraphrase table, as the signature says; for the full metric name one: "
            "--meteor.paraphrase PATH, or auto with pycocoevalcap installed."
        )


def meteor_score(reference: str, candidate: str, alpha: float = 0.9, beta: float = 3, gamma: float = 0.5) -> float:
    """METEOR's variant `runs`, the teaching exercise, rounded to three decimals; mind that the reference comes first.

    Words are lowered and split at white space; a word matches while the reference has a copy left; a chunk is a run of
    matched candidate words. Empty text or no match gives 0. For what papers report, use `METEOR`.
    """
    for what, text in (("reference", reference), ("candidate", candidate)):
        if not isinstance(text, str):
            raise InputError(f"meteor_score wants `{what}` as one text, not {type(text).__name__}.")
    metric = METEOR(variant="runs", alpha=alpha, beta=beta, gamma=gamma)
    return round(metric.sentence(candidate, reference).value, 3)
