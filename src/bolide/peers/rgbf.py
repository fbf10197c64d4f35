"""The console script `rgbF` with the options, file format and output lines of Popović's original tool."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, NoReturn

from bolide._version import __version__
from bolide.corpus import Corpus
from bolide.corpus.decoding import MARK, mark_notice
from bolide.corpus.lines import check_paired, read_lines
from bolide.data.scores import Score
from bolide.metrics.rgbf import RGBF
from bolide.metrics.scorer import measure_corpus
from bolide.program.stdio import guarded, say
from bolide.system.errors import InputError, OptionError, counted
from bolide.system.stored import plain_float
from bolide.text.units.parallel import read_alternatives, split_units

_MEASURES = {"f": "F", "precision": "Prec", "recall": "Rec"}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns 0, or 2 after printing an error message."""
    return guarded("rgbF", lambda: _run(arguments))


def _run(arguments: Sequence[str] | None) -> None:
    for line in score_lines(_parser().parse_args(arguments)):
        print(line)


class Parser(argparse.ArgumentParser):
    """An ArgumentParser with one-line errors, for other tools' options."""

    def error(self, message: str) -> NoReturn:
        raise OptionError(f"{message}. See {self.prog} --help.")

    def _print_message(self, message: str, file: Any = None) -> None:
        sys.stdout.write(message)


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="rgbF",
        allow_abbrev=False,
        description="n-gram F-scores over any combination of units (Popović 2012)",
        epilog="One tokenized sentence per line; units are separated by `++`, alternative references by `#`. "
        "Gzipped files are unpacked.",
    )
    parser.add_argument("-R", "--ref", required=True, metavar="FILE", help="the references")
    parser.add_argument("-H", "--hyp", required=True, metavar="FILE", help="the translation")
    parser.add_argument("-n", "--ngram", type=int, default=4, metavar="N", help="the longest n-gram (4)")
    parser.add_argument("-uw", "--uweight", metavar="W-W…", help="weights of the units, as in 2-3-4-6 (default: equal)")
    parser.add_argument("-nw", "--nweight", metavar="W-W…", help="weights of the orders, likewise (default: equal)")
    parser.add_argument("-p", "--prec", action="store_true", help="show the precisions too")
    parser.add_argument("-r", "--rec", action="store_true", help="show the recalls too")
    parser.add_argument("-u", "--unit", action="store_true", help="show the scores of each unit")
    parser.add_argument("-g", "--gram", action="store_true", help="show the scores of each unit and order")
    parser.add_argument("-s", "--sent", action="store_true", help="show the scores of each sentence")
    parser.add_argument("--version", action="version", version=f"rgbF of bolide {__version__}")
    return parser


def score_lines(options: argparse.Namespace) -> Iterator[str]:
    """The lines of the output, in the original's order."""
    corpus, units = read_corpus(options.hyp, options.ref)
    metric = RGBF(
        units=tuple(f"u{k}" for k in range(1, units + 1)),
        max_ngram_order=options.ngram,
        unit_weights=_weights(options.uweight, units, "-uw", "unit"),
        order_weights=_weights(options.nweight, options.ngram, "-nw", "order"),
    )
    stats = measure_corpus(metric, corpus)
    if options.sent:
        for number, row in enumerate(stats, 1):
            for line in _lines(metric.score_row(row), options):
                yield f"{number}::{line}"
    yield from _lines(metric.score_rows(stats), options)


def _lines(score: Score, options: argparse.Namespace) -> Iterator[str]:
    """The n-gram lines of a unit, then the unit's, for each unit, then the total."""
    measures = [what for what, on in zip(_MEASURES, (True, options.prec, options.rec), strict=True) if on]
    for unit in score.parts["units"]:
        if options.gram:
            for gram in score.parts["ngrams"]:
                if gram["unit"] == unit["unit"]:
                    yield from _numbers(f"{unit['unit']}-{gram['order']}gram-", gram, measures)
        if options.unit:
            yield from _numbers(f"{unit['unit']}-", unit, measures)
    yield from _numbers("rgb", score.parts, measures)


def _numbers(label: str, parts: Any, measures: Sequence[str]) -> Iterator[str]:
    for what in measures:
        yield f"{label}{_MEASURES[what]} {100 * parts[what]:.4f}"


def _weights(text: str | None, wanted: int, flag: str, each: str) -> tuple[float, ...] | None:
    try:
        weights = None if text is None else tuple(map(plain_float, text.split("-")))
    except ValueError:
        raise OptionError(f"{flag} {text} cannot be read; write numbers joined by `-`, as in 2-3-4-6.") from None
    if weights is not None and len(weights) != wanted:
        raise OptionError(f"{flag} {text} gives {counted(len(weights), 'weight')} for {counted(wanted, each)}.")
    return weights


def read_corpus(hyp_path: str, ref_path: str) -> tuple[Corpus, int]:
    """The two files as a corpus of `++` texts, and the number of units, taken from the first sentence."""
    hyps, refs = read_lines(hyp_path, mark=True), read_lines(ref_path, mark=True)
    if marked := [path for path, lines in {hyp_path: hyps, ref_path: refs}.items() if lines[0].startswith(MARK)]:
        say("rgbF", f"{mark_notice(*marked)}; `bolide score -m rgbf --drop-bom` removes it.")
    check_paired(hyp_path, hyps, ref_path, refs)
    whole = chain(hyps, (ref for ref in refs if "#" not in ref.split()))  # references if all translations are empty
    units = next((len(split_units(text)) for text in whole if text.strip()), 1)
    groups = []
    for number, (hyp, ref) in enumerate(zip(hyps, refs, strict=True), 1):
        try:
            alternatives = read_alternatives(ref, units)
        except InputError as error:
            raise InputError(f"Line {number} of {ref_path}: {error}") from None
        for path, text in ((hyp_path, hyp), *((ref_path, alternative) for alternative in alternatives)):
            if (actual := len(split_units(text, units))) != units:
                has = counted(actual, "unit")
                raise InputError(f"Line {number} of {path} has {has}, not {units} as the first sentence.")
        groups.append(alternatives)
    return Corpus.of(hyps, groups), units


if __name__ == "__main__":
    sys.exit(main())
