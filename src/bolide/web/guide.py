"""A metric's own page as HTML for its visitors: what docs/metrics says before it comes to Bolide's options and code."""

from __future__ import annotations

import re
from pathlib import Path

from bolide.web.markdown import to_html

_HERE = Path(__file__).parent.parent
_REFERENCE = "\n## In Bolide\n"  # what follows is for users of the library and the command line
_PICTURE = re.compile(r"^!\[.*?\]\(.*?\)\n", re.MULTILINE | re.DOTALL)  # the page draws its own


def guide(metric: str) -> str | None:
    """The page of a metric, or None where it has none yet."""
    for folder in (_HERE / "docs" / "metrics", _HERE.parent.parent / "docs" / "metrics"):
        path = folder / f"{metric}.md"
        if path.is_file():
            return to_html(for_visitors(path.read_text(encoding="utf-8")))
    return None


def for_visitors(page: str) -> str:
    """The part of a page that explains the metric itself, without pictures."""
    return _PICTURE.sub("", page.partition(_REFERENCE)[0])
