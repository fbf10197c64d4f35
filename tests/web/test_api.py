"""What the page is told, asked from Python: the same calls, without a browser; answers.toml says how it is read."""

import shlex
from typing import Any

import pytest

from bolide.metrics import METRICS
from tests.cli.run import bolide
from tests.cli.test_printed import at
from tests.tables import table
from tests.web.calls import call, file

ANSWERS = table(__file__, "answers.toml")
CAT = {"hyp": "the the cat sat mat", "refs": ["the cat sat on the mat", "a cat was on a mat"]}


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


@pytest.mark.parametrize("metric", METRICS)
def test_copied_python_and_command_give_the_value(metric: str, capsys: pytest.CaptureFixture[str]) -> None:
    given = {"metric": metric, "options": {}, **CAT}
    value = call("explain", **given)["result"]["points"]
    exec(call("copy", form="python", **given)["result"], {})
    assert f"{value:.2f}" in capsys.readouterr().out
    words = shlex.split(call("copy", form="command", **given)["result"])
    assert f"{value:.2f}" in bolide(*words[1:]).out
