"""Say whether a new output is worse than an old one, with an exit code for a
pipeline: 1 if it is.

OLD is an output, or the rows (.parquet, from `score -o FILE.parquet --counts`)
or the JSON (from `score -f json`) of an earlier run.

examples:
  bolide gate ref.txt -i b.txt a.txt
  bolide gate ref.txt -i b.txt a.txt -m bleu chrf --documents documents.txt -f markdown
  bolide gate ref.txt -i b.txt a.txt -m chrf --margin 0.5 --require not-worse
  bolide gate ref.txt -i earlier.json a.txt --fixed --margin 0.5
  bolide gate ref.txt -i a.txt -m bleu chrf --at-least bleu=30 chrf=50
"""

import os
from typing import Any

import bolide
from bolide.cli.parser import Options, Parser, inputs, measured, named_number
from bolide.cli.parser.metrics import add_metrics, scorers_from
from bolide.cli.parser.output import add_output, put_result
from bolide.corpus.lines import read_text
from bolide.evaluation.gate import HEALTHY, NOT_WORSE, Earlier
from bolide.metrics.scorer import work
from bolide.program.stdio import EXIT_DONE, EXIT_FAILED
from bolide.significance.plan import Plan
from bolide.system.files import append_text

SUMMARY = "GITHUB_STEP_SUMMARY"  # names the file in which GitHub collects the summary of a step


def parser() -> Parser:
    """The options of the command."""
    command = base_parser("gate", __doc__, "[OLD] NEW", "the old output, or a file of an earlier run, and the new one")
    command.option(
        "--margin METRIC=N …", "the loss that is tolerated, in points; N alone: for all metrics", named_number
    )
    command.option("--require WHAT …", "fail unless this is so, too", choices=[NOT_WORSE, HEALTHY])
    command.option("--fixed", "compare numbers alone, with --margin as a threshold; no test")
    command.option(
        "--at-least METRIC=N …",
        "fail below N points (above, where lower is better), without a test; OLD may be left out",
        named_number,
    )
    command.option("--github", f"also append the result as Markdown to the file that ${SUMMARY} names")
    command.option("--source FILE", "the source text, one line per segment")
    command.add_trials()
    command.add_seed()
    return command


def base_parser(name: str, about: str | None, systems: str, outputs: str) -> Parser:
    """The options of gate and power: texts, metrics and units."""
    command = Parser(name, about, f"REF [REF …] -i {systems} ")
    inputs.add_systems(command, outputs, "segment scores")
    add_metrics(command)
    add_output(command, None)
    inputs.add_names(command)
    inputs.add_units(command)
    command.add_jobs()
    return command


def run(options: Options) -> int:
    """Read, test, print."""
    earlier: Earlier | None = None
    if options.input and options.input[0].endswith((".json", ".parquet")):
        file = options.input.pop(0)
        earlier = bolide.read_rows(file) if file.endswith(".parquet") else bolide.Report.from_json(read_text(file))
    how = {"earlier": earlier, "fixed": options.fixed, "require": options.require}
    if options.at_least:
        how["at_least"] = dict(options.at_least)
    result = called(bolide.gate, options, margin=dict(options.margin), **how)
    put_result(result, options, "Gate", options.width)
    if options.github and SUMMARY in os.environ:
        append_text(os.environ[SUMMARY], result.to_markdown())
    return EXIT_DONE if result.passed else EXIT_FAILED


def called(call: Any, options: Options, **values: Any) -> Any:
    """What a call says of the systems that the options name."""
    inputs.resolve_positionals(options, outputs_needed=True)
    metrics, others = [each.corpus for each in scorers_from(options)], inputs.files_of_scores(options)
    data = inputs.test_set_from(options, metrics, others)
    drawn: dict[str, Any] = {name: getattr(options, name, None) for name in ("trials", "seed")}  # by gate alone
    plan = Plan(**drawn, unit=options.unit, stratified=bool(options.strata))
    steps = work(data.corpora, metrics)
    return measured(
        options,
        "scoring",
        steps,
        [*metrics, *others],
        lambda metrics, step: call(data, metrics, plan=plan, jobs=options.jobs, progress=step, **values),
    )
