"""Results as data, for `-f csv` and `-f tsv`: one table, one number per cell, columns with the names of the JSON.

A row is a system under a metric, with its score and interval. Where systems were tested against each other there is one
row for each test, in which `against` names the other system; what is not known is empty.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from bolide.reporting.blocks import TableBlock
from bolide.reporting.views.scores import decimals, widths_of

if TYPE_CHECKING:
    from bolide.agreement.evaluation import AgreementReport
    from bolide.agreement.human_ranking import PeopleReport, PeopleReports
    from bolide.agreement.questions import Agreement
    from bolide.agreement.ranking import MetricsTable
    from bolide.agreement.spans import SpanReport
    from bolide.data.results import Report
    from bolide.evaluation.health import HealthReport
    from bolide.evaluation.mbr import Choices
    from bolide.evaluation.study import Study
    from bolide.significance.results import Comparison

Row = dict[str, Any]
NUMBERS = ("score", "low", "high")
OWN = ("system", "line", "metric", *NUMBERS, "deviation", "signature")  # columns of a table of scores


def scores_table(report: Report, width: int | None = None) -> TableBlock:
    """A row for each score, after those of its segments, if the report has them."""
    by = {column: None for system in report.systems for column, _ in system.group}
    named = {column: f"group {column}" if column in OWN else column for column in by}
    rows, widths = list[Row](), widths_of(report, width)
    for system in report.systems:
        first = {"system": system.name, **{name: dict(system.group).get(column) for column, name in named.items()}}
        for line, values in enumerate(system.segments, 1):
            of_segment = zip(system, system.scores, widths, values, system.segment_signatures, strict=True)
            for name, score, digits, value, signature in of_segment:
                number = _numbers(digits, score.scale, score=value)
                rows.append({**first, "line": line, "metric": name, **number, "signature": signature})
        for name, score, digits in zip(system, system.scores, widths, strict=True):
            numbers = _numbers(digits, score.scale, score=score.value, **_ends(score.interval))
            deviation = _numbers(digits + 1, score.scale, deviation=score.parts.get("deviation"))
            rows.append({**first, "metric": name, **numbers, **deviation, "signature": score.signature})
    lines = ["line"] if any(system.segments for system in report.systems) else []
    return _table(rows, ["system", *named.values(), *lines, "metric", *NUMBERS], last="signature")


def study_table(study: Study, width: int | None = None) -> TableBlock:
    """A row for each test of two systems under a metric."""
    rows = [row for comparison in study.comparisons for row in _tested(comparison, width)]
    return _table(rows, ["metric", "system", *NUMBERS, "letters", "rank_low", "rank_high", *TESTED], last="signature")


TESTED = ("against", "difference", "difference_low", "difference_high", "p", "p_corrected", "significant")


def _tested(comparison: Comparison, width: int | None) -> Iterator[Row]:
    """The systems under one metric, each with the tests in which it stands first."""
    scale = comparison.scale
    digits = decimals([result.value for result in comparison.systems], scale, width)
    for result in comparison.systems:
        ends = None if result.interval is None else (result.interval.low, result.interval.high)
        row: Row = {"metric": comparison.metric, "system": result.system}
        row |= _numbers(digits, scale, score=result.value, **_ends(ends))
        row |= {"letters": result.letters, **_ends(result.rank, "rank_"), "design_effect": result.design_effect}
        row |= {"deviation": None if result.deviation is None else scale * result.deviation}
        tests = list[Row]()
        for pair in (pair for pair in comparison.pairs if pair.a == result.system):
            differences = _numbers(digits, scale, difference=pair.difference, **_ends(pair.interval, "difference_"))
            names = (*TESTED[4:], "effect", "wins", "ties", "losses", "human_agreement")
            unknown = () if pair.tested else TESTED[4:]
            found = {name: None if name in unknown else getattr(pair, name) for name in names}
            tests.append({"against": pair.b, **differences, **found})
        yield from ({**row, **test, "signature": comparison.signature} for test in tests or [{}])


def people_table(result: PeopleReport | PeopleReports, width: int = 1) -> TableBlock:
    """A row for each test of two systems that people judged."""
    return _table((row for report in getattr(result, "reports", [result]) for row in _judged(report, width)), JUDGED)


JUDGED = ("pair", "system", "macro", "micro", "segments", "rank_low", "rank_high", "against", "p", "significant")


def _judged(report: PeopleReport, width: int) -> Iterator[Row]:
    for system in report.systems:
        domains = {f"domain {name}": value for name, value in system.domains.items()}
        row: Row = {"pair": report.pair, "system": system.system, "segments": system.segments}
        row |= _numbers(width, macro=system.macro, micro=system.micro, **domains)
        row |= {**_ends(system.rank, "rank_"), "letters": system.letters, "cluster": system.cluster}
        tests = [
            {"against": test.worse, "p": test.p, "significant": test.significant}
            for test in report.tests
            if test.better == system.system
        ]
        yield from ({**row, **test} for test in tests or [{}])


def agreement_table(report: AgreementReport, width: int = 3) -> TableBlock:
    """A row for each metric and question, or for each test of two metrics."""
    rows, ranked = list[Row](), set[tuple[str, str, str]]()
    for ranking in report.rankings:
        for each in ranking.metrics:
            row = {**_answer_row(each, width), "pair": ranking.pair, "letters": ranking.letters.get(each.metric)}
            ranked.add((row["pair"], row["question"], row["metric"]))
            tests = [
                {"against": worse, "p": p, "significant": None if p is None else p <= ranking.alpha}
                for (better, worse), p in ranking.p.items()
                if better == each.metric
            ]
            rows += [{**row, **test} for test in tests or [{}]]
    answers = (_answer_row(each, width) for each in report.agreements)
    rows += [row for row in answers if (row["pair"], row["question"], row["metric"]) not in ranked]
    for tau in report.taus:
        named = {f"tau {year}": (value, tau.pairs.get(year), year) for year, value in tau.taus.items()}
        named |= {f"rho, ties {ties}": (value, None, ties) for ties, value in tau.spearman.items()}
        for question, (value, pairs, key) in named.items():
            numbers = _numbers(width, value=value, **_ends(tau.intervals.get(key)))
            about = {"used": pairs, "unit": pairs and "pairs", "reason": tau.reason}
            rows.append({"question": question, "metric": tau.metric, **numbers, **about})
    return _table(rows, ["pair", "question", "metric", "value", "low", "high"])


def _answer_row(each: Agreement, width: int) -> Row:
    row: Row = {"pair": each.pair, "question": str(each.question), "metric": each.metric}
    row |= _numbers(width, value=each.value, **_ends(each.interval))
    return row | {"used": each.used, "unit": each.unit, "epsilon": each.epsilon, "reason": each.reason}


def metrics_table(table: MetricsTable, width: int = 3) -> TableBlock:
    """A row for each metric and column of a year's preset, its average first."""
    rows = list[Row]()
    for name in table.metrics:
        average = _numbers(width, value=table.averages[name])
        rows.append({"metric": name, "question": "average", **average, "rank": table.ranks.get(name)})
        for column in table.columns:
            about = {"pair": column.pair, "question": str(column.question), "weight": column.weight}
            value = _numbers(width, value=column.values.get(name))
            rows.append({"metric": name, **about, **value, "rank": column.ranks.get(name)})
    return _table(rows, ["metric", "pair", "question", "weight", "value", "rank"])


def spans_table(report: SpanReport, width: int = 1) -> TableBlock:
    """A row for each predictor, or for each test of two."""
    tested = [] if report.comparison is None else list(_tested(report.comparison, width))
    dropped = ("metric", "system", *NUMBERS, "signature")
    rows = list[Row]()
    for each in report.predictors:
        shares = {"f": each.f, **_ends(each.interval), "precision": each.precision, "recall": each.recall}
        if not each.totals.most_predicted:
            shares = dict.fromkeys(shares)
        shares |= {f"error_free_{name}": getattr(each.error_free, name) for name in ("mcc", "precision", "recall")}
        row: Row = {"predictor": each.name, "method": report.scoring.method, **_numbers(width, 100, **shares)}
        tests = [
            {k: cell for k, cell in test.items() if k not in dropped} for test in tested if test["system"] == each.name
        ]
        rows += [{**row, **test} for test in tests or [{}]]
    return _table(rows, ["predictor"])


def choices_table(result: Choices, width: int = 1) -> TableBlock:
    """A row for each sentence."""
    rows = [
        {
            "sentence": candidates.sentence,
            "candidate": choice.index + 1,
            "candidates": len(choice.expected),
            **_numbers(width, expected=choice.points),
            "text": choice.text,
        }
        for candidates, choice in zip(result.lists, result.choices, strict=True)
    ]
    return _table(rows, ["sentence"])


def health_table(report: HealthReport) -> TableBlock:
    """A row for each line about which something is odd."""
    both = ((note, line) for note in report.notes for line in note.lines or (None,))
    rows = ({"system": note.system, "meaning": note.meaning, "line": line} for note, line in both)
    return _table(rows, ["system", "meaning", "line"])


# By the class of a result; of the others, programs read JSON.
TABLES: dict[str, Callable[..., TableBlock]] = {
    "AgreementReport": agreement_table,
    "Choices": choices_table,
    "HealthReport": health_table,
    "MetricsTable": metrics_table,
    "PeopleReport": people_table,
    "PeopleReports": people_table,
    "Report": scores_table,
    "SpanReport": spans_table,
    "Study": study_table,
}


def _ends(pair: tuple[Any, Any] | None, before: str = "") -> Row:
    """The two ends of an interval or of a rank, if there is one."""
    low, high = pair or (None, None)
    return {f"{before}low": low, f"{before}high": high}


def _numbers(width: int, scale: float = 1.0, /, **values: float | None) -> Row:
    """Numbers on the printed scale, with these decimals."""
    return {name: None if value is None else f"{scale * value:.{width}f}" for name, value in values.items()}


def _table(rows: Iterable[Mapping[str, Any]], first: Iterable[str], last: str = "") -> TableBlock:
    """A table of these columns first, then of the others in which any row has something."""
    rows = list(rows)
    others = (name for row in rows for name, cell in row.items() if name != last and cell not in (None, ""))
    names = [*dict.fromkeys([*first, *others]), *([last] if last else [])]
    return TableBlock.of(names, [[_text(row.get(name)) for name in names] for row in rows])


def _text(cell: object) -> str:
    if isinstance(cell, bool):
        return str(cell).lower()
    return "" if cell is None else f"{cell:.6g}" if isinstance(cell, float) else str(cell)
