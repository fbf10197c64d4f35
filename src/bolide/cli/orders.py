"""Which text is which: `score` takes references first, `explain` the translation; by name both take any order."""

from __future__ import annotations

import argparse
import sys

from bolide.cli.options import Parser, warn
from bolide.corpus.lines import STDIN
from bolide.errors import OptionError

ORDERS = """Which text comes first, here and in the other command; by name the order is free:

    bolide score REF [REF …] -i HYP [HYP …]
    bolide explain HYP REF [REF …]
    bolide score --hyp HYP [HYP …] --ref REF [REF …]
    bolide explain --hyp HYP --ref REF [REF …]"""


def add_hyp_and_ref(parser: Parser, hyp: bool) -> None:
    """`--ref`, and `--hyp` where outputs have no other option."""
    if hyp:
        parser.add_argument("--hyp", metavar="HYP", help="the translation, by name instead of by place")
    parser.add_argument("--ref", nargs="+", metavar="REF", help="the references, by name instead of by place")


def settle(options: argparse.Namespace, parser: Parser) -> None:
    """Put what was given by name where what was given by place is; refuse what was given in both ways, or in none."""
    named = options.ref or []
    unnamed = list(options.references)
    if hasattr(options, "candidate"):
        if options.candidate is not None:
            unnamed.insert(0, options.candidate)
        if options.hyp is None and unnamed:
            options.candidate = unnamed.pop(0)
        elif options.hyp is not None:
            options.candidate = options.hyp
        if options.candidate is None:
            parser.error("the following arguments are required: HYP, REF")
    if named and unnamed:
        raise OptionError(f"{unnamed[0]!r} is there besides --ref; name all references after --ref, or none.")
    options.references = named or unnamed
    if not options.references:
        parser.error("the following arguments are required: REF")


def say_what_is_awaited(what: str, hint: str = "") -> None:
    """One line where somebody at a terminal may not know that it is their turn."""
    if sys.stdin is not None and sys.stdin.isatty():
        warn(f"no -i names {what}; it is read from standard input, one line per segment.{hint}")


def await_outputs(options: argparse.Namespace) -> None:
    """The same for outputs; two files without -i look as if the second were the output."""
    if options.input or STDIN in options.references:
        return
    first, *others = options.references
    meant = f" Did you mean: bolide score {first} -i {' '.join(others)}" if others else " Or name a file with -i"
    say_what_is_awaited("the output", f"{meant}{'?' if others else '.'}")
