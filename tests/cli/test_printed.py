"""What commands print, in words that stand for the rest; values in their JSON; and command lines that do the same.

The tables are printed.toml, answers.toml and same.toml. Command lines are separated by ` ; `, the last is looked at; it
may end in `< FILE`, which is standard input. What one writes is taken away again.
"""

import json
import os
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.run import Result, bolide
from tests.cli.situations import command_lines
from tests.tables import table

PRINTED, ANSWERS, SAME = (
    command_lines(table(__file__, f"{name}.toml")[name]) for name in ("printed", "answers", "same")
)
FILES = table(__file__, "printed.toml")["files"]
FILES |= {f"many/{name}": 20 * FILES[f"two/{name}"] for name in ("ref.txt", "a.txt", "b.txt")}  # enough for a test


@pytest.fixture(autouse=True)
def _clean(in_folder: None) -> Iterator[None]:
    before = set(os.listdir())
    yield
    for path in map(Path, {*os.listdir()} - before):
        shutil.rmtree(path) if path.is_dir() else path.unlink()


def run(lines: str) -> Result:
    """What the last of some command lines does."""
    *before, last = lines.split(" ; ")
    for line in before:
        assert bolide(*shlex.split(line)).code == 0, line
    words = shlex.split(last)
    stdin = Path(words[-1]).read_bytes() if words[-2:-1] == ["<"] else b""
    return bolide(*words[: -2 if stdin else None], stdin=stdin)


@pytest.mark.parametrize("line", PRINTED)
def test_it_is_printed(line: str) -> None:
    result, texts = run(line), PRINTED[line]
    texts = [texts] if isinstance(texts, str) else texts
    codes = [int(text[-1]) for text in texts if text.startswith("exit ")] or [0]
    assert [result.code] == codes, result
    for text in texts:
        if text.startswith(("=", "2=")):
            assert (result.err if text[0] == "2" else result.out) == text.partition("=")[2]
        elif not text.startswith("exit "):
            assert (text.removeprefix("!") in result.out + result.err) != text.startswith("!"), (text, result)


def at(data: Any, path: str) -> Any:
    """What is at the end of a path, or of each with `*`; null as a text, for TOML has none."""
    key, _, rest = path.partition("/")
    if not key:
        return "null" if data is None else round(data, 12) if isinstance(data, float) else data
    if key == "*":
        return [at(item, rest) for item in data]
    return at(data[int(key)] if isinstance(data, list) else data.get(key), rest)


@pytest.mark.parametrize("line", ANSWERS)
def test_it_is_answered(line: str) -> None:
    result = run(f"{line} -f json")
    assert result.code == 0, result.err
    data = json.loads(result.out)
    for path, value in ANSWERS[line].items():
        assert at(data, path) == value, path


@pytest.mark.parametrize("line", SAME)
def test_it_is_the_same(line: str) -> None:
    """What differs begins with an exclamation mark."""
    expected = run(line)
    assert expected.code == 0, expected.err
    for other in SAME[line]:
        result = run(other.removeprefix("!"))
        assert (result.code, result.out == expected.out) == (0, not other.startswith("!")), (other, result)
