"""The report as an HTML page: results for the whole test set as text; a script shows the rest.

Each part of the data is compressed JSON in base64, which can be read back.
"""

from __future__ import annotations

import gzip
import json
import re
import shlex
from base64 import b64decode, b64encode
from collections.abc import Iterable, Sequence
from typing import Any
from zlib import error as ZlibError

from bolide.reporting.blocks import Block, Heading, Paragraph, Span, text_of
from bolide.reporting.figures.canvas import Picture, circle, escape, lines
from bolide.reporting.render.html import document, isolated, script_of_report, scrolled
from bolide.reporting.testset.data import TestSetReport
from bolide.reporting.views.comparison import DAGGER, legend, marked, procedure, sentences, summary, title_of
from bolide.significance.results import Comparison, SystemResult
from bolide.system.errors import InputError
from bolide.system.messages import counted
from bolide.system.strict import to_json

_WIDE, _HIGH, _EDGE = 96, 14, 5  # of a whisker


def page(report: TestSetReport) -> str:
    """The whole report as one HTML file."""
    title = title_of(report.comparisons)
    body = f"{_body(report, title)}\n{packed(report)}"
    name = report.summary["colophon"].get("title", "")
    return document(" · ".join(filter(None, (name, title))), body, script_of_report())


def report_blocks(report: TestSetReport) -> list[Block]:
    """The headline, the scores of all systems, and the settings of the tests."""
    comparisons = report.comparisons
    blocks: list[Block] = [Heading(title_of(comparisons), 1)]
    blocks += [Paragraph.of(text) for text in sentences(comparisons)]
    blocks += [summary(comparisons), legend(comparisons)]
    blocks += [Paragraph.of(Span(text, "dim")) for text in (procedure(comparisons[0]), " · ".join(_facts(report)))]
    return blocks + [Paragraph.of(Span(c.signature, "dim")) for c in comparisons if c.signature]


def _body(report: TestSetReport, title: str) -> str:
    lede = "".join(f"<p>{escape(text)}</p>" for text in sentences(report.comparisons))
    parts = [
        '<a class="skip" href="#segments">To the segments</a>',
        f'<header class="top"><p class="meta">{" · ".join(map(isolated, _facts(report)))}</p>',
        f'<h1>{isolated(title)}</h1><div class="lede">{lede}</div></header>',
        "<main>",
        _systems(report),
        '<noscript><p class="note">Pairs, groups and segments are shown by a script, which is switched off here. '
        "<code>bolide report --from</code> reads the data without one.</p></noscript>",
        '<div id="app" hidden></div>',
        _colophon(report),
        "</main>",
    ]
    return "\n".join(parts)


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


def _systems(report: TestSetReport) -> str:
    comparisons = report.comparisons
    clustered = bool(comparisons[0].clusters)
    head = "".join(_metric_head(c, clustered) for c in comparisons)
    rows = "".join(_system_row(result, comparisons, clustered) for result in comparisons[0].systems)
    table = (
        f'<table class="systems"><thead><tr><th scope="col">system</th>{head}</tr></thead><tbody>{rows}</tbody></table>'
    )
    notes = (
        [text_of(legend(comparisons).spans)] if comparisons[0].pairs else ["In brackets: 95 % confidence intervals."]
    )
    lower = [c.metric for c in comparisons if not c.higher_is_better]
    notes += [f"{', '.join(lower)} ↓: lower is better."] if lower else []
    return "\n".join(
        [
            '<section aria-labelledby="systems"><h2 id="systems">Systems</h2>',
            f'<p class="note">{escape(" ".join(notes))}</p>',
            scrolled(table, "scores of the systems"),
            _signatures(report),
            f'<p class="note small">{escape(procedure(comparisons[0]))}</p></section>',
        ]
    )


def _metric_head(comparison: Comparison, clustered: bool) -> str:
    arrow = "↑" if comparison.higher_is_better else "↓"
    direction = "higher is better" if comparison.higher_is_better else "lower is better"
    side = '<th scope="col" class="cluster">cluster</th>' if clustered else ""
    return (
        f'<th scope="col" class="num">{isolated(comparison.metric)} <span role="img" aria-label="{direction}" '
        f'title="{direction}">{arrow}</span></th><th scope="col" class="whisker">95 %</th>{side}'
    )


def _system_row(result: SystemResult, comparisons: Sequence[Comparison], clustered: bool) -> str:
    cells = []
    for comparison in comparisons:
        score = next(s for s in comparison.systems if s.system == result.system)
        best = score.system in (comparison.clusters[0] if comparison.clusters else (comparison.systems[0].system,))
        value = f"{comparison.scale * score.value:.{digits(comparison.scale)}f}"
        dagger = f'<span class="dim">{DAGGER}</span>' if comparison.pairs and marked(comparison, score.system) else ""
        cells.append(f'<td class="num">{f"<strong>{value}</strong>" if best else value}{dagger}</td>')
        cells.append(f'<td class="whisker">{_whisker(comparison, score)}</td>')
        if clustered:
            cells.append(f'<td class="cluster">{score.cluster}</td>')
    return f'<tr><th scope="row">{isolated(result.system)}</th>{"".join(cells)}</tr>'


def digits(scale: float) -> int:
    """The decimals of a score: one on the 0–100 scale, four for an external score."""
    return 1 if scale != 1 else 4


def _whisker(comparison: Comparison, result: SystemResult) -> str:
    """The interval as a line with a dot, on one scale for all systems, and in numbers."""
    interval, scale, width = result.interval, comparison.scale, digits(comparison.scale)
    if interval is None:
        return "–"
    ends = [end for s in comparison.systems if s.interval for end in (s.interval.low, s.interval.high, s.value)]
    low, wide = min(ends), (max(ends) - min(ends)) or 1.0

    def at(value: float) -> float:
        return _EDGE + (value - low) / wide * (_WIDE - 2 * _EDGE)

    middle = _HIGH / 2
    line = lines(f"M{at(interval.low):.1f} {middle}H{at(interval.high):.1f}")
    dot = circle((at(result.value), middle), 3.5, 'class="dot"')
    picture = Picture(_WIDE, _HIGH, result.system, comparison.metric, (line, dot))
    numbers = f"[{scale * interval.low:.{width}f}, {scale * interval.high:.{width}f}]"
    return f'<span class="glyph" aria-hidden="true">{picture.bare()}</span><span class="dim small">{numbers}</span>'


def _signatures(report: TestSetReport) -> str:
    rows = []
    for metric in report.summary["metrics"]:
        known = dict.fromkeys(filter(None, (metric["signature"], metric["own_signature"])))
        for number, signature in enumerate(known):
            what = metric["name"] + (" of segments" if number else "")
            note = ' <span class="small">(segments)</span>' if number else ""
            copy = _copy(signature, f"Copy the signature of {what}")
            rows.append(f"<li><code>{escape(signature)}</code>{copy}{note}</li>")
        if not known:
            rows.append(f"<li>{isolated(metric['name'])}: scores from a file</li>")
    return f'<ul class="signatures">{"".join(rows)}</ul>'


def _copy(text: str, label: str) -> str:
    """A button that copies a text; the script of the page shows it."""
    what = f'data-copy="{escape(text)}" aria-label="{escape(label)}"'
    return f' <button type="button" class="copy" {what} hidden>copy</button>'


# --- the colophon -------------------------------------------------------------------------------------------------


def _colophon(report: TestSetReport) -> str:
    about = report.summary["colophon"]
    core = "compiled core" if report.compiled else "interpreted core"
    versions = f"Bolide {report.version} ({core}), Python {about['python']}, numpy {about['numpy']}"
    facts: list[tuple[str, str]] = [("made by", escape(versions))]
    if about.get("command"):
        facts.append(("again", _code(shlex.join(about["command"]))))
    facts.append(("read back", _code("bolide report --from FILE -f json")))
    listed = "".join(f"<dt>{name}</dt><dd>{text}</dd>" for name, text in facts)
    return "\n".join(
        [
            '<section aria-labelledby="colophon" class="colophon"><h2 id="colophon">Colophon</h2>',
            f"<dl>{listed}</dl>",
            scrolled(_digests(about["data"]), "the texts and their digests"),
            '<p class="note small">Everything shown was computed when the report was made and is packed into this '
            "file, as compressed JSON; nothing is fetched and nothing is sent.</p></section>",
        ]
    )


def _code(text: str) -> str:
    return f"<code>{escape(text)}</code>{_copy(text, 'Copy the command')}"


def _digests(data: Iterable[dict[str, Any]]) -> str:
    rows = "".join(
        f'<tr><th scope="row">{isolated(str(one["text"]))}</th><td>{isolated(str(one["file"]))}</td>'
        f'<td class="num">{one["lines"]:,}</td><td><code>{escape(str(one["sha256"]))}</code></td></tr>'
        for one in data
    )
    names = (("text", ""), ("file", ""), ("lines", "num"), ("SHA-256 of its lines", ""))
    head = "".join(f'<th scope="col" class="{kind}">{name}</th>' for name, kind in names)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


KIND = "application/x-bolide"
_PART = re.compile(rf'<script type="{KIND}" id="data-([a-z]+(?:-\d+)?)">([A-Za-z0-9+/=]*)</script>')


def packed(report: TestSetReport) -> str:
    """All parts of a report, each in an element that a browser does not execute."""
    parts = report.parts().items()
    return "\n".join(f'<script type="{KIND}" id="data-{name}">{_pack(part)}</script>' for name, part in parts)


def unpacked(page: str) -> TestSetReport:
    """Read the report in a page that `packed` wrote."""
    parts: dict[str, Any] = {}
    try:
        for name, text in _PART.findall(page):
            parts[name] = json.loads(gzip.decompress(b64decode(text, validate=True)).decode())
    except (ValueError, OSError, EOFError, RecursionError, ZlibError) as error:
        raise InputError(f"The data of this report cannot be unpacked: {error}") from None
    if "summary" not in parts or "segments" not in parts:
        raise InputError("This file does not contain a Bolide report; pass one written by `bolide report`.")
    pieces = [parts[name] for name in sorted((n for n in parts if n.startswith("piece-")), key=_number)]
    if [piece.get("first") for piece in pieces] != _firsts(pieces):
        raise InputError("This report has lost some of its segments; make it again from the texts.")
    return TestSetReport.from_dict({**parts["summary"], "segments": parts["segments"], "pieces": pieces})


def _firsts(pieces: list[Any]) -> list[int]:
    firsts, at = [], 0
    for piece in pieces:
        firsts.append(at)
        at += piece.get("size", 0)
    return firsts


def _number(name: str) -> int:
    return int(name.partition("-")[2])


def _pack(part: dict[str, Any]) -> str:
    # No time stamp: equal reports give equal pages. Level 9 takes three times as long for 1.6 % fewer bytes.
    return b64encode(gzip.compress(to_json(part, None, (",", ":")).encode(), 7, mtime=0)).decode()
