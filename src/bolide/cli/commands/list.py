"""List the available metrics, tokenizers and units, one per line.

examples:
  bolide list
  bolide list tokenizers
"""

from __future__ import annotations

from collections.abc import Sequence

from bolide.calls.catalogue import catalogue, catalogue_blocks
from bolide.cli.parser import Parser
from bolide.cli.parser.output import add_format, put_out
from bolide.system.strict import to_json

KINDS = ("metrics", "tokenizers", "units")


def parser() -> Parser:
    """The options of the command."""
    command = Parser("list", __doc__, "[KIND] ")
    command.add_argument("kind", nargs="?", choices=KINDS, metavar="KIND", help=f"only {', '.join(KINDS)}")
    add_format(command)
    return command


def run(arguments: Sequence[str]) -> int:
    """Print the tables."""
    options = parser().read(arguments)
    known = {kind: names for kind, names in catalogue().items() if options.kind in (None, kind)}
    put_out(lambda: catalogue_blocks(options.kind), lambda: to_json(known), options)
    return 0
