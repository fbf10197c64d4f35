"""The pictures that go with an explanation: SVG that `bolide.report.svg` writes, with a title for each."""

from __future__ import annotations

from typing import Any

from bolide.explanation import Explanation


def pictures(explanation: Explanation) -> list[dict[str, str]]:
    """Every picture that this explanation has."""
    return []


def histograms(groups: list[dict[str, Any]]) -> list[dict[str, str]]:
    """A histogram for each group ({title, series: [{name, values}]}) of segment scores."""
    from bolide.report.histogram import histogram

    return [
        {
            "title": group["title"],
            "svg": histogram(group["title"], [(one["name"], one["values"]) for one in group["series"]]),
        }
        for group in groups
    ]
