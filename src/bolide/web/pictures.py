"""The pictures that go with an explanation: SVG that `bolide.report.svg` writes, with a title for each."""

from __future__ import annotations

from bolide.explanation import Explanation


def pictures(explanation: Explanation) -> list[dict[str, str]]:
    """Every picture that this explanation has."""
    return []
