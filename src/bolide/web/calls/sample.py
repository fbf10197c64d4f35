"""A test set to try the page's Files with: 200 sentences put together from phrases, and three systems with habits."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tomllib import loads
from typing import Any

SEGMENTS = 200
PER_DOCUMENT = 10


def test_set() -> dict[str, Any]:
    """The reference, the outputs of three systems, and the document of each segment."""
    lines = [_segment(k) for k in range(SEGMENTS)]
    return {
        "reference": [reference for reference, _ in lines],
        "systems": {name: [outputs[name] for _, outputs in lines] for name in lines[0][1]},
        "documents": [
            f"{_phrases()['documents'][k // PER_DOCUMENT % 4][0]} {k // PER_DOCUMENT + 1}" for k in range(SEGMENTS)
        ],
    }


@cache
def _phrases() -> dict[str, list[list[str]]]:
    """Phrases, each as the reference has it and in other words."""
    found: dict[str, list[list[str]]] = loads((Path(__file__).parents[1] / "sample.toml").read_text(encoding="utf-8"))
    return found


def _segment(k: int) -> tuple[str, dict[str, str]]:
    """One segment: its reference, and what each system makes of it."""
    kinds = ("who", "did", "when", "why")
    steps = (1, 3, 7, 11)  # so that no two segments are the same
    said = [
        _phrases()[kind][(k * step + k // 20) % len(_phrases()[kind])] for kind, step in zip(kinds, steps, strict=True)
    ]
    (who, other_who), (did, other_did), (when, other_when), (why, other_why) = said
    careful = [
        who,
        other_did if k % 4 == 1 else did,
        other_when if k % 5 == 2 else when,
        other_why if k % 3 == 2 else why,
    ]
    literal = [other_when if k % 3 else when, who, other_did if k % 2 else did, other_why if k % 4 == 3 else why]
    hasty = [
        other_who if k % 3 == 1 else who,
        other_did if k % 2 else did,
        *([other_when] if k % 4 else []),
        *([why] if k % 3 else []),
    ]
    outputs = {"careful": careful, "literal": literal, "hasty": hasty}
    return _sentence([who, did, when, why]), {name: _sentence(parts) for name, parts in outputs.items()}


def _sentence(parts: list[str]) -> str:
    text = " ".join(parts)
    return f"{text[0].upper()}{text[1:]}."
