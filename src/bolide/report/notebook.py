"""Results as they are printed and as a notebook shows them. A new kind of result is a line in BLOCKS."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bolide.errors import InputError
from bolide.explanation import Explanation
from bolide.explanations import Explanations
from bolide.metrics.base import Scores
from bolide.report import renderers
from bolide.report.blocks import Block, Cell, Paragraph, Span, Table
from bolide.report.document import asset, page_of
from bolide.report.explained import explanation_blocks
from bolide.report.influences import influence_blocks
from bolide.report.markup import markup
from bolide.report.pictures import svg as draw_all
from bolide.report.plain_lines import shown
from bolide.report.tables import report_blocks
from bolide.results import Report
from bolide.scores import Score
from bolide.stats import Stats
from bolide.wording import counted

MOST_ROWS = 10  # of a table of segments: the first and the last of them


def plain(result: object) -> str:
    """As text with aligned columns."""
    return renderers.plain(blocks_of(result)).rstrip("\n")


def markdown(result: object) -> str:
    """As Markdown."""
    return renderers.markdown(blocks_of(result))


def page(result: object) -> str:
    """As a page of its own."""
    return page_of(blocks_of(result, drawn=True), type(result).__name__)


def fragment(result: object) -> str:
    """As a part of somebody else's page, which a notebook is: with the few rules its tables need, and no script."""
    return f'<div class="bolide"><style>{asset("notebook.css")}</style>\n{markup(blocks_of(result, drawn=True))}</div>'


def svg(result: object) -> str:
    """The pictures of a result."""
    if isinstance(result, Explanation):
        if not result.figures:
            raise InputError(f"There is nothing to draw for {result.score.name}.")
        return draw_all(result.figures)
    from bolide.report.comparisons import comparison_plot  # numpy is needed there

    return comparison_plot(result)  # type: ignore[arg-type]  # the other results with pictures are comparisons


def blocks_of(result: object, drawn: bool = False) -> list[Block]:
    """What there is to say of a result; with `drawn` its figures are pictures."""
    for name, blocks in BLOCKS.items():
        if any(name == kind.__name__ for kind in type(result).__mro__):
            return blocks(result, drawn)
    raise InputError(f"There is no way to show {type(result).__name__}.")


def _explanations(found: Explanations, drawn: bool) -> list[Block]:
    blocks = [block for one in found.explanations for block in explanation_blocks(one, drawn=drawn)]
    return [*blocks, *(block for one in found.corpora for block in influence_blocks(one))]


def _score(score: Score, drawn: bool) -> list[Block]:
    told = "" if score.higher_is_better else " (lower is better)"
    parts = ", ".join(f"{name} {value:.4g}" for name, value in score.parts.items() if isinstance(value, float))
    return [
        Paragraph.of(Span(f"{score.name} {shown(score, 2)}", "strong"), told),
        *([Paragraph.of(Span(parts, "dim"))] if parts else []),
        Paragraph.of(Span(str(score.signature), "dim")),
    ]


def _scores(scores: Scores, drawn: bool) -> list[Block]:
    rows: list[tuple[Cell, ...]] = [(str(k + 1), f"{100 * scores.values[k]:.2f}") for k in _ends(len(scores))]
    table = Table.of(("line", scores.metric.title), _with_gap(rows, len(scores)), "rr")
    return [
        table,
        Paragraph.of(Span(f"{counted(len(scores), 'segment')}; {scores.metric.signature(scores.nrefs)}", "dim")),
    ]


def _stats(stats: Stats, drawn: bool) -> list[Block]:
    rows: list[tuple[Cell, ...]] = [(str(k + 1), *map(str, stats[k])) for k in _ends(len(stats))]
    rows = [*_with_gap(rows, len(stats)), ("sum", *map(str, stats.total()))] if rows else rows
    return [Table.of(("line", *stats.columns), rows, "r" * (1 + len(stats.columns)))]


def _ends(size: int) -> list[int]:
    half = MOST_ROWS // 2
    return list(range(size)) if size <= MOST_ROWS else [*range(half), *range(size - half, size)]


def _with_gap(rows: list[tuple[Cell, ...]], size: int) -> list[tuple[Cell, ...]]:
    if size <= MOST_ROWS:
        return rows
    half = MOST_ROWS // 2
    return [*rows[:half], ("…",) * len(rows[0]), *rows[half:]]


def _study(study: Any, drawn: bool) -> list[Block]:
    from bolide.report.comparisons import study_blocks

    return study_blocks(study, drawn=drawn)


def _comparison(comparison: Any, drawn: bool) -> list[Block]:
    from bolide.report.comparisons import study_blocks
    from bolide.significance.study import Study

    return study_blocks(Study((comparison,)), drawn=drawn)


def _agreement(report: Any, drawn: bool) -> list[Block]:
    from bolide.report.agreements import agreement_blocks

    return agreement_blocks(report)


def _tuning(tuning: Any, drawn: bool) -> list[Block]:
    from bolide.report.blocks import Illustration
    from bolide.report.tunings import search_picture, tuning_blocks

    return [*tuning_blocks(tuning), *([Illustration(search_picture(tuning))] if drawn else [])]


# By the names of the classes: some of them live where numpy and scipy are needed, which a Score must not wait for.
BLOCKS: dict[str, Callable[[Any, bool], list[Block]]] = {
    "Explanation": lambda found, drawn: explanation_blocks(found, drawn=drawn),
    "Explanations": _explanations,
    "Report": lambda report, drawn: report_blocks(_short(report), 2),
    "Score": _score,
    "Scores": _scores,
    "Stats": _stats,
    "Study": _study,
    "Comparison": _comparison,
    "AgreementReport": _agreement,
    "Tuning": _tuning,
}


def _short(report: Report) -> Report:
    """Without segments where there are many: `to_pandas(segments=True)` has them all."""
    from dataclasses import replace

    if all(len(system.segments) <= MOST_ROWS for system in report.systems):
        return report
    return replace(report, systems=tuple(replace(system, segments=()) for system in report.systems))
