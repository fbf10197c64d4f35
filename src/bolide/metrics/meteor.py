"""METEOR: one name, several published definitions; `variant` says which."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import fsum, isfinite
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from bolide.corpus import Corpus, Refs
from bolide.errors import InputError, OptionError, unknown
from bolide.metrics.base import Metric
from bolide.metrics.meteor_staged import STAGES, Staged
from bolide.metrics.options import option, read_words
from bolide.scores import Score
from bolide.stats import Stats

if TYPE_CHECKING:
    from bolide.explanation import Explanation

# Each variant with what sets it apart, said so that two of them can be read side by side.
VARIANTS = {
    "nltk": "NLTK's: exact words, then stems, then synonyms of the stems; from the end of the candidate backwards, "
    "each word takes the rightmost free match. Nothing is searched, so crossings and chunks are as they fall.",
    "2005": "Banerjee and Lavie 2005 as defined: the same stages, but of all alignments with most matches the one with "
    "the fewest crossings, then the fewest chunks. Synonyms share a meaning in WordNet, either way round.",
    "runs": "a teaching exercise: words match by count alone, and a chunk is a run of matched candidate words, "
    "whatever the order in the reference.",
}
AVERAGES = ("pool", "mean")


class Variant(Protocol):
    """What METEOR asks of a definition."""

    @property
    def columns(self) -> tuple[str, ...]: ...
    def fill(self, corpus: Corpus, rows: memoryview[int]) -> None: ...
    def value(self, total: Sequence[int]) -> float: ...
    def parts(self, total: Sequence[int]) -> dict[str, Any]: ...
    def best(self, total: Sequence[int]) -> float: ...


def _read_case(text: str) -> bool:
    if text not in ("lc", "mixed"):
        raise ValueError("lc or mixed")
    return text == "lc"


@dataclass(frozen=True)
class METEOR(Metric):
    """Words aligned exactly, by stem and by synonym; recall counts most, and matches in pieces are penalised."""

    name: ClassVar[str] = "METEOR"

    variant: str = option("nltk", "Which published definition.", key="variant", always=True, choices=tuple(VARIANTS))
    stages: tuple[str, ...] | None = option(
        None, "What may match, in this order: exact, stem, synonym (`nltk`, `2005`).", read_words, key="stages"
    )
    alpha: float | None = option(None, "The share of recall in Fmean; 0.9 unless given.", float, key="alpha")
    beta: float | None = option(None, "The exponent of the penalty; 3 unless given.", float, key="beta")
    gamma: float | None = option(None, "The weight of the penalty; 0.5 unless given.", float, key="gamma")
    lowercase: bool = option(
        True, "Ignore case.", _read_case, key="case", always=True, write=lambda on: "lc" if on else "mixed"
    )
    average: str = option(
        "pool", "Corpus score from pooled counts, or the mean of its segments' scores.", key="average", choices=AVERAGES
    )

    def __post_init__(self) -> None:
        if self.variant not in VARIANTS:
            raise unknown("variant of METEOR", self.variant, VARIANTS)
        if self.average not in AVERAGES:
            raise unknown("average", self.average, AVERAGES)
        if not isinstance(self.lowercase, bool):
            raise OptionError(f"lowercase is {self.lowercase!r}; it must be True or False.")
        self._check_stages()
        for name, most in (("alpha", 1.0), ("beta", None), ("gamma", 1.0)):
            self._check_number(name, most)

    def _check_stages(self) -> None:
        if self.stages is None:
            return
        stages = (self.stages,) if isinstance(self.stages, str) else tuple(self.stages)
        for stage in stages:
            if stage not in STAGES:
                raise unknown("stage of METEOR", stage, STAGES)
        if not stages or list(stages) != [stage for stage in STAGES if stage in stages]:
            raise OptionError(f"stages is {stages}; give one or more of {', '.join(STAGES)}, in this order.")
        if self.variant == "runs" and stages != ("exact",):
            raise OptionError(f"stages is {stages}; the variant runs compares words exactly and has no other stage.")
        self._set("stages", None if stages == self._default_stages else stages)

    def _check_number(self, name: str, most: float | None) -> None:
        """Refuse what is no number in range; what is given as its default is the default."""
        given = getattr(self, name)
        if given is None:
            return
        if isinstance(given, bool) or not isinstance(given, int | float) or not isfinite(given) or given < 0:
            raise OptionError(f"{name} is {given!r}; it must be a number from 0 {f'to {most:g}' if most else 'up'}.")
        if most is not None and given > most:
            raise OptionError(f"{name} is {given!r}; it must lie between 0 and {most:g}.")
        self._set(name, None if given == getattr(Staged(self.variant), name) else float(given))

    def _set(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)

    @property
    def _default_stages(self) -> tuple[str, ...]:
        return ("exact",) if self.variant == "runs" else STAGES

    @cached_property
    def definition(self) -> Staged:
        """The variant with every option filled in."""
        given = {name: getattr(self, name) for name in ("alpha", "beta", "gamma") if getattr(self, name) is not None}
        return Staged(self.variant, self.stages or self._default_stages, lowercase=self.lowercase, **given)

    def variants(self) -> list[Metric]:
        """Every definition, this one first, with the options that it shares."""
        shared = {"average": self.average, "lowercase": self.lowercase}
        return [self, *(METEOR(variant=name, **shared) for name in VARIANTS if name != self.variant)]  # type: ignore[arg-type]

    @property
    def difference(self) -> str:
        """What sets this variant apart from the others."""
        return f"{self.variant}: {VARIANTS[self.variant]}"

    # --- the verbs ------------------------------------------------------------------------------------------------

    @cached_property
    def columns(self) -> tuple[str, ...]:
        return self.definition.columns

    def fill(self, corpus: Corpus, rows: memoryview[int]) -> None:
        self.definition.fill(corpus, rows)

    def value(self, total: Sequence[int]) -> float:
        return self.definition.value(total)

    def parts(self, total: Sequence[int]) -> dict[str, Any]:
        return self.definition.parts(total)

    def best(self, total: Sequence[int]) -> float:
        return self.definition.best(total)

    def explain(self, hyp: str, refs: Refs) -> Explanation:
        from bolide.metrics.meteor_explained import explain

        return explain(self.definition, Corpus.of([hyp], [refs]), self.score)

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
        items = dict(super().signature_items())
        if self.variant != "runs":
            items["stages"] = ",".join(self.definition.stages)
        order = ("variant", "stages", "case", "alpha", "beta", "gamma", "average")
        return tuple((key, items[key]) for key in order if key in items)


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
