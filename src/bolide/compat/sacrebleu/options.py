"""The flags of sacreBLEU's command line."""

from __future__ import annotations

import os
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Sequence
from typing import Any

from bolide.compat.sacrebleu.metrics import METRICS
from bolide.compat.sacrebleu.version import __version__
from bolide.system import limits

FORMATS = ("json", "text", "latex")


def limited(most: int) -> Callable[[str], int]:
    """A reader of integers from 0 to `most`."""

    def read(text: str) -> int:
        try:
            return limits.whole_number(text, 0, most)
        except ValueError as problem:
            raise ArgumentTypeError(str(problem)) from None

    return read


def _count(group: Any, flag: str, short: str, default: int, most: int, help: str) -> None:
    group.add_argument(flag, short, type=limited(most), default=default, help=help)


def _switch(group: Any, *flags: str, help: str, **details: Any) -> None:
    group.add_argument(*flags, action="store_true", default=False, help=help, **details)


def build_parser() -> ArgumentParser:
    """The parser of the command line."""
    parser = ArgumentParser(prog="sacrebleu", description="sacreBLEU's command line, computed by Bolide.")
    _test_sets(parser)
    _texts(parser)
    _metrics(parser)
    _tests(parser)
    _output(parser)
    return parser


def _test_sets(parser: ArgumentParser) -> None:
    add = parser.add_argument
    _switch(parser, "--citation", "--cite", help="print the citation of a test set, if it is known")
    _switch(parser, "--list", help="list the test sets in sacreBLEU's folder on this machine")
    add("--test-set", "-t", help="score against this test set, or several with commas between them")
    add("--language-pair", "-l", dest="langpair", help="source and target language, as in en-de")
    add("--origlang", "-ol", help="only lines of this original language; `non-` before it means all others")
    add("--subset", help="only lines whose domain matches this expression")
    add("--download", help="name the files of a test set, if it is on this machine; nothing is downloaded")
    add("--echo", nargs="+", help="print these fields of a test set (src, ref, docid …, or all)")


def _texts(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("--input", "-i", nargs="*", help="outputs to score (default: standard input, a tab between systems)")
    add("refs", nargs="*", default=[], help="references, before -i")
    _count(parser, "--num-refs", "-nr", 1, limits.REFERENCES, "references per line, with tabs between them")
    add("--encoding", "-e", default="utf-8", help="of all texts (default: utf-8)")


def _metrics(parser: ArgumentParser) -> None:
    add = parser.add_argument
    names = [name.lower() for name in METRICS]
    add("--metrics", "-m", choices=names, nargs="+", default=["bleu"], help="what to compute (default: bleu)")
    _switch(parser, "--sentence-level", "-sl", help="score each line by itself")
    bleu, methods = parser.add_argument_group("BLEU"), METRICS["BLEU"].SMOOTH_DEFAULTS
    bleu.add_argument(
        "--smooth-method", "-s", dest="bleu_smooth_method", choices=methods, default="exp", help="smoothing"
    )
    bleu.add_argument("--smooth-value", "-sv", dest="bleu_smooth_value", type=float, help="of floor and add-k")
    known = METRICS["BLEU"].TOKENIZERS
    bleu.add_argument(
        "--tokenize", "-tok", dest="bleu_tokenize", choices=known, help="tokenizer (default: by language)"
    )
    _switch(bleu, "--lowercase", "-lc", dest="bleu_lowercase", help="ignore case")
    _switch(bleu, "--force", dest="bleu_force", help="do not warn of text that looks tokenized")
    chrf, usual = parser.add_argument_group("chrF"), METRICS["CHRF"]
    _count(chrf, "--chrf-char-order", "-cc", usual.CHAR_ORDER, limits.ORDER, "longest character n-gram")
    _count(chrf, "--chrf-word-order", "-cw", usual.WORD_ORDER, limits.ORDER, "longest word n-gram")
    chrf.add_argument("--chrf-beta", type=int, default=usual.BETA, help="weight of recall (β)")
    _switch(chrf, "--chrf-whitespace", help="keep white space in character n-grams")
    _switch(chrf, "--chrf-lowercase", help="ignore case")
    _switch(chrf, "--chrf-eps-smoothing", help="smooth as chrF++.py does")
    ter = parser.add_argument_group("TER")
    _switch(ter, "--ter-case-sensitive", help="do not ignore case")
    _switch(ter, "--ter-asian-support", help="treat Asian characters separately")
    _switch(ter, "--ter-no-punct", help="remove punctuation")
    _switch(ter, "--ter-normalized", help="normalise and tokenize")


def _tests(parser: ArgumentParser) -> None:
    _switch(parser, "--confidence", "-ci", help="a confidence interval by bootstrap, for one system")
    _count(parser, "--confidence-n", "-cin", 1000, limits.TRIALS, "its resamples (default: 1000)")
    either = parser.add_mutually_exclusive_group()
    _switch(either, "--paired-ar", "-par", help="test each system against the first by approximate randomization")
    _switch(either, "--paired-bs", "-pbs", help="test each system against the first by bootstrap")
    _count(parser, "--paired-ar-n", "-parn", 10000, limits.TRIALS, "trials of the former (default: 10000)")
    _count(parser, "--paired-bs-n", "-pbsn", 1000, limits.TRIALS, "resamples of the latter (default: 1000)")
    _count(parser, "--paired-jobs", "-j", 1, limits.LISTED, "accepted for compatibility; one process is enough")


def _output(parser: ArgumentParser) -> None:
    add = parser.add_argument
    _switch(parser, "--quiet", "-q", help="no messages")
    _switch(parser, "--short", "-sh", help="short signatures")
    _switch(parser, "--score-only", "-b", help="print only the score")
    _count(parser, "--width", "-w", 1, limits.DIGITS, "decimals (default: 1)")
    _switch(parser, "--detail", "-d", help="the parts of a test set too, by original language and domain")
    _switch(parser, "--no-color", "-nc", help="no colours")
    add("--format", "-f", choices=FORMATS, default="json", help="or $SACREBLEU_FORMAT (default: json)")
    add("--version", "-V", action="version", version=f"%(prog)s {__version__}")


def read(words: Sequence[str] | None = None) -> Namespace:
    """Parse the arguments; SACREBLEU_FORMAT overrides the format."""
    args = build_parser().parse_args(words)
    wanted = os.environ.get("SACREBLEU_FORMAT", "").lower()
    if wanted in FORMATS:
        args.format = wanted
    return args
