"""Human judgments: the options of `correlate` and `tune` that name them, and of `people`."""

from __future__ import annotations

from bolide.agreement.annotations.mqm_errors import WEIGHTS
from bolide.cli.parser import Parser
from bolide.cli.parser.resampling_options import add_unit


def add_weights(parser: Parser) -> None:
    """`--mqm-weights`."""
    weights = "error weights, by year of WMT (default: from the file's name)"
    parser.option("--mqm-weights", weights, choices=tuple(WEIGHTS))


def add_pair(parser: Parser) -> None:
    """`--pair`."""
    parser.option("--pair SRC-TGT", "which language pair (default: each by itself)")


def add_people(command: Parser) -> None:
    """What people thought: the options of `correlate` and `tune`."""
    command.section("human judgments: one of")
    command.option("--folder DIR …", "MTME folder: human-scores and metric-scores; one per language pair")
    human = "score files, of segments or systems or both; or annotations: ESA, MQM, .seg.rating"
    command.option("--human FILE …", human)
    command.option("--mqm FILE", "errors marked by MQM raters, one per line")
    add_weights(command)
    command.option("--rankings FILE", "WMT's five-way rankings")
    command.option("--gold NAME", "which of the folder's human scores")
    add_pair(command)
    command.section()


def add_test_set(command: Parser, source: bool = False) -> None:
    """What is known of the lines of the test set."""
    command.section("the test set")
    label = "one per line, or WMT's lines of domain, tab, document"
    if source:
        command.option("--source FILE", "the source text, whose length is a baseline of --chance", needs=["--chance"])
    command.option("--documents FILE", f"document of each segment: {label}")
    add_unit(command)
    command.option("--domains FILE", f"domain of each segment: {label}")
    command.section()
