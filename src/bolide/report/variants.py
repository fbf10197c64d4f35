"""The definitions that share one name, side by side on one translation, and why they differ."""

from __future__ import annotations

from collections.abc import Sequence

from bolide.explanation import Explanation
from bolide.metrics.base import Metric
from bolide.report.blocks import Block, Cell, Heading, Paragraph, Span, Table
from bolide.report.explained import number

Pair = tuple[Metric, Explanation]
MOST = 6


def variants_blocks(pairs: Sequence[Pair]) -> list[Block]:
    """One column a definition: every step that has a value, then what sets each apart."""
    names = [str(getattr(metric, "variant", metric.name)) for metric, _ in pairs]
    labels = list(dict.fromkeys(step.label for _, explanation in pairs for step in explanation.steps))
    rows: list[tuple[Cell, ...]] = []
    for label in labels:
        values = [_value(explanation, label) for _, explanation in pairs]
        rows.append((label, *values))
    blocks: list[Block] = [
        Heading(f"{pairs[0][1].score.name}: {len(pairs)} definitions of one name", 1),
        Table.of(("step", *names), rows),
        Heading("Why they differ"),
    ]
    for name, (metric, explanation) in zip(names, pairs, strict=True):
        told = metric.difference or f"{name}."
        apart = _links_apart(pairs[0][1], explanation, names[0])
        blocks.append(Paragraph.of(told, Span(f" {apart}" if apart else "", "strong")))
    blocks += [Paragraph.of(Span(str(explanation.score.signature), "dim")) for _, explanation in pairs]
    return blocks


def _value(explanation: Explanation, label: str) -> str:
    return next((number(step.value) for step in explanation.steps if step.label == label), "–")


def _links_apart(first: Explanation, other: Explanation, name: str) -> str:
    """Which matches one has and the other has not, as far as both cut the text the same way."""
    if first is other:
        return ""
    ours, theirs = _links(first), _links(other)
    said = []
    if extra := [text for key, text in theirs.items() if key not in ours]:
        said.append(f"matches that {name} has not: {_some(extra)}")
    if missing := [text for key, text in ours.items() if key not in theirs]:
        said.append(f"matches of {name} missing here: {_some(missing)}")
    if not said:
        return f"The same matches as {name}."
    return f"Here: {'; '.join(said)}."


def _links(explanation: Explanation) -> dict[tuple[str, ...], str]:
    """Each link under its words and how often they came before, so that texts cut differently still compare."""
    found: dict[tuple[str, ...], str] = {}
    for mark in explanation.marks:
        if "chunk" in mark.details and mark.reference is not None:
            key = (mark.text, *_places(explanation, mark.hyp, mark.ref, mark.reference))
            found[key] = f"{mark.text} ({mark.details.get('stage')}, {mark.hyp[0] + 1} – {mark.ref[0] + 1})"
    return found


def _places(explanation: Explanation, hyp: Sequence[int], ref: Sequence[int], reference: int) -> tuple[str, str]:
    """Which copy of its first word a link begins with, on either side."""
    texts = ((explanation.hyp, hyp[0]), (explanation.refs[reference], ref[0]))
    ours, theirs = (str(tokens[:place].count(tokens[place])) for tokens, place in texts)
    return ours, theirs


def _some(items: Sequence[str]) -> str:
    return ", ".join(items[:MOST]) + (f" and {len(items) - MOST} more" if len(items) > MOST else "")
