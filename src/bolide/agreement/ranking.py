"""The ranking of metrics under one question, with clusters of those that cannot be told apart."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from bolide.agreement.questions import Agreement, Question
from bolide.agreement.table import Matrix, Source, aligned
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
        changed: dict[str, Any] = {
            "question": Question.from_text(data["question"]),
            "pair": data["pair"] or "",
            "p": {},
        }
        return replace(read_fields(cls, {**data, **changed}, "ranking"), p=leads)


def in_order(agreements: Sequence[Agreement], p: Callable[[str, str], float | None], empty: Ranking) -> Ranking:
    """The empty ranking filled: metrics with a value by their value, each tested against all below it, in clusters."""
    order = sorted((a for a in agreements if a.value is not None), key=lambda a: -(a.value or 0.0))
    names = [a.metric for a in order]
    tested = {(better, worse): p(better, worse) for better, worse in combinations(names, 2)}

    def beats(better: str, worse: str) -> bool:
        chance = tested[better, worse]
        return chance is not None and chance <= empty.alpha

    metrics = (*order, *(a for a in agreements if a.value is None))
    return replace(empty, metrics=metrics, p=tested, clusters=clusters(names, beats))


def on_common_cells(
    human: Source, metrics: Sequence[Source], level: str, exclude: Collection[str]
) -> tuple[Source, dict[str, Source]]:
    """People and metrics with the same systems and the same missing cells: leads are compared on equal ground."""
    pairs = {metric.name: aligned(human.at(level), metric.at(level), exclude) for metric in metrics}
    if len(pairs) < len(metrics):
        raise InputError("Two metrics have the same name; give each its own.")
    people = next(iter(pairs.values()))[0]
    absent: Any = np.isnan(people.cells)
    for _, machine in pairs.values():
        absent = absent | np.isnan(machine.cells)
    if absent.all():
        raise InputError(f"{human.name} and the metrics have no cell in common; every one is missing somewhere.")

    def masked(cells: Matrix) -> Matrix:
        return np.where(absent, np.nan, cells)

    def source(name: str, cells: Any) -> Source:
        return Source(name, cells, None) if level == "seg" else Source(name, None, cells)

    return (
        source(human.name, replace(people, cells=masked(people.cells))),
        {name: source(name, replace(table, cells=masked(table.cells))) for name, (_, table) in pairs.items()},
    )
