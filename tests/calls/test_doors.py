"""Every command that has a call prints as JSON what the call gives, from the same files. The table is doors.toml."""

import json
import shlex
from typing import Any

import pytest

import bolide
from bolide.cli.main import COMMANDS
from bolide.significance import Plan
from tests.cli.run import data_of as printed
from tests.tables import table

pytestmark = [pytest.mark.usefixtures("examples")]

TABLES = table(__file__, "doors.toml")
DOORS = {line: (call, options) for call, lines in TABLES["doors"].items() for line, options in lines.items()}


def without_command(data: Any) -> Any:
    """A report without its command, which is for the colophon of a page."""
    data.get("summary", {}).get("colophon", {}).pop("command", None)
    return data


@pytest.mark.parametrize("words", DOORS)
def test_a_command_prints_what_its_call_gives(words: str) -> None:
    call, options = DOORS[words]
    if isinstance(options.get("confidence"), dict):
        options = options | {"confidence": Plan(**options["confidence"])}
    result = json.loads(getattr(bolide, call)(**options).to_json())
    assert without_command(result) == without_command(printed(*shlex.split(words)))


def test_explain() -> None:
    texts = "the cat is on mat", "the cat is on the mat"
    explanation = json.loads(json.dumps(bolide.explain(*texts, "meteor").to_dict()))
    assert printed("explain", *texts, "-m", "meteor")["explanations"] == [explanation]


def test_every_call_is_held_against_its_command() -> None:
    called = {name for name in COMMANDS if name in bolide.__all__} | {"align-segments"}
    assert called - {"accelerate", "check"} == {words.split()[0] for words in DOORS}  # tests/peers, tests/classroom
