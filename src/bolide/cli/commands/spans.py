"""`bolide spans`: predicted error spans against those that people marked."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from bolide.agreement.annotations import FORMS, Asked, form_of, read_annotations
from bolide.agreement.annotations.ratings import Annotations
from bolide.agreement.spans import FREE, evaluate_spans
from bolide.cli.parser import Parser, number, whole_number
from bolide.cli.parser.output import add_output, put_out
from bolide.corpus.lines import read_text, system_names
from bolide.reporting.views.spans import span_blocks
from bolide.significance.plan import Plan
from bolide.system import limits
from bolide.system.errors import InputError, OptionError

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
    command.add_argument("--pair", metavar="SRC-TGT", help="which language pair of an ESA dump")
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

    if options.trials and len(options.predicted) < 2:
        raise OptionError("-n is about tests between predictions, and there is one; leave it out.")
    gold = _read(options, options.gold)
    names = system_names(options.predicted)
    predicted = {name: _read(options, path) for name, path in zip(names, options.predicted, strict=True)}
    if len(predicted) < len(names):
        raise InputError("A prediction is given twice.")
    threshold = options.free if options.free is not None else FREE if gold.name == "esa" else None
    report = evaluate_spans(gold, predicted, Plan(trials=options.trials, seed=options.seed), threshold)
    put_out(lambda: span_blocks(report, options.width), report.to_json, options, "Error spans")
    return 0


def _read(options: argparse.Namespace, path: str) -> Annotations:

    text = read_text(path)
    asked = Asked(options.pair if path == options.gold or form_of(text) == "ESA dump" else None, flags=("--pair",))
    annotations = read_annotations(path, asked, text)
    if annotations is None:
        raise InputError(f"{path} has no error spans in a known format: {', '.join(FORMS)}.")
    if annotations.name == "da":
        raise InputError(f"{path} holds direct assessments, which mark no errors.")
    return annotations
