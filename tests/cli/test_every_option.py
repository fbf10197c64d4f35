"""Every option of every command has an effect or is refused; odd values and wild numbers are refused in one line.

Each option is added to each situation of its command (tests/cli/situations.py). The command must then refuse it, or
answer otherwise than without it. An option that is new and has no value there fails the first test. The options of
metrics are read in one place for all commands: they are tried where signatures are shown, and where nothing is scored.
"""

import json
import os
import shlex
import shutil
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from bolide.cli.main import COMMANDS
from bolide.metrics import METRICS
from bolide.metrics.options import options_of
from bolide.peers import meteor15, rgbf
from bolide.reporting.testset.data import TestSetReport
from bolide.reporting.testset.page_html import unpacked
from bolide.system import limits
from bolide.web.serve import server
from tests.cli.run import Result, bolide, control_characters, quickly, refused
from tests.cli.situations import CASES, SAME, SITUATIONS, SOMETIMES, VALUES, situations, spelled

pytestmark = [pytest.mark.one_core, pytest.mark.usefixtures("in_folder")]

split = cache(shlex.split)


def each(cases: list[tuple[str, Any]]) -> Any:
    named = [pytest.param(command, action, id=f"{command}{action.option_strings[0]}") for command, action in cases]
    return pytest.mark.parametrize(("command", "action"), named)


@cache
def files_of(folder: Path) -> set[str]:
    """What is in the folder before any command; what one writes is taken away again."""
    return set(os.listdir(folder))


@cache
def answer(folder: Path, words: tuple[str, ...]) -> tuple[Result, str]:
    """What a command prints, and what it writes into files."""
    before = files_of(folder)
    served: list[Any] = []
    with patch.object(server, "run", lambda say, **options: served.append(options)):
        result = quickly(*words)
    written = [folder / name for name in sorted(set(os.listdir(folder)) - before)]
    files = [path for top in written for path in (top, *sorted(top.rglob("*"))) if path.is_file()]
    texts = "".join(f"{path.name}: {_unsaid(path.read_bytes().decode('latin-1'), words)}" for path in files)
    remove(written)
    return result._replace(out=_unsaid(result.out, words)), f"{texts}{served}"


def _unsaid(text: str, words: tuple[str, ...]) -> str:
    """A report without the command that made it, in which every option stands, whether it has an effect or not."""
    if words[0] != "report" or not text:
        return text
    found = TestSetReport.from_json(text) if text.startswith("{") else unpacked(text)
    data = found.to_dict()
    data["summary"]["colophon"].pop("command", None)
    return f"{text[:9]} {json.dumps(data)}"


def test_every_command_and_every_option_is_tried() -> None:
    assert {*SITUATIONS, "accelerate", "meteor"} == set(COMMANDS)
    missing = [f"{c} {a.option_strings[0]}" for c, a in CASES if a.nargs != 0 and a.option_strings[0] not in VALUES]
    assert missing == []
    for key, cls in METRICS.items():
        flags = {f"--{key}.{item.name.replace('_', '-')}" for item, _ in options_of(cls)}
        assert flags <= {flag for _, action in CASES for flag in action.option_strings}


@pytest.mark.parametrize(("command", "line"), [(name, line) for name, lines in SITUATIONS.items() for line in lines])
def test_the_situations_themselves_work(command: str, line: str, folder: Path) -> None:
    result, _ = answer(folder, (command, *split(line)))
    assert result.code == 0, result.err


@each([(command, action) for command, action in CASES if SITUATIONS[command]])
def test_an_option_has_an_effect_or_is_refused(command: str, action: Any, folder: Path) -> None:
    flag = action.option_strings[0]
    effects = False
    for line in situations(command, action):
        base = (command, *split(line))
        for words in spelled(action):
            result, written = answer(folder, (*base, *words))
            if result.code == 2:
                assert result.err.count("\n") == 1 or result.err.splitlines()[-1].startswith("bolide: ")
                assert result.out == ""
                continue
            changed = (result, written) != answer(folder, base)
            known = flag in SAME or f"{command} {flag}" in SOMETIMES or _is_the_default(words, action, base)
            assert changed or known, f"{' '.join(base)} ignores {words}"
            effects |= changed
    shared = situations(command, action) != SITUATIONS[command] and command not in ("score", "explain")
    assert effects != shared or flag in SAME or f"{command} {flag}" in SAME


def _is_the_default(words: list[str], action: Any, base: tuple[str, ...]) -> bool:
    """Whether an option only says what holds anyway: a switch as it stands, or case ignored by a metric that does."""
    if words == ["-m", "bleu"]:
        return "-m" not in base
    if words == ["--unit", "document"]:
        return True
    if words == ["--mode", "wmt24"] and "--preset" in base:  # the year's table is made as the year's task made it
        return True
    if action.dest == "lowercase":
        return "meteor" in base or "ter" in base
    if action.dest == "language_pair":  # the language's tokenizer is the usual one, or the language is its own
        return "bleu" in base or "wer" in base or "-m" not in base or "BLEU" in " ".join(base)
    if "." not in action.dest or action.nargs != 0:
        return False
    key, _, name = action.dest.partition(".")
    [default] = [item.default for item, _ in options_of(METRICS[key]) if item.name == name]
    if default is None:
        default = {"normalize": True, "punctuation": True, "char_based": False, "jar_words": False}.get(name)
    means = not words[0].startswith("--no-")
    return means == default or words[0] in base or (name == "effective_order" and base[0] == "explain")


ODD = [
    "",
    "a\x1b[31mb\n[/x]\x9b\u202e",  # escape sequences, a line break, rich markup, a change of direction
    "\udcff\ud800",  # a name that is not UTF-8, and half a character
    "ref.txt/below",
    "nan",
    "x" * 5000,
    "%s{0}",
]
BIG = ["9" * 5000]  # of digits: for options that take numbers


def check_odd(result: Result, before: set[str], words: object) -> None:
    """An answer, or one line that nothing in it can act through; nothing half-written stays."""
    about = f"{words!r:.300}: {result!r:.600}"
    assert result.code in (0, 2), about
    assert control_characters(result.err + result.out) == [], about
    assert "Warning" not in result.err, about
    if result.code == 2:
        assert (result.out, result.err.count("\n")) == ("", 1), about
        assert len(result.err) < 1500, about
    new = [*map(Path, set(os.listdir()) - before)]
    assert not any(path.name.endswith(".part") for path in new), about
    remove(new)


def remove(paths: list[Path]) -> None:
    for path in paths:
        shutil.rmtree(path) if path.is_dir() else path.unlink()


def odd_lines(command: str, action: Any) -> list[list[str]]:
    """Command lines with odd values of an option, in a situation that does not have it yet."""
    flag = action.option_strings[0]
    known = [line for line in SITUATIONS[command] if f" {flag} " not in f" {line} "] or SITUATIONS[command]
    own = [line for line in known if f"-m {action.dest.partition('.')[0]}" in line] if "." in action.dest else []
    base = split((own or known)[0])
    values = ODD + (BIG if action.metavar in ("N", "K") else [])
    times = action.nargs if isinstance(action.nargs, int) else 1
    return [[command, *base, flag, *([value] * times)] for value in values]


# The options of metrics are read in one place for all commands.
@each([(c, a) for c, a in CASES if SITUATIONS[c] and a.nargs != 0 and (c == "score" or "." not in a.dest)])
def test_odd_values_of_every_option(command: str, action: Any) -> None:
    before = set(os.listdir())
    with patch.object(server, "run", lambda *given, **options: None):
        for words in odd_lines(command, action):
            check_odd(quickly(*words), before, words)


@pytest.mark.parametrize("command", [command for command in SITUATIONS if SITUATIONS[command]])
def test_odd_arguments_of_every_command(command: str) -> None:
    before, words = set(os.listdir()), split(SITUATIONS[command][0])
    with patch.object(server, "run", lambda *given, **options: None):
        for value in (*ODD, "--", "-", "--help=x", "-\x1b"):
            for index in range(len(words) + 1):
                line = [command, *words[:index], value, *words[index + 1 :]]
                check_odd(quickly(*line), before, line)


@pytest.mark.parametrize("value", ["", "a\x1b[31m\nb", "\udcff", "scor", "-x", "--", "x" * 5000, "a cat " * 900])
def test_odd_commands(value: str) -> None:
    result = quickly(value)
    assert result.code == 2
    check_odd(result, set(os.listdir()), value)


@pytest.mark.parametrize("value", ODD)
def test_odd_arguments_of_the_meteor_command(value: str) -> None:
    before = set(os.listdir())
    flags = [action.option_strings[0] for action in meteor15.parser()._actions if action.option_strings]
    assert len(flags) > 10
    plain = ["-m", "exact stem synonym"]  # the fourth module reads a table of 60 MB each time
    lines = [[value, "ref.txt", *plain], ["a.txt", value, *plain], ["a.txt", "ref.txt", value, *plain]]
    lines += [["a.txt", "ref.txt", *([] if flag in ("-m", "-w", "-a") else plain), flag, value] for flag in flags]
    for words in lines:
        check_odd(quickly("meteor", *words), before, words)


@pytest.mark.parametrize("value", ODD)
def test_odd_values_of_rgbF(value: str) -> None:
    before = set(os.listdir())
    for action in rgbf._parser()._actions:
        if action.nargs is None:
            words = ["-H", "a.txt", "-R", "ref.txt", action.option_strings[0], value]
            check_odd(bolide(*words, main=rgbf.main), before, words)


WILD = ["1000000000", "1000000000000", "9" * 40, "9" * 5000]


def is_number(action: Any, kinds: Any = int) -> bool:
    """Whether an option takes an integer, or a number of these kinds: it reads 25 as one."""
    if action.nargs not in (None, "?") or action.type is None:
        return False
    try:
        return isinstance(action.type("25"), kinds)
    except Exception:
        return False


NUMBERS = [(command, action) for command, action in CASES if SITUATIONS[command] and is_number(action)]
REALS = [(command, action) for command, action in CASES if SITUATIONS[command] and is_number(action, float)]
METRIC_NUMBERS = [(key, item.name) for key in METRICS for item, of in options_of(METRICS[key]) if of.kind == "integer"]


def test_options_that_take_numbers_are_found() -> None:
    flags = {flag for _, action in NUMBERS for flag in action.option_strings}
    assert {"-j", "-w", "--confidence", "--seed", "-n", "--intervals", "--folds", "--port", "--line", "--most"} <= flags
    assert {"--alpha", "--free"} <= {flag for _, action in REALS for flag in action.option_strings}
    assert {("bleu", "max_ngram_order"), ("chrf", "char_order"), ("meteor", "beam")} <= set(METRIC_NUMBERS)


@pytest.mark.parametrize("number", WILD, ids=["1e9", "1e12", "40 digits", "5000 digits"])
@each(NUMBERS)
def test_a_wild_number_is_refused_before_anything_is_read(command: str, action: Any, number: str, here: Path) -> None:
    """No file of the situation is there: what is refused is the number."""
    if action.dest == "seed" and int(number[:25]) <= limits.SEED:
        return
    result = quickly(command, *split(SITUATIONS[command][0]), action.option_strings[0], number)
    refused(result, "it can be at most")
    assert len(result.err) < 300


@pytest.mark.parametrize("number", ["-5", "-.5", "-1e-5", "-inf"])
@each(NUMBERS + REALS)
def test_a_negative_number_is_the_value_of_its_option(command: str, action: Any, number: str, here: Path) -> None:
    """It is refused as such, before anything is read, or may be meant."""
    result = quickly(command, *split(SITUATIONS[command][0]), action.option_strings[0], number)
    wrong = is_number(action) or number == "-inf"
    refused(result, repr(number) if wrong else "")
    assert "no option" not in result.err
    assert f"file {number}" not in result.err


@pytest.mark.parametrize("number", WILD[:3])
@pytest.mark.parametrize(("key", "name"), METRIC_NUMBERS)
def test_a_wild_number_for_a_metric(key: str, name: str, number: str) -> None:
    flag = f"--{key}.{name.replace('_', '-')}"
    refused(bolide("explain", "a b", "a b", "-m", key, flag, number), "it can be at most")


def test_wild_numbers_of_the_other_commands() -> None:
    for flag in ("-x", "-r"):
        for number in WILD:
            words = ["-m", "exact stem synonym", flag, number]  # the fourth module reads a table of 60 MB each time
            refused(bolide("meteor", "a", "b", *words), "it can be at most")
