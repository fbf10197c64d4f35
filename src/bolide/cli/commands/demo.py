"""Score and explain a small corpus that comes with Bolide: two systems, two references. With --write, put the
files that the examples of README, docs and help use into a folder, so that they can be run there as printed.

examples:
  bolide demo
  bolide demo --write examples
"""

import shlex
from pathlib import Path

from bolide import demo
from bolide.calls.demo import demonstrate
from bolide.cli.parser import Options, Parser
from bolide.cli.parser.output import add_format, put_out
from bolide.system.errors import are, counted, visible


def parser() -> Parser:
    """The options of the command."""
    command = Parser("demo", __doc__)
    add_format(command)
    write = "write the example files into this folder instead"
    command.option("--write DIR", write, dest="into", clashes=["--format", "--output"])
    return command


def run(options: Options) -> None:
    """Two systems, then the segment that costs the weaker one most, step by step; or the files of the examples."""
    if options.into is None:
        demonstration = demonstrate()
        put_out(demonstration.blocks, demonstration.to_json, options, "Demo")
        return
    files = counted(len(written := demo.write_files(Path(options.into))), "example file")
    print(
        f"{files} {are(len(written))} in {visible(options.into)}. Every command of the documentation runs there:\n\n"
        f"  cd {visible(shlex.quote(options.into))}\n"
        "  bolide score ref.txt -i system.txt\n"
        "  bolide compare town/ref.txt -i town/baseline.txt town/larger.txt town/tuned.txt"
    )
