"""Commands as metrics: every form that they write, each text once, batches, failures, interrupts, and the cache."""

import signal
import sqlite3
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import bolide
from bolide import InputError, OptionError
from bolide.testset.score_cache import ScoreCache, cache_file
from tests.cli.run import DEFAULT, bolide as command_line, refused
from tests.errors import raises
from tests.python import environment

TOOL = str(Path(__file__).parent / "tool.py")
REFS = ["one two", "a b c", "x"]
SYSTEMS = {"a": ["one two", " a b ", "x"], "b": ["one two", "b", "x"]}
WORDS = {"a": [2.0, 2.0, 1.0], "b": [2.0, 1.0, 1.0]}  # what the stand-in counts
SOON = 20.0  # seconds; the machine may be busy


def tool(form: str, *more: str, **settings: Any) -> bolide.CommandMetric:
    return bolide.command_metric("words", [sys.executable, TOOL, form, "{hyp}", *more], **{"lower": False, **settings})


@pytest.fixture(autouse=True)
def _own_cache(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOLIDE_CACHE", str(here / "cache"))


def asked() -> list[str]:
    return Path("asked").read_text(encoding="utf-8").split("\n")[:-1] if Path("asked").exists() else []


def of_numbers(count: int) -> bolide.TestSet:
    names = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
    return bolide.TestSet(names[:count], {"a": names[:count]})


@pytest.mark.parametrize("form", ["numbers", "comet lines", "comet json", "metricx", "bert-score", "mean"])
@pytest.mark.parametrize("more", [[], ["{out}"]], ids=["printed", "written"])
def test_every_form_is_read_from_a_command(form: str, more: list[str]) -> None:
    data = bolide.TestSet(REFS, SYSTEMS)
    scores = bolide.score(data, ["bleu", tool(form, *more)])
    assert scores.segments("words") == WORDS
    assert list(scores["words"]) == ["a", "b"]
    assert asked() == ["one two", " a b ", "x", "b"]  # each text once, in the order of the systems


def test_errors_that_a_command_marks_are_kept_with_its_scores() -> None:
    for _ in range(2):
        scores = bolide.score(bolide.TestSet(REFS, SYSTEMS), tool("comet json", "{out}"))
        assert [note for note in scores.notes if "marks errors in a: 3 minor." in note]
    assert len(asked()) == 4


def test_what_is_kept_is_not_computed_again() -> None:
    data = bolide.TestSet(REFS, SYSTEMS)
    bolide.score(data, tool("numbers"))
    known = asked()
    assert bolide.score(bolide.TestSet(REFS, SYSTEMS), tool("numbers"))["words"]["a"].value == 5 / 3
    assert asked() == known
    third = bolide.TestSet(REFS, {**SYSTEMS, "c": ["x", "new", "one two"]})
    with pytest.warns(UserWarning, match="words: scores of several runs: 8 scores of .* 1 score of"):
        bolide.score(third, tool("numbers"))
    assert asked() == [*known, "new"]
    bolide.score(data, tool("metricx"))  # another command
    bolide.score(data, tool("numbers", env=["HOME"]))
    assert asked() == [*known, "new", *known, *known]
    bolide.score(data, replace(tool("numbers"), refresh=True))
    bolide.score(data, tool("numbers", cache=False))
    assert asked() == [*known, "new", *known * 4]


def test_a_command_is_another_when_a_file_of_it_changes() -> None:
    Path("judge.py").write_text("print(1)\nprint(2)\n")
    data = bolide.TestSet(["a", "b"], {"s": ["a", "b"]})
    judge = bolide.command_metric("judge", [sys.executable, "judge.py", "{hyp}"], lower=True)
    assert bolide.score(data, judge).segments("judge") == {"s": [1, 2]}
    Path("judge.py").write_text("print(3)\nprint(4)\n")
    scores = bolide.score(bolide.TestSet(["a", "b"], {"s": ["a", "b"]}), replace(judge))
    assert (scores.segments("judge"), scores["judge"]["s"].higher_is_better) == ({"s": [3, 4]}, False)


def test_batches_are_kept_when_a_later_one_fails() -> None:
    data, failing = of_numbers(12), tool("fails", batch=4)
    with pytest.raises(InputError, match=r"ended with exit code 1; its last lines: .* / CUDA out of memory"):
        bolide.score(data, failing)
    assert len(asked()) == 12  # the last four in vain
    mended = bolide.TestSet(["x"] * 12, {"a": [*data.corpora[0].hyps[:8], "nine", "TEN", "eleven", "twelve"]})
    bolide.score(mended, failing)
    assert asked()[12:] == ["nine", "TEN", "eleven", "twelve"]


def command(*words: str) -> bolide.CommandMetric:
    return bolide.command_metric("words", words, lower=False)


def test_what_a_command_writes_must_fit() -> None:
    data, broken = bolide.TestSet(REFS, SYSTEMS), bolide.TestSet(["a", "b"], {"s": ["a", "b\rc"]})
    for metric, message in (
        (tool("few"), "words: its command gave 3 scores for 4 segments"),
        (tool("others"), "words: its command scored other texts than these, or in another order: line 1 of its input"),
        (command("nowhere", "{hyp}"), "words: its command nowhere cannot be run"),
        (command("echo", "{hyp}"), "words: what its command wrote is not read"),
        (tool("numbers", "{src}"), r"words reads the source \({src}\), which the test set does not have"),
    ):
        raises(InputError, message, bolide.score, data, metric)
    raises(InputError, "line 2 of s has a line break in {hyp}", bolide.score, broken, tool("numbers"))
    half = bolide.TestSet(["a"], {"s": ["\ud800"]})
    raises(InputError, "line 1 of s has half of a character in {hyp}", bolide.score, half, tool("numbers"))
    raises(OptionError, "must have a place for the outputs", bolide.command_metric, "words", ["echo"], lower=False)


def test_several_references_are_asked_for() -> None:
    data = bolide.TestSet([["a b", "c"], ["d", "e f g"]], {"s": ["a", "d"]})
    count = [sys.executable, "-c", "import sys; print(*[len(x.split()) for x in open(sys.argv[1])], sep='\\n')"]
    one = bolide.command_metric("one", [*count, "{ref}", "{hyp}"], lower=False)
    raises(InputError, "one takes one reference and there are 2", bolide.score, data, one)
    assert bolide.score(data, replace(one, references="first")).segments("one") == {"s": [2, 1]}
    assert bolide.score(data, replace(one, command=(*count, "{ref2}", "{hyp}"))).segments("one") == {"s": [1, 3]}
    raises(InputError, "wants reference 3", bolide.score, data, replace(one, command=(*count, "{ref3}", "{hyp}")))


def test_documents_are_scored_whole_and_none_of_their_segments_is_left_out() -> None:
    data = bolide.TestSet(REFS, SYSTEMS, documents=["d", "d", "e"])
    metric = tool("numbers", "{out}", "{docs}", context="document")
    assert bolide.score(data, metric).segments("words") == WORDS
    assert asked() == [*SYSTEMS["a"], *SYSTEMS["b"]]


def test_runs_of_what_is_not_deterministic_are_not_mixed() -> None:
    judge, data = tool("numbers", deterministic=False), bolide.TestSet(REFS, SYSTEMS)
    with pytest.warns(UserWarning, match="words is not deterministic; these are 6 scores of 20"):
        bolide.score(data, judge)
    bolide.score(bolide.TestSet(REFS, SYSTEMS), replace(judge))
    assert len(asked()) == 4
    bolide.score(bolide.TestSet(REFS, {**SYSTEMS, "c": ["x", "new", "x"]}), replace(judge))
    assert len(asked()) == 4 + 5  # all of them in one run
    bolide.score(bolide.TestSet(REFS, SYSTEMS), replace(judge, refresh=True))
    assert len(asked()) == 4 + 5 + 4


def test_the_version_is_asked_once_and_signs_the_scores() -> None:
    Path("version.py").write_text("open('versions', 'a').write('x'); print('tool 1.2\\nmore')")
    metric = tool("numbers", version=[sys.executable, "version.py"])
    data = bolide.TestSet(REFS, SYSTEMS)
    first = bolide.score(data, metric)
    assert str(first["words"]["a"].signature).startswith("words|by:tool 1.2, ")
    assert bolide.score(data, replace(metric))["words"]["a"].signature == first["words"]["a"].signature
    assert Path("versions").read_text() == "x"
    bolide.score(data, replace(metric, refresh=True))
    assert Path("versions").read_text() == "xx"


def test_a_damaged_or_unusable_cache_is_said_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    data = bolide.TestSet(REFS, SYSTEMS)
    bolide.score(data, tool("numbers"))
    cache_file().write_bytes(b"no database" * 1000)
    raises(InputError, "sqlite is damaged .*: delete it, or score without it", bolide.score, data, tool("numbers"))
    assert bolide.score(data, tool("numbers", cache=False)).segments("words") == WORDS
    monkeypatch.setenv("BOLIDE_CACHE", str(cache_file()))
    raises(InputError, "cannot be used .*: make it writable, set BOLIDE_CACHE", bolide.score, data, tool("numbers"))


def test_what_is_kept_is_read_from_a_cache_that_cannot_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    bolide.score(bolide.TestSet(REFS, SYSTEMS), tool("numbers"))
    known, connect = asked(), sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda path, **how: connect(f"file:{path}?mode=ro", uri=True, **how))
    assert bolide.score(bolide.TestSet(REFS, SYSTEMS), tool("numbers")).segments("words") == WORDS
    raises(InputError, "cannot be used", bolide.score, bolide.TestSet(["new"], {"a": ["new"]}), tool("numbers"))
    assert asked() == known  # nothing was computed that could not be kept


CONFIG = """
[metrics.words]
command = ["{python}", "{tool}", "{form}", "{{hyp}}"]
lower = false
batch = {batch}
"""


def configured(form: str, batch: int = 100) -> Path:
    path = Path("bolide.toml")
    path.write_text(CONFIG.format(python=sys.executable, tool=TOOL, form=form, batch=batch), encoding="utf-8")
    for name, lines in {"ref": REFS, **SYSTEMS}.items():
        Path(name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def begun(folder: Path, *more: str) -> subprocess.Popen[str]:
    words = ["score", "ref", "-i", "a", "b", "-m", "run:words", "--config", "bolide.toml", *more]
    code, pipes = (
        f"import signal; {DEFAULT}; import bolide.__main__",
        {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE},
    )
    return subprocess.Popen([sys.executable, "-c", code, *words], cwd=folder, env=environment(), text=True, **pipes)


def test_two_processes_share_what_they_score(here: Path) -> None:
    configured("slow")
    started = [begun(here, "-f", "tsv") for _ in range(2)]
    printed = [process.communicate(timeout=60) for process in started]
    assert [process.returncode for process in started] == [0, 0], printed
    assert printed[0][0] == printed[1][0]
    assert asked() == ["one two", " a b ", "x", "b"]


def test_an_interrupt_ends_the_command_and_its_children_and_a_second_run_goes_on(here: Path) -> None:
    configured("hangs", batch=2)
    process, started = begun(here), here / "started"
    while process.poll() is None and not (started.exists() and started.read_text()):
        time.sleep(0.01)
    pids = [int(number) for number in started.read_text().split()]
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=SOON)
    assert (process.returncode, out, err.splitlines()[-1]) == (130, "", "bolide: interrupted")
    assert [pid for pid in pids if _runs(pid)] == []
    Path("calm").touch()
    again = begun(here)
    assert (again.communicate(timeout=60)[0] != "", again.returncode) == (True, 0)
    assert asked() == ["one two", " a b ", "x", "b", "x", "b"]  # the first batch was kept


def _runs(pid: int) -> bool:
    state = Path(f"/proc/{pid}/stat")
    return state.exists() and state.read_text().rpartition(")")[2].split()[0] != "Z"


def test_the_command_line_runs_what_a_configuration_names(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    configured("numbers")
    run = ["score", "ref", "-i", "a", "b", "-m", "bleu", "run:words"]
    refused(command_line(*run), "command in", "'words'")  # a file in the working folder is read if it is named
    result = command_line(*run, "--config", "bolide.toml", "-f", "tsv")
    assert (result.code, result.out.splitlines()[0].split("\t")[:3]) == (0, ["system", "metric", "score"])
    monkeypatch.setenv("XDG_CONFIG_HOME", str(here / "config"))
    (here / "config" / "bolide").mkdir(parents=True)
    (here / "config" / "bolide" / "bolide.toml").write_bytes(Path("bolide.toml").read_bytes())
    assert command_line(*run, "-f", "tsv").out == result.out
    assert len(asked()) == 4
    assert bolide.compare(bolide.TestSet(REFS, SYSTEMS), "run:words")["words"].pair("a", "b").a == "a"
    assert command_line(*run, "--refresh").code == command_line(*run, "--no-cache").code == 0
    assert len(asked()) == 12


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[metrics.x]\ncommand = ['x', '{hyp}']\n", "needs `command`, a list, and `lower`, true or false"),
        ("[metrics.x]\ncommand = 'x {hyp}'\nlower = false\n", "command is 'x {hyp}'; it must be a list"),
        ("[metrics.x]\ncommand = ['x', '{hyp}']\nlower = false\nbatches = 5\n", "batches: unknown name"),
        ("[metrics.x]\ncommand = ['x', '{hyp}']\nlower = 'no'\n", "lower is 'no'; it must be true or false"),
        ("[metrics.x]\ncommand = ['x', '{hyp}'\n", "is not TOML"),
        ("[metrics.y]\ncommand = ['x', '{hyp}']\nlower = false\ncontext = 'page'\n", "must be segment or document"),
    ],
)
def test_a_configuration_is_checked(text: str, message: str) -> None:
    Path("mine.toml").write_text(text)
    raises((InputError, OptionError), message, bolide.read_commands, "mine.toml")


def test_the_doctor_says_what_is_kept() -> None:
    bolide.score(bolide.TestSet(REFS, SYSTEMS), tool("numbers"))
    assert ScoreCache(cache_file()).sizes() == (4, 1)
