"""Command lines of every command that work, what each of their options may be given, and the files they name.

Tests walk over all of them: an option is tried in each situation of its command, a file in each place that names one.
Options are taken from the parsers, so that a new one is tried the day it is added.
"""

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import bolide
from bolide import demo
from bolide.cli.main import module_of
from tests.docs.example_files import write_examples
from tests.tables import table

PYARROW = find_spec("pyarrow") is not None  # Parquet needs it
TABLES = table(__file__, "situations.toml")
SITUATIONS = {
    command: [line for line in lines if PYARROW or "parquet" not in line]
    for command, lines in TABLES["situations"].items()
}


def command_lines(parts: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """What a table has of command lines, which it splits into how they begin and how they go on."""
    lines = {f"{begin} {end}".strip(): value for begin, ends in parts.items() for end, value in ends.items()}
    return {line: value for line, value in lines.items() if PYARROW or "parquet" not in line}


VALUES: dict[str, str] = TABLES["values"]
SAME: dict[str, str] = TABLES["same"] | (
    {} if PYARROW else dict.fromkeys(("--counts", "--rows"), "there is no Parquet here")
)
# Options that change numbers which so few texts may leave as they were; in some situation they do change.
SOMETIMES = {
    "correlate -r",
    "correlate --seed",
    "tune -r",
    "tune --seed",
    "correlate --documents",
    "correlate --strict",
    "people --documents",
    "spans -n",
    "spans --seed",
    "compare --alpha",
    "check --seed",
    "compare --seed",  # intervals of a sum, and of a mean over runs, are computed without drawing
    "score --seed",
    "check --timeout",
    "check --memory",
}


def actions(command: str) -> list[Any]:
    parser = module_of(command).parser().complete()
    return [action for action in parser._actions if action.option_strings and action.dest != "help"]


def situations(command: str, action: Any) -> list[str]:
    """Those in which an option is tried: one of a metric with that metric, and once with another, which refuses it."""
    if action.dest not in ("lowercase", "nfc", "tokenize", "language_pair", "units") and "." not in action.dest:
        return SITUATIONS[command]
    if command == "mbr":
        return []
    lines = SITUATIONS[command]
    if command == "score":
        lines = [line for line in lines if not line.endswith("-b")]
    elif command in ("compare", "report", "correlate", "tune"):
        lines = [line for line in lines if " -i " not in line and "--runs" not in line]
    metric = action.dest.partition(".")[0] if "." in action.dest else ""
    others = [line for line in lines if metric and metric not in metrics_of(line)]
    return [line for line in lines if line not in others[1:]]


def metrics_of(line: str) -> str:
    """The metrics of a situation, as it names them; BLEU if it names none."""
    return line.partition(" -m ")[2].partition(" -")[0].lower() or "bleu"


def spelled(action: Any) -> list[list[str]]:
    """The words that give an option, with each of its values here."""
    flag = action.option_strings[0]
    if action.nargs == 0:
        return [[flag]] if len(action.option_strings) < 2 else [[name] for name in switches(action)]
    return [[flag, *value.split(",")] if action.nargs == 2 else [flag, value] for value in VALUES[flag].split()]


def switches(action: Any) -> list[str]:
    return action.option_strings if action.option_strings[-1].startswith("--no-") else action.option_strings[:1]


CASES = [(command, action) for command in SITUATIONS for action in actions(command)]


def write_texts(made: Path) -> None:
    """The files of the situations."""
    write_examples(made)
    careful, hasty = demo.SYSTEMS["careful"], demo.SYSTEMS["hasty"]
    files = {
        "a.pos": ["X Y"] * 6,
        "ref.pos": ["X Z"] * 6,
        # Files that are called like the columns of the table, and hold something else.
        "reference": demo.HUMAN_B,
        "system_a": hasty,
        "system_b": careful,
        "system.seg.score": [f"{name}\t{k + n}" for n, name in enumerate(("system_a", "system_b")) for k in range(6)],
    }
    for name, lines in files.items():
        (made / name).write_text("\n".join(lines) + "\n")
    earlier = bolide.evaluate(dict.fromkeys(("a", "b", "c", "system_a", "system_b"), careful), hasty)
    (made / "earlier.json").write_text(earlier.to_json())


def scores(**systems: Sequence[object]) -> str:
    """A file of scores of segments."""
    return "".join(f"{system}\t{value}\n" for system, values in systems.items() for value in values)
