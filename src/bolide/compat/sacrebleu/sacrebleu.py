"""sacreBLEU's command line: `python -m bolide.compat.sacrebleu`."""

from __future__ import annotations

import io
import logging
import os
import re
import sys
import zlib
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from bolide.compat.sacrebleu import utils
from bolide.compat.sacrebleu.dataset import DATASETS, dataset, on_this_machine
from bolide.compat.sacrebleu.metrics import BLEU, METRICS
from bolide.compat.sacrebleu.metrics.base import sacrelogger
from bolide.compat.sacrebleu.version import __version__
from bolide.compat.sacrebleu_flags import FLAGS
from bolide.system import limits
from bolide.system.errors import InputError
from bolide.system.messages import one_line
from bolide.system.stdio import guarded


def build_parser() -> ArgumentParser:
    """The parser of the command line."""
    parser = ArgumentParser(prog="sacrebleu", description="sacreBLEU's command line, computed by Bolide.")
    for flags, details in FLAGS.items():
        passed = dict(details)
        if "type" in passed:
            passed["type"] = {"int": int, "float": float}.get(passed["type"]) or _limited(passed["type"])
        if passed.get("choices") == "tokenizers":
            passed["choices"] = BLEU.TOKENIZERS
        if passed.get("action") == "version":
            passed["version"] = f"sacrebleu {__version__}"
        parser.add_argument(*flags.split(), **passed)
    return parser


def _limited(limit: str) -> Callable[[str], int]:
    """A reader of integers from 0 to a limit of `limits`."""

    def read(text: str) -> int:
        try:
            return limits.whole_number(text, 0, getattr(limits, limit))
        except ValueError as problem:
            raise ArgumentTypeError(str(problem)) from None

    return read


def read(words: Sequence[str] | None = None) -> Namespace:
    """Parse the arguments; SACREBLEU_FORMAT overrides the format."""
    parser = build_parser()
    args = parser.parse_args(words)
    if args.paired_ar and args.paired_bs:
        parser.error("--paired-ar and --paired-bs are two tests; choose one.")
    wanted = os.environ.get("SACREBLEU_FORMAT", "").lower()
    if wanted in FLAGS["--format -f"]["choices"]:
        args.format = wanted
    return args


def main(words: Sequence[str] | None = None) -> None:
    """Run the command line; exits with sacreBLEU's codes."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8")
    code = guarded("sacreBLEU", lambda: _main(words))
    if code:
        sys.exit(code)


def _main(words: Sequence[str] | None) -> None:
    args = read(words)
    utils.Color.ENABLE_COLORS = sys.stdout.isatty() and not args.no_color and not os.environ.get("NO_COLOR")
    handler = logging.StreamHandler()
    handler.setFormatter(_OneLine("%(message)s" if args.quiet else "sacreBLEU: %(message)s"))
    logging.basicConfig(level=logging.WARNING if args.quiet else logging.INFO, handlers=[handler])
    try:
        _run(args)
    except (EOFError, LookupError, UnicodeError, re.error, zlib.error) as error:
        raise InputError(str(error)) from None


class _OneLine(logging.Formatter):
    """Escapes control characters, so that names of files and options cannot affect the terminal."""

    def format(self, record: logging.LogRecord) -> str:
        return one_line(super().format(record))


def _refuse(message: str, code: int = 1) -> NoReturn:
    sacrelogger.error(message)
    sys.exit(code)


def _refuse_any(*checks: tuple[object, str]) -> None:
    """Exit with the message of the first check that fails."""
    for wrong, message in checks:
        if wrong:
            _refuse(message)


def _run(args: Namespace) -> None:
    if args.download:
        print(*utils.download_test_set(args.download, args.langpair), sep="\n")
    elif args.list:
        _list(args)
    elif args.citation:
        _refuse_any((not args.test_set, "--citation needs a test set (-t)."))
        for test_set in args.test_set.split(","):
            sacrelogger.error("No citation is known here for %s; sacreBLEU has it.", test_set)
    else:
        _check(args)
        if args.echo:
            for test_set in args.test_set.split(","):
                utils.print_test_set(test_set, args.langpair, args.echo, args.origlang, args.subset)
        else:
            _score(args)


def _list(args: Namespace) -> None:
    if args.test_set:
        test_set = dataset(args.test_set)
        for pair in [args.langpair] if args.langpair else test_set.here:
            print(f"{pair}: {', '.join(test_set.fieldnames(pair))}")
        return
    back = "-".join(reversed(args.langpair.split("-"))) if args.langpair else ""
    print(f"The available test sets{f' for {args.langpair}' if args.langpair else ''} are:")
    for name in sorted(on_this_machine()):
        if not args.langpair or {args.langpair, back} & set(DATASETS[name].here):
            print(f"{name:<30}: {', '.join(DATASETS[name].here)}")


def _check(args: Namespace) -> None:
    """Exit with an error for arguments that contradict each other."""
    sets, pair = args.test_set, args.langpair
    _refuse_any(
        (args.sentence_level and len(args.metrics) > 1, "Sentence level takes one metric only."),
        (args.num_refs != 1 and (sets or len(args.refs) > 1), "--num-refs goes with one file of references, not -t."),
        (pair and "-" not in pair, f"-l {pair} is no language pair; name source and target, such as en-{pair}."),
        (args.echo and not sets, "--echo needs a test set (-t) and a language pair (-l)."),
        (args.refs and sets, "Pass either references or a test set (-t), not both."),
        (not args.refs and not sets, "There are no references: pass files before -i, or a test set (-t); see --list."),
        (sets and pair is None, "A test set needs a language pair (-l); --list -t SET shows those that it has."),
    )
    for test_set in sets.split(",") if sets else ():
        try:
            dataset(test_set).get_files(pair)
        except InputError as error:
            _refuse(str(error))


def _references(args: Namespace) -> list[list[str]]:
    files = [args.refs]
    if args.test_set is not None:
        files = [utils.get_reference_files(test_set, args.langpair) for test_set in args.test_set.split(",")]
    references: list[list[str]] = [[] for _ in range(max(len(files[0]), args.num_refs))]
    for group in files:
        for number, file in enumerate(group):
            lines = utils.stripped_lines(file, args.encoding)
            if args.num_refs == 1:
                references[number] += lines
                continue
            for line_number, line in enumerate(lines, 1):
                parts = line.split("\t", args.num_refs - 1)
                if len(parts) != args.num_refs:
                    _refuse(f"{file}, line {line_number} does not have {args.num_refs} references (-nr).", code=17)
                for stream, part in zip(references, parts, strict=True):
                    stream.append(part)
    return references


def _systems(args: Namespace, paired: bool) -> dict[str, list[str]]:
    """The outputs by name; in a paired test, the first is named as the baseline."""
    if args.input is None:
        columns = _from_stdin(args)
        names = [*(["Baseline"] if paired else []), *(f"System {number + 1}" for number in range(len(columns)))]
        return dict(zip(names, columns, strict=False))
    systems: dict[str, list[str]] = {}
    for file in args.input:
        name = f"Baseline: {file}" if paired and file == args.input[0] else file
        if name not in systems:
            systems[name] = utils.stripped_lines(file, args.encoding)
        elif name == file:
            _refuse(f"{file} is given twice.")
        else:
            sacrelogger.info("%s is the baseline already.", file)
    return systems


def _from_stdin(args: Namespace) -> list[list[str]]:
    if sys.stdin is None:
        raise InputError("Standard input is closed; name the outputs with -i.")
    text = io.TextIOWrapper(sys.stdin.buffer, encoding=args.encoding)
    rows = [line.rstrip().split("\t") for line in text]
    text.detach()
    width = len(rows[0]) if rows else 1
    if any(len(row) != width for row in rows):
        _refuse("The lines of standard input differ in their number of tabs.", code=17)
    # As in sacreBLEU: only the first line keeps the spaces before its tabs.
    return [[row[k] if row is rows[0] else row[k].rstrip() for row in rows] for k in range(width)]


def _score(args: Namespace) -> None:
    paired = args.paired_bs or args.paired_ar
    if args.langpair:
        args.bleu_trg_lang = args.langpair.split("-")[1]
    if args.test_set is not None and args.bleu_tokenize == "none":
        sacrelogger.warning("Without the usual tokenizer, scores on a test set are not comparable with published ones.")
    full_refs = _references(args)
    full_systems = _systems(args, paired)
    if not full_systems:
        raise InputError("-i names no file; leave it out to read standard input.")
    _check_systems(args, paired, len(full_systems))
    for lines in full_systems.values():
        utils.sanity_check_lengths(lines, full_refs, test_set=args.test_set)
    texts = [*full_systems.values(), *full_refs]
    selected = utils.filter_subset(texts, args.test_set, args.langpair, args.origlang, args.subset)
    systems = dict(zip(full_systems, selected, strict=False))
    refs = selected[len(full_systems) :]
    if not all(systems.values()):
        _refuse("There is no line to score.")
    metrics = {
        name.upper(): METRICS[name.upper()](**utils.args_to_dict(args, name, strip_prefix=True), references=refs)
        for name in args.metrics
    }
    first = next(iter(systems.values()))
    if args.sentence_level:
        (metric,) = metrics.values()
        for hypothesis, *references in zip(first, *refs, strict=True):
            score = metric.sentence_score(hypothesis, references)
            print(score.format(args.width, args.score_only, metric.get_signature().format(args.short)))
        return
    if args.detail and args.format == "json":
        args.format = "text"
    if len(systems) == 1:
        _print_one(args, metrics, first)
        if args.detail:
            utils.print_subset_results(metrics, next(iter(full_systems.values())), full_refs, args)
    else:
        sacrelogger.info("%d systems.", len(systems))
        _print_several(args, metrics, systems, paired)


def _check_systems(args: Namespace, paired: bool, count: int) -> None:
    args.bleu_effective_order = args.sentence_level
    _refuse_any(
        (args.sentence_level and count > 1, "Sentence level takes one system only."),
        (args.sentence_level and (args.confidence or paired), "There are no statistical tests at sentence level."),
        (paired and count == 1, "A paired test needs several systems: -i BASELINE SYSTEM …"),
        (count > 1 and args.confidence, "For several systems use a paired test (--paired-bs or --paired-ar)."),
    )


def _print_one(args: Namespace, metrics: dict[str, Any], lines: list[str]) -> None:
    results = []
    for _, metric in sorted(metrics.items()):
        score = metric.corpus_score(lines, None, n_bootstrap=args.confidence_n if args.confidence else 1)
        signature = metric.get_signature().format(args.short and args.format != "json")
        results.append(score.format(args.width, args.score_only, signature, args.format == "json"))
    utils.print_single_results(results, args)


def _print_several(args: Namespace, metrics: dict[str, Any], systems: dict[str, list[str]], paired: bool) -> None:
    if paired:
        from bolide.compat.sacrebleu.significance import PairedTest

        kind, samples = ("bs", args.paired_bs_n) if args.paired_bs else ("ar", args.paired_ar_n)
        test = PairedTest(list(systems.items()), metrics, None, kind, samples, n_jobs=args.paired_jobs)
        by_metric, scores = test()
        signatures = {name: signature.format(args.short) for name, signature in by_metric.items()}
        utils.print_results_table(scores, signatures, args)
        return
    signatures, scores = {}, {"System": list(systems)}
    for lines in systems.values():
        for _, metric in sorted(metrics.items()):
            score = metric.corpus_score(lines, None)
            signatures[score.name] = metric.get_signature().format(args.short)
            scores.setdefault(score.name, []).append(score.format(args.width, True))
    utils.print_results_table(scores, signatures, args)
