"""Score predicted error spans against human ones: EM, MP, MPP (the default), or WMT25's F over characters.

Human spans are read from ESA, MQM or .seg.rating files, or WMT25's TSV; predictions from the same, or from JSON
lines with system, line_id and spans. Two or more predictions are tested against each other as systems are by
`bolide compare`.

examples:
  bolide spans esa.csv predicted.jsonl
  bolide spans esa.csv predicted.jsonl --preset wmt25
  bolide spans gold.seg.rating one.seg.rating two.seg.rating --penalty 0.5 -n 1000
"""

from __future__ import annotations

from collections.abc import Sequence

from bolide.agreement.span_scores import AVERAGES, MATCHINGS, METHODS
from bolide.agreement.spans import PRESETS
from bolide.calls.human import spans
from bolide.cli.parser import Parser, add_seed, add_trials, number, picked
from bolide.cli.parser.output import add_output, put_result
from bolide.cli.parser.texts import add_unit


def parser() -> Parser:
    """The options of the command."""
    command = Parser("spans", __doc__, "GOLD PRED [PRED …] ", hints=("--pair",))
    command.add_argument("gold", metavar="GOLD", help="the spans that people marked")
    command.add_argument("predicted", nargs="+", metavar="PRED", help="the predicted spans")
    command.add_argument("--pair", metavar="SRC-TGT", help="which language pair, if the files have several")
    command.add_argument(
        "--free", type=number, metavar="SCORE",
        help="score from which an output without spans counts as error-free (default: 85 for ESA, any for MQM)",
    )  # fmt: skip
    command.add_argument(
        "--preset", choices=tuple(PRESETS), help="the settings of a year (default: wmt26, which is MPP)"
    )
    command.add_argument("--method", choices=METHODS, help="what a pair of spans earns (default: MPP)")
    command.add_argument("--matching", choices=MATCHINGS, help="how often a span is paired (default: one-to-one)")
    command.add_argument("--average", choices=AVERAGES, help="over all spans or over segments (default: micro)")
    command.add_argument(
        "--penalty", type=number, metavar="X", help="the credit lost if severities differ, 0 to 1 (default: 0)"
    )
    command.add_argument(
        "--severity-weights", nargs="+", type=_weight, metavar="NAME=W",
        help="weights of severities, instead: minor=0.2",
    )  # fmt: skip
    add_unit(command)
    add_trials(command)
    add_seed(command)
    add_output(command)
    return command


def _weight(text: str) -> tuple[str, float]:
    name, _, value = text.partition("=")
    return name, number(value)


def run(arguments: Sequence[str]) -> int:
    """Read, count, print."""
    options = parser().read(arguments)
    report = spans(
        options.gold, options.predicted,
        weights=None if options.severity_weights is None else dict(options.severity_weights),
        **picked(options, "pair free preset method matching average penalty trials seed unit"),
    )  # fmt: skip
    put_result(report, options, "Error spans", options.width)
    return 0
