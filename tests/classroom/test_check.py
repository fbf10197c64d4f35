"""`bolide check`: right implementations pass, mistakes are found with a small counterexample, in a process apart."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from inspect import signature
from pathlib import Path
from xml.etree import ElementTree

import pytest

import bolide
from bolide.classroom import check
from bolide.classroom.definitions import definition_of, forms_of
from bolide.classroom.implementation import AnswerFile
from tests.classroom import mistakes, styles
from tests.python import environment, python
from tests.scripts import ROOT
from tests.tables import table

CASES = table(__file__, "cases.toml")
FUNCTIONS = [name for name in vars(mistakes) if name.partition("_")[0].rstrip("1") in mistakes.RIGHT]
WRONG = [name for name in FUNCTIONS if name not in mistakes.RIGHT]


@pytest.mark.parametrize("name", mistakes.RIGHT)
def test_right_implementations_pass(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]))
    report = bolide.check(
        f"{mistakes.__name__}:{name}", mistakes.likeness(name), number=50, timeout=30
    )  # to import other tools
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
    parameters = [(one.name, str(one.annotation)) for one in signature(function).parameters.values()]
    arguments, named = forms_of(parameters, definition.form)[0].call(example.case)
    if example.result is not None:  # what it returns here is what the report says it returned
        returned = function(*arguments, **named)
        assert example.result * (100 if definition.percent else 1) == pytest.approx(returned)
        assert abs(example.result - example.expected) > 1e-6
    else:
        assert example.error


@pytest.mark.skipif(not hasattr(os, "fork"), reason="functions are forked")
@pytest.mark.parametrize("style", styles.STYLES)
def test_right_ones_in_any_style_and_form_pass(style: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "_PATIENCE", 0.2)
    function, like = styles.STYLES[style]
    report = bolide.check(function, like, number=20)
    assert report.passed, report
    assert sum(grade.total for grade in report.grades) > 40
    assert report.notes[0].startswith("called with (")


@pytest.mark.parametrize(("names", "annotations", "sentence"), CASES["called"])
@pytest.mark.parametrize("like", ["bleu/nltk", "wer"])
def test_names_and_annotations_say_how_a_function_is_called(
    names: str, annotations: list[str], sentence: str, like: str
) -> None:
    parameters = list(zip(names.split(), annotations, strict=True))
    form = forms_of(parameters, definition_of(like).form)[0]
    usual = "lists of words" if like == "bleu/nltk" else "texts"  # if nothing else is said
    assert form.sentence() == f"called with {f'{sentence}, {usual}' if sentence.endswith(')') else sentence}"


def test_a_corpus_is_not_the_mean_of_its_sentences() -> None:
    def mean_bleu(list_of_references: list[list[list[str]]], hypotheses: list[list[str]]) -> float:
        pairs = zip(list_of_references, hypotheses, strict=True)
        return sum(mistakes.bleu(refs, hyp) for refs, hyp in pairs) / len(hypotheses)

    report = bolide.check(mean_bleu, number=0)
    assert [grade.kind for grade in report.grades if grade.passed < grade.total] == ["several segments"]
    assert report.counterexample is not None
    assert "\n" in report.counterexample.case.hyp
    assert report.counterexample.explanation.steps[-1].value == pytest.approx(report.counterexample.expected)
    assert "several segments" in report.to_json()


OF_FILES = """
from math import exp, log
from pathlib import Path
from tests.classroom.mistakes import bleu
def lines(path):
    return [line.split() for line in Path(path).read_text(encoding='utf-8').split('\\n')[:-1]]
def segments(candidate, folder):
    references = zip(*(lines(path) for path in sorted(Path(folder).iterdir())), strict=True)
    return list(zip(lines(candidate), references, strict=True))
def grams(words, n):
    return [tuple(words[k : k + n]) for k in range(len(words) - n + 1)]
def corpus_bleu(pairs):
    right, total, c, r = [0] * 4, [0] * 4, 0, 0
    for words, refs in pairs:
        c += len(words)
        r += min((abs(len(ref) - len(words)), len(ref)) for ref in refs)[1]
        for n in range(4):
            ours, theirs = grams(words, n + 1), [grams(ref, n + 1) for ref in refs]
            total[n] += len(ours)
            right[n] += sum(min(ours.count(g), max(ref.count(g) for ref in theirs)) for g in set(ours))
    return min(1, exp(1 - r / c)) * exp(sum(map(log, right)) / 4 - sum(map(log, total)) / 4) if all(right) else 0
def bleu_of_files(candidate_path, reference_dir):
    return corpus_bleu(segments(candidate_path, reference_dir))
def bleu_of_paths(reference_path, candidate_path):
    return corpus_bleu([(ours, [ref]) for ours, ref in zip(lines(candidate_path), lines(reference_path), strict=True)])
def bleu_of_the_first(candidate_path, reference_path):
    path = Path(reference_path)
    first = sorted(path.iterdir())[0] if path.is_dir() else path
    return corpus_bleu([(ours, [ref]) for ours, ref in zip(lines(candidate_path), lines(first), strict=True)])
def mean_bleu(candidate_path, reference_dir):
    scores = [bleu(refs, words) for words, refs in segments(candidate_path, reference_dir)]
    return sum(scores) / len(scores)
"""


@pytest.mark.parametrize(
    ("name", "form", "wrong"),
    [
        ("bleu_of_files", "(hyp file, folder of ref files)", []),
        ("bleu_of_paths", "(ref file, hyp file)", []),
        (
            "bleu_of_the_first",
            "(hyp file, folder of ref files)",
            ["identical", "clipping", "brevity", "brevity tie", "several references", "several segments"],
        ),
        ("mean_bleu", "(hyp file, folder of ref files)", ["several segments"]),
    ],
)
def test_functions_of_files_get_corpora(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, form: str, wrong: list[str]
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setattr(check, "_PATIENCE", 0.2)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "written"))
    (tmp_path / "written").mkdir()
    (tmp_path / "student.py").write_text(OF_FILES)
    report = bolide.check(f"{tmp_path}/student.py:{name}", number=20, timeout=30)
    assert form in report.notes[0]
    assert "several segments" in [grade.kind for grade in report.grades]
    failed = [grade.kind for grade in report.grades if grade.passed < grade.total]
    assert [kind for kind in failed if kind not in ("all short texts", "random texts")] == wrong, report
    assert not list((tmp_path / "written").iterdir())


@pytest.mark.parametrize(
    ("function", "told"),
    [
        (lambda a, b: mistakes.bleu([a.split()], b.split(), orders=1), "BLEU-1"),
        (lambda a, b: mistakes.bleu_not_clipped([a.split()], b.split()), "nothing is clipped"),
    ],
)
def test_what_is_wrong_is_told(function: Callable[..., float], told: str) -> None:
    def bleu(reference: str, candidate: str) -> float:
        return function(reference, candidate)

    report = bolide.check(bleu, number=0)
    assert not report.passed
    assert told in report.remarks[-1]


def test_what_graders_read() -> None:
    right, wrong = (bolide.check(function, "wer", number=0) for function in (mistakes.wer, mistakes.wer_at_most_one))
    for report in (right, wrong):
        read = json.loads(report.to_gradescope(50))
        assert sum(test["max_score"] for test in read["tests"]) == pytest.approx(50)
        assert sum(test["score"] for test in read["tests"]) == pytest.approx(read["score"])
        assert (read["score"] == 50) == report.passed
        assert {"name", "score", "max_score", "output"} == set(read["tests"][0])
        suite = ElementTree.fromstring(report.to_junit())
        failed = [case.get("name") for case in suite if case.find("failure") is not None]
        assert failed == [grade.kind for grade in report.grades if grade.passed < grade.total]
        assert (suite.get("failures"), suite.get("tests")) == (str(len(failed)), str(len(report.grades)))


OF_TEXTS = """
from tests.classroom.mistakes import bleu, bleu_tie_to_the_longer
def texts(hyp, refs):
    return bleu([ref.split() for ref in refs], hyp.split())
def longer(hyp, refs):
    return bleu_tie_to_the_longer([ref.split() for ref in refs], hyp.split())
def words(references, hypothesis):
    return bleu(references, hypothesis)
def sacre(hyp, refs):
    from bolide import BLEU
    return 100 * BLEU(effective_order=True).sentence(hyp, refs).value
"""


@pytest.mark.parametrize(
    ("name", "like", "definition", "passed", "remark"),
    [
        ("texts", "bleu", "bleu/paper", True, "Right among 55 cases: 55 by bleu/paper, 55 by bleu/nltk, 24 by"),
        ("longer", "bleu", "bleu/paper", False, "by bleu/paper"),
        ("words", "bleu", "bleu/paper", True, "Right among 55 cases: 55 by bleu/paper, 55 by bleu/nltk"),
        ("sacre", "BLEU", "bleu/sacrebleu", True, "Right among 55 cases: 55 by bleu/sacrebleu"),
    ],
)
def test_which_bleu_it_follows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, like: str, definition: str, passed: bool, remark: str
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    (tmp_path / "student.py").write_text(OF_TEXTS)
    report = bolide.check(f"{tmp_path}/student.py:{name}", like, number=0, timeout=30)
    assert (report.definition, report.passed) == (definition, passed)
    assert remark in report.remarks[0]


NOISE = """
import os
print('noise')
def say(text):
    for channel in range(3, 256):
        try:
            os.write(channel, text)
        except OSError:
            pass
def f(hyp, refs):
    print('noise')
    """


@pytest.mark.parametrize(("body", "error"), CASES["never"])
def test_what_never_answers_is_wrong(tmp_path: Path, body: str, error: str) -> None:
    path = tmp_path / "mine.py"
    path.write_text(f"{NOISE}{body}\n")
    report = bolide.check(f"{path}:f", "wer", number=0, timeout=0.2, memory=1)
    assert report.counterexample is not None
    assert error in report.counterexample.error


def test_an_answer_ends_with_its_line(tmp_path: Path) -> None:
    """What Python takes for the end of a line besides stands inside a text of JSON."""
    (tmp_path / "answers.jsonl").write_text('{"score": 0.5, "note": "a\u2028b\x85c"}\r\n0.25\n', encoding="utf-8")
    answers = AnswerFile(str(tmp_path / "answers.jsonl")).answer([], [{}, {}])
    assert [answer.score for answer in answers] == [0.5, 0.25]


RUN = "import sys, bolide; print(bolide.check(sys.argv[1], 'wer', number=0))"


def test_nothing_of_the_working_folder_is_imported(tmp_path: Path) -> None:
    (tmp_path / "exercise").mkdir()
    (tmp_path / "exercise" / "mine.py").write_text(
        "import json, types\ndef f(reference, hypothesis):\n    return 0.5\n"
    )
    for folder in (tmp_path, tmp_path / "exercise"):
        for name in ("functools.py", "types.py", "json.py", "mine2.py"):
            (folder / name).write_text("raise SystemExit('executed')\n")
    for name in ("exercise/mine.py:f", f"{tmp_path}/exercise/mine.py:f"):
        done = python("-P", "-c", RUN, name, cwd=tmp_path)
        assert "It departs from wer" in done.stdout, done.stderr
    done = python("-P", "-c", RUN, "mine2:f", cwd=tmp_path)
    assert "mine2:f cannot be loaded: ModuleNotFoundError" in done.stderr


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits and signals of Linux")
@pytest.mark.parametrize("command", [False, True])
def test_it_ends_when_the_check_is_killed(tmp_path: Path, command: bool) -> None:
    os.mkfifo(tmp_path / "pid")
    body = f"import os; open({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid()))"
    (tmp_path / "mine.py").write_text(f"def f(reference, hypothesis):\n    {body}\n    while True: pass\n")
    (tmp_path / "run.py").write_text("import mine; mine.f('', '')")
    name = f"'{sys.executable}' run.py" if command else "mine.py:f"
    code = "import sys, bolide; bolide.check(sys.argv[1], 'wer', timeout=1000)"
    with subprocess.Popen([sys.executable, "-c", code, name], cwd=tmp_path, env=environment()) as process:
        state = Path(f"/proc/{(tmp_path / 'pid').read_text()}/stat")
        process.kill()
    while state.exists() and state.read_text().rpartition(")")[2].split()[0] != "Z":
        pass
