"""Planted mistakes: each is one change of a right implementation, exposed by its pair, and named by `bolide check`."""

import inspect

import pytest

import bolide
from bolide.classroom import check
from bolide.classroom.cases import known_cases
from bolide.classroom.mistakes import MISTAKES, PLAIN, mistakes
from bolide.cli.main import main

WRONG = [one for kinds in MISTAKES.values() for one in kinds]


@pytest.mark.parametrize("metric", PLAIN)
def test_the_implementations_without_mistakes_are_right(metric: str) -> None:
    function, definition = PLAIN[metric]
    cases = [
        case for case in known_cases() if definition.accepts(case) and not (definition.form.one_ref and case.refs[1:])
    ]
    assert len(cases) > 40
    for case, expected in zip(cases, definition.expected(cases), strict=True):
        arguments, named = definition.form.call(case)
        assert function(*arguments, **named) == pytest.approx(expected * (100 if definition.percent else 1), abs=1e-9)


@pytest.mark.parametrize("wrong", WRONG, ids=lambda one: one.name)
def test_mistakes_are_one_change_and_are_told_by_kind(wrong, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    function, definition = PLAIN[wrong.metric]
    assert inspect.getsource(function).count(wrong.replace) == 1
    [expected], [result] = definition.expected([wrong.case]), wrong.results([wrong.case])
    assert result is not None
    assert abs(result - expected) > 1e-3
    for name in ("_FAILED", "_REDUCING"):
        monkeypatch.setattr(check, name, 0.1)
    report = bolide.check(wrong.function, definition.name, number=10)
    assert not report.passed
    assert wrong.title + "." in report.remarks


def test_what_is_handed_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["exercise", "mistakes", "bleu", "-f", "python"]) == 0
    code = capsys.readouterr().out
    names: dict[str, object] = {}
    exec(code, names)
    assert sum(name.startswith("bleu_") for name in names) == len(MISTAKES["bleu"])
    titles = {one.title for one in MISTAKES["bleu"]}
    assert not any(title in code for title in titles)
    assert main(["exercise", "mistakes", "bleu", "-n", "3", "--key", "-f", "json"]) == 0
    text = capsys.readouterr().out
    assert sum(title in text for title in titles) == 3
    assert mistakes("ter", seed=2).implementations != mistakes("ter", seed=3).implementations
