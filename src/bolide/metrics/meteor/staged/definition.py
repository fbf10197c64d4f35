"""METEOR's variants `nltk`, `2005` and `runs`: words are matched in stages, each on the words left over."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import isclose
from typing import TYPE_CHECKING, Any, ClassVar

from bolide.metrics.formula import Parameter
from bolide.metrics.meteor.definition import Definition
from bolide.metrics.meteor.staged.counts import STAGES, StagedCounts
from bolide.metrics.meteor.staged.formula import StagedFormula, cross_check
from bolide.system.errors import OptionError

if TYPE_CHECKING:
    from bolide.metrics.meteor.staged.evidence import StagedEvidence


class StagedDefinition(Definition):
    """Words aligned exactly, then by stem, then by synonym; the score follows from the matches and their chunks."""

    applies_to: ClassVar[str] = "the variants nltk and 2005"

    def normal_options(self) -> dict[str, Any]:
        variant, stages = self.metric.variant, self.metric.stages
        usual = _usual_stages(variant)
        checked = usual if stages is None else _checked_stages(stages, variant)
        return {"stages": None if checked == usual else checked, **self._normal_numbers(StagedFormula())}

    @cached_property
    def counts(self) -> StagedCounts:
        metric = self.metric
        stages = metric.stages or _usual_stages(metric.variant)
        return StagedCounts(metric.variant, stages, metric.lowercase, metric.tokenize, nfc=metric.nfc)

    @cached_property
    def formula(self) -> StagedFormula:
        numbers, mean = self._non_default_numbers(), self.metric.average == "mean"
        return StagedFormula(len(self.counts.stages), **numbers, mean_of_segments=mean)

    @property
    def evidence(self) -> StagedEvidence:
        from bolide.metrics.meteor.staged.evidence import StagedEvidence

        return StagedEvidence(self.counts, self.formula, self.metric.score_row)

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        return self._shape(self.formula)

    def part_names(self, row: Sequence[int], numbers: dict[str, float]) -> dict[str, Any]:
        stages = self.counts.stages
        after = 3 + len(stages)
        precision, recall = numbers["precision"], numbers["recall"]
        other = cross_check(self.formula.alpha, precision, recall)
        parts = {
            "matches": sum(row[3:after]),
            "by_stage": dict(zip(stages, row[3:after], strict=True)),
            "hyp_len": row[1],
            "ref_len": row[2],
            "precision": precision,
            "recall": recall,
            "fmean": numbers["fmean"],
            "chunks": row[after],
            "penalty": numbers["penalty"],
            "cross_checked": isclose(numbers["fmean"], other, rel_tol=1e-12),
        }
        proven = {"proven": row[after + 1], "segments": row[0]} if self.metric.variant == "2005" else {}
        return {**parts, **proven}

    @property
    def language(self) -> str | None:
        english = {"stem", "synonym"} & set(self.counts.stages) and self.metric.tokenize is None
        return "en" if english else None

    def signature_items(self) -> dict[str, str]:
        return {"stages": "" if self.metric.variant == "runs" else ",".join(self.counts.stages)}


def _usual_stages(variant: str) -> tuple[str, ...]:
    return ("exact",) if variant == "runs" else STAGES


def _checked_stages(names: Sequence[str], variant: str) -> tuple[str, ...]:
    stages = tuple(names)
    if not stages or list(stages) != [stage for stage in STAGES if stage in stages]:
        raise OptionError(f"stages is {stages}; give one or more of {', '.join(STAGES)}, in this order.")
    if variant == "runs" and stages != ("exact",):
        raise OptionError(f"stages is {stages}; the variant runs compares words exactly and has no other stage.")
    return stages
