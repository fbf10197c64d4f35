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
from zlib import crc32

from bolide.reporting.blocks import (
    Block,
    Cell,
    Derivation,
    Details,
    Drawing,
    Heading,
    Illustration,
    Layout,
    Paragraph,
    Span,
    TableBlock,
    spans_of,
)
from bolide.reporting.figures.canvas import Html, escape, fill, joined
from bolide.reporting.look import asset, room, stacking, stylesheet
from bolide.system.stored import escaped


def markup(blocks: Sequence[Block], folded: bool = False) -> str:
    """Blocks as HTML, without the page around them; `folded`: steps and evidence open on a click."""
    lines, inside = [], False
    for block in blocks:
        if inside and isinstance(block, Heading):
            lines.append("</details>")
            inside = False
        if folded and isinstance(block, Heading) and block.folds:
            lines.append(fill("<details><summary>{}</summary>", isolated(block.text)))
            inside = True
        elif isinstance(block, Derivation):
            lines.append(_derivation(block, folded))
        else:
            lines.append(_block(block))
    return "\n".join([*lines, *(["</details>"] if inside else [])]) + "\n"


def _derivation(block: Derivation, folded: bool) -> Html:
    """Pictures, and beside them the steps: a name and a value, the formula and its numbers, and a sentence."""
    step = '<li><strong>{}</strong> <span class="num">{}</span><p>{} <span class="dim">{}</span></p><p>{}</p></li>'
    rows = (
        fill(step, label, value, isolated(formula), isolated(numbers), isolated(sentence))
        for (label, formula, numbers, value), sentence in zip(block.rows, block.sentences, strict=True)
    )
    steps = fill("<ol>{}</ol>", joined(rows))
    if folded:
        steps = fill("<details><summary>{} steps</summary>{}</details>", len(block.rows), steps)
    return fill('<div class="derived"><div>{}</div>{}</div>', joined(map(_picture, block.pictures)), steps)


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


_MINUS = re.compile(r"(?<![\w.])-(?=\d)")


def table_of(columns: Sequence[HtmlColumn], rows: Iterable[Sequence[Html]], label: str, kind: str = "") -> Html:
    """A table; the first cell of a row that is no number names it, or the first. If the room is narrow, rows become
    blocks whose cells say their columns, and roles say that it is a table."""
    body, stacked = list(rows), room(column.width for column in columns)
    title = next((k for k, column in enumerate(columns[:3]) if column.kind != "num"), 0)
    broad = any(column.kind == "num" and column.width > 12 for column in columns)

    def tag(name: str, role: str, kind: str = "", label: str = "") -> Html:
        named_values = (("role", role * bool(stacked)), ("class", kind), ("data-label", label))
        return fill("<{}{}>", Html(name), joined(_attribute(*one) for one in named_values if one[1]))

    row = tag("tr", "row")
    head = joined(
        fill("{}{}</th>", tag("th scope=col", "columnheader", one.kind), one.head)
        if one.label
        else fill("{}</td>", tag("td", "cell"))
        for one in columns
    )
    labels = [one.label if stacked else "" for one in columns]
    begin = [tag("td", "cell", one.kind, text) for one, text in zip(columns, labels, strict=True)]
    begin[title] = tag("th scope=row", "rowheader", columns[title].kind, labels[title])
    end = [Html("</th>" if k == title else "</td>") for k in range(len(columns))]
    kinds = " ".join(filter(None, (stacked, "broad" if broad else "", kind)))
    top = fill("{}{}{}{}</tr></thead>", tag("table", "table", kinds), tag("thead", "rowgroup"), row, head)
    lines = joined(fill("{}{}</tr>", row, joined(map(joined, zip(begin, cells, end, strict=True)))) for cells in body)
    return scrolled(fill("{}{}{}</tbody></table>", top, tag("tbody", "rowgroup"), lines), label)


def _attribute(name: str, value: str) -> Html:
    return fill(" {}={}" if value.isidentifier() else ' {}="{}"', name, value)


def _block(block: Block) -> Html:
    match block:
        case Heading():
            anchor = fill(' id="{}"', _anchor(block)) if block.level == 1 else ""
            return fill("<h{0}{1}>{2}</h{0}>", min(block.level, 4), anchor, isolated(block.text))
        case Paragraph():
            return fill("<p>{}</p>", _spans(block.spans))
        case TableBlock():
            return _table(block)
        case Drawing():
            return scrolled(fill("<pre>{}</pre>", joined(map(_spans, block.lines), "\n")), "drawing")
        case Illustration():
            return _picture(block)
        case Details():
            inside = joined(map(_block, block.blocks), "\n")
            return fill("<details><summary>{}</summary>\n{}\n</details>", isolated(block.summary), inside)


def _picture(picture: Illustration) -> Html:
    """A picture; a large one is not made too small to be read, but scrolls."""
    drawn, width = Html(picture.svg), re.search(r' width="(\d+)"', picture.svg)
    if width and int(width[1]) > 560:
        drawn = scrolled(drawn, "picture")
    return fill('<figure class="{}">{}</figure>', "picture small" if picture.small else "picture", drawn)


def _table(table: TableBlock) -> Html:
    columns = []
    for k, (name, side) in enumerate(zip(table.header, table.align, strict=True)):
        width = _width(name, side, [row[k] for row in table.rows])
        columns.append(HtmlColumn(isolated(name), name, "num" if side == "r" else "", width))
    rows = ([_cell(cell, side) for cell, side in zip(row, table.align, strict=True)] for row in table.rows)
    return table_of(columns, rows, f"table: {' '.join(filter(None, table.header))}")


def _cell(cell: Cell, side: str) -> Html:
    """A cell; numbers have minus signs for hyphens."""
    if side != "r":
        return _spans(spans_of(cell))
    if isinstance(cell, str) and cell.isascii():
        return fill("{}", _MINUS.sub("−", cell))
    return _spans([Span(_MINUS.sub("−", span.text), span.style) for span in spans_of(cell)])


def _width(name: str, side: str, cells: Iterable[Cell]) -> float:
    """The letters of a column: its longest number, or so much text that it can be read; heads wrap."""
    longest = max((sum(len(span.text) for span in spans_of(cell)) for cell in cells), default=0)
    head = max(map(len, re.split(r"[\s-]+", name)))  # in smaller letters
    return max(longest if side == "r" else min(longest, 24), 0.85 * head)


def _spans(spans: Sequence[Span]) -> Html:
    return joined(map(_span, spans))


def _span(span: Span) -> Html:
    if not span.style:
        return isolated(span.text) if span.text.strip() else fill("{}", span.text)
    if span.style == "strong":
        return fill("<strong>{}</strong>", span.text)
    return fill('<bdi class="{}">{}</bdi>', span.style, breakable(span.text))


def breakable(text: str) -> Html:
    """A text that may break after each |, as signatures do."""
    return joined((fill("{}", part) for part in text.split("|")), "|<wbr>")


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
    "scatter",
    "figures",
    "errors",
    "segment",
    "table",
    "main",
    "begin",
)
_OTHERS = re.compile(r"[^\x00-\x7f]")  # script and style sheet are ASCII, so their digests do not depend on encoding


def html_document(blocks: Sequence[Block], layout: Layout) -> str:
    """Blocks as an HTML page without a script; the title is their first level-1 heading, or else that of the layout.
    Several such headings are listed above."""
    titles = [block for block in blocks if isinstance(block, Heading) and block.level == 1]
    top = "" if titles else fill("<h1>{}</h1>\n", layout.title)
    if len(titles) > 1:
        links = (fill('<li><a href="#{}">{}</a></li>', _anchor(one), isolated(one.text)) for one in titles)
        top = fill('<nav aria-label="contents"><ul>{}</ul></nav>\n', joined(links))
    title = titles[0].text if titles else layout.title
    return document(title, f'<main class="plain">\n{top}{markup(blocks)}</main>')


def _anchor(heading: Heading) -> str:
    return f"h{crc32(heading.text.encode('utf-8', 'surrogatepass')):08x}"


def document(title: str, body: str, script: str = "") -> str:
    """An HTML page with this body; `script` is one module."""
    sheet = stylesheet() + asset("page.css") + stacking()
    style = _OTHERS.sub(lambda match: f"\\{ord(match[0]):x} ", sheet)
    scripts = _source(script) if script else "'none'"
    module = f'<script type="module">{script}</script>\n' if script else ""
    parts = {"styles": _source(style), "scripts": scripts, "style": style, "body": body, "module": module}
    return asset("document.html").format(title=escape(title), **parts)


def script_of_report() -> str:
    """The modules of the report page, concatenated into one script."""
    text = "\n".join(asset(f"{name}.js") for name in SCRIPTS)
    return _OTHERS.sub(lambda match: escaped(match[0]), text)  # non-ASCII characters occur only in strings and comments


def _source(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
