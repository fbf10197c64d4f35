"""Cards of misconceptions: a claim about metrics, true or false, and why, with numbers that are computed on the spot."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from statistics import fmean
from typing import Any

from bolide.data.explanation import WrittenResult
from bolide.data.scores import Signature
from bolide.metrics.scorer import Scorer
from bolide.system.stored import check_stored


@dataclass(frozen=True)
class CardRow:
    """An output of a card: what it is, and the score of these texts, one of its parts, or the sentences' mean score."""

    what: str
    metric: str
    hyps: tuple[str, ...]
    refs: tuple[tuple[str, ...], ...]
    part: str = ""
    mean: bool = False

    @cached_property
    def signature(self) -> Signature:
        """The settings of the metric."""
        scorer = Scorer.of(self.metric)
        return (scorer.corpus if len(self.hyps) > 1 and not self.mean else scorer.sentence).signature(len(self.refs[0]))

    @cached_property
    def shown(self) -> str:
        """The number, as it is shown."""
        scorer, refs = Scorer.of(self.metric), list(map(list, self.refs))
        metric = scorer.corpus if len(self.hyps) > 1 else scorer.sentence
        if self.mean:
            return f"{100 * fmean(scorer.sentence.segments(self.hyps, refs).values):.1f}"
        score = metric.corpus(self.hyps, refs)
        name, _, index = self.part.partition(".")
        value = score.parts[name] if name else score.value
        number = value[int(index)] if index else value
        return f"{number:.3g}" if name in ("bp", "counts") else f"{100 * number:.1f}"


@dataclass(frozen=True)
class Card:
    """A claim, whether it holds, why, and the outputs that show it."""

    title: str
    claim: str
    holds: bool
    why: str
    rows: tuple[CardRow, ...]

    def to_dict(self, key: bool = True) -> dict[str, Any]:
        """Plain data for JSON and for the page; without the key only the claim and the texts."""
        names = ("what", "hyps", "refs", *(("shown",) if key else ()))
        rows = [{name: getattr(row, name) for name in names} for row in self.rows]
        solved = {"holds": self.holds, "why": self.why.format(*(row.shown for row in self.rows))} if key else {}
        return {"title": self.title, "claim": self.claim, "rows": rows, **solved}


_DATA = tomllib.loads(Path(__file__).with_name("cards.toml").read_text(encoding="utf-8"))
CARDS: tuple[Card, ...] = check_stored(_DATA["cards"], tuple[Card, ...], "cards.toml")


@dataclass(frozen=True)
class Cards(WrittenResult):
    """The cards and, if `key`, what is right, with the numbers."""

    key: bool

    def blocks(self, *, drawn: bool = False) -> list[Any]:
        from bolide.reporting.views.classroom import cards_blocks

        return cards_blocks(self)

    def signatures(self) -> Iterator[str]:
        yield from (str(row.signature) for card in CARDS for row in card.rows)

    def data(self) -> dict[str, Any]:
        return {"cards": [card.to_dict(self.key) for card in CARDS]}
