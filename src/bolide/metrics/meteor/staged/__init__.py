"""METEOR's variants `nltk`, `2005` and `runs`: words are matched in stages, each on the words left over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isclose
from typing import Any, ClassVar

from bolide.corpus import Corpus, Refs
from bolide.errors import OptionError, unknown
from bolide.explanation import Explanation
from bolide.jobs import waited_for
from bolide.metrics.meteor.base import METEOR
from bolide.metrics.meteor.staged.counts import STAGES, StagedCounts
from bolide.metrics.meteor.staged.formula import StagedFormula, cross_check
from bolide.metrics.options import option, read_words
from bolide.metrics.parameters import Parameter
from bolide.metrics.traces import Line, Traces


@dataclass(frozen=True)
class StagedMETEOR(METEOR):
    """Words aligned exactly, then by stem, then by synonym; m matches in chunks make the score."""

    home: ClassVar[str] = "the variants nltk and 2005"

    stages: tuple[str, ...] | None = option(
        None,
        "`nltk`, `2005`: what may match, in this order: exact, stem, synonym.",
        read_words,
        key="stages",
        choices=STAGES,
        prominent=True,
    )

    def kept(self) -> dict[str, Any]:
        usual = _usual_stages(self.variant)
        stages = usual if self.stages is None else _checked_stages(self.stages, self.variant)
        return {"stages": None if stages == usual else stages, **self.kept_numbers(StagedFormula())}

    @property
    def settable(self) -> tuple[str, ...]:
        return tuple(name for name in super().settable if not (name == "stages" and self.variant == "runs"))

    # --- the two halves -------------------------------------------------------------------------------------------

    @cached_property
    def counts(self) -> StagedCounts:
        return StagedCounts(self.variant, self.stages or _usual_stages(self.variant), self.lowercase)

    @cached_property
    def formula(self) -> StagedFormula:
        return StagedFormula(len(self.counts.stages), **self.chosen_numbers())

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        own = self.formula
        return (
            Parameter("alpha", "alpha", own.alpha),
            Parameter("beta", "beta", own.beta, "log", low=-1.0, high=1.0),
            Parameter("gamma", "gamma", own.gamma),
        )

    # --- parts ----------------------------------------------------------------------------------------------------

    def named(self, total: Sequence[int], numbers: dict[str, float]) -> dict[str, Any]:
        after = 3 + len(self.counts.stages)
        by_stage = dict(zip(self.counts.stages, total[3:after], strict=True))
        precision, recall = numbers["precision"], numbers["recall"]
        other = cross_check(self.formula.alpha, precision, recall)
        named = {
            "matches": sum(total[3:after]),
            "by_stage": by_stage,
            "hyp_len": total[1],
            "ref_len": total[2],
            "precision": precision,
            "recall": recall,
            "fmean": numbers["fmean"],
            "chunks": total[after],
            "penalty": numbers["penalty"],
            "cross_checked": isclose(numbers["fmean"], other, rel_tol=1e-12),
        }
        return {**named, "proven": total[after + 1], "segments": total[0]} if self.variant == "2005" else named

    def best(self, total: Sequence[int]) -> float:
        """Identical texts are one chunk per segment, which still costs something."""
        segments, words, *rest = total
        others = (0,) * (len(self.counts.stages) - 1)
        return self.value((segments, words, words, words, *others, segments, *rest[len(others) + 3 :]))

    def traces(self, corpus: Corpus) -> Traces:
        from bolide.metrics.meteor.staged.traces import traces

        return traces(self.counts, self.formula, corpus)

    @property
    def arithmetic(self) -> tuple[Line, ...]:
        from bolide.metrics.meteor.staged.traces import arithmetic

        return arithmetic(self.counts, self.formula)

    def explain(self, hyp: str, refs: Refs) -> Explanation:
        from bolide.metrics.meteor.staged.explain import explain

        checked = Corpus.of([hyp], [refs])
        return waited_for(lambda: explain(self.counts, self.formula, checked, self.score))

    def identified(self) -> dict[str, str]:
        return {"stages": "" if self.variant == "runs" else ",".join(self.counts.stages)}


def _usual_stages(variant: str) -> tuple[str, ...]:
    return ("exact",) if variant == "runs" else STAGES


def _checked_stages(given: Sequence[str], variant: str) -> tuple[str, ...]:
    stages = tuple(given)
    for stage in stages:
        if stage not in STAGES:
            raise unknown("stage of METEOR", stage, STAGES)
    if not stages or list(stages) != [stage for stage in STAGES if stage in stages]:
        raise OptionError(f"stages is {stages}; give one or more of {', '.join(STAGES)}, in this order.")
    if variant == "runs" and stages != ("exact",):
        raise OptionError(f"stages is {stages}; the variant runs compares words exactly and has no other stage.")
    return stages
