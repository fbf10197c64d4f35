"""The small part of Markdown that the docs are written in, as HTML; everything else is shown as it stands.

Headings, paragraphs, lists, tables, quotations, fenced code; inside a line `code`, **strong**,
*emphasis*, ~~struck~~ words and links.
All text is escaped, and a link may only go to the web, to a heading or to another page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import escape

_HEADING = re.compile(r"(#{1,6})\s+(.*?)\s*#*$")
_ITEM = re.compile(r"(\s*)([-*+]|\d+[.)])\s+(.*)")
_RULE = re.compile(r"\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$")
_INLINE = re.compile(
    r"(?P<ticks>`+)(?P<code>.+?)(?P=ticks)"
    r"|\*\*(?P<strong>\S(?:.*?\S)?)\*\*"
    r"|~~(?P<struck>\S(?:.*?\S)?)~~"
    r"|(?<![\w*])\*(?P<em>[^\s*](?:[^*]*[^\s*])?)\*(?!\w)"
    r"|(?<!\w)_(?P<em2>[^\s_](?:[^_]*[^\s_])?)_(?!\w)"
    r"|!?\[(?P<words>[^\]]+)\]\((?P<to>[^)\s]+)\)"
    r"|<(?P<auto>https?://[^>\s]+)>"
)
_TARGET = re.compile(r"(https?://|#|[\w./-]+(#[\w-]*)?$)")
_TOP = 2  # the page has a heading of its own: a document's first level begins below it


def to_html(text: str) -> str:
    """The document as HTML."""
    return "\n".join(_blocks(text.replace("\t", "    ").splitlines()))


def _blocks(lines: list[str]) -> Iterator[str]:
    at = 0
    while at < len(lines):
        line = lines[at]
        if not line.strip():
            at += 1
            continue
        read = next(reader for starts, reader in _READERS if starts(lines, at))
        html, at = read(lines, at)
        yield html


def _fence(lines: list[str], at: int) -> tuple[str, int]:
    mark = lines[at].strip()[:3]
    end = next((k for k in range(at + 1, len(lines)) if lines[k].strip().startswith(mark)), len(lines))
    return f'<pre tabindex="0"><code>{escape(chr(10).join(lines[at + 1 : end]))}</code></pre>', end + 1


def _heading(lines: list[str], at: int) -> tuple[str, int]:
    found = _HEADING.match(lines[at])
    assert found is not None
    level = min(6, len(found[1]) + _TOP - 1)
    return f'<h{level} id="{slug(found[2])}">{inline(found[2])}</h{level}>', at + 1


def slug(words: str) -> str:
    """The name of a heading in an address, as code hosts make it; apart from the names the page itself uses."""
    return "guide-" + re.sub(r"[^\w\s-]", "", words.lower()).strip().replace(" ", "-")


def _table(lines: list[str], at: int) -> tuple[str, int]:
    end = at
    while end < len(lines) and "|" in lines[end]:
        end += 1
    head = "".join(f'<th scope="col">{inline(cell)}</th>' for cell in _cells(lines[at]))
    body = "".join(
        "<tr>" + "".join(f"<td>{inline(cell)}</td>" for cell in _cells(line)) + "</tr>" for line in lines[at + 2 : end]
    )
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return f'<div class="scroll" tabindex="0" role="group" aria-label="table">{table}</div>', end


def _cells(line: str) -> list[str]:
    inner = re.sub(r"^\s*\||(?<!\\)\|\s*$", "", line)
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", inner)]


def _quote(lines: list[str], at: int) -> tuple[str, int]:
    end = at
    while end < len(lines) and lines[end].startswith(">"):
        end += 1
    inner = [re.sub(r"^> ?", "", line) for line in lines[at:end]]
    return f"<blockquote>{''.join(_blocks(inner))}</blockquote>", end


def _list(lines: list[str], at: int) -> tuple[str, int]:
    first = _ITEM.match(lines[at])
    assert first is not None
    depth, ordered = len(first[1]), first[2][0].isdigit()
    items: list[list[str]] = []
    while at < len(lines):
        found = _ITEM.match(lines[at])
        if found and len(found[1]) == depth and found[2][0].isdigit() == ordered:
            items.append([found[3]])
        elif lines[at].strip() and (len(lines[at]) - len(lines[at].lstrip()) > depth or not _starts_block(lines, at)):
            items[-1].append(re.sub(rf"^ {{1,{depth + 3}}}", "", lines[at]))
        elif not lines[at].strip() and _continues(lines, at, depth):
            items[-1].append("")
        else:
            break
        at += 1
    tag = "ol" if ordered else "ul"
    return f"<{tag}>{''.join(f'<li>{_item(item)}</li>' for item in items)}</{tag}>", at


def _continues(lines: list[str], at: int, depth: int) -> bool:
    """Whether the list goes on after an empty line: with an indented line or another item."""
    following = next((line for line in lines[at + 1 :] if line.strip()), "")
    item = _ITEM.match(following)
    return following.startswith(" " * (depth + 2)) or (item is not None and len(item[1]) == depth)


def _item(lines: list[str]) -> str:
    html = list(_blocks(lines))
    if html and html[0].startswith("<p>") and (len(html) == 1 or "" not in lines):
        html[0] = html[0][3:-4]
    return "".join(html)


def _paragraph(lines: list[str], at: int) -> tuple[str, int]:
    end = at + 1
    while end < len(lines) and lines[end].strip() and not _starts_block(lines, end):
        end += 1
    return f"<p>{inline(' '.join(line.strip() for line in lines[at:end]))}</p>", end


def _code(lines: list[str], at: int) -> tuple[str, int]:
    end = at
    while end < len(lines) and (lines[end].startswith("    ") or not lines[end].strip()):
        end += 1
    body = "\n".join(line[4:] for line in lines[at:end]).rstrip()
    return f'<pre tabindex="0"><code>{escape(body)}</code></pre>', end


def inline(text: str) -> str:
    """A line with its code, emphasis and links."""
    out, done = [], 0
    for found in _INLINE.finditer(text):
        out += [escape(text[done : found.start()]), _span(found)]
        done = found.end()
    return "".join([*out, escape(text[done:])])


def _span(found: re.Match[str]) -> str:
    if found["code"] is not None:
        return f"<code>{escape(found['code'].strip())}</code>"
    if found["strong"] is not None:
        return f"<strong>{inline(found['strong'])}</strong>"
    if found["struck"] is not None:
        return f"<del>{inline(found['struck'])}</del>"
    if found["em"] is not None or found["em2"] is not None:
        return f"<em>{inline(found['em'] or found['em2'])}</em>"
    to = found["auto"] or found["to"]
    words = inline(found["words"]) if found["words"] else escape(to)
    if not _TARGET.match(to):
        return escape(found[0])
    if to.startswith("http"):
        return f'<a href="{escape(to)}" target="_blank" rel="noopener noreferrer">{words}</a>'
    if to.startswith("#"):
        return f'<a href="{escape("#guide-" + to[1:])}">{words}</a>'
    return words  # another page of the docs, which is not here


def _starts_block(lines: list[str], at: int) -> bool:
    return any(starts(lines, at) for starts, reader in _READERS if reader not in (_paragraph, _code))


_Reader = Callable[[list[str], int], tuple[str, int]]
_READERS: tuple[tuple[Callable[[list[str], int], bool], _Reader], ...] = (
    (lambda lines, at: lines[at].strip().startswith(("```", "~~~")), _fence),
    (lambda lines, at: bool(_HEADING.match(lines[at])), _heading),
    (lambda lines, at: "|" in lines[at] and at + 1 < len(lines) and bool(_RULE.match(lines[at + 1])), _table),
    (lambda lines, at: lines[at].startswith(">"), _quote),
    (lambda lines, at: bool(_ITEM.match(lines[at])), _list),
    (lambda lines, at: lines[at].startswith("    "), _code),
    (lambda lines, at: True, _paragraph),
)
