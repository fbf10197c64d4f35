"""Score and explain a small corpus that comes with Bolide: two systems, two references. With --write, put the
files that the examples of README, docs and help use into a folder, so that they can be run there as printed.

examples:
  bolide demo
  bolide demo --write examples
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

from bolide import demo
from bolide.calls.demo import demonstrate
from bolide.cli.parser import Parser
from bolide.cli.parser.output import add_format, put_out
from bolide.system.messages import are, counted, visible


def parser() -> Parser:
    """The options of the command."""
    command = Parser("demo", __doc__)
    command.add_argument(
        "--write", dest="folder", metavar="DIR", help="write the example files into this folder instead"
    )
    add_format(command)
    command.clashes("--write", "--format", "--output")
    return command


def run(arguments: Sequence[str]) -> int:
    """Two systems, then the segment that costs the weaker one most, step by step; or the files of the examples."""
    options = parser().read(arguments)
    if options.folder is not None:
        return _write(options.folder)
    demonstration = demonstrate()
    put_out(demonstration.blocks, demonstration.to_json, options, "Demo")
    return 0


def _write(name: str) -> int:
    """The example files, below a folder of that name."""
    written = demo.write_files(Path(name))
    folder = shlex.quote(name)
    print(
        f"{counted(len(written), 'example file')} {are(len(written))} in {visible(name)}. Every command of "
        "the documentation runs there:\n"
    )
    print(f"  cd {visible(folder)}")
    print("  bolide score ref.txt -i system.txt")
    print("  bolide compare town/ref.txt -i town/baseline.txt town/larger.txt town/tuned.txt")
    return 0
