"""Score predicted error spans against human ones: EM, MP, MPP (the default), or
WMT25's F over characters.

Human spans are read from ESA, MQM or .seg.rating files, or WMT25's TSV;
predictions from the same, or from JSON lines with system, line_id and spans.
Two or more predictions are tested against each other as systems are by `bolide
compare`.

examples:
  bolide spans esa.csv predicted.jsonl
  bolide spans esa.csv predicted.jsonl --preset wmt25
  bolide spans gold.seg.rating one.seg.rating two.seg.rating --penalty 0.5 -n 1000
"""

from bolide.agreement.span_scores import AVERAGES, MATCHINGS, METHODS, SpanScoring
from bolide.agreement.spans import PRESETS, spans
from bolide.cli.parser import Options, Parser, named_number, number
from bolide.cli.parser.inputs import add_unit
from bolide.cli.parser.output import add_output, put_result
from bolide.significance.plan import Plan
from bolide.system.errors import OptionError


def parser() -> Parser:
    """The options of the command."""
    command = Parser("spans", __doc__, "GOLD PRED [PRED …] ")
    command.option("gold GOLD", "the spans that people marked")
    command.option("predicted PRED …", "the predicted spans")
    command.option("--pair SRC-TGT", "which language pair, if the files have several")
    command.option(
        "--free SCORE",
        "an output without spans is error-free from this score (default: 85 for ESA, any for MQM)",
        number,
    )
    command.option("--preset", "the settings of a year (default: wmt26, which is MPP)", choices=tuple(PRESETS))
    command.option("--method", "what a pair of spans earns (default: MPP)", choices=METHODS)
    command.option("--matching", "how often a span is paired (default: one-to-one)", choices=MATCHINGS)
    command.option("--average", "over all spans or over segments (default: micro)", choices=AVERAGES)
    command.option("--penalty X", "the credit lost if severities differ, 0 to 1 (default: 0)", number)
    command.option("--severity-weights NAME=W …", "a weight for each severity: minor=0.2 major=1", named_number)
    add_unit(command)
    command.add_trials()
    command.add_seed()
    add_output(command)
    return command


def run(options: Options) -> None:
    """Read, count, print."""
    weights = dict(options.severity_weights)
    names = ("method", "matching", "average", "penalty")
    given = {name: getattr(options, name) for name in names if getattr(options, name) is not None}
    given |= {"weights": weights} if weights else {}
    if options.preset and given:
        raise OptionError(f"`preset` says what `{'`, `'.join(given)}` would; leave one of them out.")
    scoring = PRESETS[options.preset] if options.preset else SpanScoring(**given)
    plan = Plan(trials=options.trials, seed=options.seed, unit=options.unit)
    report = spans(options.gold, options.predicted, scoring, pair=options.pair, free=options.free, plan=plan)
    put_result(report, options, "Error spans", options.width)
