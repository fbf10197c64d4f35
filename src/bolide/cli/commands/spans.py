"""`bolide spans`: predicted error spans against those that people marked."""

from __future__ import annotations

from collections.abc import Sequence

from bolide.calls.human import spans
from bolide.cli.parser import Parser, number, whole_number
from bolide.cli.parser.output import add_output, put_out
from bolide.reporting.views.spans import span_blocks
from bolide.system import limits
from bolide.system.errors import ErrorWithHint

EXAMPLES = """  bolide spans esa.csv predicted.jsonl
  bolide spans gold.seg.rating one.seg.rating two.seg.rating -n 1000"""

ABOUT = """Score predicted error spans against human ones by the character F1 of WMT25.

Human spans are read from ESA, MQM or .seg.rating files, or WMT25's TSV; predictions from the same, or from JSON
lines with system, line_id and spans. Two or more predictions are tested against each other as systems are by
`bolide compare`."""


def parser() -> Parser:
    """The options of the command."""
    command = Parser("spans", ABOUT, EXAMPLES, "GOLD PRED [PRED …] ")
    command.add_argument("gold", metavar="GOLD", help="the spans that people marked")
    command.add_argument("predicted", nargs="+", metavar="PRED", help="the predicted spans")
    command.add_argument("--pair", metavar="SRC-TGT", help="which language pair, if the files have several")
    command.add_argument(
        "--free", type=number, metavar="SCORE",
        help="score from which an output without spans counts as error-free (default: 85 for ESA, any for MQM)",
    )  # fmt: skip
    command.add_argument(
        "-n",
        "--trials",
        type=whole_number(1, limits.TRIALS),
        metavar="N",
        help="random exchanges per test (default: 10000)",
    )
    command.add_argument("--seed", type=whole_number(0, limits.SEED), metavar="N", help="random seed (default: 12345)")
    add_output(command)
    return command


def run(arguments: Sequence[str]) -> int:
    """Read, count, print."""
    options = parser().read(arguments)
    try:
        report = spans(
            options.gold, options.predicted, pair=options.pair, free=options.free, trials=options.trials,
            seed=options.seed,
        )  # fmt: skip
    except ErrorWithHint as error:
        raise error.for_flags(("--pair",)) from None
    put_out(lambda: span_blocks(report, options.width), report.to_json, options, "Error spans")
    return 0
