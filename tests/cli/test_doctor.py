"""`bolide doctor` says what works, what is absent and what is broken, and its exit code says which."""

from importlib import metadata

import pytest

from bolide.classroom.examples import EXAMPLES, Example
from bolide.cli.commands.doctor import ABSENT, REINSTALL, SLOW, WORKS
from bolide.kernels import COMPILED
from tests.cli.run import bolide, data_of


def test_all_is_well_here() -> None:
    data = data_of("doctor")
    checks = {check["name"]: check for check in data["checks"]}
    assert (data["usable"], data["compiled"]) == (True, COMPILED)
    assert (checks["kernels"]["state"], bool(checks["kernels"]["fix"])) == (WORKS if COMPILED else SLOW, not COMPILED)
    assert checks["worked examples"]["detail"] == f"all {len(EXAMPLES)} give the published number"
    assert checks["rich"]["detail"] == metadata.version("rich")
    assert checks["pyarrow (extra arrow)"]["state"] in (WORKS, ABSENT)
    assert {check["state"] for check in data["checks"]} <= {WORKS, SLOW, ABSENT}
    assert bolide("doctor").out.startswith("No problems found.\n")


def test_a_wrong_number_is_named_with_a_fix_and_exit_code_1(monkeypatch: pytest.MonkeyPatch) -> None:
    example = EXAMPLES[0]
    monkeypatch.setattr(Example, "holds", lambda one: one is not example)
    result = bolide("doctor")
    assert (result.code, result.out.partition("\n")[0]) == (1, "1 problem found.")
    published = f"{example.expected:.{example.digits}f}"
    assert f"1 of {len(EXAMPLES)} differ: {example.metric.name} {example.title}: {published}" in result.out
    assert f"worked examples: {REINSTALL}" in result.out
