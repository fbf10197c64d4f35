"""TestSetReport: the data of a report, which can be written to JSON and read back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import accumulate, combinations
from typing import Any, NotRequired, TypedDict

from bolide.data.results import OTHER, Result
from bolide.significance.results import Comparison
from bolide.system.errors import InputError, counted
from bolide.system.stored import check_stored

FORMAT = 1


# --- the JSON, as types: what is for the script of the page alone is checked less deeply ------------------------------

Number = float | None  # null instead of a number that is not finite
Objects = list[dict[str, Any]]


class StoredMetric(TypedDict):
    """What is the same for all segments."""

    name: str
    signature: str
    own_signature: str
    higher: bool
    scale: float
    names: list[str]
    counts: list[str]
    words: dict[str, str]
    arithmetic: Objects
    kind: str
    stages: list[str]
    views: Objects
    totals: list[list[Number]] | None


class StoredDigest(TypedDict):
    """A text and its hash."""

    text: str
    file: str
    lines: int
    sha256: str


class StoredColophon(TypedDict):
    """How the report was made."""

    python: str
    numpy: str
    data: list[StoredDigest]
    command: NotRequired[list[str]]
    title: NotRequired[str]


class StoredHuman(TypedDict):
    """Whose scores of segments are shown, and the systems compared by them."""

    name: str
    comparison: Comparison | None


class StoredSummary(TypedDict):
    """What the page needs at once."""

    systems: list[str]
    pairs: list[tuple[int, int]]
    segments: int
    references: str
    batch_size: int
    spaces: str
    texts: bool
    source: bool
    human: StoredHuman | None
    metrics: list[StoredMetric]
    groups: Objects
    ngram_gains: dict[str, Any] | None
    word_accuracy: NotRequired[dict[str, Any]]
    length_ratios: NotRequired[list[list[Number]]]
    colophon: StoredColophon


class StoredSegments(TypedDict):
    """The numbers of segments, [metric][system][segment]."""

    scores: list[list[list[Number]]]
    influences: list[list[list[Number]] | None]
    disagreements: list[list[Number]] | None
    lengths: list[int]
    ids: list[str] | None
    groups: list[list[int]]
    human: list[list[Number]] | None


class StoredEvidence(TypedDict):
    """The evidence of one metric, [system][segment]."""

    numbers: list[list[list[Number]]]
    links: NotRequired[list[list[list[int]]]]
    edits: NotRequired[list[list[list[Any]]]]


class StoredBatch(TypedDict):
    """Texts and evidence of some hundred segments."""

    first: int
    size: int
    texts: NotRequired[list[list[Any]]]
    metrics: list[StoredEvidence]


class StoredTestSet(TypedDict):
    """The parts of the JSON that are kept as they are."""

    format: int
    summary: StoredSummary
    segments: StoredSegments
    batches: list[StoredBatch]


# --- the report -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TestSetReport(Result):
    """A report on a test set.

    `comparisons` has one per metric, in full precision. `summary` is what the page needs at once, `segments` has the
    numbers of every segment, system and metric, `batches` the texts and evidence, some hundred segments each. Numbers
    of segments are rounded: scores on the printed scale and values of formulas to four decimals, influences to six.
    """

    comparisons: tuple[Comparison, ...]
    summary: Mapping[str, Any]
    segments: Mapping[str, Any]
    batches: tuple[Mapping[str, Any], ...]

    def blocks(self, *, drawn: bool = False) -> list[Any]:
        from bolide.reporting.testset.page_html import report_blocks

        return report_blocks(self)

    def to_html(self) -> str:
        """A self-contained HTML page."""
        from bolide.reporting.testset.page_html import page

        return page(self)

    def __repr__(self) -> str:
        systems, metrics = self.summary["systems"], [metric["name"] for metric in self.summary["metrics"]]
        segments = counted(self.summary["segments"], "segment")
        return f"<TestSetReport: {', '.join(systems)} × {', '.join(metrics)}, {segments}>"

    def signatures(self) -> Iterator[str]:
        for metric in self.summary["metrics"]:
            yield from (metric["signature"], metric["own_signature"])

    def parts(self) -> dict[str, dict[str, Any]]:
        """The report in the parts that a page unpacks one by one."""
        envelope = {key: value for key, value in self.to_dict().items() if key not in ("segments", "batches")}
        batches = {f"batch-{k}": dict(batch) for k, batch in enumerate(self.batches)}
        return {"summary": envelope, "segments": dict(self.segments), **batches}

    def data(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "comparisons": [comparison.to_dict() for comparison in self.comparisons],
            "summary": dict(self.summary),
            "segments": dict(self.segments),
            "batches": [dict(batch) for batch in self.batches],
        }

    @classmethod
    def from_dict(cls, data: Any) -> TestSetReport:
        """Read what `to_dict` wrote."""
        form = data.get("format") if isinstance(data, dict) else None
        if isinstance(form, int) and form != FORMAT:
            raise InputError(f"This report has format {form!r:.20}, but Bolide reads format {FORMAT}.")
        check_stored(data, StoredTestSet, OTHER)
        report = super().from_dict(data)
        report._check_consistency()
        return report

    def _check_consistency(self) -> None:
        """Raise InputError if the parts are not of one report: other systems, metrics, tests or segments."""
        systems, references = sorted(self.summary["systems"]), self.summary["references"]
        firsts = [0, *accumulate(batch["size"] for batch in self.batches)]
        problems = {
            "there is no system": not systems,
            "a system has two scores": len({*systems}) < len(systems),
            "a metric has no scores": not 0 < len(self.comparisons) == len(self.summary["metrics"]),
            "a metric has other systems": any(
                sorted(result.system for result in one.systems) != systems for one in self.comparisons
            ),
            "a metric has other tests": any(
                sorted(tuple(sorted((pair.a, pair.b))) for pair in one.pairs)
                != (list(combinations(systems, 2)) if one.segments > 1 else [])
                for one in self.comparisons
            ),
            f"references is {references!r:.20}": references != "var" and not re.fullmatch("[0-9]{1,9}", references),
            "some of its segments are missing": [batch["first"] for batch in self.batches] != firsts[:-1],
        }
        for problem, holds in problems.items():
            if holds:
                raise InputError(f"{OTHER}: {problem}.")

    def without_texts(self) -> TestSetReport:
        """The report without texts, words and n-grams: only numbers, names and labels."""
        summary = {**self.summary, "texts": False, "source": False, "ngram_gains": None}
        return replace(self, summary=summary, batches=tuple(map(_without_text, self.batches)))


def _without_text(batch: Mapping[str, Any]) -> dict[str, Any]:
    bounds = {"first": batch["first"], "size": batch["size"]}
    return {**bounds, "metrics": [{"numbers": metric["numbers"]} for metric in batch["metrics"]]}
