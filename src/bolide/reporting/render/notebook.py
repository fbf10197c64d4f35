"""Results as printed by Python and as displayed by notebooks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bolide.data.display import Displayable
from bolide.data.results import Report
from bolide.data.scores import Score, name_and_definition
from bolide.data.stats import Stats
from bolide.metrics.base import SegmentScores
from bolide.reporting.blocks import Block, Layout, Paragraph, Span, TableBlock, small_print
from bolide.reporting.look import asset, in_words, number, stacking, stylesheet
from bolide.reporting.render import render
from bolide.reporting.render.html import html_document, markup
from bolide.reporting.views.scores import formatted, report_blocks
from bolide.system.errors import counted

MOST_ROWS = 10  # of a table of segments; longer ones show the first and the last rows


def text(result: Displayable, form: str) -> str:
    """A result in a format of text, without a comment on what LaTeX needs."""
    return render(result.blocks(), form, Layout(tables_only=True))


def page(result: Displayable) -> str:
    """A result as an HTML page."""
    return html_document(result.blocks(drawn=True), Layout(type(result).__name__))


def fragment(result: Displayable) -> str:
    """A result as an HTML fragment for notebooks, with a minimal style sheet and no script."""
    style = stylesheet(".bolide") + asset("notebook.css") + stacking(".bolide")
    return f'<div class="bolide"><style>{style}</style>\n{markup(result.blocks(drawn=True), folded=True)}</div>'


# --- the results that every metric gives --------------------------------------------------------------------------


def score_view(score: Score) -> list[Block]:
    """The score, its parts and its signature."""
    direction = "" if score.higher_is_better else " (lower is better)"
    ratios = ((name, value) for name, value in score.parts.items() if isinstance(value, float))
    parts = ", ".join(f"{in_words(name)} {number(value, name)}" for name, value in ratios)
    return [
        Paragraph.of(Span(f"{name_and_definition(score.signature)} {formatted(score, 2)}", "strong"), direction),
        *small_print(parts, str(score.signature)),
    ]


def scores_view(scores: SegmentScores) -> list[Block]:
    """One line per segment; if there are many, the first and the last ones."""
    rows = _ends(len(scores), lambda k: (str(k + 1), f"{100 * scores.values[k]:.2f}"))
    table = TableBlock.of(("line", scores.metric.title), rows, "rr")
    return [table, *small_print(f"{counted(len(scores), 'segment')}; {scores.metric.signature(scores.nrefs)}")]


def stats_view(stats: Stats) -> list[Block]:
    """One line per row (if there are many, the first and the last ones), and the sum of all."""
    rows = _ends(len(stats), lambda k: (str(k + 1), *map(str, stats[k])))
    rows += [("sum", *map(str, stats.total()))] if rows else []
    return [TableBlock.of(("line", *stats.columns), rows, "r" * (1 + len(stats.columns)))]


def _ends(size: int, row: Callable[[int], tuple[str, ...]]) -> list[tuple[str, ...]]:
    """All rows of a table or, if there are many, the first and the last ones."""
    if size <= MOST_ROWS:
        return list(map(row, range(size)))
    half = MOST_ROWS // 2
    first, last = (list(map(row, indices)) for indices in (range(half), range(size - half, size)))
    return [*first, ("…",) * len(first[0]), *last]


def report_view(report: Report) -> list[Block]:
    """The scores, and those of segments if there are few; `to_pandas(segments=True)` has them all."""
    if any(len(system.segments) > MOST_ROWS for system in report.systems):
        report = replace(report, systems=tuple(replace(system, segments=()) for system in report.systems))
    return report_blocks(report, 2)
