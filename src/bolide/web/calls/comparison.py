"""Two candidates for the same references: their scores, steps, words and evidence side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from math import isclose
from typing import Any

from bolide.data.explanation import Explanation, Step
from bolide.data.figures import AlignmentMatrix
from bolide.data.marks import Gram, Mark
from bolide.data.scores import Score
from bolide.reporting.look import number, step_name
from bolide.significance.arithmetic import SAME
from bolide.web.calls.describe import Options, build_scorer
from bolide.web.calls.sentence import check_lengths, pictures, unit_of

MOST_WORDS = 2000  # of longer texts only the numbers are compared; a word diff would take too long
_ROOM = 360  # pixels of a line of words: two pictures are side by side
MOST_MARKS = 40  # per side
_CHOICE = "Reference"  # the step whose value is the number of a reference


def candidates(metric: str, options: Options, hyps: list[str], refs: list[str]) -> dict[str, Any]:
    """Both scores, every step side by side, the words that differ, and the evidence that only one candidate has."""
    check_lengths([*hyps, *refs])
    scorer = build_scorer(metric, options).sentence
    first, second = (scorer.explain(hyp, refs) for hyp in hyps)
    ours, theirs = _credited(first.marks), _credited(second.marks)
    return {
        "verdict": _verdict(first.score, second.score),
        "references": _references(first, second),
        "scores": [{"value": one.score.value, "points": one.score.points} for one in (first, second)],
        "steps": _steps(first, second),
        "unit": unit_of(first),
        "tokens": len(second.hyp),
        "words": _words(first, second),
        "pictures": [[one for one in pictures(each, _ROOM) if one["kind"] != "bars"] for each in (first, second)],
        "only": [_listed(ours - theirs), _listed(theirs - ours)],
    }


def _is_same(first: float, second: float) -> bool:
    """Whether two numbers are one, perhaps computed in another order."""
    return isclose(first, second, rel_tol=SAME)


def _verdict(first: Score, second: Score) -> str:
    if _is_same(first.value, second.value):
        return f"Both candidates have the same {first.name}."
    better = "B" if (second.value > first.value) == first.higher_is_better else "A"
    points = f"{abs(round(second.points, 2) - round(first.points, 2)):.2f}"
    return f"Candidate {better} is better by {'less than 0.01' if points == '0.00' else points} points of {first.name}."


def _references(first: Explanation, second: Explanation) -> str:
    """A sentence if the metric chooses a reference, and not the same one for both candidates; else empty."""
    a, b = _reference(first), _reference(second)
    return f"Candidate A is matched with {a}, candidate B with {b}." if a != b else ""


def _reference(explanation: Explanation) -> str:
    steps = (f"reference {step.value}" for step in explanation.steps if step.label == _CHOICE)
    alignments = (figure.reference for figure in explanation.figures if isinstance(figure, AlignmentMatrix))
    return next(iter([*steps, *alignments]), "")


def _steps(first: Explanation, second: Explanation) -> list[dict[str, Any]]:
    """The steps of both by label, with both values (None if a candidate lacks the step).

    If the values are equal, or numbers of references, but other numbers of the step differ, those are listed instead.
    """
    rows = []
    ours, theirs = ({step.label: step for step in one.steps if step.label != "Cross-check"} for one in (first, second))
    for label in ours | theirs:
        one, other = pair = ours.get(label), theirs.get(label)
        values = [None if step is None else step.value for step in pair]
        apart = {}
        if one and other and (label == _CHOICE or _is_same(one.value, other.value)):
            apart = _numbers_apart(one, other)
        rows += [_row(f"{label}: {step_name(name)}", both, name) for name, both in apart.items()]
        if not apart:
            rows.append(_row(label, values, next(step.value_name for step in pair if step is not None)))
    return rows


def _row(label: str, values: Sequence[Any], name: str) -> dict[str, Any]:
    """Both values of a number and their difference, as they are shown."""
    first, second = values
    difference = ""
    if None not in values:
        apart = "" if label == _CHOICE else number(_rounded(second) - _rounded(first), name)
        difference = "same" if _is_same(first, second) else apart
    signed = f"+{difference}" if difference and difference[0].isdigit() else difference
    return {"label": label, "shown": ["–" if one is None else number(one, name) for one in values], "apart": signed}


def _rounded(value: float) -> float:
    """A number as it is shown, with whose neighbour its difference is to agree."""
    return round(value, 4) if abs(value) >= 0.00005 else value


def _numbers_apart(first: Step, second: Step) -> dict[str, list[Any]]:
    """The numbers of a step in which two candidates differ, without lists."""
    both = {name: [value, second.numbers.get(name)] for name, value in first.numbers.items()}
    return {
        name: pair
        for name, pair in both.items()
        if all(isinstance(v, int | float) for v in pair) and not _is_same(*pair)
    }


def _words(first: Explanation, second: Explanation) -> list[dict[str, Any]] | None:
    """A diff of the tokens of both candidates."""
    if max(len(first.hyp), len(second.hyp)) > MOST_WORDS:
        return None
    matcher = SequenceMatcher(None, first.hyp, second.hyp, autojunk=False)
    return [
        {"same": tag == "equal", "first": list(first.hyp[a:b]), "second": list(second.hyp[c:d])}
        for tag, a, b, c, d in matcher.get_opcodes()
    ]


def _credited(marks: Iterable[Mark]) -> Counter[tuple[str, str]]:
    """The evidence of a candidate by kind and words: n-grams as often as credited, links and edits once each."""
    counts: Counter[tuple[str, str]] = Counter()
    for mark in marks:
        if isinstance(mark, Gram):
            counts[f"{mark.unit} {mark.order}-gram".strip(), mark.text] += mark.credited
        elif mark.hyp or mark.ref:
            kind = mark.details().get("stage") if mark.kind == "matched" else mark.kind
            if mark.kind not in ("unmatched", "ok", "dropped"):
                counts[str(kind), mark.text] += 1
    return +counts


def _listed(counts: Counter[tuple[str, str]]) -> dict[str, Any]:
    marks = [{"kind": kind, "text": text, "times": times} for (kind, text), times in counts.items()]
    return {"marks": marks[:MOST_MARKS], "more": max(0, len(marks) - MOST_MARKS)}
