"""Sessions of Python in the pages of the docs."""

import doctest
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parents[2] / "docs"


def run_session(text: str, page: Path, **names: Any) -> None:
    """Run a session and compare what it prints."""
    test = doctest.DocTestParser().get_doctest(text, names, page.name, str(page), 0)
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    runner.run(test)
    assert runner.summarize(verbose=False) == (0, len(test.examples))
