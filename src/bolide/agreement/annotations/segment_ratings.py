"""`.seg.rating` files of mt-metrics-eval: a system, a tab, and its marked errors as JSON, system by system.

{"errors": [{"start", "end", "category", "severity", "score", "is_source_error"}]}, or None for a segment nobody rated.
A segment's score is minus the sum of its errors' scores.
"""

from __future__ import annotations

from collections import Counter
from io import StringIO
from math import fsum
from typing import Any

from bolide.agreement.annotations.ratings import Annotations, ErrorSpan, Rating, error_span
from bolide.agreement.language_pairs import IN_SYSTEM, UNNAMED, pairs_in_ids
from bolide.corpus.decoding import filled_lines
from bolide.system.errors import InputError
from bolide.system.messages import counted
from bolide.system.strict import from_json, json_number

FIRST = 100  # lines that must show what a file is, without those of segments that nobody rated


def recognised(text: str) -> bool:
    """Whether one of the first lines that are not of segments nobody rated has a rating after its tab."""
    looked = 0
    for line in StringIO(text):
        _, tab, rest = line.partition("\t")
        if tab and rest.startswith("{") and '"errors"' in rest:
            return True
        looked += rest.strip() != "None"
        if looked == FIRST:
            break
    return False


def read(path: str, text: str) -> dict[str, Annotations]:
    """By language pair, if systems are named after theirs, one rating per segment that has one."""
    ratings: list[Rating] = []
    lines: Counter[str] = Counter()
    for number, line in filled_lines(text):
        name, tab, rest = line.rstrip("\r").partition("\t")
        system = name.strip()
        if not tab or not system:
            raise InputError(f"{path}, line {number}: a line is the system, a tab and its errors as JSON, or None.")
        segment = lines[system]
        lines[system] += 1
        if rest.strip() == "None":
            continue
        try:
            errors = from_json(rest)["errors"]
            score = 0.0 - fsum(json_number(error["score"]) for error in errors)
        except (ValueError, KeyError, TypeError):
            raise InputError(
                f"{path}, line {number}: the errors of {system} cannot be read; they look like "
                '{"errors": [{"start": 3, "end": 7, "severity": "major", "score": 5}]}.'
            ) from None
        ratings.append(Rating("", system, segment, score, number, errors=errors))
    pairs = pairs_in_ids(lines, IN_SYSTEM)
    annotations = {}
    for pair in dict.fromkeys(pairs.values()) or [UNNAMED]:
        sizes = {size for system, size in lines.items() if pairs.get(system, UNNAMED) == pair}
        if len(sizes) > 1:
            raise InputError(
                f"{path}: its systems have {min(sizes):,} to {counted(max(sizes), 'line')}; each needs one per segment."
            )
        some = [rating for rating in ratings if pairs.get(rating.system, UNNAMED) == pair]
        annotations[pair] = Annotations("mqm", path, some, {}, spans, pair=pair)
    return annotations


def spans(errors: Any) -> tuple[ErrorSpan, ...]:
    """The errors marked in the translation; those of the source are nobody's to find in it."""
    return tuple(
        error_span(error["start"], error["end"], error["severity"], error.get("category", ""))
        for error in errors or ()
        if not error.get("is_source_error")
    )
