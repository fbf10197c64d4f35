"""ESA as WMT publishes it: JSON lines, one rating each, of all language pairs, with texts, documents and domains."""

from __future__ import annotations

from collections import Counter
from typing import Any

from bolide.agreement.annotations.esa_export import REPEATED, spans
from bolide.agreement.annotations.ratings import Annotations, Rating
from bolide.errors import Advised, InputError
from bolide.limits import SEGMENTS
from bolide.plain_json import from_json
from bolide.plain_numbers import json_number, json_place

NEEDED = ("langs", "line_id", "system", "esa_score")
OTHERS = "of other language pairs"


def recognised(text: str) -> bool:
    """Whether the first line is a rating."""
    first = text.lstrip().partition("\n")[0]
    return first.startswith("{") and '"esa_score"' in first


def read(path: str, text: str, pair: str | None = None) -> Annotations:
    """The ratings of a language pair, which must be named where the file has several."""
    dropped: Counter[str] = Counter()
    kept: dict[tuple[str, str, str, int], Rating] = {}
    seen: Counter[str] = Counter()
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        item = _item(line, f"{path}, line {number}")
        seen[item["langs"]] += 1
        if pair is not None and item["langs"] != pair:
            dropped[OTHERS] += 1
            continue
        rating = _rating(item, number, path)
        key = rating.annotator, rating.system, rating.document, rating.segment
        dropped[REPEATED] += key in kept and rating.annotator != ""
        kept[key if rating.annotator else (str(number), *key[1:])] = rating
    if pair is None and len(seen) > 1:
        raise Advised(
            f"{path} has several language pairs, {', '.join(seen)};", "keep the lines of one of them.",
            "--pair", f"name one, like --pair {next(iter(seen))}.",
        )  # fmt: skip
    if pair is not None and pair not in seen:
        raise InputError(f"{path} has no rating for {pair}; it has {', '.join(seen) or 'none at all'}.")
    return Annotations("esa", path, list(kept.values()), dropped, spans)


def _item(line: str, where: str) -> dict[str, Any]:
    try:
        item = from_json(line)
    except ValueError as error:
        raise InputError(f"{where} is not JSON: {error}.") from None
    if not isinstance(item, dict):
        raise InputError(f"{where} is not a JSON object.")
    lacking = [name for name in NEEDED if name not in item]
    if lacking:
        raise InputError(f"{where} has no {', '.join(lacking)}; a rating needs {', '.join(NEEDED)}.")
    for name in ("langs", "system"):
        if not isinstance(item[name], str) or not item[name]:
            raise InputError(f"{where}: {name} is {item[name]!r:.40}; it must be a name.")
    return item


def _rating(item: dict[str, Any], line: int, path: str) -> Rating:
    try:
        segment, score = json_place(item["line_id"], SEGMENTS), json_number(item["esa_score"])
    except ValueError:
        segment, score = -1, -1.0
    if not 0 <= score <= 100:
        raise InputError(
            f"{path}, line {line}: line_id is {item['line_id']!r:.40} and esa_score {item['esa_score']!r:.40}; they "
            f"must be an integer ≥ 0 and below {SEGMENTS:,}, and a number from 0 to 100."
        )
    return Rating(
        str(item.get("annotator", "")), str(item["system"]), segment, score, line, str(item.get("doc_id", "")),
        str(item.get("domain", "")), item.get("esa_spans"), str(item.get("tgt", "")),
    )  # fmt: skip
