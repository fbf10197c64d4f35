"""What was computed, shown: blocks for a terminal, Markdown, LaTeX, TSV and HTML, and a whole test set as one page.

import bolide
page = bolide.report.html({"a": a_lines, "b": b_lines}, refs, metrics=["bleu", "chrf"])
"""

from importlib import import_module

TYPE_CHECKING = False  # as in typing; the commands that show a table need nothing of what follows
if TYPE_CHECKING:
    from bolide.report import pages

    html = pages.html

__all__ = ["html"]


def __getattr__(name: str) -> object:
    if name != "html":
        raise AttributeError(f"module 'bolide.report' has no attribute {name!r}")
    return import_module("bolide.report.pages").html
