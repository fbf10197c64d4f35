"""What people said, as blocks: a line per system, then how well the annotators agree."""

from __future__ import annotations

from bolide.agreement.human_ranking import PeopleReport, PeoplesScore, RaterPair
from bolide.report.blocks import Block, Cell, Heading, Paragraph, Span, Table
from bolide.wording import are, counted

MOST = 10  # pairs of annotators that are listed


def people_blocks(report: PeopleReport, width: int = 1) -> list[Block]:
    """Systems, annotators, and what was left out."""
    blocks: list[Block] = [Heading(f"Human judgments ({report.human})"), _systems(report, width)]
    lines = [*report.notes, _about(report)]
    if report.errors:
        errors = ", ".join(f"{count:,} {severity}" for severity, count in report.errors.items())
        lines.append(f"Marked errors: {errors}.")
    blocks += [Paragraph.of(Span(line, "dim")) for line in lines]
    return blocks + _raters(report)


def _systems(report: PeopleReport, width: int) -> Table:
    domains = list(report.systems[0].domains)
    header = ["cluster", "system", *(["macro"] if domains else []), "micro", *domains, "segments"]
    rows = [_row(system, width) for system in report.systems]
    return Table.of(header, rows, "rl" + "r" * (len(header) - 2))


def _row(system: PeoplesScore, width: int) -> list[Cell]:
    numbers = [*([system.macro] if system.domains else []), system.micro, *system.domains.values()]
    shown: list[Cell] = ["–" if value is None else f"{value:.{width}f}" for value in numbers]
    return [str(system.cluster), system.system, *shown, str(system.segments)]


def _about(report: PeopleReport) -> str:
    domains = bool(report.systems[0].domains)
    score = "macro: the mean over domains; micro: over segments" if domains else "micro: the mean over segments"
    test = ", by domain, combined by Stouffer's method" if domains else ""
    return (
        f"{score}. A cluster ends where every later system is worse than every earlier one (Wilcoxon's signed-rank "
        f"test on the segments both were rated on{test}, p < 0.05)."
    )


def _raters(report: PeopleReport) -> list[Block]:
    if not report.annotators:
        return []
    if not report.raters:
        who = counted(report.annotators, "annotator")
        line = f"{who}; no two rated the same output, so their agreement is unknown."
        return [Paragraph.of(Span(line, "dim"))]
    rows = [_pair(pair) for pair in report.raters[:MOST]]
    blocks: list[Block] = [
        Heading("How the annotators agree"),
        Table.of(("annotator", "annotator", "outputs", "Pearson", "same order"), rows, "llrrr"),
    ]
    alpha = "–" if report.alpha is None else f"{report.alpha:.3f}"
    rest = len(report.raters) - MOST
    more = f" {counted(rest, 'more pair')} {are(rest)} in JSON." if rest > 0 else ""
    blocks.append(Paragraph.of(Span(
        f"Krippendorff's α (interval): {alpha}, over the outputs that two or more annotators rated. same order: of two "
        f"outputs of a segment that both rated apart.{more}", "dim",
    )))  # fmt: skip
    return blocks


def _pair(pair: RaterPair) -> list[Cell]:
    r = "–" if pair.pearson is None else f"{pair.pearson:.3f}"
    same = f"{pair.same}/{pair.ordered}" if pair.ordered else "–"
    return [pair.a, pair.b, str(pair.outputs), r, same]
