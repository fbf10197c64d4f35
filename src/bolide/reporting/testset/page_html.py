"""The report as an HTML page: results for the whole test set as text; a script shows the rest.

Each part of the data is compressed JSON in base64.
"""

from __future__ import annotations

import gzip
import shlex
from base64 import b64encode
from collections.abc import Iterable, Iterator
from typing import Any

from bolide.corpus.identity import described
from bolide.corpus.lines import read_text
from bolide.reporting.blocks import Block, Heading, Paragraph, Span, TableBlock, small_print
from bolide.reporting.figures.plots import RankedScores, slope_chart
from bolide.reporting.look import asset
from bolide.reporting.render.html import Html, breakable, document, fill, isolated, joined, markup, script_of_report
from bolide.reporting.testset.data import TestSetReport
from bolide.reporting.testset.summary import overlap_sentences
from bolide.reporting.views import comparison as view
from bolide.reporting.views.scores import lower_is_better, provenance
from bolide.significance.results import Comparison
from bolide.system.errors import InputError, OptionError, counted
from bolide.system.stored import check_stored, to_json


def page(report: TestSetReport) -> str:
    """The whole report as one HTML file."""
    title = view.title_of(report.comparisons, _human(report))
    name = report.summary["colophon"].get("title", "")
    body = f"{body_of(report)}\n{packed(report)}"
    return document(" · ".join(filter(None, (name, title))), body, script_of_report())


def report_blocks(report: TestSetReport, drawn: bool = False) -> list[Block]:
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
    about = view.legend(comparisons, human, drawn=drawn)
    blocks += [view.summary(comparisons, human=human, drawn=drawn), about, *map(Paragraph.of, cautions)]
    blocks += lower_is_better([comparison.metric for comparison in comparisons if not comparison.higher_is_better])
    facts = " · ".join(_facts(report))
    blocks += small_print(view.procedure(comparisons[0]), facts, *(c.signature for c in comparisons))
    return blocks + provenance(report)


def body_of(report: TestSetReport) -> Html:
    """The results for the whole test set; a script adds the rest."""
    comparisons, human = report.comparisons, _human(report)
    about = "".join(span.text for span in view.legend(comparisons, human, drawn=True).spans)
    table = markup([view.summary(comparisons, human=human, drawn=True)])
    sentences = [*view.sentences(comparisons, human), *overlap_sentences(report.summary, report.segments)]
    return fill(
        asset("report.html"),
        facts=joined(map(isolated, _facts(report)), " · "),
        title=fill("<bdi>{}</bdi>", _whole(view.title_of(comparisons, human))),
        lede=joined(fill("<p>{}</p>", _whole(text)) for text in sentences),
        systems=fill('<p class="note">{}</p>\n{}', about, Html(table)),
        signatures=_signatures(report),
        procedure=" ".join([view.procedure(comparisons[0]), *view.cautions(comparisons)]),
        people=_people(report, human),
        colophon=joined(fill("<dt>{}</dt><dd>{}</dd>", name, text) for name, text in _colophon(report)),
        digests=_digests(report.summary["colophon"]["data"]),
    )


def _whole(text: str) -> Html:
    """A sentence in which words, such as names of systems, are not broken at their hyphens."""
    words = (fill('<span class="whole">{}</span>' if "-" in word else "{}", word) for word in text.split(" "))
    return joined(words, " ")


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
    ours, theirs = (
        tuple((r.system, f"{c.scale * r.value:.{view.decimals(c, None)}f}".replace("-", "−")) for r in c.systems)
        for c in (metric, human)
    )
    ours = tuple(each for each in ours if each[0] in judged)
    chart = slope_chart(RankedScores(metric.metric, ours), RankedScores(f"people ({human.metric})", theirs))
    places = {name: place for place, (name, _) in enumerate(theirs, 1)}
    moves = [(abs(place - places[name]), name, place) for place, (name, _) in enumerate(ours, 1)]
    far, name, place = max(moves, key=lambda move: move[0])
    said = f"{name} is {view.ordinal(place)} by {metric.metric} and {view.ordinal(places[name])} by people"
    title = said if far else f"{metric.metric} orders the systems as people do"
    return fill("<h3>{}</h3>{}", _whole(title), Html(chart.svg()))


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
    rows = [(one["text"], one["file"], f"{one['lines']:,}", Span(one["sha256"], "code")) for one in data]
    return Html(markup([TableBlock.of(("text", "file", "lines", "SHA-256"), rows, "llrl")]))


KIND = "application/x-bolide"


def packed(report: TestSetReport) -> str:
    """All parts of a report, each in an element that a browser does not execute."""
    # No time stamp: equal reports give equal pages. Level 9 takes three times as long for 1.6 % fewer bytes.
    texts = {name: to_json(part, None, (",", ":")).encode() for name, part in report.parts().items()}
    parts = {name: b64encode(gzip.compress(text, 7, mtime=0)).decode() for name, text in texts.items()}
    return "\n".join(f'<script type="{KIND}" id="data-{name}">{part}</script>' for name, part in parts.items())


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
