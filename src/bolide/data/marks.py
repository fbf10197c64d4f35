"""Marks: typed evidence on the tokens of a translation, each with the amounts it adds to the row of counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

Indices = tuple[int, ...]


@dataclass(frozen=True)
class Mark:
    """Evidence on tokens; the marks of an explanation add up to the row that was measured.

    `hyp` and `ref` are token positions; `reference` is the index of the reference that `ref` points into; `counted`
    has the amounts that it adds to the row, by column. A metric outside Bolide may define further kinds.
    """

    text: str = ""
    hyp: Indices = ()
    ref: Indices = ()
    reference: int | None = None
    counted: Mapping[str, int] = field(default_factory=dict, kw_only=True)

    @property
    def kind(self) -> str:
        """What it is, in a word, such as `credited`."""
        raise NotImplementedError

    def adds(self) -> dict[str, int]:
        """The amounts this mark adds to the row, by column."""
        return dict(self.counted)

    def details(self) -> dict[str, Any]:
        """Further facts, for tables and JSON."""
        return {}

    def to_dict(self) -> dict[str, Any]:
        """The mark as plain data for JSON."""
        shared = {"hyp": self.hyp, "ref": self.ref, "reference": self.reference}
        return {"text": self.text, "kind": self.kind, "adds": self.adds(), **shared, "details": self.details()}


@dataclass(frozen=True)
class TextCounts(Mark):
    """Counts of a text as a whole: its length, the segment itself, whether its alignment is proven optimal."""

    kind: str = ""


# --- n-grams that two texts share or do not ------------------------------------------------------------------------


@dataclass(frozen=True)
class GramKind:
    """N-grams of one unit and order, and the columns that count them; an empty name if none does.

    `match` counts matches, for precision only if `match_recall` counts those for recall.
    """

    order: int
    match: str
    hyp: str = ""
    ref: str = ""
    match_recall: str = ""
    unit: str = ""


class Recalled(NamedTuple):
    """The reference for recall, if it is another one: its index, its copies of the n-gram, how many are credited."""

    reference: int
    copies: int
    credited: int


@dataclass(frozen=True)
class Gram(Mark):
    """An n-gram: its positions in both texts, how many copies are credited, and their share of the score.

    If recall uses another reference, `recall` has the counts there.
    """

    of: GramKind = GramKind(1, "")
    matched: int = 0
    share: float | None = None
    recall: Recalled | None = None

    @property
    def order(self) -> int:
        return self.of.order

    @property
    def unit(self) -> str:
        return self.of.unit

    @property
    def count(self) -> int:
        """Copies in the hypothesis."""
        return len(self.hyp)

    @property
    def in_reference(self) -> int:
        """Copies in the reference."""
        return len(self.ref)

    @property
    def credited(self) -> int:
        """Copies in the hypothesis that count as matched."""
        return self.matched if self.recall is None else max(self.matched, self.recall.credited)

    @property
    def kind(self) -> str:
        if not self.hyp:
            return "missed"
        credited = self.credited
        return "unmatched" if not credited else "clipped" if credited < len(self.hyp) else "credited"

    def adds(self) -> dict[str, int]:
        of, recall = self.of, self.recall
        copies, recalled = (len(self.ref), self.matched) if recall is None else (recall.copies, recall.credited)
        amounts = {of.ref: copies}
        if self.hyp:
            amounts = {of.match: self.matched, of.match_recall: recalled, of.hyp: len(self.hyp), of.ref: copies}
        amounts.pop("", None)
        return amounts

    def details(self) -> dict[str, Any]:
        details: dict[str, Any] = {"unit": self.unit} if self.unit else {}
        details |= {"order": self.order, "count": self.count, "credited": self.credited}
        details["in_reference"] = self.in_reference
        if self.share is not None:
            details["share"] = self.share
        if self.recall is not None:
            reference, _, credited = self.recall
            details |= {"credited_p": self.matched, "credited_r": credited, "reference_r": reference}
        return details


# --- words that are aligned with words, could have been, or are not ------------------------------------------------


@dataclass(frozen=True)
class Link(Mark):
    """Words aligned with words, at one stage, in one chunk; `words` says whether they are content or function words."""

    kind: ClassVar[str] = "matched"

    reference: int = 0
    stage: str = ""
    chunk: int = 0
    crossing: bool = False
    words: str = ""

    def details(self) -> dict[str, Any]:
        words = {"words": self.words} if self.words else {}
        return {"stage": self.stage, **words, "chunk": self.chunk, "crossing": self.crossing}


@dataclass(frozen=True)
class Dropped(Mark):
    """Words that could have been linked and were not, and the reason."""

    kind: ClassVar[str] = "dropped"

    stage: str = ""
    why: str = ""

    def details(self) -> dict[str, Any]:
        return {"stage": self.stage, "why": self.why}


@dataclass(frozen=True)
class Unmatched(Mark):
    """A word of either text without a link."""

    kind: ClassVar[str] = "unmatched"

    def details(self) -> dict[str, Any]:
        return {"side": "candidate" if self.reference is None else "reference"}


# --- what turns a candidate into its reference: edits, shifts of blocks, jumps --------------------------------------


# An insertion is a superfluous word of the hypothesis, a deletion a missing word of the reference.
EDITS = {"ok": "", "substitute": "substitutions", "insert": "insertions", "delete": "deletions"}
# The tags of quality estimation: words of the hypothesis, and gaps between them, are OK or BAD.
TAGS = {"ok": "OK", "substitute": "BAD", "insert": "BAD", "delete": "missing"}


@dataclass(frozen=True)
class Edit(Mark):
    """An edit operation on a word on the way from the hypothesis to the reference; `kind` is one of EDITS.

    If `by_kind` is false, only the sum of edits is counted, as in CDER.
    """

    kind: str = "ok"
    by_kind: bool = True

    def adds(self) -> dict[str, int]:
        column = EDITS[self.kind]
        if not column:
            return {}
        return {"edits": 1, column: 1} if self.by_kind else {"edits": 1}

    def details(self) -> dict[str, Any]:
        return {"tag": TAGS[self.kind]}


@dataclass(frozen=True)
class Shift(Mark):
    """A block shift: `length` words from `start` on move to `target`, which saves `gain` edits.

    `start` and `target` are positions in the hypothesis after earlier shifts; `hyp` are those before any shift.
    """

    kind: ClassVar[str] = "shift"

    start: int = 0
    target: int = 0
    gain: int = 0

    @property
    def length(self) -> int:
        return len(self.hyp)

    def adds(self) -> dict[str, int]:
        return {"edits": 1, "shifts": 1, "shifted_words": self.length}

    def details(self) -> dict[str, Any]:
        return {"start": self.start, "length": self.length, "target": self.target, "gain": self.gain}


@dataclass(frozen=True)
class Jump(Mark):
    """A long jump of CDER to another position in the hypothesis: `hyp` is the word there, empty at the end."""

    kind: ClassVar[str] = "jump"

    def adds(self) -> dict[str, int]:
        return {"edits": 1}
