"""What people thought: the options of `correlate` and `tune`, and what they name."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from bolide.cli.options import Parser
from bolide.errors import OptionError

if TYPE_CHECKING:  # these need numpy; what uses them imports them, so that --help works without it
    from bolide.agreement.judgements import Judgements
    from bolide.agreement.table import Source

MQM_WEIGHTS = ("2020", "2023", "2024")  # the names in agreement.mqm_weights.WEIGHTS; a test holds the two together


def add_people(made: Parser) -> None:
    """What people thought: the options of `correlate` and `tune`."""
    people = made.add_argument_group("people: one of")
    people.add_argument(
        "--folder", nargs="+", metavar="DIR", help="MTME folder: human-scores and metric-scores; one per language pair"
    )
    people.add_argument("--human", nargs="+", metavar="FILE", help="score files, of segments or systems or both")
    people.add_argument("--mqm", metavar="FILE", help="errors marked by MQM raters, one per line")
    people.add_argument(
        "--mqm-weights", choices=MQM_WEIGHTS, help="what errors cost, by WMT's year (default: from the file's name)"
    )
    people.add_argument("--rankings", metavar="FILE", help="WMT's five-way rankings")
    people.add_argument("--gold", metavar="NAME", help="which of the folder's human scores")
    people.add_argument("--pair", metavar="SRC-TGT", help="which language pair of the rankings")


def kind_of_people(options: argparse.Namespace) -> str:
    """Which of the options says what people thought."""
    chosen = [name for name in ("folder", "human", "mqm", "rankings") if getattr(options, name)]
    if len(chosen) != 1:
        raise OptionError("Give human judgements with exactly one of --folder, --human, --mqm and --rankings.")
    for option, kind in (("gold", "folder"), ("pair", "rankings"), ("mqm_weights", "mqm")):
        if getattr(options, option) and kind != chosen[0]:
            flag = option.replace("_", "-")
            use = "is for errors given by" if kind == "mqm" else "chooses from"
            raise OptionError(f"--{flag} {use} --{kind}, and people are given by --{chosen[0]}; leave it out.")
    return chosen[0]


def people(options: argparse.Namespace) -> tuple[Source, list[Source], str]:
    """What people thought, the metrics that lie in the same folder, and the name of the MQM weights, if any."""
    from bolide.agreement.mqm import read_weighed
    from bolide.agreement.reading import read_folder, sources_of
    from bolide.agreement.table import Source

    if options.folder:
        if len(options.folder) > 1:
            raise OptionError("Name one --folder here: the texts are those of one language pair.")
        return *read_folder(options.folder[0], options.gold, options.lower), ""
    if options.mqm:
        table, weights = read_weighed(options.mqm, weights=options.mqm_weights)
        return Source("mqm", table), [], weights
    return sources_of(options.human, options.lower, one="people")[0], [], ""


def judgements(options: argparse.Namespace) -> Judgements:
    """The rankings of the language pair."""
    if not options.pair:
        raise OptionError("--rankings holds several language pairs; name one, like --pair fr-en.")
    from bolide.agreement.judgements import read_rankings

    return read_rankings(options.rankings, options.pair)


def check_lower(options: argparse.Namespace, folder: Sequence[Source] = (), scores: Sequence[str] = ()) -> None:
    """Refuse a name in --lower that no table which was read has: a metric knows by itself which way is better."""
    from bolide.agreement.reading import table_name

    tables = [source.name for source in folder] + [table_name(Path(path)) for path in (*(options.human or ()), *scores)]
    check_known("--lower", options.lower, tables)


def check_known(option: str, given: Sequence[str], known: Sequence[str]) -> None:
    """Refuse a name that nothing has, or one given twice: it is a slip, and would change nothing."""
    for name in given:
        if given.count(name) > 1:
            raise OptionError(f"{option} {name}: the name is given twice.")
        if name not in known:
            names = ", ".join(dict.fromkeys(known)) or "none"
            raise OptionError(f"{option} {name}: unknown name; expected one of {names}.")
