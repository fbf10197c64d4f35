"""Sessions of Python in the pages of the docs."""

import doctest
import re
from pathlib import Path
from typing import Any

from bolide import __version__

DOCS = Path(__file__).parents[2] / "docs"
VERSION = re.compile(r"(?<=version:bolide-)\d[\w.]*")  # a signature shown by an earlier version is as good


def run_session(text: str, page: str, names: dict[str, Any]) -> None:
    """Run a session, which knows the names of earlier ones on the page, and compare what it prints."""
    text = re.sub(r"\n(?=\n+(?!>>> )[^\n])", "\n<BLANKLINE>", VERSION.sub(__version__, text))  # inside what is printed
    test = doctest.DocTestParser().get_doctest(text, {}, page, page, 0)
    test.globs = names
    report: list[str] = []
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    assert not runner.run(test, out=report.append, clear_globs=False).failed, "".join(report)
