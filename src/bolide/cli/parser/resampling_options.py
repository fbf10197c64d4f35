"""Intervals and tests: what is drawn and exchanged, how often, and by which procedure."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from bolide.cli.parser import Options, Parser, number, whole_number
from bolide.system import limits

if TYPE_CHECKING:
    from bolide.significance.plan import Plan

# As in `significance`, of which a command without intervals needs nothing.
UNITS = ("segment", "document")
RUNS_TESTS = ("sound", "clark2011")


def add_units(parser: Parser, needs: Sequence[str] = ()) -> None:
    """`--documents`, `--unit` and `--strata`: what is drawn and exchanged."""
    parser.option(
        "--documents FILE",
        "the document of each segment, one per line, or WMT's domain and document; whole documents are left out and "
        "exchanged, because segments of one document are not independent",
        needs=needs,
    )
    add_unit(parser, needs)
    strata = "a stratum of each segment, such as its domain, or WMT's domain and document, taken as given"
    parser.option("--strata FILE", strata, needs=needs)


def add_unit(parser: Parser, needs: Sequence[str] = ()) -> None:
    """`--unit`: whether documents or segments are drawn."""
    unit = "what is left out and exchanged (default: documents if they are known, otherwise segments)"
    parser.option("--unit", unit, choices=UNITS, needs=needs)


def add_confidence(command: Parser, clashes: Sequence[str]) -> None:
    """`--confidence` and how intervals are computed."""
    confidence = "95 %% confidence intervals; N resamples where the mode resamples (default: 1000)"
    resamples = whole_number(limits.LEAST_RESAMPLES, limits.TRIALS)
    command.option("--confidence [N]", confidence, resamples, const=1000, clashes=clashes)
    mode = "for --confidence: sound, or by resampling, sacrebleu or poisson (a --table of any size)"
    command.option("--mode MODE", mode, None, "sound", needs=["--confidence"])
    command.needs("--mode poisson", "--table")
    command.add_seed(needs=["--confidence"])
    add_units(command, needs=["--confidence"])


def plan_from(options: Options, mode: str | None = None) -> "Plan | None":
    """The plan of `--confidence`, if it is given, in the mode of `--mode` or this one."""
    if not options.confidence:
        return None
    from bolide.significance.plan import Plan  # which a command without intervals does not need

    plan = Plan.for_intervals(options.confidence, mode or options.mode, seed=options.seed, unit=options.unit)
    return replace(plan, stratified=bool(options.strata))


def add_tests(command: Parser) -> None:
    """How systems are tested against each other."""
    command.section("the test")
    add_units(command)
    runs_test = "the test over --runs: sound, with documents and seeds drawn, or clark2011 as published"
    command.option("--runs-test", runs_test, None, "sound", choices=RUNS_TESTS, needs=["--runs"])
    command.option("--baseline NAME", "test each system against this one (default: all pairs)")
    command.option("--mode MODE", "sound, or sacrebleu for its procedure and draws", None, "sound")
    command.option("--test TEST", "randomisation or bootstrap", None, "randomisation")
    command.add_trials("10000; 1000 for sacrebleu's bootstrap", "permutations or resamples")
    command.add_seed()
    command.option("--correction NAME", "holm, bh or none (default: holm; sacrebleu: none)")
    agreement = "add how often people agree with the difference, for BLEU and chrF (Kocmi 2024)"
    command.option("--human-agreement", agreement)
    command.option("--effect", "add an effect size to each test", clashes=["-f json"])
    command.option("--alpha P", "significance level", number, 0.05)
    command.section()
