"""Try an implementation of a metric on cases that tell right from wrong, and show the smallest difference.

IMPLEMENTATION is a Python function (file.py:function or package.module:function), a command that reads cases as JSON
lines and writes one number per line, or a file with one number per line for the cases that --cases prints. It runs in a
process of its own with limits of time and memory. --like names the definition: TASKS; or any
metric or signature, for a function of a translation and its references. Exit code 1 says that they differ.

examples:
  bolide check student.py:meteor_score --like meteor/exercise
  bolide check "python3 student.py" --like meteor/exercise
  bolide check bolide.compat.nltk:sentence_bleu --like bleu/nltk -f json
  bolide check --like chrf --cases -o cases.jsonl
"""

from __future__ import annotations

from collections.abc import Sequence

from bolide.classroom.check import cases_for, check
from bolide.classroom.definitions import TASKS
from bolide.cli.parser import Parser, number, whole_number
from bolide.cli.parser.output import add_format, put_data, put_out
from bolide.reporting.views.classroom import check_blocks
from bolide.system.errors import OptionError
from bolide.system.strict import to_json


def parser() -> Parser:
    """The options of the command."""
    command = Parser("check", (__doc__ or "").replace("TASKS", ", ".join(TASKS)), "IMPLEMENTATION --like DEFINITION ")
    command.add_argument("implementation", nargs="?", metavar="IMPLEMENTATION", help="a function, a command or a file")
    command.add_argument("--like", required=True, metavar="DEFINITION", help="the metric that it should compute")
    command.add_argument("--cases", action="store_true", help="print the cases as JSON lines, and check nothing")
    command.add_argument(
        "-n", "--random", type=whole_number(0, 100_000), default=300, metavar="N", help="random cases (default: 300)"
    )
    command.add_argument("--seed", type=whole_number(0), default=1, metavar="N", help="their seed (default: 1)")
    command.add_argument("--tokens", action="store_true", help="pass lists of words instead of texts")
    command.add_argument(
        "--order", choices=("hyp-ref", "ref-hyp"), help="the order of a function's arguments (default: by their names)"
    )
    command.add_argument("--timeout", type=number, default=2.0, metavar="S", help="seconds for a call (default: 2)")
    command.add_argument("--memory", type=number, default=8.0, metavar="GB", help="memory of its process (default: 8)")
    add_format(command)
    return command


def run(arguments: Sequence[str]) -> int:
    """Check, and print the grades; or print the cases."""
    options = parser().read(arguments)
    if options.cases == (options.implementation is not None):
        raise OptionError("Name one implementation to check, or print the cases for it with --cases.")
    if options.cases:
        cases = cases_for(options.like, options.random, options.seed)
        put_data("".join(f"{to_json(case.to_dict(), None)}\n" for case in cases), options)
        return 0
    report = check(
        options.implementation,
        options.like,
        number=options.random,
        seed=options.seed,
        timeout=options.timeout,
        memory=options.memory,
        tokens=options.tokens or None,
        hyp_first=None if options.order is None else options.order == "hyp-ref",
    )
    put_out(lambda: check_blocks(report), report.to_json, options)
    return 0 if report.passed else 1
