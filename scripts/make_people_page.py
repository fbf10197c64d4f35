"""Writes the outputs in docs/people.md again, from the WMT test sets. A test on real data fails where they are stale.

python scripts/make_people_page.py FOLDER    where FOLDER holds wmt12, wmt23 and wmt24
"""

import glob
import io
import os
import re
import shlex
import sys
from contextlib import chdir, redirect_stdout
from pathlib import Path

from bolide.cli.main import main
from bolide.system.files import write_text

PAGE = Path(__file__).parent.parent / "docs" / "people.md"
BLOCK = re.compile(r"```text\n\$ ((?:[^\n]*\\\n)*[^\n]*\n)(.*?)```", re.DOTALL)


def page(text: str, folder: Path) -> str:
    """The page with every command's output as it is now."""
    return BLOCK.sub(lambda found: f"```text\n$ {found[1]}{output(found[1], folder)}```", text)


def output(command: str, folder: Path) -> str:
    """What a command prints when it is typed in `folder`."""
    with chdir(folder):
        words = []
        for word in shlex.split(command.replace("\\\n", " "))[1:]:
            words += sorted(glob.glob(word)) or [word]
        out = io.StringIO()
        with redirect_stdout(out):
            code = main(words)
    if code:
        raise SystemExit(code)
    return re.sub(r"\n{3,}", "\n\n", out.getvalue()).rstrip("\n") + "\n"


if __name__ == "__main__":
    os.environ["NO_COLOR"] = "1"
    write_text(PAGE, page(PAGE.read_text(encoding="utf-8"), Path(sys.argv[1])))
