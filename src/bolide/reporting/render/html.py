"""Blocks as HTML, as a fragment or as a page: one file without external resources, whatever texts it contains.

Classes are semantic; the style sheet defines the looks. The content-security policy of a page allows only its own
style sheet and script, by their digests.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Sequence
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
    ScoreCell,
    Span,
    TableBlock,
    spans_of,
)
from bolide.reporting.figures.canvas import Picture, circle, escape, lines
from bolide.reporting.look import asset, room, stacking, stylesheet
from bolide.system.stored import escaped


class Html(str):
    """Text that is markup already."""


def fill(template: str, *values: object, **named: object) -> Html:
    """A template with a value in place of each `{}` or name, escaped unless it is Html."""
    return Html(template.format(*map(_html, values), **{name: _html(value) for name, value in named.items()}))


def _html(value: object) -> str:
    return value if isinstance(value, Html) else escape(str(value))


def joined(parts: Iterable[Html], between: str = "") -> Html:
    """Markup one after the other."""
    return Html(between.join(parts))


def markup(blocks: Sequence[Block], folded: bool = False) -> str:
    """Blocks as HTML, without the page around them; `folded`: steps and evidence open on a click."""
    written, inside = [], False
    for block in blocks:
        if inside and isinstance(block, Heading):
            written.append("</details>")
            inside = False
        if folded and isinstance(block, Heading) and block.folds:
            written.append(fill("<details><summary>{}</summary>", isolated(block.text)))
            inside = True
        elif isinstance(block, Derivation):
            written.append(_derivation(block, folded))
        else:
            written.append(_block(block))
    return "\n".join([*written, *(["</details>"] if inside else [])]) + "\n"


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


_MINUS = re.compile(r"(?<![\w.])-(?=\d)")


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
    """A table; the first cell of a row that is no number names it, or the first. If the room is narrow, rows become
    blocks whose cells say their columns, and roles say that it is a table."""
    columns = [[row[k] for row in table.rows] for k in range(len(table.header))]
    scored = [any(isinstance(cell, ScoreCell) for cell in cells) for cells in columns]
    kinds = ["num" if side == "r" and not score else "" for side, score in zip(table.align, scored, strict=True)]
    widths = [_width(*one) for one in zip(table.header, table.align, columns, strict=True)]
    stacked = room(widths)
    title = next((k for k, kind in enumerate(kinds[:3]) if not kind), 0)
    broad = any(kind and width > 12 for kind, width in zip(kinds, widths, strict=True))

    def tag(name: str, role: str, kind: str = "", label: str = "") -> Html:
        named_values = (("role", role * bool(stacked)), ("class", kind), ("data-label", label))
        attributes = (
            fill(" {}={}" if value.isidentifier() else ' {}="{}"', what, value) for what, value in named_values if value
        )
        return fill("<{}{}>", Html(name), joined(attributes))

    row = tag("tr", "row")
    head = joined(
        fill("{}{}</th>", tag("th scope=col", "columnheader", kind), isolated(name))
        if name
        else fill("{}</td>", tag("td", "cell"))
        for name, kind in zip(table.header, kinds, strict=True)
    )
    labels = [name if stacked else "" for name in table.header]
    begin = [tag("td", "cell", kind, label) for kind, label in zip(kinds, labels, strict=True)]
    begin[title] = tag("th scope=row", "rowheader", kinds[title], labels[title])
    end = [Html("</th>" if k == title else "</td>") for k in range(len(kinds))]
    looks = " ".join(filter(None, (stacked, "broad" if broad else "", "systems" if any(scored) else "")))
    top = fill("{}{}{}{}</tr></thead>", tag("table", "table", looks), tag("thead", "rowgroup"), row, head)
    drawn = (map(_cell, cells, table.align) for cells in table.rows)
    lines = joined(fill("{}{}</tr>", row, joined(map(joined, zip(begin, cells, end, strict=True)))) for cells in drawn)
    label = f"table: {' '.join(filter(None, table.header))}"
    return scrolled(fill("{}{}{}</tbody></table>", top, tag("tbody", "rowgroup"), lines), label)


def _cell(cell: Cell, side: str) -> Html:
    """A cell; numbers have minus signs for hyphens."""
    if side != "r":
        return _spans(spans_of(cell))
    if isinstance(cell, str) and cell.isascii():
        return fill("{}", _MINUS.sub("−", cell))
    if isinstance(cell, ScoreCell):
        return _score(cell)
    return _spans([Span(_MINUS.sub("−", span.text), span.style) for span in spans_of(cell)])


_WIDE, _HIGH, _EDGE = 84, 14, 5  # of a whisker


def _score(cell: ScoreCell) -> Html:
    """The number, its letters, and its interval as a line with a dot, on one axis for all systems, and in numbers."""
    tag, whisker = Html("strong" if cell.number.style else "span"), Html("–")
    if cell.ends is not None:
        low, middle, high = (_EDGE + end * (_WIDE - 2 * _EDGE) for end in cell.ends)
        line = lines(f"M{low:.1f} {_HIGH / 2:g}H{high:.1f}")
        picture = Picture(_WIDE, _HIGH, "", "", (line, circle((middle, _HIGH / 2), 4, 'class="dot"')))
        whisker = fill('<span class="glyph">{}</span>', Html(picture.bare()))
    number = fill('<{0} class="value">{1}</{0}>', tag, _MINUS.sub("−", cell.number.text) + cell.dagger)
    letters = fill('<span class="letters">{}</span>', cell.letters) if cell.letters else ""
    notes = {"interval": _MINUS.sub("−", cell.interval) if cell.ends else "", "runs": cell.runs}
    below = joined(fill('<span class="dim small {}">{}</span>', what, text) for what, text in notes.items() if text)
    return fill('<div class="scored">{}{}{}</div>{}', number, letters, whisker, below)


def _width(name: str, side: str, cells: Sequence[Cell]) -> float:
    """The letters of a column: its longest number, so much text that it can be read, or a score; heads wrap."""
    longest = max(
        (13 if isinstance(cell, ScoreCell) else sum(len(s.text) for s in spans_of(cell)) for cell in cells), default=0
    )
    head = max(map(len, re.split(r"[\s-]+", name)))  # in smaller letters
    return max(longest if side == "r" else min(longest, 24), 0.85 * head)


def _spans(spans: Sequence[Span]) -> Html:
    return joined(map(_span, spans))


def _span(span: Span) -> Html:
    if not span.style:
        return isolated(span.text) if span.text.strip() else fill("{}", span.text)
    if span.style == "strong":
        return fill("<strong>{}</strong>", span.text)
    if span.style == "code":
        return fill("<code>{}</code>", span.text)
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
