"""Blocks as HTML, alone or as a page: one file that asks nobody for anything, whatever its texts say.

Classes say what is meant, the style sheet how it looks. The policy of a page forbids all but the one style sheet and
the one script that are in it, each known by its digest.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from bolide.reporting.blocks import Block, Cell, Drawing, Heading, Illustration, Paragraph, Span, Table, spans_of
from bolide.reporting.figures.canvas import escape
from bolide.reporting.render import Layout
from bolide.system.strict import escaped


def markup(blocks: Sequence[Block]) -> str:
    """Blocks as HTML, without the page around them."""
    return "\n".join(_block(block) for block in blocks) + "\n"


def isolated(text: str) -> str:
    """A text of the user's: it may be written in any direction, and turns nothing around it."""
    return f"<bdi>{escape(text)}</bdi>"


def scrolled(table: str, label: str) -> str:
    """A table that is moved sideways where it is too wide for the screen, by keyboard too."""
    return f'<div class="scroll" role="group" tabindex="0" aria-label="{escape(label)}">{table}</div>'


def _block(block: Block) -> str:
    match block:
        case Heading():
            level = min(block.level, 4)
            return f"<h{level}>{isolated(block.text)}</h{level}>"
        case Paragraph():
            return f"<p>{_spans(block.spans)}</p>"
        case Table():
            return _table(block)
        case Drawing():
            lines = "\n".join(_spans(line) for line in block.lines)
            return scrolled(f"<pre>{lines}</pre>", "drawing")
        case Illustration():
            kind = "picture small" if block.small else "picture"
            return f'<figure class="{kind}">{block.svg}</figure>'


def _table(table: Table) -> str:
    sides = ['class="num"' if side == "r" else "" for side in table.align]
    head = "".join(
        f'<th scope="col" {side}>{isolated(name)}</th>' for name, side in zip(table.header, sides, strict=True)
    )
    rows = "".join(f"<tr>{_row(row, sides)}</tr>" for row in table.rows)
    label = " ".join(filter(None, table.header))
    return scrolled(f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>", f"table: {label}")


def _row(row: Sequence[Cell], sides: Sequence[str]) -> str:
    return "".join(f"<td {side}>{_spans(spans_of(cell))}</td>" for cell, side in zip(row, sides, strict=True))


def _spans(spans: Sequence[Span]) -> str:
    return "".join(_span(span) for span in spans)


def _span(span: Span) -> str:
    text = escape(span.text)
    if not span.style:
        return f"<bdi>{text}</bdi>" if text.strip() else text
    tag = "strong" if span.style == "strong" else "bdi"
    return f"<{tag}>{text}</{tag}>" if tag == "strong" else f'<bdi class="{span.style}">{text}</bdi>'


SCRIPTS = (
    "dom",
    "unpack",
    "state",
    "plots",
    "headline",
    "pairs",
    "where",
    "grams",
    "figures",
    "segment",
    "table",
    "main",
)
_OTHERS = re.compile(r"[^\x00-\x7f]")  # script and sheet are ASCII, whose digests no encoding can change


def html_document(blocks: Sequence[Block], layout: Layout) -> str:
    """Blocks as a page with the title of the layout."""
    return page_of(blocks, layout.title)


def page_of(blocks: Sequence[Block], title: str = "Bolide") -> str:
    """Blocks as a page of their own, without a script; the title is the first of theirs, if they have one."""
    own = [block.text for block in blocks if isinstance(block, Heading) and block.level == 1]
    heading = "" if own else f"<h1>{escape(title)}</h1>\n"
    return document(own[0] if own else title, f'<main class="plain">\n{heading}{markup(blocks)}</main>')


def document(title: str, body: str, script: str = "") -> str:
    """The page around a body; `script` is one module."""
    style = _OTHERS.sub(lambda found: f"\\{ord(found[0]):x} ", asset("page.css"))
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
    """The report's modules, one behind the other: each is one idea, and together they are one script."""
    text = "\n".join(asset(f"{name}.js") for name in SCRIPTS)
    return _OTHERS.sub(lambda found: escaped(found[0]), text)  # other letters stand in strings and remarks alone


def asset(name: str) -> str:
    """A file of the page."""
    return (Path(__file__).parents[1] / "page" / name).read_text(encoding="utf-8")


def _source(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
