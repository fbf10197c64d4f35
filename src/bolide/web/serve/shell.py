"""The page before its script runs: tabs, boxes and examples, from the records that the page uses."""

from __future__ import annotations

import json
from html import escape
from typing import Any

Record = dict[str, Any]


def shell(template: str, about: Record) -> str:
    """The template with its form filled in for the first metric; `about` itself stands in it as data for the script."""
    metric = about["metrics"][0]
    mine = [example for example in about["examples"] if example["metric"] == metric["key"]]
    parts = {
        "tabs": "".join(_tab(one["key"], one["name"], one is metric) for one in about["metrics"])
        + _tab("files", "Files"),
        "name": escape(metric["name"]),
        "summary": escape(metric["summary"]),
        "boxes": _boxes(mine[0]["hyp"], mine[0]["refs"]),
        "examples": _examples(mine),
        "version": f'Bolide {escape(about["version"])} · <span id="core">kernels not loaded yet</span>',
        # A “<” could end the element early.
        "about": json.dumps(about, ensure_ascii=False).replace("<", "\\u003c"),
    }
    for name, text in parts.items():
        template = template.replace(f"<!--{name}-->", text)
    return template


def _tab(key: str, name: str, current: bool = False) -> str:
    mark = ' aria-current="page"' if current else ""
    return f'<li><a href="#{escape(key)}" data-view="{escape(key)}"{mark}>{escape(name)}</a></li>'


def _boxes(hyp: str, refs: list[str]) -> str:
    many = len(refs) > 1
    boxes = [_box(f"ref-{k}", f"Reference {k + 1}" if many else "Reference", text) for k, text in enumerate(refs)]
    return f'{_box("hyp", "Candidate", hyp)}<div id="refs">{"".join(boxes)}</div>'


def _box(name: str, label: str, text: str) -> str:
    return (
        f'<div class="box"><div class="box-head"><label for="{name}">{label}</label>'
        f'<span id="{name}-count" class="count"></span></div><textarea id="{name}" rows="3" dir="auto" '
        f'spellcheck="false" aria-describedby="{name}-count">{escape(text)}</textarea></div>'
    )


def _examples(examples: list[Record]) -> str:
    return f'<ul class="examples-list">{"".join(map(_example, examples))}</ul>'


def _example(example: Record) -> str:
    published = f"{example['expected']:.{example['digits']}f}"
    return (
        '<li><button type="button" class="example" disabled>'
        f'<span class="title">{escape(example["title"])}</span><span class="source">{escape(example["source"])}</span>'
        f'<span class="published">{published}</span></button></li>'
    )
