"""Examples of the guide that need packages which are not always there: run by the tests that have them."""

import doctest
import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "guide" / "training.md"


def run_example(package: str) -> None:
    """Run the ```pycon block that imports a package of this name."""
    blocks = re.findall(r"```pycon\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    (block,) = (
        found for found in blocks if re.search(rf"^>>> (import|from) [\w., ]*\b{package}\b", found, re.MULTILINE)
    )
    test = doctest.DocTestParser().get_doctest(block, {}, package, str(PAGE), 0)
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    runner.run(test)
    assert runner.summarize(verbose=False) == (0, len(test.examples))
