"""Results as printed by Python and as displayed by notebooks."""

from __future__ import annotations

from dataclasses import replace

from bolide.data.display import Displayable
from bolide.data.results import Report
from bolide.data.scores import Score
from bolide.data.stats import Stats
from bolide.metrics.base import Scores
from bolide.reporting.blocks import Block, Cell, Paragraph, Span, TableBlock
from bolide.reporting.look import in_words, number, stacking, stylesheet
from bolide.reporting.render import text
from bolide.reporting.render.html import asset, markup, page_of
from bolide.reporting.render.latex import latex
from bolide.reporting.views.score_lines import formatted
from bolide.reporting.views.scores import report_blocks
from bolide.system.messages import counted

MOST_ROWS = 10  # of a table of segments; longer ones show the first and the last rows


def plain(result: Displayable) -> str:
    """A result as text with aligned columns."""
    return text.plain(result.blocks()).rstrip("\n")


def markdown(result: Displayable) -> str:
    """A result as Markdown."""
    return text.markdown(result.blocks())


def latex_tables(result: Displayable) -> str:
    """A result as LaTeX."""
    return latex(result.blocks())


def page(result: Displayable) -> str:
    """A result as an HTML page."""
    return page_of(result.blocks(drawn=True), type(result).__name__)


def fragment(result: Displayable) -> str:
    """A result as an HTML fragment for notebooks, with a minimal style sheet and no script."""
    style = stylesheet(".bolide") + asset("notebook.css") + stacking(".bolide")
    return f'<div class="bolide"><style>{style}</style>\n{markup(result.blocks(drawn=True))}</div>'


# --- the results that every metric gives --------------------------------------------------------------------------


def score_view(score: Score) -> list[Block]:
    """The score, its parts and its signature."""
    direction = "" if score.higher_is_better else " (lower is better)"
    parts = ", ".join(
        f"{in_words(name)} {number(value, name)}" for name, value in score.parts.items() if isinstance(value, float)
    )
    return [
        Paragraph.of(Span(f"{score.name} {formatted(score, 2)}", "strong"), direction),
        *([Paragraph.of(Span(parts, "dim"))] if parts else []),
        Paragraph.of(Span(str(score.signature), "dim")),
    ]


def scores_view(scores: Scores) -> list[Block]:
    """One line per segment; if there are many, the first and the last ones."""
    rows: list[tuple[Cell, ...]] = [(str(k + 1), f"{100 * scores.values[k]:.2f}") for k in _ends(len(scores))]
    table = TableBlock.of(("line", scores.metric.form.title), _with_gap(rows, len(scores)), "rr")
    return [
        table,
        Paragraph.of(Span(f"{counted(len(scores), 'segment')}; {scores.metric.signature(scores.nrefs)}", "dim")),
    ]


def stats_view(stats: Stats) -> list[Block]:
    """One line per row (if there are many, the first and the last ones), and the sum of all."""
    rows: list[tuple[Cell, ...]] = [(str(k + 1), *map(str, stats[k])) for k in _ends(len(stats))]
    rows = [*_with_gap(rows, len(stats)), ("sum", *map(str, stats.total()))] if rows else rows
    return [TableBlock.of(("line", *stats.columns), rows, "r" * (1 + len(stats.columns)))]


def _ends(size: int) -> list[int]:
    half = MOST_ROWS // 2
    return list(range(size)) if size <= MOST_ROWS else [*range(half), *range(size - half, size)]


def _with_gap(rows: list[tuple[Cell, ...]], size: int) -> list[tuple[Cell, ...]]:
    if size <= MOST_ROWS:
        return rows
    half = MOST_ROWS // 2
    return [*rows[:half], ("…",) * len(rows[0]), *rows[half:]]


def report_view(report: Report) -> list[Block]:
    """The scores, and those of segments if there are few; `to_pandas(segments=True)` has them all."""
    if any(len(system.segments) > MOST_ROWS for system in report.systems):
        report = replace(report, systems=tuple(replace(system, segments=()) for system in report.systems))
    return report_blocks(report, 2)
