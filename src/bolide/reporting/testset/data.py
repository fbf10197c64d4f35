"""TestSetReport: the data of a report, which can be written to JSON and read back."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from bolide.data.results import Result
from bolide.significance.results import Comparison
from bolide.system.errors import InputError
from bolide.system.messages import counted

FORMAT = 1


@dataclass(frozen=True)
class TestSetReport(Result):
    """A report on a test set.

    `comparisons` has one per metric, in full precision. `summary` is what the page needs at once, `segments` has the
    numbers of every segment, system and metric, `pieces` the texts and evidence, some hundred segments each. Numbers of
    segments are rounded: scores on the printed scale and values of formulas to four decimals, influences to six.
    """

    comparisons: tuple[Comparison, ...]
    summary: Mapping[str, Any]
    segments: Mapping[str, Any]
    pieces: tuple[Mapping[str, Any], ...]

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
        envelope = {key: value for key, value in self.to_dict().items() if key not in ("segments", "pieces")}
        pieces = {f"piece-{k}": dict(piece) for k, piece in enumerate(self.pieces)}
        return {"summary": envelope, "segments": dict(self.segments), **pieces}

    def data(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "comparisons": [comparison.to_dict() for comparison in self.comparisons],
            "summary": dict(self.summary),
            "segments": dict(self.segments),
            "pieces": [dict(piece) for piece in self.pieces],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> TestSetReport:
        """Read what `to_dict` wrote."""
        try:
            if data["format"] != FORMAT:
                raise InputError(
                    f"This report has format {data['format']!r:.20}, but Bolide reads format {FORMAT}; "
                    f"it was written by Bolide {data['bolide']!s:.20}."
                )
            report = cls(
                tuple(map(Comparison.from_dict, data["comparisons"])),
                data["summary"],
                data["segments"],
                tuple(data["pieces"]),
                version=data["bolide"],
                compiled=data["compiled"],
            )
            report._touch()
            return report
        except InputError:
            raise
        except KeyError as error:
            raise InputError(f"This is not a report that Bolide wrote: {error} is missing from it.") from None
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            raise InputError(f"This is not a report that Bolide wrote: {error!r:.200}") from None

    def _touch(self) -> None:
        """Raise an error if anything is missing that every report has."""
        list(self.signatures())
        self.without_texts()
        bool(self.comparisons[0].systems[0] and self.summary["texts"])

    @classmethod
    def from_json(cls, text: str) -> TestSetReport:
        """Read what `to_json` wrote."""
        try:
            return cls.from_dict(json.loads(text))
        except RecursionError:
            raise InputError("This is not a report that Bolide wrote: it is nested too deeply.") from None
        except InputError:
            raise
        except ValueError as error:
            raise InputError(f"This is not a report that Bolide wrote: {error}.") from None

    def without_texts(self) -> TestSetReport:
        """The report without texts, words and n-grams: only numbers, names and labels."""
        summary = {**self.summary, "texts": False, "source": False, "gained": None}
        return replace(self, summary=summary, pieces=tuple(map(_without_text, self.pieces)))


def _without_text(piece: Mapping[str, Any]) -> dict[str, Any]:
    bounds = {"first": piece["first"], "size": piece["size"]}
    return {**bounds, "metrics": [{"numbers": metric["numbers"]} for metric in piece["metrics"]]}
