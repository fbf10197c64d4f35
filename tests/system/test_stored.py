"""Our own files, read as a stranger's: what has another form is refused by name, before anything looks inside."""

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bolide import InputError, Signature
from bolide.system.stored import check_stored, plain
from tests.cli.run import bolide, refused
from tests.errors import raises


class Point(NamedTuple):
    x: float
    label: str | None = None


@dataclass(frozen=True)
class Form:
    name: str
    size: int
    points: tuple[Point, ...]
    signature: Signature
    leads: dict[tuple[str, str], float | None]
    pair: tuple[int, str] | None = None
    other: dict[str, bool | list[str]] | None = None
    left_out: object = field(default=None, compare=False)

    derived = ("half",)

    @property
    def half(self) -> float:
        return self.size / 2


GOOD: dict[str, Any] = {
    "name": "n",
    "size": 1,
    "points": [{"x": 1.0, "label": None}, {"x": 0.5, "label": "p"}],
    "signature": "BLEU|tok:13a",
    "leads": [["a", "b", 0.25], ["b", "c", None]],
    "pair": [1, "a"],
    "other": {"p": True, "q": ["x"]},
    "half": 0.5,
}


def test_keys_are_the_names_of_fields_both_ways() -> None:
    form = Form(
        "n",
        1,
        (Point(1), Point(0.5, "p")),
        Signature("BLEU", (("tok", "13a"),), version=""),
        {("a", "b"): 0.25, ("b", "c"): None},
        (1, "a"),
        {"p": True, "q": ["x"]},
        left_out=object(),
    )
    assert plain(form) == GOOD
    assert check_stored({**GOOD, "unknown": [[]]}, Form, "It is wrong") == form


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("size", "1", "size is '1'; it must be an integer"),
        ("points", [{"label": None}], r"points\[0\].x is missing"),
        ("signature", "13a|x", "signature cannot be read"),
        ("leads", [["a", 0.5]], r"leads\[0\] is a list; it must be a list of 3"),
        ("pair", [1], "pair is a list; it must be a list of 2"),
    ],
)
def test_what_has_another_form_is_named(key: str, value: object, said: str) -> None:
    raises(InputError, f"It is wrong: {said}", check_stored, {**GOOD, key: value}, Form, "It is wrong")


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
