"""A laboratory: three systems of the demo, two metrics and people's judgments, with a page of questions."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations, pairwise, product
from pathlib import Path
from statistics import fmean
from typing import Any

from bolide.data.results import WrittenResult
from bolide.demo import lines
from bolide.metrics.scorer import Scorer

_SYSTEMS = ("baseline", "larger", "tuned")
_METRICS = ("bleu", "chrf")
_QUESTIONS: list[dict[str, str]] = tomllib.loads(
    Path(__file__).with_name("laboratory.toml").read_text(encoding="utf-8")
)["questions"]


@dataclass(frozen=True)
class Laboratory(WrittenResult):
    """Texts of three systems with the scores of metrics and of people; if `key`, with answers to the questions."""

    key: bool

    @cached_property
    def people(self) -> dict[str, list[float]]:
        """What the errors of each line cost, by system: 0 for none, −1 for a minor, −5 for a major one."""
        judged = [line.split("\t") for line in lines("town/mqm.seg.score")]
        return {system: [float(score) for name, score in judged if name == system] for system in _SYSTEMS}

    @cached_property
    def segments(self) -> dict[str, dict[str, list[float]]]:
        """The scores of every line, by metric and system; people are one of the metrics."""
        refs = [[ref] for ref in lines("town/ref.txt")]
        scores = {}
        for metric in _METRICS:
            sentence = Scorer.of(metric).sentence
            scores[metric] = {one: list(sentence.segments(lines(f"town/{one}.txt"), refs).values) for one in _SYSTEMS}
        return {**scores, "people": self.people}

    @cached_property
    def table(self) -> list[dict[str, Any]]:
        """The scores of the systems, in all and by domain."""
        refs, domains = lines("town/ref.txt"), lines("town/domains.txt")
        rows = []
        for domain in ("all", *dict.fromkeys(domains)):
            places = [k for k, name in enumerate(domains) if domain in ("all", name)]
            for system in _SYSTEMS:
                hyps = lines(f"town/{system}.txt")
                texts = [hyps[k] for k in places], [[refs[k]] for k in places]
                scores = {metric: Scorer.of(metric).corpus.corpus(*texts).points for metric in _METRICS}
                people = fmean(self.people[system][k] for k in places)
                rows.append({"domain": domain, "system": system, **scores, "people": people})
        return rows

    def answers(self) -> dict[str, Any]:
        """What the answers to the questions need: orders of the systems, pairs of outputs in the order of people, and
        the pair on which BLEU is most wrong."""
        found: dict[str, Any] = {}
        for domain, metric in product({row["domain"]: 0 for row in self.table}, (*_METRICS, "people")):
            scores = {row["system"]: row[metric] for row in self.table if row["domain"] == domain}
            order = sorted(scores, key=scores.__getitem__, reverse=True)
            signs = [" = " if scores[one] == scores[next_] else " > " for one, next_ in pairwise(order)]
            found[f"{metric}_{domain}"] = "".join(chain(*zip(order, [*signs, ""], strict=True)))
        pairs = [(k, a, b) for a, b in combinations(_SYSTEMS, 2) for k in range(len(self.people[a]))]

        def lead(metric: str, pair: tuple[int, str, str]) -> float:
            line, one, other = pair
            return self.segments[metric][one][line] - self.segments[metric][other][line]

        decided = [pair for pair in pairs if lead("people", pair)]
        for metric in _METRICS:
            found[f"pairs_{metric}"] = sum(lead(metric, pair) * lead("people", pair) > 0 for pair in decided)
        worst = min(decided, key=lambda pair: lead("bleu", pair) * lead("people", pair))
        line, one, other = worst if lead("people", worst) > 0 else (worst[0], worst[2], worst[1])
        for name, system in (("better", one), ("worse", other)):
            text, score = lines(f"town/{system}.txt")[line], self.segments["bleu"][system][line]
            found |= {name: system, f"{name}_text": text, f"{name}_bleu": score}
        return {**found, "pairs": len(decided), "line": line + 1}

    def blocks(self, *, drawn: bool = False) -> list[Any]:
        from bolide.reporting.views.classroom import laboratory_blocks

        return laboratory_blocks(self)

    def signatures(self) -> Iterator[str]:
        yield from (str(Scorer.of(metric).corpus.signature()) for metric in _METRICS)

    def to_dict(self) -> dict[str, Any]:
        found = self.answers() if self.key else {}
        questions = [
            {"question": one["question"], **({"answer": one["answer"].format(**found)} if self.key else {})}
            for one in _QUESTIONS
        ]
        return {**super().to_dict(), "systems": self.table, "segments": self.segments, "questions": questions}
