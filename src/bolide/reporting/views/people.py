"""What people said as blocks, a line per system, then how well the annotators agree; and scores of predicted spans."""

from __future__ import annotations

from bolide.agreement.human_ranking import SOUND, WMT24, WMT26, PeopleReport, PeopleReports
from bolide.agreement.spans import SpanReport
from bolide.reporting.blocks import Block, Cell, Heading, Paragraph, TableBlock, small_print
from bolide.reporting.views.comparison import pairs_table, procedure
from bolide.reporting.views.scores import number_cell
from bolide.significance.letters import SYSTEMS_SHARE
from bolide.system.errors import are, counted

MOST = 10  # pairs of annotators that are listed


def people_blocks(result: PeopleReport | PeopleReports, width: int = 1) -> list[Block]:
    """Systems, annotators, and what was left out, one language pair after the other."""
    return [block for report in getattr(result, "reports", [result]) for block in _people(report, width)]


def _people(report: PeopleReport, width: int) -> list[Block]:
    pair = f" of {report.pair}" if report.pair else ""
    blocks: list[Block] = [Heading(f"Human judgments{pair} ({report.human})"), _systems(report, width)]
    errors = ", ".join(f"{count:,} {severity}" for severity, count in report.errors.items())
    blocks += small_print(*report.notes, *_about(report), errors and f"Marked errors: {errors}.")
    return blocks + _raters(report)


def _systems(report: PeopleReport, width: int) -> TableBlock:
    domains, rows = list(report.systems[0].domains), list[list[Cell]]()
    keys = ["letters" if report.mode == SOUND else "cluster", "rank"] if report.mode != SOUND or _tested(report) else []
    header = [*keys, "system", *(["macro"] if domains else []), "micro", *domains, "segments"]
    for each in report.systems:
        low, high = each.rank
        group = str(each.cluster) if report.mode != SOUND else each.letters or "–"
        numbers = [*([each.macro] if domains else []), each.micro, *each.domains.values()]
        cells = ["–" if value is None else f"{value:.{width}f}" for value in numbers]
        ranked = [group, f"{low}–{high}" if low < high else str(low)] if keys else []
        rows.append([*ranked, each.system, *cells, str(each.segments)])
    align = "lr"[: len(keys)] + "l" + "r" * (len(header) - len(keys) - 1)
    return TableBlock.of(header, rows, align, keys=len(keys) + 1)


def _tested(report: PeopleReport) -> bool:
    """Whether there was any test to give letters or ranks."""
    return any(each.letters or each.rank != (1, len(report.systems)) for each in report.systems)


def _about(report: PeopleReport) -> list[str]:
    domains = bool(report.systems[0].domains)
    score = "macro: the mean over domains; micro: over segments" if domains else "micro: the mean over segments"
    test = "Wilcoxon's signed-rank test on the segments both systems were rated on"
    groups = "A cluster ends where every later system differs from every earlier one."
    combined = ", in each domain, combined by Stouffer's method" if domains else ""
    correction, independent = "not corrected for the number of pairs", "segments taken to be independent"
    if report.mode == WMT24:
        test = f"{test}, two-sided{combined}{' without signs' if domains else ''}"
        correction += " (mode wmt24, as published)"
    elif report.mode == WMT26:
        test = f"a paired or an unpaired t-test, whichever has the lower p, two-sided, {independent}"
        correction += " (mode wmt26, as its organisers do)"
    else:
        documents = f"signs flipped for whole documents, of which there are {report.exchanged:,}"
        test = f"{test}{combined}, {documents if report.exchanged else independent}; two-sided"
        correction = f"Holm's correction for {counted(len(report.tests), 'pair')} (mode sound)"
        groups = SYSTEMS_SHARE if any(each.letters for each in report.systems) else ""
    ranks = " rank: the ranks that the tests leave." if report.mode != SOUND or _tested(report) else ""
    return [f"{score}.{ranks}", f"Tests: {test}, p < 0.05, {correction}. {groups}".rstrip()]


def _raters(report: PeopleReport) -> list[Block]:
    if not report.annotators:
        return []
    if not report.raters:
        who = counted(report.annotators, "annotator")
        return small_print(f"{who}; no two rated the same output, so their agreement is unknown.")
    rows = []
    for pair in report.raters[:MOST]:
        r = "–" if pair.pearson is None else f"{pair.pearson:.3f}"
        rows.append([pair.a, pair.b, str(pair.outputs), r, f"{pair.same}/{pair.ordered}" if pair.ordered else "–"])
    alpha = "–" if report.alpha is None else f"{report.alpha:.3f}"
    rest = len(report.raters) - MOST
    more = f" {counted(rest, 'more pair')} {are(rest)} in JSON." if rest > 0 else ""
    same = f"same order: of two outputs of a segment that both rated apart.{more}"
    about = f"Krippendorff's α (interval): {alpha}, over the outputs that two or more annotators rated. {same}"
    table = TableBlock.of(("annotator", "annotator", "outputs", "Pearson", "same order"), rows, "llrrr", keys=2)
    return [Heading("How the annotators agree"), table, *small_print(about)]


# --- spans ------------------------------------------------------------------------------------------------------------


def span_blocks(report: SpanReport, width: int = 1) -> list[Block]:
    """A line per predictor, the tests between them, and what was left out."""
    error_free = [f"error-free {name}" for name in ("MCC", "precision", "recall")]
    header = ("predictor", f"{report.scoring.method} F", "precision", "recall", *error_free)
    rows = []
    for each in report.predictors:
        marks = bool(each.totals.most_predicted)  # otherwise it says only which outputs have an error
        score: Cell = number_cell(each.f, each.interval, width, 100) if marks else "–"
        spans = (each.precision, each.recall) if marks else (None, None)
        free = (each.error_free.mcc, each.error_free.precision, each.error_free.recall)
        shares = ("–" if value is None else f"{100 * value:.{width}f}" for value in (*spans, *free))
        rows.append([each.name, score, *shares])
    blocks: list[Block] = [
        Heading(f"Error spans against {report.gold}, {counted(report.outputs, 'output')}"),
        TableBlock.of(header, rows),
    ]
    if report.comparison is not None:
        blocks += [Heading("Tests"), pairs_table(report.comparison, width)]
        blocks += [Paragraph.of(f"{p.a} − {p.b}: {p.remark}") for p in report.comparison.pairs if p.remark]
        blocks += small_print(procedure(report.comparison))
    return blocks + small_print(*report.notes, _about_spans(report))


_METHODS = {
    "MPP": "MPP: a pair of spans earns the share of each that overlaps",
    "MP": "MP: a pair of spans that overlap earns 1",
    "EM": "EM: a pair of equal spans earns 1",
    "WMT25": "WMT25: characters that are marked on both sides are earned",
}


def _about_spans(report: SpanReport) -> str:
    scoring = report.scoring
    high = f" and a score of {report.threshold:g} or more" if report.threshold is not None else ""
    free = report.predictors[0].error_free
    number = free.right + free.missed
    if scoring.weights is not None:
        weights = ", ".join(f"{name} {value:g}" for name, value in scoring.weights.items())
        severities = f"severities weigh {weights}"
    else:
        severities = f"{100 * scoring.penalty:g} % of the credit lost if severities differ"
    settings = f"{scoring.matching} matching, {scoring.average} average, {severities}"
    return (
        f"{_METHODS[scoring.method]}; {settings}. Missing and undecided marks are left out. Free of errors: no "
        f"span{high}, as {number:,} of {counted(report.outputs, 'output')} are; a constant answer has an MCC of 0. In "
        "brackets: 95 % confidence intervals."
    )
