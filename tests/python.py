"""Python processes that import the package that is tested, compiled or not."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import bolide

SOURCE = Path(bolide.__file__).parents[1]


def environment(*path: Path, **variables: str) -> dict[str, str]:
    """The environment with the package, behind other folders of modules."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (*path, SOURCE))), **variables}


def python(*words: str | Path, env: dict[str, str] | None = None, **options: Any) -> subprocess.CompletedProcess[str]:
    """`python WORDS`, with what it printed."""
    command = [sys.executable, *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, env=env or environment(), **options)
