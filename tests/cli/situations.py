"""Command lines of every command that work, and the files they name."""

from argparse import SUPPRESS
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from bolide import demo
from bolide.cli.main import module_of
from tests.docs.example_files import write_examples
from tests.tables import table

PYARROW = find_spec("pyarrow") is not None  # Parquet needs it
SITUATIONS = {
    command: [line for line in lines if PYARROW or "parquet" not in line]
    for command, lines in table(__file__, "situations.toml").items()
}


def command_lines(parts: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """What a table has of command lines, which it splits into how they begin and how they go on."""
    lines = {f"{begin} {end}".strip(): value for begin, ends in parts.items() for end, value in ends.items()}
    return {line: value for line, value in lines.items() if PYARROW or "parquet" not in line}


def actions(command: str) -> list[Any]:
    parser = module_of(command).parser().complete()
    return [
        action
        for action in parser._actions
        if action.option_strings and action.dest != "help" and action.help != SUPPRESS
    ]


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
