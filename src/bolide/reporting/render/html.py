"""Blocks as HTML, as a fragment or as a page: one file without external resources, whatever texts it contains.

Classes are semantic; the style sheet defines the looks. The content-security policy of a page allows only its own
style sheet and script, by their digests.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from bolide.reporting.blocks import (
    Block,
    Cell,
    Drawing,
    Heading,
    Illustration,
    Paragraph,
    Span,
    TableBlock,
    spans_of,
    text_of,
)
from bolide.reporting.figures.canvas import Html, escape, fill, joined
from bolide.reporting.look import room, stacking, stylesheet
from bolide.reporting.render import Layout
from bolide.system.strict import escaped


def markup(blocks: Sequence[Block]) -> str:
    """Blocks as HTML, without the page around them."""
    return "\n".join(_block(block) for block in blocks) + "\n"


def isolated(text: object) -> Html:
    """User text, isolated so that its writing direction does not affect the text around it."""
    return fill("<bdi>{}</bdi>", text)


def scrolled(content: Html, label: str) -> Html:
    """What scrolls sideways if it is too wide for the screen, also by keyboard."""
    return fill('<div class="scroll" role="group" tabindex="0" aria-label="{}">{}</div>', label, content)


@dataclass(frozen=True)
class HtmlColumn:
    """A column of a table: what its head shows, the same in words, its class, and how many letters wide it is."""

    head: Html
    label: str
    kind: str
    width: float


def table_of(columns: Sequence[HtmlColumn], rows: Iterable[Sequence[Html]], label: str, kind: str = "") -> Html:
    """A table; the first cell of a row that is no number names it, or the first. If the room is narrow, rows become
    blocks whose cells say their columns."""
    title = next((k for k, column in enumerate(columns[:3]) if column.kind != "num"), 0)
    broad = any(column.kind == "num" and column.width > 12 for column in columns)
    head = joined(
        fill(
            '<th scope="col" role="columnheader"{}>{}</th>',
            fill(' class="{}"', column.kind) if column.kind else "",
            column.head,
        )
        for column in columns
    )
    begin = [
        fill(
            "<{}{}{}>",
            Html('th scope="row" role="rowheader"' if k == title else 'td role="cell"'),
            fill(' class="{}"', column.kind) if column.kind else "",
            fill(' data-label="{}"', column.label) if column.label else "",
        )
        for k, column in enumerate(columns)
    ]
    end = [Html("</th>" if k == title else "</td>") for k in range(len(columns))]
    body = joined(
        fill('<tr role="row">{}</tr>', joined(map(joined, zip(begin, row, end, strict=True)))) for row in rows
    )
    return scrolled(
        fill(
            '<table role="table" class="{}"><thead role="rowgroup"><tr role="row">{}</tr></thead>'
            '<tbody role="rowgroup">{}</tbody></table>',
            " ".join(filter(None, (room(column.width for column in columns), "broad" if broad else "", kind))),
            head,
            body,
        ),
        label,
    )


def _block(block: Block) -> Html:
    match block:
        case Heading():
            return fill("<h{0}>{1}</h{0}>", min(block.level, 4), isolated(block.text))
        case Paragraph():
            return fill("<p>{}</p>", _spans(block.spans))
        case TableBlock():
            return _table(block)
        case Drawing():
            return scrolled(fill("<pre>{}</pre>", joined(map(_spans, block.lines), "\n")), "drawing")
        case Illustration():
            return fill(
                '<figure class="{}">{}</figure>', "picture small" if block.small else "picture", Html(block.svg)
            )


def _table(table: TableBlock) -> Html:
    columns = [
        HtmlColumn(
            isolated(name), name, "num" if side == "r" else "", _width(name, side, [row[k] for row in table.rows])
        )
        for k, (name, side) in enumerate(zip(table.header, table.align, strict=True))
    ]
    rows = ([_spans(spans_of(cell)) for cell in row] for row in table.rows)
    return table_of(columns, rows, f"table: {' '.join(filter(None, table.header))}")


def _width(name: str, side: str, cells: Iterable[Cell]) -> float:
    """The letters of a column: its longest number, or so much text that it can be read; heads wrap."""
    longest = max((len(text_of(cell)) for cell in cells), default=0)
    head = max(map(len, re.split(r"[\s-]+", name)))  # in smaller letters
    return max(longest if side == "r" else min(longest, 24), 0.85 * head)


def _spans(spans: Sequence[Span]) -> Html:
    return joined(map(_span, spans))


def _span(span: Span) -> Html:
    if not span.style:
        return isolated(span.text) if span.text.strip() else fill("{}", span.text)
    if span.style == "strong":
        return fill("<strong>{}</strong>", span.text)
    return fill('<bdi class="{}">{}</bdi>', span.style, span.text)


SCRIPTS = (
    "dom",
    "unpack",
    "state",
    "rows",
    "plots",
    "saving",
    "headline",
    "pairs",
    "where",
    "grams",
    "figures",
    "errors",
    "segment",
    "table",
    "main",
)
_OTHERS = re.compile(r"[^\x00-\x7f]")  # script and style sheet are ASCII, so their digests do not depend on encoding


def html_document(blocks: Sequence[Block], layout: Layout) -> str:
    """Blocks as an HTML page with the title of the layout."""
    return page_of(blocks, layout.title)


def page_of(blocks: Sequence[Block], title: str = "Bolide") -> str:
    """Blocks as an HTML page without a script; the title is their first level-1 heading, if there is one."""
    titles = [block.text for block in blocks if isinstance(block, Heading) and block.level == 1]
    heading = "" if titles else f"<h1>{escape(title)}</h1>\n"
    return document(titles[0] if titles else title, f'<main class="plain">\n{heading}{markup(blocks)}</main>')


def document(title: str, body: str, script: str = "") -> str:
    """An HTML page with this body; `script` is one module."""
    style = _OTHERS.sub(lambda match: f"\\{ord(match[0]):x} ", stylesheet() + asset("page.css") + stacking())
    policy = "; ".join(
        [
            "default-src 'none'",
            f"style-src {_source(style)}",
            f"script-src {_source(script) if script else chr(39) + 'none' + chr(39)}",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
        ]
    )
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            '<head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            '<meta name="referrer" content="no-referrer">',
            f"<title>{escape(title)}</title>",
            '<link rel="icon" href="data:,">',
            f"<style>{style}</style></head>",
            f"<body>\n{body}",
            *([f'<script type="module">{script}</script>'] if script else []),
            "</body></html>\n",
        ]
    )


def script_of_report() -> str:
    """The modules of the report page, concatenated into one script."""
    text = "\n".join(asset(f"{name}.js") for name in SCRIPTS)
    return _OTHERS.sub(lambda match: escaped(match[0]), text)  # non-ASCII characters occur only in strings and comments


def asset(name: str) -> str:
    """The text of a file of the report page."""
    return (Path(__file__).parents[1] / "page" / name).read_text(encoding="utf-8")


def _source(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
