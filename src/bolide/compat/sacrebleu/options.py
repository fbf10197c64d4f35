"""sacreBLEU's command line: its flags, word for word."""

from __future__ import annotations

import os
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Sequence
from typing import Any

from bolide.compat.sacrebleu.metrics import METRICS
from bolide.compat.sacrebleu.version import __version__
from bolide.system import limits

FORMATS = ("json", "text", "latex")


def _add(group: Any, *flags: str, help: str, **details: Any) -> None:
    group.add_argument(*flags, help=help, **details)


def limited(most: int) -> Callable[[str], int]:
    """A reader of integers no larger than can be meant."""

    def read(text: str) -> int:
        found = int(text)
        if found > most:
            raise ArgumentTypeError(f"{found:,} is too large; it can be at most {most:,}")
        return found

    read.__name__ = "int"  # as argparse calls it in its own errors
    return read


def _switch(group: Any, *flags: str, help: str, **details: Any) -> None:
    group.add_argument(*flags, action="store_true", default=False, help=help, **details)


def parser() -> ArgumentParser:
    """The parser of the command line."""
    made = ArgumentParser(prog="sacrebleu", description="sacreBLEU's command line, computed by Bolide.")
    _test_sets(made)
    _texts(made)
    _metrics(made)
    _tests(made)
    _output(made)
    return made


def _test_sets(made: ArgumentParser) -> None:
    _switch(made, "--citation", "--cite", help="print the citation of a test set, where it is known")
    _switch(made, "--list", help="list the test sets in sacreBLEU's folder on this machine")
    _add(made, "--test-set", "-t", help="score against this test set, or several with commas between them")
    _add(made, "--language-pair", "-l", dest="langpair", help="source and target language, as in en-de")
    _add(made, "--origlang", "-ol", help="only lines of this original language; `non-` before it means all others")
    _add(made, "--subset", help="only lines whose domain matches this expression")
    _add(made, "--download", help="name the files of a test set, if it is on this machine; nothing is downloaded")
    _add(made, "--echo", nargs="+", help="print these fields of a test set (src, ref, docid …, or all)")


def _texts(made: ArgumentParser) -> None:
    _add(made, "--input", "-i", nargs="*", help="outputs to score (default: standard input, a tab between systems)")
    _add(made, "refs", nargs="*", default=[], help="references, before -i")
    _add(
        made,
        "--num-refs",
        "-nr",
        type=limited(limits.REFERENCES),
        default=1,
        help="references per line, with tabs between them",
    )
    _add(made, "--encoding", "-e", default="utf-8", help="of all texts (default: utf-8)")


def _metrics(made: ArgumentParser) -> None:
    names = [name.lower() for name in METRICS]
    _add(made, "--metrics", "-m", choices=names, nargs="+", default=["bleu"], help="what to compute (default: bleu)")
    _switch(made, "--sentence-level", "-sl", help="score each line by itself")
    bleu, methods = made.add_argument_group("BLEU"), METRICS["BLEU"].SMOOTH_DEFAULTS
    _add(bleu, "--smooth-method", "-s", dest="bleu_smooth_method", choices=methods, default="exp", help="smoothing")
    _add(bleu, "--smooth-value", "-sv", dest="bleu_smooth_value", type=float, help="of floor and add-k")
    known = METRICS["BLEU"].TOKENIZERS
    _add(bleu, "--tokenize", "-tok", dest="bleu_tokenize", choices=known, help="tokenizer (default: by language)")
    _switch(bleu, "--lowercase", "-lc", dest="bleu_lowercase", help="ignore case")
    _switch(bleu, "--force", dest="bleu_force", help="do not warn of text that looks tokenized")
    chrf, usual = made.add_argument_group("chrF"), METRICS["CHRF"]
    _add(
        chrf,
        "--chrf-char-order",
        "-cc",
        type=limited(limits.ORDER),
        default=usual.CHAR_ORDER,
        help="longest character n-gram",
    )
    _add(
        chrf,
        "--chrf-word-order",
        "-cw",
        type=limited(limits.ORDER),
        default=usual.WORD_ORDER,
        help="longest word n-gram",
    )
    _add(chrf, "--chrf-beta", type=int, default=usual.BETA, help="how much recall weighs")
    _switch(chrf, "--chrf-whitespace", help="keep white space in character n-grams")
    _switch(chrf, "--chrf-lowercase", help="ignore case")
    _switch(chrf, "--chrf-eps-smoothing", help="smooth as chrF++.py does")
    ter = made.add_argument_group("TER")
    _switch(ter, "--ter-case-sensitive", help="do not ignore case")
    _switch(ter, "--ter-asian-support", help="treat Asian characters separately")
    _switch(ter, "--ter-no-punct", help="remove punctuation")
    _switch(ter, "--ter-normalized", help="normalise and tokenize")


def _tests(made: ArgumentParser) -> None:
    _switch(made, "--confidence", "-ci", help="a confidence interval by bootstrap, for one system")
    _add(
        made, "--confidence-n", "-cin", type=limited(limits.TRIALS), default=1000, help="its resamples (default: 1000)"
    )
    either = made.add_mutually_exclusive_group()
    _switch(either, "--paired-ar", "-par", help="test each system against the first by approximate randomization")
    _switch(either, "--paired-bs", "-pbs", help="test each system against the first by bootstrap")
    _add(
        made,
        "--paired-ar-n",
        "-parn",
        type=limited(limits.TRIALS),
        default=10000,
        help="trials of the former (default: 10000)",
    )
    _add(
        made,
        "--paired-bs-n",
        "-pbsn",
        type=limited(limits.TRIALS),
        default=1000,
        help="resamples of the latter (default: 1000)",
    )
    _add(
        made,
        "--paired-jobs",
        "-j",
        type=limited(limits.LISTED),
        default=1,
        help="taken for sacreBLEU's sake; one process is enough",
    )


def _output(made: ArgumentParser) -> None:
    _switch(made, "--quiet", "-q", help="no messages")
    _switch(made, "--short", "-sh", help="short signatures")
    _switch(made, "--score-only", "-b", help="the score alone")
    _add(made, "--width", "-w", type=limited(limits.DIGITS), default=1, help="decimals (default: 1)")
    _switch(made, "--detail", "-d", help="the parts of a test set too, by original language and domain")
    _switch(made, "--no-color", "-nc", help="no colours")
    _add(made, "--format", "-f", choices=FORMATS, default="json", help="or $SACREBLEU_FORMAT (default: json)")
    made.add_argument("--version", "-V", action="version", version=f"%(prog)s {__version__}")


def read(words: Sequence[str] | None = None) -> Namespace:
    """The arguments; SACREBLEU_FORMAT overrides the format."""
    args = parser().parse_args(words)
    wanted = os.environ.get("SACREBLEU_FORMAT", "").lower()
    if wanted in FORMATS:
        args.format = wanted
    return args
