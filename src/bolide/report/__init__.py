"""What was computed, shown: blocks for a terminal, Markdown, LaTeX, TSV and HTML, and a whole test set as one page.

import bolide
page = bolide.report.html({"a": a_lines, "b": b_lines}, refs, metrics=["bleu", "chrf"])
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from bolide.report.pages import html

__all__ = ["html"]


def __getattr__(name: str) -> object:
    if name != "html":
        raise AttributeError(f"module 'bolide.report' has no attribute {name!r}")
    from bolide.report.pages import html

    return html
