"""A metric's own page as HTML: the texts of docs/metrics, one source for readers of both."""

from __future__ import annotations

from pathlib import Path

from bolide.web.markdown import to_html

_HERE = Path(__file__).parent.parent


def guide(metric: str) -> str | None:
    """The page of a metric, or None where it has none yet."""
    for folder in (_HERE / "docs" / "metrics", _HERE.parent.parent / "docs" / "metrics"):
        path = folder / f"{metric}.md"
        if path.is_file():
            return to_html(path.read_text(encoding="utf-8"))
    return None
