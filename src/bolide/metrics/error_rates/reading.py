"""CDER's way through a candidate: the reference read off it word by word, jumping where that is cheaper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bolide.marks import Edit, Jump, Mark

Tokens = tuple[str, ...]


def reading(hyp: Tokens, ref: Tokens, reference: int) -> Iterator[Mark]:
    """The edits and jumps of one cheapest way, from the first word of the reference to its last."""
    plain, whole = _tables(hyp, ref)
    marks: list[Mark] = []
    i, j = len(hyp), len(ref)
    while i or j:
        if whole[j][i] < plain[j][i]:
            marks.append(_jump(hyp, i, reference))
            i = plain[j].index(min(plain[j]))
        elif j and i and plain[j][i] == whole[j - 1][i - 1] + (hyp[i - 1] != ref[j - 1]):
            i, j = i - 1, j - 1
            same = hyp[i] == ref[j]
            text = hyp[i] if same else f"{hyp[i]} – {ref[j]}"
            marks.append(Edit(text, "ok" if same else "substitute", (i,), (j,), reference, by_kind=False))
        elif j and plain[j][i] == whole[j - 1][i] + 1:
            j -= 1
            marks.append(Edit(ref[j], "delete", (), (j,), reference, by_kind=False))
        else:
            i -= 1
            marks.append(Edit(hyp[i], "insert", (i,), (), reference, by_kind=False))
    yield from reversed(marks)


def _jump(hyp: Tokens, place: int, reference: int) -> Jump:
    there = f"to “{hyp[place]}”" if place < len(hyp) else "to the end"
    return Jump(there, (place,) if place < len(hyp) else (), reference)


def _tables(hyp: Tokens, ref: Tokens) -> tuple[list[list[int]], list[list[int]]]:
    """What it costs to have read j words and stand before candidate word i: with no jump at the end, and in all.

    Before the first word every place but the first is a jump away.
    """
    size = len(hyp) + 1
    plain = [[0, *[size] * len(hyp)]]
    whole = [[0, *[1] * len(hyp)]]
    for word in ref:
        row = _next_row(hyp, word, whole[-1])
        plain.append(row)
        least = min(row) + 1
        whole.append([cost if cost < least else least for cost in row])
    return plain, whole


def _next_row(hyp: Tokens, word: str, above: list[int]) -> list[int]:
    """What each place costs by a step from the left, from above or from both; `min` would take twice the time."""
    beside, corner = above[0] + 1, above[0]
    row = [beside]
    for ours, up in zip(hyp, above[1:], strict=True):
        cost = corner if ours == word else corner + 1
        step = up + 1 if up < beside else beside + 1
        beside, corner = cost if cost < step else step, up
        row.append(beside)
    return row


def reads_off(marks: Iterable[Mark], hyp: Tokens, ref: Tokens) -> bool:
    """Whether the way is one: every reference word in turn, the candidate's words in turn but for jumps, to its end."""
    words: list[str] = []
    at = 0
    for mark in marks:
        if isinstance(mark, Jump):
            at = mark.hyp[0] if mark.hyp else len(hyp)
        elif isinstance(mark, Edit):
            if mark.hyp and mark.hyp != (at,):
                return False
            at += len(mark.hyp)
            if mark.operation == "ok":
                words.append(hyp[mark.hyp[0]])
            elif mark.operation != "insert":
                words.append(ref[mark.ref[0]])
    return tuple(words) == ref and at == len(hyp)
