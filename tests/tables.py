"""Tables beside the tests: cases, texts and expected answers as TOML."""

import tomllib
from pathlib import Path
from typing import Any


def table(test: str, name: str) -> dict[str, Any]:
    """The table of this name in the folder of a test, whose `__file__` is given."""
    return tomllib.loads(Path(test).with_name(name).read_text(encoding="utf-8"))
