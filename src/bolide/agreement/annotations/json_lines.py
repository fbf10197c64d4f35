"""Judgments and predictions in JSON lines: one output per line, or all systems' outputs of a segment by system.

Predicted error spans have `system`, `line_id` (from 0), `spans` and, if there are any, `score`, `langs`. A span is
{"start", "end", "severity"}: the characters of the translation from `start` up to `end`, which is the first after it;
null for both where something is missing.

WMT25's human data: `doc_id`, `tgt_text` {system: text}, `scores` {system: [{score, annotator, errors: [span]}]}.
WMT26's answers: `item_id` with `task1_pred` {system: [{start, end, severity}]}, `task2_pred` {system: score}, by which
an output has no error from some score on, or `task3_pred` {system: 0 or 1}, 1 for an output without an error. WMT25
counts a span's last character in, WMT26 does not.
"""

from __future__ import annotations

from typing import Any

from bolide.agreement.annotations import esa
from bolide.agreement.annotations.ratings import Annotations, ErrorSpan, Rating, error_span, json_name, percent
from bolide.agreement.language_pairs import ItemId, pair_columns, pair_of
from bolide.corpus.decoding import begins_with_object, filled_lines
from bolide.system.errors import InputError
from bolide.system.limits import SEGMENTS
from bolide.system.strict import from_json, json_index, json_number

# --- one output per line ----------------------------------------------------------------------------------------------


def recognised_predictions(text: str) -> bool:
    """Whether the first line has spans and says of which output."""
    return begins_with_object(text, "spans", "line_id")


def read_predictions(path: str, text: str) -> dict[str, Annotations]:
    """By language pair, one prediction per line; its score is NaN where there is none."""
    pairs: dict[str, dict[tuple[str, int], Rating]] = {}
    for number, line in filled_lines(text):
        where = f"{path}, line {number}"
        try:
            item: Any = from_json(line)
            system, segment, errors = item["system"], json_index(item["line_id"], SEGMENTS), item["spans"]
            score = float("nan") if item.get("score") is None else json_number(item["score"])
            spans(errors)
            if not isinstance(system, str) or not system:
                raise ValueError(system)
        except (ValueError, KeyError, TypeError, AttributeError):
            raise InputError(
                f'{where} is not a prediction; one looks like {{"system": "a", "line_id": 0, "spans": [{{"start": 3, '
                '"end": 7, "severity": "major"}]}.'
            ) from None
        names = list(item)
        ratings = pairs.setdefault(pair_of([str(item[name]) for name in names], pair_columns(names)), {})
        if (system, segment) in ratings:
            raise InputError(f"{where}: there are two predictions for line {segment} of {system}.")
        ratings[system, segment] = Rating("", system, segment, score, number, errors=errors)
    return {
        pair: Annotations("spans", path, list(ratings.values()), {}, spans, pair=pair)
        for pair, ratings in pairs.items()
    }


def spans(errors: Any) -> tuple[ErrorSpan, ...]:
    """The spans of one prediction."""
    marked = []
    for error in errors or ():
        start, end = error["start"], error["end"]
        about = str(error["severity"]), str(error.get("category", ""))
        missing = start is None and end is None
        marked.append(ErrorSpan(None, None, *about) if missing else error_span(start, end, *about))
    return tuple(marked)


# --- all systems of a segment -----------------------------------------------------------------------------------------


_TASKS = ("task1_pred", "task2_pred", "task3_pred")
_UNKNOWN = float("nan")
_FLAWED = ({"start": None, "end": None, "severity": "undecided"},)  # an output with an error that nobody placed


def recognised_by_system(text: str) -> bool:
    """Whether the first line has scores or predictions by system."""
    human = begins_with_object(text, "doc_id", "scores", "tgt_text")
    return human or any(begins_with_object(text, "item_id", task) for task in _TASKS)


def read_by_system(path: str, text: str) -> dict[str, Annotations]:
    """By language pair, as the names of the segments say."""
    pairs: dict[str, list[Rating]] = {}
    indices: dict[str, int] = {}
    human = False
    for number, line in filled_lines(text):
        where = f"{path}, line {number}"
        try:
            item = from_json(line)
            name = str(item["item_id"] if "item_id" in item else item["doc_id"])
            human = human or "scores" in item
            about = ItemId.of(name)
            index = indices.setdefault(name, len(indices))
            ratings = [
                Rating(who, system, index, score, number, about.document, about.domain, errors, output, name)
                for system, who, score, errors, output in _judged(item)
            ]
            for rating in ratings:
                (esa.spans if "scores" in item else spans)(rating.errors)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise InputError(
                f"{where} cannot be read ({error!r:.60}); a line has a `doc_id` with `tgt_text` and `scores` by "
                "system, or an `item_id` with `task1_pred`, `task2_pred` or `task3_pred` by system."
            ) from None
        pairs.setdefault(about.pair, []).extend(ratings)
    if not pairs:
        raise InputError(f"{path} has no line.")
    reader = esa.spans if human else spans
    return {
        pair: Annotations("esa" if human else "spans", path, ratings, {}, reader, pair=pair)
        for pair, ratings in pairs.items()
    }


Judged = tuple[str, str, float, Any, str | None]


def _judged(item: dict[str, Any]) -> list[Judged]:
    """System, annotator, score, errors and text of everything that a line says."""
    if "scores" in item:
        texts = item["tgt_text"]
        return [
            (system, json_name(one.get("annotator")), percent(one["score"]), one.get("errors"), texts.get(system))
            for system, several in item["scores"].items()
            for one in several
        ]
    texts = item.get("hyps", {})
    if "task1_pred" in item:
        return [(system, "", _UNKNOWN, list(spans), texts.get(system)) for system, spans in item["task1_pred"].items()]
    if "task2_pred" in item:
        scores = item["task2_pred"].items()
        return [(system, "", json_number(score), None, texts.get(system)) for system, score in scores]
    answers = item["task3_pred"]
    if any(answer not in (0, 1) or isinstance(answer, float) for answer in answers.values()):
        raise ValueError("task3_pred is 0 or 1")
    return [(name, "", _UNKNOWN, [] if free else list(_FLAWED), texts.get(name)) for name, free in answers.items()]
