"""Evidence for METEOR's variants `nltk`, `2005` and `runs`: the links, and the steps to the score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from bolide.data.explanation import Step
from bolide.data.marks import Mark, TextCounts
from bolide.metrics.evidence import FormulaLine
from bolide.metrics.meteor.links import METEOR_LINE, Aligned, LinkEvidence, Match
from bolide.metrics.meteor.nltk import StagedCounts, StagedFormula, cross_check
from bolide.system.errors import counted


@dataclass(frozen=True)
class StagedEvidence(LinkEvidence):
    """The words as they are compared, and their links with the reference that gives the best score."""

    means: ClassVar[tuple[str, str, str]] = (
        "{P}·{R} / ({α}·{P} + (1 − {α})·{R})",
        "1 / ({α}/{R} + (1 − {α})/{P})",
        "as a reciprocal",
    )

    counts: StagedCounts
    formula: StagedFormula

    @property
    def language(self) -> str | None:
        return "en" if {"stem", "synonym"} & set(self.counts.stages) and self.counts.tokenize is None else None

    @property
    def definition(self) -> str:
        return ", ".join(filter(None, (self.counts.variant, self.language)))

    @property
    def arithmetic(self) -> tuple[FormulaLine, ...]:
        formula, matches = self.formula, tuple(f"match_{stage}" for stage in self.counts.stages)
        shape = (("γ", formula.gamma), ("β", formula.beta))
        return (
            FormulaLine("Precision", "matches / candidate words", (*matches, "hyp_len"), "precision"),
            FormulaLine("Recall", "matches / reference words", (*matches, "ref_len"), "recall"),
            self._fmean_line(formula.alpha),
            FormulaLine("Fragmentation", "chunks / matches", ("chunks", *matches), "fragmentation"),
            FormulaLine("Penalty", "{γ} · {fragmentation}^{β}", ("fragmentation",), "penalty", shape),
            METEOR_LINE,
        )

    @property
    def _chunks_of_candidate(self) -> bool:
        return self.counts.variant == "runs"

    def _whole_marks(self, aligned: Aligned) -> Iterator[Mark]:
        yield TextCounts(kind="candidate", counted={"segments": 1, "hyp_len": len(aligned.hyp)})
        yield TextCounts(kind="reference length", counted={"ref_len": len(aligned.ref)}, reference=aligned.best)

    def _adds(self, aligned: Aligned, link: Match, first: bool) -> tuple[dict[str, int], str]:
        return {f"match_{self.counts.stages[link.stage]}": 1, "chunks": int(first)}, ""

    def _more_marks(self, aligned: Aligned) -> Iterator[Mark]:
        if self.counts.variant == "2005":
            yield TextCounts(kind="proven", counted={"proven": aligned.row[-1]})

    def _steps(self, aligned: Aligned) -> Iterator[Step]:
        formula, score, parts = self.formula, aligned.score, aligned.score.parts
        m, penalty = parts["matches"], parts["penalty"]
        yield from _matches(parts, aligned.which)
        other = cross_check(formula.alpha, parts["precision"], parts["recall"])
        yield from self._fmean_steps(parts, formula.alpha, other)
        yield self._chunk_step(aligned)
        numbers = {"γ": formula.gamma, "chunks": parts["chunks"], "m": m, "β": formula.beta}
        why, columns, terms = _penalty_sentence(formula, parts), {"chunks": "chunks"}, {"m": "matches"}
        yield Step("Penalty", "{γ} · ({chunks} / {m})^{β}", numbers, penalty, why, columns, terms, "penalty")
        one_chunk = penalty and parts["chunks"] == 1 and m == parts["hyp_len"] == parts["ref_len"]
        remark = f" Even identical sentences lose γ/m^β = {penalty:.4g}: METEOR counts even a single chunk."
        yield self._last_step(score, remark if one_chunk else "")


def _matches(parts: Mapping[str, Any], which: str) -> Iterator[Step]:
    m, c, r, by_stage = parts["matches"], parts["hyp_len"], parts["ref_len"], parts["by_stage"]
    if not c or not r:
        empty = "Both texts are" if c == r else "The candidate is" if not c else "The reference is"
        why = f"{empty} empty, so nothing can match and the score is 0."
    elif not m:
        why = "No word matches, so the score is 0."
    else:
        matches = ", ".join(
            f"{count} {'exact' if stage == 'exact' else f'by {stage}'}" for stage, count in by_stage.items() if count
        )
        why = (
            f"{matches}; {c - m:,} of {counted(c, 'candidate word')} and {r - m:,} of {counted(r, 'reference word')} "
            "remain unmatched."
        )
    if "proven" in parts and m:
        proven = (
            "No better alignment exists."
            if parts["proven"]
            else ("The search reached its limit; a better alignment may exist.")
        )
        why += f" {proven}"
    columns = {stage: f"match_{stage}" for stage in by_stage}
    rule = f"m = {' + '.join(f'{{{stage}}}' for stage in by_stage)}"
    yield Step("Matches", rule, by_stage, m, why + which, columns, value_name="matches")
    for label, name, side, size in (("Precision", "c", "candidate", c), ("Recall", "r", "reference", r)):
        column, term = {"c": "hyp_len", "r": "ref_len"}[name], label.lower()
        formula, why = f"{label[0]} = {{m}} / {{{name}}}", f"Matches per {side} word."
        yield Step(label, formula, {"m": m, name: size}, parts[term], why, {name: column}, {"m": "matches"}, term)


def _penalty_sentence(formula: StagedFormula, parts: Mapping[str, Any]) -> str:
    m, chunks = parts["matches"], parts["chunks"]
    if not m:
        return "Nothing matches, so there is nothing to take a penalty from."
    matches = counted(m, "match", "matches")
    if chunks == 1:
        return f"{matches} in one chunk, which gives the smallest possible penalty."
    advice = "; fewer, longer chunks would mean a smaller penalty" if formula.gamma and formula.beta else ""
    return f"{matches} in {counted(chunks, 'chunk')}, {m / chunks:.1f} words each{advice}."
