"""Make a worksheet, wrong implementations to be found out, cards of
misconceptions, a laboratory, or slides.

WHAT is a metric, for a worksheet: pairs of short sentences, each about one
idea, with a blank for every step of the derivation. `mistakes METRIC` are
implementations with one mistake each, `cards` are claims, true or false,
`laboratory` holds metrics against people, `slides METRIC` is a lesson, one HTML
file. --key adds the solutions. The same seed gives the same exercises.

examples:
  bolide exercise bleu -n 10 --seed 7 --key
  bolide exercise cards --key -f html -o cards.html
  bolide exercise bleu --order 2 --weights .5 .5 --references 2
  bolide exercise ter -f html -o worksheet.html
  bolide exercise mistakes bleu -f python -o mistakes.py
  bolide exercise laboratory -f html -o laboratory.html
  bolide exercise slides bleu -o slides.html
"""

from bolide.classroom.cards import CARDS, Cards
from bolide.classroom.laboratory import Laboratory
from bolide.classroom.mistakes import Mistakes, mistakes
from bolide.classroom.worksheet import COURSES, Worksheet, exercises
from bolide.cli.parser import Options, Parser, number, whole_number
from bolide.cli.parser.output import add_format, put_result, put_text
from bolide.data.results import WrittenResult
from bolide.reporting.blocks import Layout
from bolide.reporting.render import render
from bolide.reporting.views.classroom import slides
from bolide.system.errors import OptionError
from bolide.text.tokenize import TOKENIZERS

KINDS = ("worksheet", "mistakes", "slides", "cards", "laboratory")


def parser() -> Parser:
    """The options of the command."""
    command = Parser("exercise", __doc__, "WHAT ")
    command.option("what [WHAT …]", "METRIC, mistakes METRIC, slides METRIC, cards or laboratory")
    command.option(
        "-n --number N", "exercises (default: 8), or wrong implementations (default: all)", whole_number(1, 100)
    )
    command.option("--seed N", "which ones", whole_number(0), 1)
    command.option("--key", "print the solutions")
    command.option("--order N", "BLEU: the longest n-gram (default: 2)", whole_number(1, 9))
    command.option("--weights W …", "BLEU: a weight for each order", number)
    command.option("--references N", "of each exercise (default: one or two)", whole_number(1, 4))
    command.option("--tokenize", "BLEU: how words are separated (default: none, by spaces)", choices=tuple(TOKENIZERS))
    add_format(command, more="python")
    return command


def run(options: Options) -> None:
    """Make what is asked for and print it."""
    kind, *names = options.what if options.what and options.what[0] not in COURSES else ["worksheet", *options.what]
    metric = names[0] if names else "bleu"
    if kind not in KINDS or len(names) > (kind in KINDS[:3]):
        raise OptionError(
            f"There is no exercise called {' '.join(options.what)!r:.60}; name a metric, {', '.join(KINDS[1:])}."
        )
    if options.format == "python" and kind != "mistakes":
        raise OptionError("-f python is for wrong implementations: bolide exercise mistakes bleu -f python")
    result: WrittenResult
    if kind == "cards":
        result = Cards(options.key)
    elif kind == "laboratory":
        result = Laboratory(options.key)
    elif kind == "mistakes":
        result = mistakes(metric, number=options.number, seed=options.seed, key=options.key)
    else:
        result = exercises(
            metric,
            number=options.number or (3 if kind == "slides" else 8),
            seed=options.seed,
            key=options.key,
            order=options.order,
            weights=options.weights,
            references=options.references,
            tokenize=options.tokenize,
        )
    if kind == "slides" and isinstance(result, Worksheet):
        put_text(slides(result, CARDS), options)
    elif isinstance(result, Mistakes) and options.format == "python":
        put_text(result.code(), options)
    elif options.format == "latex":
        put_text(render(result.blocks(), "latex", Layout(whole=True)), options)
    else:
        put_result(result, options, f"Bolide: {kind}")
