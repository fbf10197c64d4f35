"""Agreement with human judgments as blocks: what each metric reaches, which differences hold, WMT's tables."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import isnan

from bolide.agreement.baselines import ANOTHER_ANNOTATOR, SENTINELS, SHUFFLED, SOURCE_LENGTH
from bolide.agreement.evaluation import AgreementReport
from bolide.agreement.questions import ALL, Agreement, LanguagePair, Question, answer
from bolide.agreement.ranking import MetricsTable, Ranking
from bolide.agreement.statistics import STATISTICS
from bolide.agreement.statistics.pairs import VARIANTS
from bolide.agreement.table import Source, aligned
from bolide.reporting.blocks import Block, Cell, Heading, Illustration, Span, TableBlock, small_print
from bolide.reporting.figures.canvas import Picture, sheet
from bolide.reporting.figures.plots import LARGE, SMALL, scatter_plot
from bolide.reporting.views.scores import number_cell
from bolide.system.errors import counted

TAU = (
    "τ: ties of the metric count against it (2012), are dropped (2013), or count as 0 (2014). ρ: systems by their "
    "share of comparisons won, where ties are left out, or count as not won."
)


def agreement_blocks(report: AgreementReport, width: int = 3, *, drawn: bool = False) -> list[Block]:
    """One column per metric, one line per question; or τ against rankings; then which metric is better.

    If `drawn`, there is also a plot of the systems for each metric.
    """
    blocks: list[Block] = []
    if report.agreements:
        blocks += [Heading(f"Agreement with {report.human}"), *_agreements(report, width)]
        blocks += small_print(*report.notes, *_notes(report))
    if report.taus:
        rows = []
        for agreement in report.taus:
            ends = agreement.intervals
            taus = [number_cell(agreement.taus[year], ends.get(year), width) for year in VARIANTS]
            rhos = [number_cell(value, ends.get(ties), width) for ties, value in agreement.spearman.items()]
            rows.append([agreement.metric, *taus, str(agreement.pairs["2012"]), *rhos])
        header = ("metric", *(f"τ {year}" for year in VARIANTS), "pairs", "ρ ties left out", "ρ ties not won")
        blocks += [Heading(f"Agreement with {report.human}"), TableBlock.of(header, rows)]
        without = [f"{agreement.metric}: no τ, {agreement.reason}." for agreement in report.taus if agreement.reason]
        blocks += small_print(TAU, *without, *report.notes)
    answered = {(each.pair, each.metric, each.question) for each in report.agreements}
    blocks += rankings_blocks(report.rankings, width, report.parts, answered) if report.rankings else []
    return [*blocks, *(_system_plots(report) if drawn else [])]


def rankings_blocks(
    rankings: Sequence[Ranking],
    width: int = 3,
    parts: str = "pair",
    answered: Collection[tuple[str, str, Question]] = (),
) -> list[Block]:
    """Which metric is better by each question, and what the tests were."""
    blocks = [block for ranking in rankings for block in _ranking(ranking, width, parts)]
    ranked = [each for ranking in rankings for each in ranking.metrics]
    others = [each for each in ranked if (each.pair, each.metric, each.question) not in answered]
    return [*blocks, *small_print(*_about(rankings), *_without_value(others))]


MANY = 8  # metrics beside each other; more stand below each other
THRESHOLDS = 16  # that are listed
# In simulations (r of .5 to .95), 95 % intervals of Pearson's r from resampled systems hold the truth in 40 to 63 % of
# cases with 3 systems, in 70 to 88 with 4, 84 to 89 with 5, and about 89 with 6 to 10.
FEW = 6
ACROSS = 6  # questions beside each other, where metrics stand below each other


def _agreements(report: AgreementReport, width: int) -> list[Block]:
    """One line per question and one column per metric; where metrics are many, one line per metric and a few questions
    of a language pair or domain at a time."""
    metrics = list(dict.fromkeys(each.metric for each in report.agreements))
    lines: dict[tuple[str, Question], dict[str, Agreement]] = {}
    for each in report.agreements:
        lines.setdefault((each.pair, each.question), {})[each.metric] = each
    cells: dict[str, dict[Question, list[Cell]]] = {}
    for (pair, question), line in lines.items():
        known = {name: each.value for name, each in line.items() if each.value is not None}
        best = (
            max((x for name, x in known.items() if name != ANOTHER_ANNOTATOR), default=None) if len(line) > 1 else None
        )
        used = _used([each for each in line.values() if each.metric not in (SHUFFLED, ANOTHER_ANNOTATOR)])
        cells.setdefault(pair, {})[question] = [*(_value(line.get(name), width, best) for name in metrics), used]
    names = [*metrics, "over"]
    if len(metrics) > MANY:
        blocks: list[Block] = []
        for pair, by_question in cells.items():
            questions = list(by_question)
            for some in (questions[first : first + ACROSS] for first in range(0, len(questions), ACROSS)):
                columns = zip(names, *(by_question[question] for question in some), strict=True)
                blocks.append(TableBlock.of((pair or "metric", *map(str, some)), columns))
        return blocks
    several = any(cells)
    rows = [
        [*([pair] if several else []), str(question), *line]
        for pair, by_question in cells.items()
        for question, line in by_question.items()
    ]
    header = (report.parts, "question") if several else ("question",)
    align = "l" * len(header) + "r" * len(names)
    return [TableBlock.of((*header, *names), rows, align, keys=len(header))]


def _value(agreement: Agreement | None, width: int, best: float | None = None) -> Cell:
    if agreement is None:
        return Span("–", "dim")
    strong = "strong" if agreement.value == best else ""
    return number_cell(agreement.value, agreement.interval, width, style=strong)


def _used(line: Sequence[Agreement]) -> str:
    with_value = [agreement for agreement in line if agreement.value is not None]
    counts = sorted({agreement.used for agreement in with_value or line})
    most = counted(counts[-1], (with_value or line)[0].unit.removesuffix("s"))
    return most if len(counts) == 1 else f"{counts[0]:,}–{most}"


def _notes(report: AgreementReport) -> list[str]:
    """What the table does not say: missing values with their reasons, thresholds of ties."""
    agreements = report.agreements
    notes = [f"MQM weights: those of {report.weights}."] if report.weights else []
    notes += _without_value(agreements)
    if any(a.question.level == "sys" and a.unit == "systems" and a.used == 2 and a.value for a in agreements):
        notes.append("With 2 systems, a correlation of systems (sys/…) is −1 or 1, whatever the metric.")
    metrics = list(dict.fromkeys(a.metric for a in agreements))
    counts = {"systems": FEW, "pairs": FEW * (FEW - 1) // 2}
    drawn = [a for a in agreements if a.question.level == "sys" and a.interval is not None and a.metric != SHUFFLED]
    if any(a.used < counts.get(a.unit, 0) for a in drawn):
        notes.append(f"Intervals of sys/… draw from few systems; with fewer than {FEW}, they are far too narrow.")
    if SHUFFLED in metrics:
        note = f"{SHUFFLED}: {metrics[0]}'s scores in random order, the mean and the middle 95 %."
        if baselines := [name for name in (*SENTINELS, SOURCE_LENGTH) if name in metrics]:
            note += f" {', '.join(baselines)}: baselines that use nothing else, where shorter is better."
        notes.append(note)
    elif any(a.interval is not None for a in agreements):
        why = "no interval, because there are too few cases to resample"
        without = [a for a in agreements if a.value is not None and a.interval is None]
        notes += [f"{_named(a)}, {a.question}: {why}." for a in without]
    ties = [f"{_named(a)} {a.epsilon:.4g}" for a in agreements if a.epsilon is not None]
    if len(ties) > THRESHOLDS:
        all_of_them = f"the JSON output (-f json) lists the {counted(len(ties), 'threshold')}"
        notes.append(f"acc-eq treats small differences as ties; {all_of_them}.")
    elif ties:
        notes.append(f"acc-eq tie thresholds: {', '.join(ties)}.")
    return notes


def _without_value(agreements: Sequence[Agreement]) -> list[str]:
    """One line per metric and reason, with all the questions that it leaves without a value."""
    questions: dict[tuple[str, str], list[str]] = {}
    for each in agreements:
        if each.value is None:
            questions.setdefault((_named(each), each.reason), []).append(str(each.question))
    return [f"{name}, {', '.join(dict.fromkeys(asked))}: no value, {why}." for (name, why), asked in questions.items()]


def _named(agreement: Agreement) -> str:
    return f"{agreement.metric} ({agreement.pair})" if agreement.pair else agreement.metric


def _ranking(ranking: Ranking, width: int, part: str) -> list[Block]:
    """Each metric against every one below it; where metrics are many, against the next, and how many it leads by more
    than chance (JSON has every test)."""
    names = [agreement.metric for agreement in ranking.metrics]
    many = len(names) > MANY
    rows: list[list[Cell]] = []
    if ranking.letters:
        kind, groups = ["letters"], ranking.letters
    else:
        kind = ["cluster"] if ranking.clusters else []
        groups = {name: str(number) for number, group in enumerate(ranking.clusters, 1) for name in group}
    for agreement, after in zip(ranking.metrics, [*names[1:], ""], strict=True):
        name = agreement.metric
        led = [p for (better, _), p in ranking.p.items() if better == name and p is not None and p <= ranking.alpha]
        tests = [_p(ranking, name, after), str(len(led))] if many else [_p(ranking, name, other) for other in names]
        rows.append([*(groups.get(name, "–") for _ in kind), name, _value(agreement, width), *tests])
    more = ["> next", f"leads at p ≤ {ranking.alpha:g}"] if many else [f"> {name}" for name in names]
    header: tuple[str, ...] = (*kind, "metric", "value", *more)
    align = "l" * len(kind) + "l" + "r" * (len(more) + 1)
    title = f"Ranking by {ranking.question}"
    if ranking.pair:
        title, header, align = f"{title}, {ranking.pair}", (part, *header), f"l{align}"
        rows = [[ranking.pair, *row] for row in rows]
    return [Heading(title), TableBlock.of(header, rows, align, keys=header.index("value"))]


def _p(ranking: Ranking, better: str, worse: str) -> Cell:
    p = ranking.p.get((better, worse))
    return "" if p is None else Span(f"{p:.3f}", "strong" if p <= ranking.alpha else "")


TESTS = {
    "PERM-BOTH": " (PERM-BOTH, seed {seed})",
    "PERM-SYS": " of whole systems (PERM-SYS, seed {seed})",
    "pairs": " of the outcomes of pairs (WMT's test for acc-eq, seed {seed})",
    "PERM-BOTH, recalibrated": " (PERM-BOTH, new tie thresholds for each, seed {seed})",
}


def p_values(mode: str, trials: int, way: str) -> str:
    """What a p-value is in this mode, from so many permutations of this kind."""
    if mode == "sound":
        share = f"b of n = {trials:,} permutations{way} give at least this lead either way"
        return f"two-sided, (b + 1)/(n + 1) where {share}"
    return f"share of {counted(trials, 'permutation')}{way} with at least this lead"


def _about(rankings: Sequence[Ranking]) -> list[str]:
    """What the p-values are, one line per test that was used."""
    lines = []
    for name in dict.fromkeys(ranking.test for ranking in rankings):
        used = [ranking for ranking in rankings if ranking.test == name]
        way = TESTS[name].format(seed=used[0].seed)
        questions = dict.fromkeys(str(ranking.question) for ranking in used)
        which = "p" if len(used) == len(rankings) else f"p of {', '.join(questions)}"
        share = p_values(used[0].mode, used[0].trials, way)
        groups = f"a cluster ends where one of its members is ahead at p ≤ {used[0].alpha:g}"
        if any(ranking.letters for ranking in used):
            groups = f"two metrics share a letter exactly if neither is ahead at p ≤ {used[0].alpha:g}"
        lines.append(f"{which}: {share}; {groups}.")
    return lines


def agreement_plots(report: AgreementReport) -> dict[str, str]:
    """A plot of the systems for each metric of each language pair, by name."""
    pairs = _pairs(report)
    return {
        f"{pair.name}-{metric.name}" if len(pairs) > 1 else metric.name: sheet([agreement_plot(pair.human, metric)])
        for pair in pairs
        for metric in pair.metrics
    }


def _pairs(report: AgreementReport) -> Sequence[LanguagePair]:
    """The language pairs; of domains, all together."""
    return report.participants if report.parts == "pair" else report.participants[:1]


def _system_plots(report: AgreementReport) -> list[Block]:
    """A small plot for each metric that was asked about systems, and has an answer."""
    answers = [*report.agreements, *(each for ranking in report.rankings for each in ranking.metrics)]
    asked = {each.metric for each in answers if each.question.level == "sys" and each.value is not None}
    blocks: list[Block] = []
    pairs = _pairs(report)
    for pair in pairs:
        plots = [agreement_plot(pair.human, metric, SMALL) for metric in pair.metrics if metric.name in asked]
        name = f", {pair.name}" if len(pairs) > 1 else ""
        heading = Heading(f"System scores: metrics against {pair.human.name}{name}")
        blocks += [heading, *(Illustration(plot.svg(), small=True) for plot in plots)] if plots else []
    return blocks


def agreement_plot(human: Source, metric: Source, size: tuple[float, float] = LARGE) -> Picture:
    """One dot per system: the metric across, people up, each in its own units."""
    people = human.at("sys")
    machine = aligned(people, metric.at("sys"))
    scores = zip(people.systems, machine.cells[:, 0].tolist(), people.cells[:, 0].tolist(), strict=True)
    points = [(name, x, y) for name, x, y in scores if not isnan(x) and not isnan(y)]
    question = Question("pearson", "sys")
    r = answer(human, metric, question).value
    note = "" if r is None else f"{question}: {r:.3f} over {counted(len(points), 'system')}"
    return scatter_plot(points, f"{metric.name} against {human.name}", (metric.name, human.name), note, size)


def table_blocks(table: MetricsTable, width: int = 3) -> list[Block]:
    """The average and all questions: one table, or with several language pairs one for each."""
    pairs = list(dict.fromkeys(column.pair for column in table.columns))
    named = [pair for pair in pairs if pair != ALL]
    groups = [pairs] if len(named) < 2 else [[pair] for pair in pairs]  # a pair without a name is called "all", too
    where = f" on {named[0]}" if len(named) == 1 else ""
    blocks: list[Block] = [Heading(f"Metrics ranked by the questions of {table.preset}{where}, against {table.human}")]
    for group in groups:
        columns = tuple(column for column in table.columns if column.pair in group)
        titles = (f"{c.question}{f' ×{c.weight:g}' if c.weight != 1 else ''}" for c in columns)
        header, rows = ["rank", "metric", "average", *titles], list[list[Cell]]()
        for name in table.metrics:
            rank = table.ranks.get(name)
            rows.append([str(rank or "–"), name, _cell_of(table.averages[name], rank, width, False)])
            rows[-1] += [_cell_of(c.values.get(name), c.ranks.get(name), width) for c in columns]
        blocks += [] if len(named) < 2 else [Heading("All language pairs" if group == [ALL] else group[0], 3)]
        blocks.append(TableBlock.of(header, rows, "rl" + "r" * (len(header) - 2), keys=2))
    return blocks + small_print(*table.notes, *_metadata(table))


def _cell_of(value: float | None, rank: int | None, width: int, ranked: bool = True) -> Cell:
    if value is None:
        return Span("–", "dim")
    number = Span(f"{value:.{width}f}", "strong" if rank == 1 else "")
    return (number, Span(f" ({rank})", "dim")) if ranked else number


def _metadata(table: MetricsTable) -> list[str]:
    soft = "new tie thresholds for each, for soft-accuracy of whole systems"
    way = soft if table.mode == "sound" else "for acc-eq outcomes of pairs"
    share = p_values(table.mode, table.trials, f" (PERM-BOTH, {way}; seed {table.seed})")
    lines = [
        f"Ranks, in front and in brackets, are by clusters; a cluster ends where one of its members is ahead at "
        f"p ≤ {table.alpha:g}. p: {share}; for the average, leads are added over the questions."
    ]
    if any(STATISTICS[column.question.statistic].least < 0 for column in table.columns):
        lines.append("In the average, a correlation r counts as (1 + r) / 2, so all values are between 0 and 1.")
    if any(column.weight != 1 for column in table.columns):
        lines.append("×: the weight of a question about all language pairs together.")
    lacking = [name for name in table.metrics if table.averages[name] is None]
    if lacking:
        lines.append(f"No average, because a value is missing: {', '.join(lacking)}.")
    return lines
