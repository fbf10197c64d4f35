"""The ranking of metrics under one question, with clusters of those that cannot be told apart."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from bolide.agreement.permutation import Part, PermutationTest, permutation_leads
from bolide.agreement.questions import Agreement, Question, check_names, generator, seed_used
from bolide.agreement.table import Source, aligned
from bolide.significance.arithmetic import clusters
from bolide.system.errors import InputError
from bolide.system.stored import read_fields


@dataclass(frozen=True)
class Ranking:
    """Metrics, best first; `p[a, b]` is the p-value of the lead of `a` over `b`."""

    question: Question
    metrics: tuple[Agreement, ...]
    p: dict[tuple[str, str], float | None]
    clusters: tuple[tuple[str, ...], ...]
    trials: int
    seed: int
    alpha: float = 0.05
    pair: str = ""
    test: str = "PERM-BOTH"
    mode: str = "sound"

    def cluster(self, metric: str) -> int | None:
        """The number of a metric's cluster, from 1; None for one without a value."""
        return next((number for number, names in enumerate(self.clusters, 1) if metric in names), None)

    def to_dict(self) -> dict[str, Any]:
        return {
            "pair": self.pair or None,
            "question": str(self.question),
            "test": self.test,
            "mode": self.mode,
            "trials": self.trials,
            "seed": self.seed,
            "alpha": self.alpha,
            "metrics": [{**each.to_dict(), "cluster": self.cluster(each.metric)} for each in self.metrics],
            "p": [{"better": a, "worse": b, "p": p} for (a, b), p in self.p.items()],
            "clusters": [list(names) for names in self.clusters],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Ranking:
        """Read what `to_dict` wrote."""
        leads = {(lead["better"], lead["worse"]): lead["p"] for lead in data["p"]}
        question = Question.from_text(data["question"])
        return read_fields(cls, {**data, "question": question, "pair": data["pair"] or "", "p": leads}, "ranking")


def clusters_by_test(
    order: Sequence[str], p: Mapping[tuple[str, str], float | None], alpha: float = 0.05
) -> tuple[tuple[str, ...], ...]:
    """The metrics, best first, in clusters: every one of a cluster is ahead of every one of the next by the tests."""

    def beats(better: str, worse: str) -> bool:
        chance = p[better, worse]
        return chance is not None and chance <= alpha

    return clusters(order, beats)


def ranked(
    agreements: Sequence[Agreement], parts: Sequence[Part], question: Question, test: PermutationTest,
    alpha: float = 0.05, pair: str = "",
) -> Ranking:  # fmt: skip
    """The metrics by their value, each tested against all below it; those without a value come last."""
    leads = permutation_leads(question.measure(test.seed), parts, test, lambda: generator(test.seed))
    order = sorted((a for a in agreements if a.value is not None), key=lambda a: -(a.value or 0.0))
    names = [a.metric for a in order]
    p = {(better, worse): test.p_value(leads(better, worse)) for better, worse in combinations(names, 2)}
    return Ranking(
        question, (*order, *(a for a in agreements if a.value is None)), p, clusters_by_test(names, p, alpha),
        test.trials, seed_used(test.seed), alpha, pair, test.name(question), test.mode,
    )  # fmt: skip


def on_common_cells(
    human: Source, metrics: Sequence[Source], level: str, exclude: Collection[str] = ()
) -> tuple[Source, dict[str, Source]]:
    """People and metrics with the same systems and the same missing cells: leads are compared on equal ground."""
    check_names(metrics)
    pairs = {metric.name: aligned(human.at(level), metric.at(level), exclude) for metric in metrics}
    tables = [next(iter(pairs.values()))[0], *(machine for _, machine in pairs.values())]
    absent = np.any([np.isnan(table.cells) for table in tables], axis=0)
    if absent.all():
        raise InputError(f"{human.name} and the metrics have no cell in common; every one is missing somewhere.")
    masked: list[dict[str, Any]] = [{level: replace(t, cells=np.where(absent, np.nan, t.cells))} for t in tables]
    people, *machines = (Source(name, **each) for name, each in zip((human.name, *pairs), masked, strict=True))
    return people, dict(zip(pairs, machines, strict=True))


def part_of(people: Source, machines: Mapping[str, Source], level: str) -> Part:
    """Scores on common cells as they are permuted: higher is better in all of them."""
    return Part(people.at(level).upward, {name: each.at(level).upward for name, each in machines.items()})
