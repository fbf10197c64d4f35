"""Makes the links of a README absolute: a package index shows it without the files beside it.

python scripts/absolute_links.py https://example.org/bolide README.md     writes the file again
"""

import re
import sys
from pathlib import Path

from bolide._version import __version__
from bolide.system.files import write_text


def absolute(text: str, repository: str) -> str:
    """The text with its relative links leading to the files of this version in the repository."""
    return re.sub(r"(?<=\]\()(?![a-z]+:|#)", f"{repository.rstrip('/')}/blob/v{__version__}/", text)


def main(repository: str, name: str) -> int:
    """Write the file again."""
    write_text(name, absolute(Path(name).read_text(encoding="utf-8"), repository))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
