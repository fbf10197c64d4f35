"""Human judgments: the options of `correlate` and `tune` that name them, and of `people`."""

from __future__ import annotations

import argparse
from typing import Any

from bolide.agreement.annotations.mqm_errors import WEIGHTS
from bolide.cli.parser import Parser, picked
from bolide.cli.parser.texts import add_unit

HINTS = ("--pair", "--mqm-weights", "--documents")  # what says more of a file of judgments


def add_weights(parser: argparse._ActionsContainer) -> None:
    """`--mqm-weights`."""
    parser.add_argument(
        "--mqm-weights", choices=tuple(WEIGHTS), help="error weights, by year of WMT (default: from the file's name)"
    )


def add_people(command: Parser) -> None:
    """What people thought: the options of `correlate` and `tune`."""
    people = command.add_argument_group("human judgments: one of")
    people.add_argument(
        "--folder", nargs="+", default=(), metavar="DIR",
        help="MTME folder: human-scores and metric-scores; one per language pair",
    )  # fmt: skip
    people.add_argument(
        "--human", nargs="+", metavar="FILE",
        help="score files, of segments or systems or both; or annotations: ESA, MQM, .seg.rating",
    )  # fmt: skip
    people.add_argument("--mqm", metavar="FILE", help="errors marked by MQM raters, one per line")
    add_weights(people)
    people.add_argument("--rankings", metavar="FILE", help="WMT's five-way rankings")
    people.add_argument("--gold", metavar="NAME", help="which of the folder's human scores")
    people.add_argument("--pair", metavar="SRC-TGT", help="which language pair (default: each by itself)")


def add_test_set(command: Parser, source: bool = False) -> None:
    """What is known of the lines of the test set."""
    group = command.add_argument_group("the test set")
    label = "one per line, or WMT's lines of domain, tab, document"
    if source:
        group.add_argument("--source", metavar="FILE", help="the source text, whose length is a baseline of --chance")
    group.add_argument("--documents", metavar="FILE", help=f"document of each segment: {label}")
    add_unit(group)
    group.add_argument("--domains", metavar="FILE", help=f"domain of each segment: {label}")


def judgments_from(options: argparse.Namespace) -> dict[str, Any]:
    """The human judgments, as parameters of the calls."""
    return picked(options, "folder human mqm rankings gold pair mqm_weights lower exclude seed")
