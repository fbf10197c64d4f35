"""TestSetReport: the data of a report, which can be written to JSON and read back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import Any, NotRequired, TypedDict

from bolide.corpus.identity import SystemTexts
from bolide.data.results import Result
from bolide.significance.results import Comparison
from bolide.system.dataclasses import dataclass, replace
from bolide.system.errors import InputError
from bolide.system.messages import counted
from bolide.system.stored import check_stored
from bolide.system.strict import from_json

FORMAT = 1
_OTHER = "This is not a report that Bolide wrote"


# --- the JSON, as types: what a report must look like before it is read back ------------------------------------------

Number = float | None  # null instead of a number that is not finite
Tokens = str | int | list[str]  # 0: the text determines them
Views = list[tuple[list[Tokens], list[Tokens]]]  # of references and outputs
Error = tuple[int, int, str, str, str]  # start, end, category, severity, annotator
Text = (  # source (0: none), references, outputs, tokens, errors marked in each output
    tuple[str | int, list[str], list[str], Views] | tuple[str | int, list[str], list[str], Views, list[list[Error]]]
)
Edits = tuple[str] | tuple[str, list[int], list[list[int]]] | tuple[str, list[int], list[list[int]], list[int]]


class StoredLine(TypedDict):
    """A line of a metric's arithmetic."""

    label: str
    formula: str
    inputs: list[str]
    outputs: list[str]
    settings: list[tuple[str, float | str | bool | None]]


class StoredView(TypedDict):
    """A kind of token."""

    unit: str
    glue: str
    columns: list[str]


class StoredMetric(TypedDict):
    """What is the same for all segments."""

    name: str
    signature: str
    higher: bool
    scale: float
    own_signature: str
    names: list[str]
    counts: list[str]
    words: dict[str, str]
    arithmetic: list[StoredLine]
    kind: str
    stages: list[str]
    views: list[StoredView]
    totals: list[list[Number]] | None
    corpus_names: NotRequired[list[str]]
    corpus_arithmetic: NotRequired[list[StoredLine]]


class StoredGroupScores(TypedDict):
    """The scores of groups under one metric."""

    scores: list[list[Number]]
    leads: list[list[Number]]
    intervals: list[list[list[Number]] | None]


class StoredGroup(TypedDict):
    """A partition of the segments."""

    name: str
    title: str
    labels: list[str]
    sizes: list[int]
    metrics: list[StoredGroupScores]


class StoredPhrase(TypedDict):
    """An n-gram that one system matches more often."""

    words: str
    wanted: int
    a: int
    b: int
    segments: list[int]


class StoredGained(TypedDict):
    """The n-grams gained and lost in each pair."""

    metric: str
    pairs: list[tuple[list[StoredPhrase], list[StoredPhrase]]]


class StoredWordAccuracy(TypedDict):
    """Words by their frequency in the references: [bucket][system], precision, recall and F1."""

    labels: list[str]
    in_references: list[int]
    systems: list[list[tuple[Number, Number, Number]]]


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
    groups: list[StoredGroup]
    ngram_gains: StoredGained | None
    word_accuracy: NotRequired[StoredWordAccuracy]
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
    chosen: NotRequired[list[list[int]]]
    links: NotRequired[list[list[list[int]]]]
    edits: NotRequired[list[list[Edits]]]


class StoredBatch(TypedDict):
    """Texts and evidence of some hundred segments."""

    first: int
    size: int
    texts: NotRequired[list[Text]]
    metrics: list[StoredEvidence]


class StoredTestSet(TypedDict):
    """The JSON of a TestSetReport."""

    format: int
    bolide: str
    compiled: bool
    comparisons: list[Comparison]
    summary: StoredSummary
    segments: StoredSegments
    batches: list[StoredBatch]
    identity: NotRequired[list[SystemTexts]]


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

    _view = "bolide.reporting.testset.page_html:report_blocks"
    _page = "bolide.reporting.testset.page_html:page"

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
        stored: StoredTestSet = check_stored(data, StoredTestSet, _OTHER)
        parts = (tuple(stored["comparisons"]), data["summary"], data["segments"], tuple(data["batches"]))
        identity = tuple(stored.get("identity", ()))
        report = cls(*parts, version=stored["bolide"], compiled=stored["compiled"], identity=identity)
        report._check_consistency()
        return report

    @classmethod
    def from_json(cls, text: str) -> TestSetReport:
        """Read what `to_json` wrote."""
        try:
            return cls.from_dict(from_json(text))
        except InputError:
            raise
        except ValueError as error:
            raise InputError(f"{_OTHER}: {error!s:.200}.") from None

    def _check_consistency(self) -> None:
        """Raise InputError if the parts are not of one report: other systems, metrics or segments."""
        systems, references = sorted(self.summary["systems"]), self.summary["references"]
        names = {*systems}
        firsts = [0, *accumulate(batch["size"] for batch in self.batches)]
        problems = {
            "there is no system": not systems,
            "a system has two scores": len(names) < len(systems),
            "there is no metric": not self.comparisons,
            "a metric has no scores": len(self.comparisons) != len(self.summary["metrics"]),
            "a metric has other systems": any(
                sorted(result.system for result in one.systems) != systems
                or not names.issuperset(name for pair in one.pairs for name in (pair.a, pair.b))
                or not names.issuperset(name for cluster in one.clusters for name in cluster)
                or not all(one.clusters)
                for one in self.comparisons
            ),
            "a metric has no test of a system": len(names) > 1
            and any(
                not names.issubset(name for pair in one.pairs for name in (pair.a, pair.b)) for one in self.comparisons
            ),
            f"references is {references!r:.20}": references != "var" and not re.fullmatch("[0-9]{1,9}", references),
            "some of its segments are missing": [batch["first"] for batch in self.batches] != firsts[:-1],
        }
        for problem, holds in problems.items():
            if holds:
                raise InputError(f"{_OTHER}: {problem}.")

    def without_texts(self) -> TestSetReport:
        """The report without texts, words and n-grams: only numbers, names and labels."""
        summary = {**self.summary, "texts": False, "source": False, "ngram_gains": None}
        return replace(self, summary=summary, batches=tuple(map(_without_text, self.batches)))


def _without_text(batch: Mapping[str, Any]) -> dict[str, Any]:
    bounds = {"first": batch["first"], "size": batch["size"]}
    return {**bounds, "metrics": [{"numbers": metric["numbers"]} for metric in batch["metrics"]]}
