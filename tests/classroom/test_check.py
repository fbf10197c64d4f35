"""`bolide check`: right implementations pass, mistakes are found with a small counterexample, in a process apart."""

import json
import os
import sys
from pathlib import Path

import pytest

import bolide
from bolide.classroom.cases import short_cases
from bolide.classroom.check import cases_for
from bolide.classroom.definitions import definition_of
from bolide.cli.main import main
from tests.classroom import mistakes

pytestmark = pytest.mark.one_core  # what the metrics compute is in test_vectors

FILE = str(Path(mistakes.__file__))
FUNCTIONS = [name for name in vars(mistakes) if name.partition("_")[0].rstrip("1") in mistakes.RIGHT]
WRONG = [name for name in FUNCTIONS if name not in mistakes.RIGHT]


@pytest.mark.parametrize("name", mistakes.RIGHT)
def test_right_implementations_pass(name: str) -> None:
    report = bolide.check(f"{FILE}:{name}", mistakes.likeness(name), number=50, timeout=30)  # to import other tools
    assert report.passed, report
    assert report.counterexample is None


@pytest.fixture(scope="module")
def _other_tools_are_loaded() -> None:
    """Before a function is forked, whose calls may take two seconds."""
    mistakes.ter("a", ["a"])
    mistakes.stemmed([["a"]], ["a"])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="functions are forked")
@pytest.mark.usefixtures("_other_tools_are_loaded")
@pytest.mark.parametrize("name", WRONG)
def test_mistakes_are_found_with_a_small_counterexample(name: str) -> None:
    function = getattr(mistakes, name)
    report = bolide.check(function, mistakes.likeness(name), number=50)
    assert not report.passed
    example = report.counterexample
    assert example is not None
    assert max(len(text.split()) for text in (example.case.hyp, *example.case.refs)) <= 6, example.case
    definition = definition_of(mistakes.likeness(name))
    assert example.expected == definition.expected([example.case])[0]
    arguments = definition.convention.adapted(list(function.__annotations__.items())[:2]).arguments(example.case)
    if example.result is not None:  # what it returns here is what the report says it returned
        returned = function(*arguments)
        assert example.result * (100 if definition.percent else 1) == pytest.approx(returned)
        assert abs(example.result - example.expected) > 1e-6
    else:
        assert example.error


def test_all_short_texts_are_all() -> None:
    """As many as there are partitions of the words (Bell numbers), times the ways to cut them into texts."""
    bell = [1, 1, 2, 5, 15, 52, 203]
    single = sum(bell[n] * (n + 1) for n in range(7))
    double = sum(bell[n] * (n + 1) * (n + 2) // 2 for n in range(6))
    assert len(set(short_cases(False))) == len(list(short_cases(False))) == single
    assert len(set(short_cases(True))) == single + double


@pytest.mark.skipif(not hasattr(os, "fork"), reason="functions are forked")
def test_a_function_is_checked_in_another_process() -> None:
    pids: list[int] = []

    def score(hyp: str, refs: list[str]) -> float:
        pids.append(os.getpid())
        return 0.0

    assert not bolide.check(score, bolide.BLEU(), number=0).passed
    assert not pids


@pytest.mark.parametrize(("body", "error"), [
    ("while True: pass", "did not return"),
    ("import os; os._exit(3)", "did not return"),
    ("return len('x' * (1 << 33))", "MemoryError"),
    ("return None", "not a number"),
    ("return float('nan')", "it returned nan"),
    ("raise SystemExit(0)", "SystemExit"),
])  # fmt: skip
def test_what_never_answers_is_wrong(tmp_path: Path, body: str, error: str) -> None:
    path = tmp_path / "mine.py"
    path.write_text(f"print('noise')\ndef f(hyp, refs):\n    print('noise')\n    {body}\n")
    report = bolide.check(f"{path}:f", "wer", number=0, timeout=0.2, memory=1)
    assert report.counterexample is not None
    assert error in report.counterexample.error


def test_the_step_at_which_they_part() -> None:
    def parts(hyp: str, refs: list[str]) -> dict[str, object]:
        score = bolide.BLEU(effective_order=True).sentence(hyp, refs)
        return {"score": score.value * 1.01, "bp": score.parts["bp"] * 1.01, "precisions": score.parts["precisions"]}

    report = bolide.check(parts, "bleu/sacrebleu", number=0)
    assert report.counterexample is not None
    assert report.counterexample.parts_at.startswith("bp: expected 1, got 1.01")


def test_a_command_and_a_file_of_answers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "wer.py"
    script.write_text(
        f"import json, sys\nsys.path.insert(0, {str(Path(FILE).parent)!r})\nfrom mistakes import wer\n"
        "for line in sys.stdin:\n    case = json.loads(line)\n    print(wer(case['refs'][0], case['hyp']))\n"
    )
    assert bolide.check(f"'{sys.executable}' '{script}'", "wer", number=10).passed
    assert main(["check", "--like", "wer", "--cases", "-n", "10"]) == 0
    cases = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert cases == [case.to_dict() for case in cases_for("wer", 10)]
    answers = tmp_path / "answers.txt"
    numbers = [mistakes.wer(case["refs"][0], case["hyp"]) for case in cases]
    answers.write_text("".join(f"{number}\n" for number in numbers))
    assert main(["check", str(answers), "--like", "wer", "-n", "10"]) == 0
    answers.write_text("".join(f"{number + (k == 7)}\n" for k, number in enumerate(numbers)))
    assert main(["check", str(answers), "--like", "wer", "-n", "10", "-f", "json"]) == 1
    data = json.loads(capsys.readouterr().out.partition("\n{")[2].join(["{", ""]))
    assert data["counterexample"]["hyp"] == cases[7]["hyp"]
