"""Try an implementation of a metric on cases that tell right from wrong, and
show the smallest difference.

IMPLEMENTATION is a Python function (file.py:function or
package.module:function), a command that reads cases as JSON lines and writes
one number per line, or a file with one number per line for the cases that
--cases prints. It runs in a process of its own with limits of time and memory.
A function may take texts or lists of words, one reference or several, an order
`n` and weights: which, its names and a few cases tell. By default it is held
against the metric that it is named after. Exit code 1 says that they differ.
-f gradescope and -f junit are for graders.

examples:
  bolide check student.py:meteor_score --like meteor/seed
  bolide check student.py:cumulative_bleu -f gradescope -o results.json
  bolide check "python3 student.py" --like meteor/seed
  bolide check nltk.translate.bleu_score:sentence_bleu --like bleu/nltk -f json
  bolide check --like chrf --cases -o cases.jsonl
"""

from bolide.classroom.check import cases_for, check
from bolide.classroom.definitions import TASKS
from bolide.cli.parser import Options, Parser, number, whole_number
from bolide.cli.parser.output import add_format, put_result, put_text
from bolide.system.errors import OptionError
from bolide.system.stored import to_json


def parser() -> Parser:
    """The options of the command."""
    command = Parser("check", __doc__, "IMPLEMENTATION ")
    command.option("implementation [IMPLEMENTATION]", "a function, a command or a file")
    command.option(
        "--like DEFINITION",
        f"what it should compute; {', '.join(TASKS)}, or any metric or signature (default: what its name says)",
    )
    command.option("--cases", "print the cases as JSON lines, and check nothing")
    command.option("-n --random N", "random cases", whole_number(0, 100_000), 300)
    command.option("--seed N", "their seed", whole_number(0), 1)
    command.one_of()
    command.option("--tokens", "pass lists of words (default: whatever suits the function)")
    command.option("--texts", "pass texts")
    command.section()
    command.option(
        "--order", "the order of a function's arguments (default: by their names)", choices=("hyp-ref", "ref-hyp")
    )
    command.option("--timeout S", "seconds for a call", number, 2)
    command.option("--memory GB", "memory of its process", number, 8)
    add_format(command, more="gradescope junit")
    return command


def run(options: Options) -> int:
    """Check, and print the grades; or print the cases."""
    if options.cases == (options.implementation is not None):
        raise OptionError("Name one implementation to check, or print the cases for it with --cases.")
    if options.cases:
        if not options.like:
            raise OptionError(f"Name the definition with --like: {', '.join(TASKS)}, or any metric.")
        cases = cases_for(options.like, options.random, options.seed)
        put_text("".join(f"{to_json(case.to_dict(), None)}\n" for case in cases), options)
        return 0
    hyp_first = None if options.order is None else options.order == "hyp-ref"
    tokens = True if options.tokens else False if options.texts else None
    report = check(
        options.implementation,
        options.like or "",
        number=options.random,
        seed=options.seed,
        timeout=options.timeout,
        memory=options.memory,
        tokens=tokens,
        hyp_first=hyp_first,
    )
    if options.format == "gradescope":
        put_text(report.to_gradescope(), options)
    elif options.format == "junit":
        put_text(report.to_junit(), options)
    else:
        put_result(report, options)
    return 0 if report.passed else 1
