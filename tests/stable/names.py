"""The names that users rely on, as lines of a kind and a name: `flag score --confidence`, `python bolide.compare`.

A file of this folder holds those of one release. `python -m tests.stable.names` writes the file of the version that is
being prepared; a file of a version that is out is never changed.
"""

import inspect
import sys
import tomllib
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path
from pkgutil import resolve_name
from tempfile import TemporaryDirectory
from typing import Any

from bolide import METRICS, TOKENIZERS, __version__
from bolide.agreement.annotations import FORMS as ANNOTATIONS
from bolide.agreement.statistics import STATISTICS
from bolide.cli.main import COMMANDS
from bolide.corpus.tables import FORMATS
from bolide.program import stdio
from bolide.reporting.render import RENDERED
from bolide.testset.score_files import FORMS as SCORE_FILES
from tests.cli.run import data_of
from tests.cli.situations import SITUATIONS, actions, write_texts
from tests.scripts import script

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]
COMMAND_LINES = tomllib.loads((FOLDER / "commands.toml").read_text(encoding="utf-8"))


def current() -> list[str]:
    """Every stable name there is now."""
    return sorted({*python_names(), *flags(), *registered(), *json_fields()})


def listed() -> set[str]:
    """Every name that a release had."""
    return {line for path in FOLDER.glob("*.txt") for line in path.read_text(encoding="utf-8").splitlines()}


def python_names() -> Iterator[str]:
    """Public names, parameters of functions and classes, and what a class offers."""
    for name in sorted(script("site/api_reference").names()):
        yield f"python {name}"
        if name.startswith("bolide.engines"):  # a package is needed
            continue
        thing = resolve_name(name)
        if callable(thing):
            yield from (f"python {name}({parameter})" for parameter in _parameters(thing))
        if isinstance(thing, type):
            members = (member for member in dir(thing) if not member.startswith("_"))
            yield from (f"python {name}.{member}" for member in members if _ours(thing, member))


def _parameters(thing: Any) -> list[str]:
    try:
        return [name for name in inspect.signature(thing).parameters if not name.startswith("_")]
    except ValueError:
        return []


def _ours(thing: type, member: str) -> bool:
    """Whether a class of Bolide defines it, not one of Python."""
    homes = [home for home in thing.__mro__ if member in vars(home)]
    return bool(homes) and homes[0].__module__.startswith("bolide")


def flags() -> Iterator[str]:
    """Commands and their options."""
    for command in COMMANDS:
        yield f"command {command}"
        for action in actions(command) if command in SITUATIONS else ():
            yield from (f"flag {command} {flag}" for flag in action.option_strings)


def registered() -> Iterator[str]:
    """What is chosen by name, the formats that are read and written, and exit codes."""
    kinds = {
        "metric": METRICS,
        "tokenizer": TOKENIZERS,
        "statistic": STATISTICS,
        "table": FORMATS,
        "scores": SCORE_FILES,
        "annotations": ANNOTATIONS,
        "output": [*RENDERED, "json"],
    }
    for kind, names in kinds.items():
        yield from (f"{kind} {name}" for name in names)
    for name in ("EXIT_DONE", "EXIT_FAILED", "EXIT_ERROR", "EXIT_INTERRUPTED"):
        yield f"exit {name.removeprefix('EXIT_').lower()}={getattr(stdio, name)}"


def json_fields() -> Iterator[str]:
    """The fields of the JSON of every command that prints results, from runs on the example files."""
    with TemporaryDirectory() as folder, chdir(folder):
        write_texts(Path(folder))
        for command, arguments in COMMAND_LINES.items():
            fields = dict.fromkeys(_fields(data_of(command, *arguments.split())))
            yield from (f"json {command} {field}" for field in fields)


# Fields whose contents depend on the texts, or are there for the page of a report only.
INNER = {"adds", "columns", "details", "errors", "numbers", "pieces", "summary", "terms"}


def _fields(data: Any, path: str = "") -> Iterator[str]:
    """The paths of all fields: `systems[].scores[].value`."""
    if isinstance(data, list):
        for item in data:
            yield from _fields(item, f"{path}[]")
    elif isinstance(data, dict):
        for name, value in data.items():
            below = f"{path}.{name}" if path else name
            yield below
            yield from _fields(value, below) if name not in INNER else ()


def main() -> int:
    """Write the list of the version that is being prepared."""
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    if f"## {__version__} (unreleased)" not in changes:
        print(f"{__version__} is out, so its list stays; begin a new section in CHANGELOG.md.", file=sys.stderr)
        return 1
    path = FOLDER / f"{__version__}.txt"
    path.unlink(missing_ok=True)
    names = [name for name in current() if name not in listed()]
    path.write_text("".join(f"{name}\n" for name in names), encoding="utf-8")
    print(f"{len(names)} names are new in {__version__}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
