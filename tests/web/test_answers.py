"""What Python answers to the calls of the page: answers.toml says how it is read."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_printed import at
from tests.web.calls import call, file

pytestmark = pytest.mark.one_core

ANSWERS = tomllib.loads(Path(__file__).with_name("answers.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("method", "given", "said"), [(method, *row) for method, rows in ANSWERS.items() for row in rows], ids=str
)
def test_it_is_answered(method: str, given: dict[str, Any], said: dict[str, Any]) -> None:
    if method in ("explain", "variants", "candidates"):
        given = {"options": {}, **given}
    answer = call(method, **(file(**given) if method == "read" else given))
    answer = answer.get("result", answer)
    for path, value in said.items():
        found = at(answer, path.removeprefix("~"))
        assert value in found if path.startswith("~") else found == value, (path, found)
