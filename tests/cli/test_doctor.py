"""`bolide doctor` says what works, what is absent and what is broken, and its exit code says which."""

from collections.abc import Iterator
from importlib import metadata

import pytest

from bolide.calls import doctor
from bolide.calls.doctor import ABSENT, BROKEN, REINSTALL, SLOW, WORKS, Check
from bolide.kernels import COMPILED
from bolide.metrics.examples import EXAMPLES, Example
from tests.cli.run import bolide, data_of


def only(checks: Iterator[Check], name: str) -> Check:
    (check,) = [check for check in checks if check.name == name]
    return check


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


def absent(name: str) -> None:
    raise metadata.PackageNotFoundError(name)


@pytest.mark.parametrize(
    ("versions", "installed", "suits"),
    [
        (">=1.26", "1.25.9", False),
        (">=1.26", "1.26", True),
        (">=1.26", "1.26.0rc1", True),
        (">=1.26", "10.0", True),
        ("<3,>=1.2.1", "3.0.1", False),
        ("<3,>=1.2.1", "2.99", True),
        ("", "0.1", True),
        (">=1", None, False),
    ],
)
def test_a_package_that_is_absent_or_does_not_suit_is_a_fault_only_if_it_is_needed(
    versions: str, installed: str | None, suits: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """pip sees to extras only if it is asked for them; METEOR refuses snowballstemmer 3, which others bring along."""
    requirements = [f"tool{versions}", f'tool{versions}; extra == "some"', 'linter; extra == "test"']
    monkeypatch.setattr(metadata, "requires", lambda name: requirements)
    monkeypatch.setattr(metadata, "version", lambda name: installed or absent(name))
    problem = f"{installed} is installed; it must be {versions}" if installed else "not installed"
    needed, extra = (BROKEN, problem, f"pip install 'tool{versions}'"), (ABSENT, problem, "pip install 'bolide[some]'")
    works = WORKS, str(installed)
    states = (works, works) if suits else (needed, extra)
    assert list(doctor.packages()) == [Check("tool", *states[0]), Check("tool (extra some)", *states[1])]
