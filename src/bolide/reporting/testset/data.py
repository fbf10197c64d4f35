"""TestSetReport: the data of a report, which can be written to JSON and read back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from bolide.data.results import OTHER, Result
from bolide.significance.results import Comparison
from bolide.system.errors import InputError, counted


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

    @classmethod
    def from_json(cls, text: str) -> Self:
        report = super().from_json(text)
        try:
            _ = repr(report), report.provenance  # which read the summary
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            raise InputError(f"{OTHER}: in its summary, {error!r:.200}.") from None
        return report

    def blocks(self, *, drawn: bool = False) -> list[Any]:
        from bolide.reporting.testset.page_html import report_blocks

        return report_blocks(self, drawn)

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

    def without_texts(self) -> TestSetReport:
        """The report without texts, words and n-grams: only numbers, names and labels."""
        summary = {**self.summary, "texts": False, "source": False, "ngram_gains": None}
        numbers = ([{"numbers": metric["numbers"]} for metric in batch["metrics"]] for batch in self.batches)
        both = zip(self.batches, numbers, strict=True)
        kept = ({"first": one["first"], "size": one["size"], "metrics": metrics} for one, metrics in both)
        return replace(self, summary=summary, batches=tuple(kept))
