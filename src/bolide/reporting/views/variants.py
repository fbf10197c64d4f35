"""The definitions that share one name, side by side on one translation, and why they differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bolide.data.explanation import Explanation
from bolide.data.marks import Link
from bolide.metrics.base import Metric
from bolide.reporting.blocks import Block, Cell, Heading, Paragraph, Span, Table
from bolide.reporting.views.explanation import number
from bolide.system.plurals import counted

Pair = tuple[Metric, Explanation]
MOST = 6


def variants_blocks(pairs: Sequence[Pair]) -> list[Block]:
    """One column per definition: every step that has a value, then what sets each apart."""
    names = [metric.form.variant_name for metric, _ in pairs]
    labels = list(dict.fromkeys(step.label for _, explanation in pairs for step in explanation.steps))
    rows: list[tuple[Cell, ...]] = []
    for label in labels:
        values = [_value(explanation, label) for _, explanation in pairs]
        rows.append((label, *values))
    blocks: list[Block] = [
        Heading(f"{pairs[0][1].score.name}: {counted(len(pairs), 'definition')}", 1),
        Table.of(("step", *names), rows),
        Heading("Why they differ"),
    ]
    for name, (metric, explanation) in zip(names, pairs, strict=True):
        told = metric.form.difference or f"{name}."
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
        said.append(f"matches that {name} does not have: {_some(extra)}")
    if missing := [text for key, text in ours.items() if key not in theirs]:
        said.append(f"matches of {name} missing here: {_some(missing)}")
    if not said:
        return f"The same matches as {name}."
    return f"Here: {'; '.join(said)}."


def _links(explanation: Explanation) -> dict[tuple[str, int, int], str]:
    """Each link under its words and which copies of them it joins, so that texts cut differently still compare."""
    hyp_copies, ref_copies = _copies(explanation.hyp), [_copies(tokens) for tokens in explanation.refs]
    found = {}
    for mark in explanation.marks:
        if isinstance(mark, Link):
            ours, theirs = mark.hyp[0], mark.ref[0]
            key = (mark.text, hyp_copies[ours], ref_copies[mark.reference][theirs])
            found[key] = f"{mark.text} ({mark.stage}, {ours + 1} – {theirs + 1})"
    return found


def _copies(tokens: Sequence[str]) -> list[int]:
    """How often each token came before."""
    seen: Counter[str] = Counter()
    numbers = []
    for token in tokens:
        numbers.append(seen[token])
        seen[token] += 1
    return numbers


def _some(items: Sequence[str]) -> str:
    return ", ".join(items[:MOST]) + (f" and {len(items) - MOST} more" if len(items) > MOST else "")
