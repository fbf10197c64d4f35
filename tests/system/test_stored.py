"""Our own files, read as a stranger's: what has another form is refused by name, before anything looks inside."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NotRequired, TypedDict

from bolide.system.stored import check_stored
from tests.cli.run import bolide, refused


@dataclass(frozen=True)
class Point:
    x: float
    label: str | None = None


class Form(TypedDict):
    name: str
    size: int
    points: tuple[Point, ...]
    pair: NotRequired[tuple[int, str]]
    other: NotRequired[dict[str, bool | list[str]]]


GOOD: dict[str, Any] = {"name": "n", "size": 1, "points": [{"x": 1, "label": None}, {"x": 0.5}], "unknown": [[]]}


def test_data_of_the_right_form_is_returned_with_dataclasses_made() -> None:
    data = check_stored({**GOOD, "pair": [1, "a"], "other": {"p": True, "q": ["x"]}}, Form, "It is wrong")
    assert data == {
        "name": "n",
        "size": 1,
        "points": (Point(1), Point(0.5)),
        "pair": (1, "a"),
        "other": {"p": True, "q": ["x"]},
    }


def test_a_checkpoint_that_is_not_ours(here: Path) -> None:
    Path("t.tsv").write_text("a\tref\nthe cat\tthe cat sat\na dog\ta dog ran\n")
    words = ["score", "ref", "-i", "a", "--table", "t.tsv", "--resume", "saved"]
    os.mkdir("saved")
    os.mkfifo("saved/state.json")
    refused(bolide(*words), "state.json is not a file")
    os.unlink("saved/state.json")
    Path("saved/state.json").write_text('{"fingerprint": []}')
    refused(
        bolide(*words),
        "state.json is damaged or of another version; name another folder, or delete this one: rows is missing",
    )
