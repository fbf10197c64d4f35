"""Examples of the guide that need packages which are not always there: run by the tests that have them."""

import re

from tests.docs.doctests import DOCS, run_session

PAGES = (DOCS / "guide" / "training.md", DOCS / "tutorials" / "from-other-tools.md")


def run_example(package: str) -> None:
    """Run the ```pycon block of each page that imports a package of this name."""
    for page in PAGES:
        blocks = re.findall(r"```pycon\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
        (block,) = (
            found for found in blocks if re.search(rf"^>>> (import|from) [\w., ]*\b{package}\b", found, re.MULTILINE)
        )
        run_session(block, page.name, {})
