"""A Report as blocks: one line per system, one column per metric, the signatures below."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import floor, log10

from bolide.report.blocks import Block, Cell, Paragraph, Span, Table
from bolide.results import Report, SystemReport
from bolide.scores import Score
from bolide.short_names import legend_of, short_names
from bolide.visible import one_line


def report_blocks(report: Report, width: int | None = None) -> list[Block]:
    """Scores of all systems, those of every segment first where the report has them.

    `width` is the number of decimals; None for one, and for more where scores brought in are small.
    """
    blocks: list[Block] = []
    if any(system.segments for system in report.systems):
        blocks.append(_segments(report, width))
    blocks.append(_systems(report, width))
    scores = report.systems[0].scores
    names = _names(report.systems[0])
    named = list(zip(names, scores, strict=True))
    blocks += lower_is_better(name for name, score in named if not score.higher_is_better)
    blocks += [Paragraph.of(Span(text, "dim")) for text in _of_poisson(report.systems[0])]
    blocks += [Paragraph.of(Span(legend_of(name, str(score.signature)), "dim")) for name, score in named]
    blocks += [Paragraph.of(Span(f"segments: {text}", "dim")) for text in _of_segments_only(report.systems[0])]
    return blocks


def _names(system: SystemReport) -> list[str]:
    """What the metrics are called in a table."""
    return short_names([score.signature for score in system.scores])


def several(number: int, what: str) -> str:
    """A number of things: 1 pair, 2 pairs."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def lower_is_better(names: Iterable[str], more: str = "") -> list[Block]:
    """A word on metrics of which less is better, where there are any."""
    found = ", ".join(dict.fromkeys(names))
    return [Paragraph.of(f"{found}: lower is better{more}.")] if found else []


def _of_segments_only(system: SystemReport) -> list[str]:
    """The signatures of segments' scores that are not those of the system's."""
    return [str(found) for found in system.segment_signatures if found not in [s.signature for s in system.scores]]


def _of_poisson(system: SystemReport) -> list[str]:
    """How intervals were made of a table that streamed by, where there are such."""
    found = [score.parts["bootstrap"] for score in system.scores if "bootstrap" in score.parts]
    made = [about for about in found if about["mode"] == "poisson"][:1]
    return [f"intervals: Poisson bootstrap, {about['resamples']} resamples, seed {about['seed']}" for about in made]


def report_lines(report: Report, width: int | None = None) -> str:
    """One line per score, signature first, as sacreBLEU prints it."""
    lines = []
    widths = _widths(report, width)
    for system in report.systems:
        prefix = f"{one_line(_called(system))}: " if len(report.systems) > 1 else ""
        named = zip(system.scores, widths, strict=True)
        lines += [f"{prefix}{score.signature} = {shown(score, places)}" for score, places in named]
        lines += [f"{prefix}{text}" for text in _of_poisson(system)]
        lines += [f"{prefix}segments: {text}" for text in _of_segments_only(system)]
        for number, values in enumerate(system.segments, 1):
            names = [score.name for score in system.scores]
            texts = _numbers(system, values, widths)
            lines += [f"{prefix}{number}: {name} = {text}" for name, text in zip(names, texts, strict=True)]
    return "\n".join(lines) + "\n"


def report_numbers(report: Report, width: int | None = None) -> str:
    """Nothing but numbers: one per segment where there are segments, else one per score."""
    lines = []
    widths = _widths(report, width)
    for system in report.systems:
        rows = system.segments or (tuple(score.value for score in system.scores),)
        lines += ["\t".join(_numbers(system, values, widths)) for values in rows]
    return "\n".join(lines) + "\n"


def shown(score: Score, width: int) -> str:
    """The score on its scale, 0 to 100 for ours, with its interval where there is one."""
    scale = score.scale
    text = f"{scale * score.value:.{width}f}"
    if score.interval is None:
        return text
    bootstrap = score.parts.get("bootstrap", {})
    if bootstrap.get("mode") == "sacrebleu":
        return f"{text} (μ = {scale * bootstrap['mean']:.{width}f} ± {scale * bootstrap['half_width']:.{width}f})"
    low, high = score.interval
    return f"{text} [{scale * low:.{width}f}, {scale * high:.{width}f}]"


def decimals(values: Iterable[float], scale: float, width: int | None) -> int:
    """The decimals asked for; without a wish 1 on the scale of 0 to 100, and more where scores are smaller.

    COMET's 0.8412 gets three decimals: as many digits that matter as BLEU's 32.1 has.
    """
    if width is not None:
        return width
    largest = max(abs(scale * value) for value in values)
    if scale != 1.0 or not largest:
        return 1
    return min(12, max(1, 2 - floor(log10(largest))))


def _widths(report: Report, width: int | None) -> list[int]:
    """The decimals of each metric, the same for all systems."""
    by_metric = zip(*(system.scores for system in report.systems), strict=True)
    return [decimals([score.value for score in scores], scores[0].scale, width) for scores in by_metric]


def _numbers(system: SystemReport, values: Iterable[float], widths: Iterable[int]) -> list[str]:
    scales = [score.scale for score in system.scores]
    return [f"{scale * value:.{width}f}" for value, scale, width in zip(values, scales, widths, strict=True)]


def _called(system: SystemReport) -> str:
    """The system, and of which segments its scores are."""
    return " ".join([system.name, *(f"{column}={value}" for column, value in system.group)])


def _systems(report: Report, width: int | None) -> Table:
    names = _names(report.systems[0])
    widths = _widths(report, width)
    columns = list(dict.fromkeys(column for system in report.systems for column, _ in system.group))
    alike: dict[tuple[tuple[str, str], ...], list[SystemReport]] = {}
    for system in report.systems:
        alike.setdefault(system.group, []).append(system)
    rows: list[list[Cell]] = []
    for system in report.systems:
        others = alike[system.group]
        cells: list[Cell] = [system.name, *(dict(system.group).get(column, "all") for column in columns)]
        for k, score in enumerate(system.scores):
            strong = len(others) > 1 and score.value == _best([other.scores[k] for other in others])
            cells.append(Span(shown(score, widths[k]), "strong" if strong else ""))
        rows.append(cells)
    align = "l" * (1 + len(columns)) + "r" * len(names)
    return replace(Table.of(("system", *columns, *names), rows, align, keys=1 + len(columns)), main=True)


def _best(scores: list[Score]) -> float:
    values = [score.value for score in scores]
    return max(values) if scores[0].higher_is_better else min(values)


def _segments(report: Report, width: int | None) -> Table:
    widths = _widths(report, width)
    several = len(report.systems) > 1
    header = ["line"]
    for system in report.systems:
        header += [f"{system.name} {name}" if several else name for name in _names(system)]
    lines = zip(*(system.segments for system in report.systems), strict=True)
    rows = []
    for number, values in enumerate(lines, 1):
        both = zip(report.systems, values, strict=True)
        rows.append([str(number), *(text for system, group in both for text in _numbers(system, group, widths))])
    return Table.of(header, rows, "r" * len(header))
