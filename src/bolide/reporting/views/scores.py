"""A Report as a table of systems and metrics with their signatures, as lines, and as numbers alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain
from math import floor, log10

from bolide.corpus.identity import references_sentence
from bolide.data.results import Report, Result, SystemReport, full_name
from bolide.data.scores import Score, legend_of
from bolide.reporting.blocks import Block, Cell, Paragraph, Span, TableBlock, small_print
from bolide.system.errors import counted, one_line


def report_blocks(report: Report, width: int | None = None) -> list[Block]:
    """The scores of all systems, after those of every segment if the report has them.

    `width` is the number of decimals; by default one, and more for small external scores.
    """
    blocks: list[Block] = []
    if any(system.segments for system in report.systems):
        blocks.append(_segments(report, width))
    blocks.append(_systems(report, width))
    named = list(zip(report.systems[0], report.systems[0].scores, strict=True))
    blocks += lower_is_better(name for name, score in named if not score.higher_is_better)
    several = dict.fromkeys(score.signature.metric for _, score in named if dict(score.signature.items).get("variant"))
    how = "{} has several definitions; --{}.variant (variant=) chooses one."
    blocks += small_print(*(how.format(name, name.lower()) for name in several))
    whole = [system for system in report.systems if not system.group]
    for system in whole:
        prefix = f"{full_name(system)}, " if len(whole) > 1 else ""
        texts = [(name, precisions(score)) for name, score in zip(system, system.scores, strict=True)]
        blocks += small_print(*(f"{prefix}{name}: {text}" for name, text in texts if text))
    blocks += small_print(*interval_notes(report.systems[0]))
    blocks += small_print(*(legend_of(name, str(score.signature)) for name, score in named))
    blocks += small_print(*(f"segments: {text}" for text in distinct_segment_signatures(report.systems[0])))
    return blocks + provenance(report)


def provenance(result: Result) -> list[Block]:
    """The references of a result, and notes on references and versions that differ."""
    return small_print(references_sentence(result.identity), *result.provenance)


def number_cell(
    value: float | None, interval: tuple[float, float] | None, width: int, scale: float = 1.0, style: str = ""
) -> Cell:
    """A number, if there is one, and its interval, if it has one."""
    if value is None:
        return Span("–", "dim")
    spans = [Span(f"{scale * value:.{width}f}", style)]
    return (*spans, *([] if interval is None else [Span(f" {range_text(*interval, width, scale)}", "dim")]))


def lower_is_better(names: Iterable[str], more: str = "") -> list[Block]:
    """A note on the metrics for which lower is better, if there are any."""
    text = ", ".join(dict.fromkeys(names))
    return [Paragraph.of(f"{text}: lower is better{more}.")] if text else []


def _systems(report: Report, width: int | None) -> TableBlock:
    names = list(report.systems[0])
    widths = widths_of(report, width)
    columns = list(dict.fromkeys(column for system in report.systems for column, _ in system.group))
    alike: dict[tuple[tuple[str, str], ...], list[SystemReport]] = {}
    for system in report.systems:
        alike.setdefault(system.group, []).append(system)
    best = {
        group: list(map(_best, zip(*(one.scores for one in systems), strict=True))) for group, systems in alike.items()
    }
    rows: list[list[Cell]] = []
    for system in report.systems:
        cells: list[Cell] = [system.name, *(dict(system.group).get(column, "all") for column in columns)]
        cells += [f"{system.size:,}"] if columns else []
        for k, score in enumerate(system.scores):
            strong = len(alike[system.group]) > 1 and score.value == best[system.group][k]
            cells.append(Span(formatted(score, widths[k]), "strong" if strong else ""))
        rows.append(cells)
    sizes = ["segments"] if columns else []  # of a whole corpus, the line on its references says it
    align = "l" * (1 + len(columns)) + "r" * (len(sizes) + len(names))
    table = TableBlock.of(("system", *columns, *sizes, *names), rows, align, keys=1 + len(columns))
    bold = "Bold: the best score. " if len(report.systems) > 1 else ""
    intervals = any(score.interval is not None for system in report.systems for score in system.scores)
    note = f"{bold}{'In brackets: 95 % confidence intervals.' if intervals else ''}".strip()
    return replace(table, main=True, note=note)


def _best(scores: Sequence[Score]) -> float:
    """The best of several scores by one metric."""
    return (max if scores[0].higher_is_better else min)(score.value for score in scores)


def _segments(report: Report, width: int | None) -> TableBlock:
    widths = widths_of(report, width)
    several = len(report.systems) > 1
    names = [f"{system.name} {name}" if several else name for system in report.systems for name in system]
    lines = zip(*(system.segments for system in report.systems), strict=True)
    rows = []
    for number, values in enumerate(lines, 1):
        both = zip(report.systems, values, strict=True)
        texts = (formatted_values(system, group, widths) for system, group in both)
        rows.append([str(number), *chain.from_iterable(texts)])
    return TableBlock.of(("line", *names), rows, "r" * (1 + len(names)))


# --- without blocks ---------------------------------------------------------------------------------------------------


def report_lines(report: Report, width: int | None = None) -> str:
    """One line per score, signature first, as sacreBLEU prints it."""
    lines = []
    widths = widths_of(report, width)
    for system in report.systems:
        prefix = f"{one_line(full_name(system))}: " if len(report.systems) > 1 else ""
        for score, decimals in zip(system.scores, widths, strict=True):
            lines.append(f"{prefix}{score.signature} = {formatted(score, decimals)} {precisions(score)}".rstrip())
        lines += [f"{prefix}{text}" for text in interval_notes(system)]
        lines += [f"{prefix}segments: {text}" for text in distinct_segment_signatures(system)]
        for number, values in enumerate(system.segments, 1):
            texts = formatted_values(system, values, widths)
            lines += [f"{prefix}{number}: {name} = {text}" for name, text in zip(system, texts, strict=True)]
    return "\n".join(lines) + "\n"


def precisions(score: Score) -> str:
    """The n-gram precisions, brevity penalty and lengths behind BLEU, as sacreBLEU prints them; the scores of rgbF's
    units, if there are several; empty for others."""
    parts = score.parts
    units = parts.get("units", ())
    if len(units) > 1 and all(isinstance(unit, dict) and "f" in unit for unit in units):
        return " ".join(f"{unit['unit']} {score.scale * unit['f']:.1f}" for unit in units)
    if not all(name in parts for name in ("precisions", "bp", "hyp_len", "ref_len")):
        return ""
    listed = "/".join(f"{100 * value:.1f}" for value in parts["precisions"])
    hyp_len, ref_len = parts["hyp_len"], parts["ref_len"]
    ratio = f"{hyp_len / ref_len:.3f}" if ref_len else "–"
    return f"{listed} (BP = {parts['bp']:.3f} ratio = {ratio} hyp_len = {hyp_len} ref_len = {ref_len})"


def report_numbers(report: Report, width: int | None = None) -> str:
    """Only numbers: one line per segment if the report has segments, otherwise one per system.

    With groups of segments, their labels precede the numbers, in the order of `--by`; `all` stands for all segments.
    """
    lines = []
    widths = widths_of(report, width)
    grouped = max((len(system.group) for system in report.systems), default=0)
    for system in report.systems:
        rows = system.segments or (tuple(score.value for score in system.scores),)
        labels = [one_line(value) for _, value in system.group] or ["all"] * grouped
        lines += ["\t".join([*labels, *formatted_values(system, values, widths)]) for values in rows]
    return "\n".join(lines) + "\n"


def formatted(score: Score, width: int) -> str:
    """The score on its printed scale (0–100 for Bolide's metrics), with its interval if it has one."""
    scale = score.scale
    text = f"{scale * score.value:.{width}f}"
    if "deviation" in score.parts:  # the mean of several training runs
        text += f" (sd {scale * score.parts['deviation']:.{width + 1}f} over {len(score.parts['runs'])} runs)"
    if score.interval is None:
        return text
    about = score.parts.get("interval", {})
    if about.get("mode") == "sacrebleu":
        return f"{text} (μ = {scale * about['mean']:.{width}f} ± {scale * about['half_width']:.{width}f})"
    return f"{text} {range_text(*score.interval, width, scale)}"


def range_text(low: float, high: float, width: int, scale: float = 1.0) -> str:
    """An interval in brackets."""
    return f"[{scale * low:.{width}f}, {scale * high:.{width}f}]"


def decimals(values: Iterable[float], scale: float, width: int | None) -> int:
    """The number of decimals: `width`, or by default 1 on the 0–100 scale, and more for smaller scores.

    COMET's 0.8412 has three decimals: as many significant digits as BLEU's 32.1.
    """
    if width is not None:
        return width
    largest = max(abs(scale * value) for value in values)
    if scale != 1.0 or not largest:
        return 1
    return max(1, 2 - floor(log10(largest)))


def widths_of(report: Report, width: int | None) -> list[int]:
    """The decimals of each metric, the same for all systems."""
    by_metric = zip(*(system.scores for system in report.systems), strict=True)
    return [decimals([score.value for score in scores], scores[0].scale, width) for scores in by_metric]


def formatted_values(system: SystemReport, values: Iterable[float], widths: Iterable[int]) -> list[str]:
    """Values of a system on the printed scale, with these decimals."""
    scales = [score.scale for score in system.scores]
    return [f"{scale * value:.{width}f}" for value, scale, width in zip(values, scales, widths, strict=True)]


def distinct_segment_signatures(system: SystemReport) -> list[str]:
    """The signatures of segment scores that differ from those of the system's scores."""
    known = {score.signature for score in system.scores}
    return [str(signature) for signature in system.segment_signatures if signature not in known]


def interval_notes(system: SystemReport) -> list[str]:
    """How intervals were computed, where that is not by a few segments: the unit, and what it did to the intervals."""
    ways = [score.parts["interval"] for score in system.scores if "interval" in score.parts]
    if not ways or ways[0]["mode"] == "sacrebleu":
        return []
    from bolide.significance.units import DOCUMENT, UnitCount  # for intervals alone

    about = ways[0]
    segments = about["segments"]
    count = about.get("count", segments)  # the Poisson bootstrap does not count documents
    units = UnitCount(about["unit"], count, about["effective"], about.get("strata", 0))
    notes = units.cautions(each.get("design_effect") for each in ways)
    if about["mode"] == "sound":
        return [f"intervals: {units.method} over {units.text(segments)}", *notes] if notes or units.strata else []
    text = units.text(segments)
    if units.unit == DOCUMENT:
        text = f"documents (effectively about {units.effective:.0f}) of {counted(segments, 'segment')}"
    resamples = counted(about["resamples"], "resample")
    return [f"intervals: Poisson bootstrap, {resamples} of {text}, seed {about['seed']}", *notes]
