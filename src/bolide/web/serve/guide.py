"""Guides to the metrics for the page: the part of docs/metrics before Bolide's options and code, as HTML.

They are rendered when the page is built, not in the browser.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_PACKAGE = Path(__file__).parents[2]
_REFERENCE = "\n## In Bolide\n"  # the rest is for users of the library and the command line
_PICTURE = re.compile(r"^!\[.*?\]\(.*?\)\n", re.MULTILINE | re.DOTALL)  # the page draws its own
_TOP = 2  # the level of a guide's first heading, below that of the page


def guides() -> dict[str, str]:
    """Each metric's guide by key; empty if the docs are not installed."""
    for folder in (_PACKAGE / "docs" / "metrics", _PACKAGE.parent.parent / "docs" / "metrics"):
        if folder.is_dir():
            return {path.stem: to_html(for_visitors(path.read_text("utf-8"))) for path in sorted(folder.glob("*.md"))}
    return {}


def for_visitors(page: str) -> str:
    """The part of a page that explains the metric itself, without pictures."""
    return _PICTURE.sub("", page.partition(_REFERENCE)[0])


def to_html(text: str) -> str:
    """Render Markdown as HTML: embedded HTML is shown as text, and only links to the web or to headings stay links."""
    markdown = _markdown()
    tokens = markdown.parse(text)
    for token, following in zip(tokens, [*tokens[1:], None], strict=True):
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(6, int(token.tag[1]) + _TOP - 1)}"
        if token.type == "heading_open" and following is not None:
            token.attrSet("id", slug(following.content))
        if token.type in ("th_open", "td_open"):
            token.attrs = {"scope": "col"} if token.type == "th_open" else {}
        if token.children is not None:
            token.children = list(_linked(token.children))
    return str(markdown.renderer.render(tokens, markdown.options, {}))


def slug(words: str) -> str:
    """The anchor of a heading, as code hosts build it, with a prefix that avoids clashes with the page."""
    return "guide-" + re.sub(r"[^\w\s-]", "", words.lower()).strip().replace(" ", "-")


def _markdown() -> MarkdownIt:
    from markdown_it import MarkdownIt

    markdown = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    for name in ("fence", "code_block"):
        markdown.add_render_rule(name, _code)
    scroll = '<div class="scroll" tabindex="0" role="group" aria-label="table"><table>\n'
    markdown.add_render_rule("table_open", lambda *_: scroll)
    markdown.add_render_rule("table_close", lambda *_: "</table></div>\n")
    markdown.add_render_rule("image", lambda renderer, tokens, index, *_: escape(tokens[index].content))
    return markdown


def _code(renderer: object, tokens: Sequence[Token], index: int, *_: object) -> str:
    return f'<pre tabindex="0"><code>{escape(tokens[index].content.rstrip())}</code></pre>\n'


def _linked(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens of a line; links to other pages of the docs become plain text."""
    inside = True  # a link that stays
    for token in tokens:
        if token.type == "link_open":
            target = str(token.attrGet("href") or "")
            inside = target.startswith(("http://", "https://", "#"))
            if target.startswith("#"):
                token.attrSet("href", f"#guide-{target[1:]}")
            else:
                token.attrs |= {"target": "_blank", "rel": "noopener noreferrer"}
        if inside or token.type not in ("link_open", "link_close"):
            yield token
