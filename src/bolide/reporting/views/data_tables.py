"""Results as data, for `-f csv` and `-f tsv`: one table, one number per cell, columns with the names of the JSON.

A row is a system under a metric, with its score and interval. Where systems were tested against each other there is one
row for each test, in which `against` names the other system; what is not known is empty.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from bolide.reporting.blocks import TableBlock
from bolide.reporting.views.scores import decimals, widths_of

if TYPE_CHECKING:
    from bolide.agreement.evaluation import AgreementReport
    from bolide.agreement.human_ranking import PeopleReport, PeopleReports
    from bolide.agreement.presets import MetricsTable
    from bolide.agreement.questions import Agreement
    from bolide.agreement.ranking import Ranking
    from bolide.agreement.spans import SpanReport
    from bolide.data.results import Report
    from bolide.evaluation.health import HealthReport
    from bolide.evaluation.mbr import Choices
    from bolide.evaluation.study import Study
    from bolide.significance.results import Comparison

Row = dict[str, Any]
NOTHING: tuple[None, None] = (None, None)
NUMBERS = ("score", "low", "high")
OWN = ("system", "line", "metric", *NUMBERS, "deviation", "signature")  # columns of a table of scores


def scores_table(report: Report, width: int | None = None) -> TableBlock:
    """A row for each score, after those of its segments, if the report has them."""
    by = {column: None for system in report.systems for column, _ in system.group}
    named = {column: f"group {column}" if column in OWN else column for column in by}
    rows, widths = list[Row](), widths_of(report, width)
    for system in report.systems:
        first = {"system": system.name, **{name: dict(system.group).get(column) for column, name in named.items()}}
        scores = list(zip(system, system.scores, widths, strict=True))
        for line, values in enumerate(system.segments, 1):
            for (name, score, digits), value, signature in zip_longest(scores, values, system.segment_signatures):
                number = _rounded(score.scale * value, digits)
                rows.append({**first, "line": line, "metric": name, "score": number, "signature": signature})
        for name, score, digits in scores:
            low, high = score.interval or NOTHING
            numbers = {"score": score.value, "low": low, "high": high}
            scaled = {key: _rounded(_times(score.scale, value), digits) for key, value in numbers.items()}
            deviation = _rounded(_times(score.scale, score.parts.get("deviation")), digits + 1)
            runs = {"deviation": deviation} if "deviation" in score.parts else {}
            rows.append({**first, "metric": name, **scaled, **runs, "signature": score.signature})
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
        ends = NOTHING if result.interval is None else (result.interval.low, result.interval.high)
        low, high = result.rank or NOTHING
        numbers = dict(zip(NUMBERS, (result.value, *ends), strict=True))
        row: Row = {"metric": comparison.metric, "system": result.system}
        row |= {name: _rounded(_times(scale, value), digits) for name, value in numbers.items()}
        row |= {"letters": result.letters, "rank_low": low, "rank_high": high}
        row |= {"design_effect": result.design_effect, "deviation": _times(scale, result.deviation)}
        tests = [pair for pair in comparison.pairs if pair.a == result.system]
        for pair in tests:
            differences = (pair.difference, *pair.interval)
            names = ("difference", "difference_low", "difference_high")
            test: Row = {"against": pair.b}
            test |= {name: _rounded(scale * x, digits) for name, x in zip(names, differences, strict=True)}
            test |= {"p": pair.p, "p_corrected": pair.p_corrected} if pair.tested else {"p": None, "p_corrected": None}
            test |= {"significant": pair.significant if pair.tested else None, "effect": pair.effect}
            test |= {"wins": pair.wins, "ties": pair.ties, "losses": pair.losses}
            test |= {"human_agreement": pair.human_agreement}
            yield {**row, **test, "signature": comparison.signature}
        if not tests:
            yield {**row, "signature": comparison.signature}


def people_table(report: PeopleReport, width: int = 1) -> TableBlock:
    """A row for each test of two systems that people judged."""
    return _table(_judged(report, width), JUDGED)


def reports_table(reports: PeopleReports, width: int = 1) -> TableBlock:
    """The same for several language pairs."""
    return _table((row for report in reports.reports for row in _judged(report, width)), JUDGED)


JUDGED = ("pair", "system", "macro", "micro", "segments", "rank_low", "rank_high", "against", "p", "significant")


def _judged(report: PeopleReport, width: int) -> Iterator[Row]:
    for system in report.systems:
        means = {"macro": system.macro, "micro": system.micro}
        means |= {f"domain {name}": value for name, value in system.domains.items()}
        low, high = system.rank
        row: Row = {"pair": report.pair, "system": system.system, "segments": system.segments}
        row |= {name: _rounded(value, width) for name, value in means.items()}
        row |= {"rank_low": low, "rank_high": high, "letters": system.letters, "cluster": system.cluster}
        tests = [test for test in report.tests if test.better == system.system]
        for test in tests:
            yield {**row, "against": test.worse, "p": test.p, "significant": test.significant}
        if not tests:
            yield row


def agreement_table(report: AgreementReport, width: int = 3) -> TableBlock:
    """A row for each metric and question, or for each test of two metrics."""
    rows = list[Row]()
    for ranking in report.rankings:
        rows += _ranked(ranking, width)
    answered = {(row["pair"], row["question"], row["metric"]) for row in rows}
    rows += [
        row
        for row in (_answer_row(each, width) for each in report.agreements)
        if (row["pair"], row["question"], row["metric"]) not in answered
    ]
    for tau in report.taus:
        named = {f"tau {year}": (value, tau.pairs.get(year), year) for year, value in tau.taus.items()}
        named |= {f"rho, ties {ties}": (value, None, ties) for ties, value in tau.spearman.items()}
        for question, (value, pairs, key) in named.items():
            interval = tau.intervals.get(key)
            row = {
                "question": question,
                "metric": tau.metric,
                "value": _rounded(value, width),
                **_ends(interval, width),
            }
            rows.append({**row, "used": pairs, "unit": pairs and "pairs", "reason": tau.reason})
    return _table(rows, ["pair", "question", "metric", "value", "low", "high"])


def _answer_row(each: Agreement, width: int) -> Row:
    row: Row = {"pair": each.pair, "question": str(each.question), "metric": each.metric}
    row |= {"value": _rounded(each.value, width), **_ends(each.interval, width)}
    return row | {"used": each.used, "unit": each.unit, "epsilon": each.epsilon, "reason": each.reason}


def _ranked(ranking: Ranking, width: int) -> Iterator[Row]:
    letters = ranking.letters
    for each in ranking.metrics:
        row = {**_answer_row(each, width), "pair": ranking.pair, "letters": letters.get(each.metric)}
        tests = {worse: p for (better, worse), p in ranking.p.items() if better == each.metric}
        for worse, p in tests.items():
            significant = None if p is None else p <= ranking.alpha
            yield {**row, "against": worse, "p": p, "significant": significant}
        if not tests:
            yield row


def metrics_table(table: MetricsTable, width: int = 3) -> TableBlock:
    """A row for each metric and column of a year's preset, its average first."""
    rows = list[Row]()
    for name in table.metrics:
        average = {"value": _rounded(table.averages[name], width), "rank": table.ranks.get(name)}
        rows.append({"metric": name, "pair": None, "question": "average", "weight": None, **average})
        for column in table.columns:
            about = {"pair": column.pair, "question": str(column.question), "weight": column.weight}
            value = {"value": _rounded(column.values.get(name), width), "rank": column.ranks.get(name)}
            rows.append({"metric": name, **about, **value})
    return _table(rows, ["metric", "pair", "question", "weight", "value", "rank"])


def spans_table(report: SpanReport, width: int = 1) -> TableBlock:
    """A row for each predictor, or for each test of two."""
    tested = {} if report.comparison is None else _by_system(_tested(report.comparison, width))
    rows = list[Row]()
    for each in report.predictors:
        free, marks = each.error_free, bool(each.totals.most_predicted)
        low, high = (each.interval or NOTHING) if marks else NOTHING
        shares = {"f": each.f, "low": low, "high": high, "precision": each.precision, "recall": each.recall}
        numbers = {name: value if marks else None for name, value in shares.items()}
        numbers |= {f"error_free_{name}": getattr(free, name) for name in ("mcc", "precision", "recall")}
        row: Row = {"predictor": each.name, "method": report.scoring.method}
        row |= {name: _rounded(_times(100, value), width) for name, value in numbers.items()}
        dropped = (*row, "metric", "system", *NUMBERS, "signature")
        tests = tested.get(each.name, [{}])
        rows += [{**row, **{name: cell for name, cell in test.items() if name not in dropped}} for test in tests]
    return _table(rows, ["predictor"])


def choices_table(result: Choices, width: int = 1) -> TableBlock:
    """A row for each sentence."""
    rows = [
        {
            "sentence": candidates.sentence,
            "candidate": choice.index + 1,
            "candidates": len(choice.expected),
            "expected": _rounded(choice.points, width),
            "text": choice.text,
        }
        for candidates, choice in zip(result.lists, result.choices, strict=True)
    ]
    return _table(rows, ["sentence"])


def health_table(report: HealthReport) -> TableBlock:
    """A row for each line about which something is odd."""
    about = [({"system": note.system, "meaning": note.meaning}, note.lines or (None,)) for note in report.notes]
    rows = [{**row, "line": line} for row, lines in about for line in lines]
    return _table(rows, ["system", "meaning", "line"])


# By the class of a result; of the others, programs read JSON.
TABLES: dict[str, Callable[..., TableBlock]] = {
    "AgreementReport": agreement_table,
    "Choices": choices_table,
    "HealthReport": health_table,
    "MetricsTable": metrics_table,
    "PeopleReport": people_table,
    "PeopleReports": reports_table,
    "Report": scores_table,
    "SpanReport": spans_table,
    "Study": study_table,
}


def _by_system(rows: Iterable[Row]) -> dict[str, list[Row]]:
    by_system: dict[str, list[Row]] = {}
    for row in rows:
        by_system.setdefault(row["system"], []).append(row)
    return by_system


def _ends(interval: tuple[float, float] | None, width: int) -> Row:
    low, high = interval or NOTHING
    return {"low": _rounded(low, width), "high": _rounded(high, width)}


def _times(scale: float, value: float | None) -> float | None:
    return None if value is None else scale * value


def _rounded(value: float | None, width: int) -> str | None:
    return None if value is None else f"{value:.{width}f}"


def _table(rows: Iterable[Mapping[str, Any]], first: Iterable[str], last: str = "") -> TableBlock:
    """A table of these columns first, then of the others in which any row has something."""
    rows = list(rows)
    others = (name for row in rows for name, cell in row.items() if name != last and cell not in (None, ""))
    names = list(dict.fromkeys([*first, *others]))
    names += [last] if last else []
    return TableBlock.of(names, [[_text(row.get(name)) for name in names] for row in rows])


def _text(cell: object) -> str:
    if isinstance(cell, bool):
        return str(cell).lower()
    return "" if cell is None else f"{cell:.6g}" if isinstance(cell, float) else str(cell)
