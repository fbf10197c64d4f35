"""Cards of misconceptions: a claim about metrics, true or false, and why, with numbers computed on the spot."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bolide.data.results import WrittenResult
from bolide.metrics.scorer import Scorer
from bolide.system.stored import check_stored


@dataclass(frozen=True)
class CardRow:
    """What a card computes: the score of its texts or of others, one of its parts, or the mean score of sentences."""

    what: str
    metric: str
    part: str = ""
    mean: bool = False
    hyps: tuple[str, ...] = ()
    refs: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True)
class Card:
    """A claim, whether it holds, why, and the outputs that show it."""

    title: str
    claim: str
    holds: bool
    why: str
    hyps: tuple[str, ...]
    refs: tuple[tuple[str, ...], ...]
    rows: tuple[CardRow, ...]

    def texts(self, row: CardRow) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
        """The translations and references of a row."""
        return row.hyps or self.hyps, row.refs or self.refs

    def shown(self, row: CardRow) -> str:
        """The number of a row."""
        hyps, refs = self.texts(row)
        scorer = Scorer.of(row.metric)
        if row.mean:
            return f"{100 * sum(scorer.sentence.segments(list(hyps), list(map(list, refs))).values) / len(hyps):.1f}"
        score = (scorer.corpus if len(hyps) > 1 else scorer.sentence).corpus(list(hyps), list(map(list, refs)))
        name, _, index = row.part.partition(".")
        value: Any = score.parts[name] if name else score.value
        number = value[int(index)] if index else value
        return f"{number:.3g}" if name in ("bp", "counts") else f"{100 * number:.1f}"

    def to_dict(self, key: bool = True) -> dict[str, Any]:
        """Plain data for JSON and for the page; without the key only the claim and the texts."""
        texts: dict[Any, list[str]] = {}
        for row in self.rows:
            texts.setdefault(self.texts(row), []).append(row.what)
        shown = [{"what": row.what, "shown": self.shown(row)} for row in self.rows if key]
        solved = {"holds": self.holds, "why": self.why.format(*(row["shown"] for row in shown))} if key else {}
        outputs = [{"what": what, "hyps": hyps, "refs": refs} for (hyps, refs), what in texts.items()]
        return {"title": self.title, "claim": self.claim, "texts": outputs, "numbers": shown, **solved}


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
        yield from (str(Scorer.of(row.metric).sentence.signature()) for card in CARDS for row in card.rows)

    def to_dict(self) -> dict[str, Any]:
        return {**super().to_dict(), "cards": [card.to_dict(self.key) for card in CARDS]}
