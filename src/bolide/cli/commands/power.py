"""Say which differences between systems a test set finds, and how many
documents or segments smaller ones need.

examples:
  bolide power ref.txt -i a.txt b.txt c.txt
  bolide power ref.txt -i a.txt b.txt -m bleu chrf --documents documents.txt --difference bleu=1 chrf=0.5
"""

import bolide
from bolide.cli.commands.gate import base_parser, called
from bolide.cli.parser import Options, Parser, named_number
from bolide.cli.parser.output import put_result


def parser() -> Parser:
    """The options of the command."""
    command = base_parser("power", __doc__, "HYP HYP [HYP …]", "outputs of two or more systems")
    command.option(
        "--difference METRIC=N …",
        "how many documents or segments this difference would need, in points; N alone: for all metrics",
        named_number,
    )
    return command


def run(options: Options) -> None:
    """Read, compute, print."""
    result = called(bolide.power, options, difference=dict(options.difference))
    put_result(result, options, "Power", options.width)
