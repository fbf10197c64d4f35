"""Two candidates against the same references: what changed, and what it cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from difflib import SequenceMatcher
from typing import Any

from bolide.data.explanation import Explanation, Step
from bolide.data.marks import Gram, Mark
from bolide.web.calls.describe import Options, build_scorer
from bolide.web.calls.sentence import check_lengths, pictures

MOST_WORDS = 2000  # longer texts are compared by their numbers alone: which words changed would take too long
_ROOM = 360  # pixels of a line of words: two pictures stand beside each other
MOST_MARKS = 40  # of either side


def candidates(metric: str, options: Options, hyps: list[str], refs: list[str]) -> dict[str, Any]:
    """Both scores, every step side by side, the words that differ, and the evidence that only one of them has."""
    check_lengths([*hyps, *refs])
    chosen = build_scorer(metric, options).sentence
    first, second = (chosen.explain(hyp, refs) for hyp in hyps)
    ours, theirs = _credited(first.marks), _credited(second.marks)
    return {
        "name": first.score.name,
        "higher_is_better": chosen.formula.higher_is_better,
        "signature": str(first.score.signature),
        "scores": [{"value": one.score.value, "percent": one.score.percent} for one in (first, second)],
        "steps": _steps(first, second),
        "words": _words(first, second),
        "pictures": [[one for one in pictures(each, _ROOM) if one["kind"] != "bars"] for each in (first, second)],
        "only": [_listed(ours - theirs), _listed(theirs - ours)],
    }


def _steps(first: Explanation, second: Explanation) -> list[dict[str, Any]]:
    """Each step of either, by its label, with the value that each has there, None where it has no such step.

    Where both have the same value and yet another number in the step, that number is shown instead.
    """
    found = []
    ours, theirs = ({step.label: step for step in one.steps if step.label != "Cross-check"} for one in (first, second))
    for label in ours | theirs:
        pair = ours.get(label), theirs.get(label)
        values = [None if step is None else step.value for step in pair]
        apart = _numbers_apart(*pair) if values[0] == values[1] else {}
        found += [{"label": f"{label}: {name}", "values": both} for name, both in apart.items()]
        if not apart:
            found.append({"label": label, "values": values})
    return found


def _numbers_apart(first: Step | None, second: Step | None) -> dict[str, list[Any]]:
    """The numbers of a step in which two candidates differ; lists are left out."""
    if first is None or second is None:
        return {}
    both = {name: [value, second.numbers.get(name)] for name, value in first.numbers.items()}
    return {
        name: pair
        for name, pair in both.items()
        if pair[0] != pair[1] and all(isinstance(v, int | float) for v in pair)
    }


def _words(first: Explanation, second: Explanation) -> list[dict[str, Any]] | None:
    """The tokens of both in pieces that are the same, or that differ."""
    if max(len(first.hyp), len(second.hyp)) > MOST_WORDS:
        return None
    matcher = SequenceMatcher(None, first.hyp, second.hyp, autojunk=False)
    return [
        {"same": tag == "equal", "first": list(first.hyp[a:b]), "second": list(second.hyp[c:d])}
        for tag, a, b, c, d in matcher.get_opcodes()
    ]


def _credited(marks: Iterable[Mark]) -> Counter[tuple[str, str]]:
    """What counts for a candidate, under its words and kind: n-grams as often as credited, links once each; and edits,
    which count against it."""
    found: Counter[tuple[str, str]] = Counter()
    for mark in marks:
        if isinstance(mark, Gram):
            found[f"{mark.unit} {mark.order}-gram".strip(), mark.text] += mark.credited
        elif mark.hyp or mark.ref:
            kind = mark.details().get("stage") if mark.kind == "matched" else mark.kind
            if mark.kind not in ("unmatched", "ok", "dropped"):
                found[str(kind), mark.text] += 1
    return +found


def _listed(found: Counter[tuple[str, str]]) -> dict[str, Any]:
    shown = [{"kind": kind, "text": text, "times": times} for (kind, text), times in found.items()]
    return {"marks": shown[:MOST_MARKS], "more": max(0, len(shown) - MOST_MARKS)}
