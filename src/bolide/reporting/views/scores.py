"""A Report as a table of systems and metrics, as lines of text with signatures, or as nothing but numbers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import floor, log10

from bolide.data.results import Report, SystemReport
from bolide.data.scores import Score, legend_of, metric_labels
from bolide.reporting.blocks import Block, Cell, Paragraph, Span, Table
from bolide.system.messages import counted, one_line


def report_lines(report: Report, width: int | None = None) -> str:
    """One line per score, signature first, as sacreBLEU prints it."""
    lines = []
    widths = widths_of(report, width)
    for system in report.systems:
        prefix = f"{one_line(_called(system))}: " if len(report.systems) > 1 else ""
        named = zip(system.scores, widths, strict=True)
        lines += [f"{prefix}{score.signature} = {shown(score, places)}" for score, places in named]
        lines += [f"{prefix}{text}" for text in of_poisson(system)]
        lines += [f"{prefix}segments: {text}" for text in of_segments_only(system)]
        for number, values in enumerate(system.segments, 1):
            names = [score.name for score in system.scores]
            texts = numbers_of(system, values, widths)
            lines += [f"{prefix}{number}: {name} = {text}" for name, text in zip(names, texts, strict=True)]
    return "\n".join(lines) + "\n"


def report_numbers(report: Report, width: int | None = None) -> str:
    """Nothing but numbers: one per segment where there are segments, else one per score.

    With groups of segments, their labels stand before the numbers, in the order of `--by`; `all` before those of all.
    """
    lines = []
    widths = widths_of(report, width)
    grouped = max((len(system.group) for system in report.systems), default=0)
    for system in report.systems:
        rows = system.segments or (tuple(score.value for score in system.scores),)
        labels = [one_line(value) for _, value in system.group] or ["all"] * grouped
        lines += ["\t".join([*labels, *numbers_of(system, values, widths)]) for values in rows]
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


def widths_of(report: Report, width: int | None) -> list[int]:
    """The decimals of each metric, the same for all systems."""
    by_metric = zip(*(system.scores for system in report.systems), strict=True)
    return [decimals([score.value for score in scores], scores[0].scale, width) for scores in by_metric]


def numbers_of(system: SystemReport, values: Iterable[float], widths: Iterable[int]) -> list[str]:
    """Values of a system with their decimals, as shown."""
    scales = [score.scale for score in system.scores]
    return [f"{scale * value:.{width}f}" for value, scale, width in zip(values, scales, widths, strict=True)]


def of_segments_only(system: SystemReport) -> list[str]:
    """The signatures of segments' scores that are not those of the system's."""
    return [str(found) for found in system.segment_signatures if found not in [s.signature for s in system.scores]]


def of_poisson(system: SystemReport) -> list[str]:
    """How intervals were made of a table that streamed by, where there are such."""
    found = [score.parts["bootstrap"] for score in system.scores if "bootstrap" in score.parts]
    made = [about for about in found if about["mode"] == "poisson"][:1]
    return [
        f"intervals: Poisson bootstrap, {counted(about['resamples'], 'resample')}, seed {about['seed']}"
        for about in made
    ]


def _called(system: SystemReport) -> str:
    """The system, and of which segments its scores are."""
    return " ".join([system.name, *(f"{column}={value}" for column, value in system.group)])


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
    blocks += [Paragraph.of(Span(text, "dim")) for text in (*of_poisson(report.systems[0]), *report.version_notes())]
    blocks += [Paragraph.of(Span(legend_of(name, str(score.signature)), "dim")) for name, score in named]
    blocks += [Paragraph.of(Span(f"segments: {text}", "dim")) for text in of_segments_only(report.systems[0])]
    return blocks


def _names(system: SystemReport) -> list[str]:
    """What the metrics are called in a table."""
    return metric_labels([score.signature for score in system.scores])


def lower_is_better(names: Iterable[str], more: str = "") -> list[Block]:
    """A word on metrics of which less is better, where there are any."""
    found = ", ".join(dict.fromkeys(names))
    return [Paragraph.of(f"{found}: lower is better{more}.")] if found else []


def _systems(report: Report, width: int | None) -> Table:
    names = _names(report.systems[0])
    widths = widths_of(report, width)
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
    widths = widths_of(report, width)
    several = len(report.systems) > 1
    header = ["line"]
    for system in report.systems:
        header += [f"{system.name} {name}" if several else name for name in _names(system)]
    lines = zip(*(system.segments for system in report.systems), strict=True)
    rows = []
    for number, values in enumerate(lines, 1):
        both = zip(report.systems, values, strict=True)
        rows.append([str(number), *(text for system, group in both for text in numbers_of(system, group, widths))])
    return Table.of(header, rows, "r" * len(header))
