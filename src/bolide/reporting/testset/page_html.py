"""The report as an HTML page: results for the whole test set as text; a script shows the rest.

Each part of the data is compressed JSON in base64.
"""

from __future__ import annotations

import gzip
import shlex
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from bolide.corpus.identity import described
from bolide.corpus.lines import read_text
from bolide.reporting.blocks import Block, Heading, Paragraph, TableBlock, small_print
from bolide.reporting.figures.canvas import Html, Picture, circle, fill, joined, lines
from bolide.reporting.figures.plots import RankedScores, slope_chart
from bolide.reporting.look import asset
from bolide.reporting.render.html import HtmlColumn, breakable, document, isolated, markup, script_of_report, table_of
from bolide.reporting.testset.data import TestSetReport
from bolide.reporting.testset.summary import overlap_sentences
from bolide.reporting.views import comparison as view
from bolide.reporting.views.scores import lower_is_better, provenance
from bolide.significance.letters import SYSTEMS_SHARE
from bolide.significance.results import Comparison, SystemResult
from bolide.system.errors import InputError, OptionError, counted
from bolide.system.stored import check_stored, to_json

_WIDE, _HIGH, _EDGE = 84, 14, 5  # of a whisker


def page(report: TestSetReport) -> str:
    """The whole report as one HTML file."""
    title = view.title_of(report.comparisons, _human(report))
    name = report.summary["colophon"].get("title", "")
    body = f"{body_of(report)}\n{packed(report)}"
    return document(" · ".join(filter(None, (name, title))), body, script_of_report())


def report_blocks(report: TestSetReport) -> list[Block]:
    """The headline, the scores of all systems, and the settings of the tests."""
    comparisons, human = report.comparisons, _human(report)
    blocks: list[Block] = [Heading(view.title_of(comparisons, human), 1)]
    sentences = [*view.sentences(comparisons, human), *overlap_sentences(report.summary, report.segments)]
    blocks += map(Paragraph.of, sentences)
    if human is not None and len(human.systems) > 1:
        blocks.append(Paragraph.of(view.agreement_sentence(comparisons, human)))
    judged = _judged(report, human)
    blocks += [Paragraph.of(judged)] if judged else []
    cautions = [text for text in view.cautions(comparisons) if text not in sentences]
    blocks += [view.summary(comparisons), view.legend(comparisons), *map(Paragraph.of, cautions)]
    blocks += lower_is_better([comparison.metric for comparison in comparisons if not comparison.higher_is_better])
    facts = " · ".join(_facts(report))
    blocks += small_print(view.procedure(comparisons[0]), facts, *(c.signature for c in comparisons))
    return blocks + provenance(report)


def body_of(report: TestSetReport) -> Html:
    """The results for the whole test set; a script adds the rest."""
    comparisons, human = report.comparisons, _human(report)

    def text_of(comparison: Comparison, value: float) -> str:
        return _shown(comparison, value, comparison is human)

    sentences = [*view.sentences(comparisons, human), *overlap_sentences(report.summary, report.segments)]
    return fill(
        asset("report.html"),
        facts=joined(map(isolated, _facts(report)), " · "),
        title=fill("<bdi>{}</bdi>", _whole(view.title_of(comparisons, human))),
        lede=joined(fill("<p>{}</p>", _whole(text)) for text in sentences),
        systems=systems_table(comparisons, text_of, human),
        signatures=_signatures(report),
        procedure=" ".join([view.procedure(comparisons[0]), *_about_letters(comparisons), *view.cautions(comparisons)]),
        people=_people(report, human),
        colophon=joined(fill("<dt>{}</dt><dd>{}</dd>", name, text) for name, text in _colophon(report)),
        digests=_digests(report.summary["colophon"]["data"]),
    )


def _whole(text: str) -> Html:
    """A sentence in which words, such as names of systems, are not broken at their hyphens."""
    words = (fill('<span class="whole">{}</span>' if "-" in word else "{}", word) for word in text.split(" "))
    return joined(words, " ")


def _about_letters(columns: Sequence[Comparison]) -> list[str]:
    return [SYSTEMS_SHARE] if any(column.lettered for column in columns) else []


def _facts(report: TestSetReport) -> list[str]:
    about = report.summary
    refs = about["references"]
    facts = [
        about["colophon"].get("title", ""),
        counted(len(about["systems"]), "system"),
        counted(about["segments"], "segment"),
        "several references" if refs == "var" else counted(int(refs), "reference"),
        "" if about["texts"] else "texts left out",
    ]
    return [fact for fact in facts if fact]


# --- the headline -------------------------------------------------------------------------------------------------


def _human(report: TestSetReport) -> Comparison | None:
    """The systems compared by their human scores, if these are known."""
    about = report.summary["human"]
    stored = about and about["comparison"]
    return check_stored(stored, Comparison, "The report") if stored else None


ScoreFormat = Callable[[Comparison, float], str]


def systems_table(comparisons: Sequence[Comparison], text_of: ScoreFormat, human: Comparison | None = None) -> Html:
    """Systems with their scores, letters, and intervals on one axis per metric, and what these mean."""
    columns = comparisons if human is None else [human, *comparisons]
    order = list(dict.fromkeys(result.system for column in columns for result in column.systems))
    heads = [_metric_column(comparison, text_of, "people: " if comparison is human else "") for comparison in columns]
    table = table_of(
        [HtmlColumn(Html("system"), "", "", min(16, max(map(len, order)))), *heads],
        (_system_row(name, columns, text_of) for name in order),
        "scores of the systems",
        "systems",
    )
    drawn = comparisons[0].units
    unit = f" over {drawn.unit}s" if drawn is not None else ""
    notes = [] if human is None else ["In the order of people’s scores."]
    notes.append(f"Lines: 95 % intervals{unit}, on one scale per column.")
    if about := _about_letters(columns):
        notes += [*about, "Bold: not significantly different from the best."]
    elif len(order) > 1:
        notes.append("Bold: the best score.")
    return fill('<p class="note">{}</p>\n{}', " ".join(notes), table)


def _metric_column(comparison: Comparison, text_of: ScoreFormat, prefix: str) -> HtmlColumn:
    arrow, direction = ("↑", "higher is better") if comparison.higher_is_better else ("↓", "lower is better")
    scale = " to ".join(text_of(comparison, end) for end in _ends(comparison) or ())
    sign = '<span role="img" aria-label="{2}" title="{2}">{3}</span><span class="range" aria-hidden="true">{4}</span>'
    head = fill("{0}{1} " + sign, prefix, isolated(comparison.metric), direction, arrow, scale)
    return HtmlColumn(head, f"{prefix}{comparison.metric} {arrow}", "", 13)  # as wide as its whisker


def _system_row(name: str, columns: Sequence[Comparison], text_of: ScoreFormat) -> list[Html]:
    cells = [isolated(name)]
    for comparison in columns:
        score = next((result for result in comparison.systems if result.system == name), None)
        if score is None:
            cells.append(Html('<span class="dim">not judged</span>'))
            continue
        tag = Html("strong" if name in view.best_systems(comparison) else "span")
        value = fill('<{0} class="value">{1}</{0}>', tag, text_of(comparison, score.value))
        widest = max(len(each.letters) for each in comparison.systems)  # so that whiskers stay on their axis
        letters = fill('<span class="letters">{}</span>', score.letters.ljust(widest)) if widest else ""
        deviation = view.deviation_text(comparison, score, digits(comparison.scale))
        runs = fill('<span class="dim small runs">{}</span>', deviation) if deviation else ""
        whisker = _whisker(comparison, score, text_of)
        cells.append(fill('<div class="score">{}{}{}</div>{}', value, letters, whisker, runs))
    return cells


def digits(scale: float) -> int:
    """The decimals of a score: one on the 0–100 scale, four for an external score."""
    return 1 if scale != 1 else 4


def _shown(comparison: Comparison, value: float, people: bool) -> str:
    text = f"{comparison.scale * value:.{2 if people else digits(comparison.scale)}f}"
    return text.replace("-", "−")


def _ends(comparison: Comparison) -> tuple[float, float] | None:
    """The ends of the axis that the whiskers of a metric share."""
    ends = [end for s in comparison.systems if s.interval for end in (s.interval.low, s.interval.high, s.value)]
    return (min(ends), max(ends)) if ends else None


def _whisker(comparison: Comparison, result: SystemResult, text_of: ScoreFormat) -> Html:
    """The interval as a line with a dot, on one axis for all systems; in numbers for a screen reader and a pointer."""
    interval, ends = result.interval, _ends(comparison)
    if interval is None or ends is None:
        return Html("–")
    low, wide = ends[0], (ends[1] - ends[0]) or 1.0

    def at(value: float) -> float:
        return _EDGE + (value - low) / wide * (_WIDE - 2 * _EDGE)

    middle = _HIGH / 2
    line = lines(f"M{at(interval.low):.1f} {middle}H{at(interval.high):.1f}")
    dot = circle((at(result.value), middle), 4, 'class="dot"')
    numbers = " to ".join(text_of(comparison, end) for end in (interval.low, interval.high))
    picture = Picture(_WIDE, _HIGH, result.system, comparison.metric, (line, dot))
    template = '<span class="glyph" title="95 %: {0}">{1}</span><span class="visually-hidden">95 %: {0}</span>'
    return fill(template, numbers, picture.bare())


def _people(report: TestSetReport, human: Comparison | None) -> Html:
    """Ranks by each metric and by people, the first metric's shown; and how many pairs they order alike."""
    judged = _judged(report, human)
    if human is None or len(human.systems) < 2:
        return fill('<p class="note">{}</p>', judged) if judged else Html("")
    comparisons = report.comparisons
    figure = '<figure class="slope picture" data-metric="{}"{}>{}</figure>'
    charts = joined(
        fill(figure, k, Html(" hidden" if k else ""), _slope(metric, human)) for k, metric in enumerate(comparisons)
    )
    counts = view.agreement_counts(comparisons, human)
    rows = [(name, f"{count} of {counts[0]}") for name, count in counts[1]]
    table = markup([TableBlock.of(("metric", "pairs ordered as people order them"), rows)])
    return fill(
        asset("people.html"),
        charts=charts,
        agreement=view.agreement_sentence(comparisons[:1], human),
        judged=judged,
        table=Html(table) if counts[0] else "",
    )


def _judged(report: TestSetReport, human: Comparison | None) -> str:
    """On how many segments people’s scores compare the systems, and what to know about that."""
    if human is None and report.summary["human"] is not None:
        return "No segment has people’s scores of all systems that they judged, so these are not compared."
    if human is None or len(human.systems) < 2:
        return ""
    return " ".join([f"{counted(human.segments, 'segment')} with people’s scores of all systems.", *human.notes])


def _slope(metric: Comparison, human: Comparison) -> Html:
    judged = {result.system for result in human.systems}
    ours = tuple((r.system, _shown(metric, r.value, False)) for r in metric.systems if r.system in judged)
    theirs = tuple((r.system, _shown(human, r.value, True)) for r in human.systems)
    return Html(slope_chart(RankedScores(metric.metric, ours), RankedScores(f"people ({human.metric})", theirs)).svg())


def _signatures(report: TestSetReport) -> Html:
    rows = []
    for metric in report.summary["metrics"]:
        known = dict.fromkeys(filter(None, (metric["signature"], metric["own_signature"])))
        for number, signature in enumerate(known):
            what = metric["name"] + (" of segments" if number else "")
            note = Html(' <span class="small">(segments)</span>' if number else "")
            copy = _copy(signature, f"Copy the signature of {what}")
            rows.append(fill("<li><code>{}</code>{}{}</li>", breakable(signature), copy, note))
        if not known:
            rows.append(fill("<li>{}: scores from a file</li>", isolated(metric["name"])))
    return fill('<ul class="signatures">{}</ul>', joined(rows))


def _copy(text: str, label: str) -> Html:
    """A button that copies a text; the script of the page shows it."""
    button = ' <button type="button" class="copy" data-copy="{}" aria-label="{}" hidden>copy</button>'
    return fill(button, text, label)


# --- the colophon -------------------------------------------------------------------------------------------------


def _colophon(report: TestSetReport) -> Iterator[tuple[str, str]]:
    about = report.summary["colophon"]
    core = "compiled core" if report.compiled else "interpreted core"
    yield "made by", f"Bolide {report.version} ({core}), Python {about['python']}, numpy {about['numpy']}"
    if report.identity:
        yield "references", ", ".join(map(described, report.identity[0].references))
    if about.get("command"):
        yield "again", _code(shlex.join(about["command"]))
    yield "read back", _code("bolide report --from FILE -f json")


def _code(text: str) -> Html:
    words = (fill("<span>{}</span>" if word.startswith("-") else "{}", word) for word in text.split(" "))
    return fill("<code>{}</code>{}", joined(words, " "), _copy(text, "Copy the command"))


def _digests(data: Iterable[dict[str, Any]]) -> Html:
    names = (("text", "", 16), ("file", "", 16), ("lines", "num", 6), ("SHA-256", "", 33))
    columns = [HtmlColumn(Html(name), name, kind, width) for name, kind, width in names]
    rows = []
    for one in data:
        file = isolated(one["file"]) if one["file"] else Html("")
        code = fill("<code>{}</code>", one["sha256"])
        rows.append([isolated(one["text"]), file, fill("{}", f"{one['lines']:,}"), code])
    return table_of(columns, rows, "the texts and their digests")


KIND = "application/x-bolide"


def packed(report: TestSetReport) -> str:
    """All parts of a report, each in an element that a browser does not execute."""
    parts = report.parts().items()
    return "\n".join(f'<script type="{KIND}" id="data-{name}">{_pack(part)}</script>' for name, part in parts)


def read_report(path: str, *, texts: bool = True) -> TestSetReport:
    """Read back a report from the JSON that was written, or without its `texts`."""
    text = read_text(path, markup=True)
    if text.lstrip()[:1] != "{":
        raise InputError(f"{path} is not the JSON of a report; pass what `bolide report -f json` wrote.")
    try:
        report = TestSetReport.from_json(text)
        page(report)  # which reads all that a page needs at once
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    except (AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise InputError(f"{path} is not a report that Bolide wrote: {error!r:.200}") from None
    if not texts and not report.summary["texts"]:
        raise OptionError(f"`texts`: {path} holds no texts; leave it out.")
    return report if texts else report.without_texts()


def _pack(part: dict[str, Any]) -> str:
    # No time stamp: equal reports give equal pages. Level 9 takes three times as long for 1.6 % fewer bytes.
    return b64encode(gzip.compress(to_json(part, None, (",", ":")).encode(), 7, mtime=0)).decode()
