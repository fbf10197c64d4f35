"""List the available metrics, tokenizers and units, one per line.

examples:
  bolide list
  bolide list tokenizers
"""

from bolide.calls.catalogue import catalogue, catalogue_blocks
from bolide.cli.parser import Options, Parser
from bolide.cli.parser.output import add_format, put_out
from bolide.system.stored import to_json

KINDS = ("metrics", "tokenizers", "units")


def parser() -> Parser:
    """The options of the command."""
    command = Parser("list", __doc__, "[KIND] ")
    command.option("kind [KIND]", f"only {', '.join(KINDS)}", choices=KINDS)
    add_format(command)
    return command


def run(options: Options) -> None:
    """Print the tables."""
    known = {kind: names for kind, names in catalogue().items() if options.kind in (None, kind)}
    put_out(lambda: catalogue_blocks(options.kind), lambda: to_json(known), options)
