"""What was computed, shown: blocks for a terminal, Markdown, LaTeX, TSV and HTML, and a whole test set as one page.

import bolide
page = bolide.reporting.html({"a": a_lines, "b": b_lines}, refs, metrics=["bleu", "chrf"])
"""

from bolide.lazy import attach

TYPE_CHECKING = False  # as in typing; the commands that show a table need nothing of what follows
if TYPE_CHECKING:
    from bolide.reporting.testset.call import html as html
else:
    __getattr__, __dir__, __all__ = attach(__name__, {"testset.call": ["html"]})
