"""Writes the manual pages of all commands into a folder: `python scripts/make_man_pages.py FOLDER`."""

import sys
from pathlib import Path

from bolide.cli.described import commands
from bolide.cli.manual import manual
from bolide.outputs import write_text

if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: make_man_pages.py FOLDER")
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("bolide*.1"):
        old.unlink()
    for name, page in manual(commands()).items():
        write_text(folder / name, page)
