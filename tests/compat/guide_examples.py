"""Examples of the guide that need packages which are not always there: run by the tests that have them."""

import doctest
import re
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"
PAGES = (DOCS / "guide" / "training.md", DOCS / "tutorials" / "from-other-tools.md")


def run_example(package: str) -> None:
    """Run the ```pycon block of each page that imports a package of this name."""
    for page in PAGES:
        blocks = re.findall(r"```pycon\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
        (block,) = (
            found for found in blocks if re.search(rf"^>>> (import|from) [\w., ]*\b{package}\b", found, re.MULTILINE)
        )
        test = doctest.DocTestParser().get_doctest(block, {}, package, str(page), 0)
        runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
        runner.run(test)
        assert runner.summarize(verbose=False) == (0, len(test.examples))
