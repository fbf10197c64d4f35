"""sacreBLEU's command line: `python -m bolide.compat.sacrebleu`."""

from __future__ import annotations

import io
import logging
import os
import re
import sys
import zlib
from argparse import Namespace
from collections.abc import Sequence
from typing import Any, NoReturn

from bolide.compat.sacrebleu.dataset import DATASETS, dataset, on_this_machine
from bolide.compat.sacrebleu.metrics import METRICS
from bolide.compat.sacrebleu.metrics.base import sacrelogger
from bolide.compat.sacrebleu.options import read
from bolide.compat.sacrebleu.printing import Color, print_results_table, print_single_results
from bolide.compat.sacrebleu.utils import (
    args_to_dict,
    download_test_set,
    filter_subset,
    get_reference_files,
    print_subset_results,
    print_test_set,
    sanity_check_lengths,
    smart_open,
)
from bolide.system.errors import InputError
from bolide.system.messages import counted, one_line
from bolide.system.stdio import guarded

_Lines = list[str]


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
    Color.ENABLE_COLORS = sys.stdout.isatty() and not args.no_color and not os.environ.get("NO_COLOR")
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


def _run(args: Namespace) -> None:
    if args.download:
        for file in download_test_set(args.download, args.langpair):
            print(file)
    elif args.list:
        _list(args)
    elif args.citation:
        _cite(args)
    else:
        _check(args)
        if args.echo:
            for test_set in args.test_set.split(","):
                print_test_set(test_set, args.langpair, args.echo, args.origlang, args.subset)
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


def _cite(args: Namespace) -> None:
    if not args.test_set:
        _refuse("--citation needs a test set (-t).")
    for test_set in args.test_set.split(","):
        sacrelogger.error("No citation is known here for %s; sacreBLEU has it.", test_set)


def _check(args: Namespace) -> None:
    """Exit with an error for arguments that contradict each other."""
    if args.sentence_level and len(args.metrics) > 1:
        _refuse("Sentence level takes one metric only.")
    if args.num_refs != 1 and (args.test_set is not None or len(args.refs) > 1):
        _refuse("--num-refs goes with one file of references, which has tabs between them; not with -t.")
    if args.langpair and "-" not in args.langpair:
        _refuse(f"-l {args.langpair} is no language pair; name source and target, such as en-{args.langpair}.")
    if args.test_set is None:
        if args.echo:
            _refuse("--echo needs a test set (-t) and a language pair (-l).")
        if not args.refs:
            here = ", ".join(on_this_machine()) or "none"
            _refuse(f"There are no references: pass files before -i, or a test set (-t) on this machine: {here}.")
        return
    if args.refs:
        _refuse("Pass either references or a test set (-t), not both.")
    if args.langpair is None:
        _refuse("A test set needs a language pair (-l); --list -t SET shows those that it has.")
    for test_set in args.test_set.split(","):
        try:
            dataset(test_set).get_files(args.langpair)
        except InputError as error:
            _refuse(str(error))


def _references(args: Namespace) -> list[_Lines]:
    files = [args.refs]
    if args.test_set is not None:
        files = [get_reference_files(test_set, args.langpair) for test_set in args.test_set.split(",")]
    references: list[_Lines] = [[] for _ in range(max(len(files[0]), args.num_refs))]
    for group in files:
        for number, file in enumerate(group):
            with smart_open(file, encoding=args.encoding) as lines:
                for line_number, line in enumerate(lines, 1):
                    if args.num_refs == 1:
                        references[number].append(line.rstrip())
                        continue
                    parts = line.rstrip().split("\t", args.num_refs - 1)
                    if len(parts) != args.num_refs:
                        count = counted(len(parts), "reference")
                        _refuse(f"{file}, line {line_number} has {count} for --num-refs {args.num_refs}.", code=17)
                    for stream, part in zip(references, parts, strict=True):
                        stream.append(part)
    return references


def _systems(args: Namespace, paired: bool) -> dict[str, _Lines]:
    """The outputs by name; in a paired test, the first is named as the baseline."""
    if args.input is None:
        systems = _from_stdin(args)
        if paired:
            names = ["Baseline", *(f"System {number}" for number in range(1, len(systems)))]
            return dict(zip(names, systems, strict=True))
        return {f"System {number}": lines for number, lines in enumerate(systems, 1)}
    by_file: dict[str, _Lines] = {}
    for file in args.input:
        if file in by_file:
            if not (paired and file == next(iter(by_file))):
                _refuse(f"{file} is given twice.")
            sacrelogger.info("%s is the baseline already.", file)
            continue
        with smart_open(file, encoding=args.encoding) as lines:
            by_file[file] = [line.rstrip() for line in lines]
    if paired and by_file:
        first = next(iter(by_file))
        return {f"Baseline: {name}" if name == first else name: lines for name, lines in by_file.items()}
    return by_file


def _from_stdin(args: Namespace) -> list[_Lines]:
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
        sanity_check_lengths(lines, full_refs, test_set=args.test_set)
    selected = filter_subset(
        [*full_systems.values(), *full_refs], args.test_set, args.langpair, args.origlang, args.subset
    )
    systems = dict(zip(full_systems, selected[: len(full_systems)], strict=True))
    refs = selected[len(full_systems) :]
    if not all(systems.values()):
        _refuse("There is no line to score.")
    metrics = {
        name.upper(): METRICS[name.upper()](**args_to_dict(args, name, strip_prefix=True), references=refs)
        for name in args.metrics
    }
    if args.sentence_level:
        _print_sentences(args, next(iter(metrics.values())), next(iter(systems.values())), refs)
        return
    if args.detail and args.format == "json":
        args.format = "text"
    if len(systems) == 1:
        _print_one(args, metrics, next(iter(systems.values())))
        if args.detail:
            print_subset_results(metrics, next(iter(full_systems.values())), full_refs, args)
    else:
        sacrelogger.info("%d systems.", len(systems))
        _print_several(args, metrics, systems, paired)


def _check_systems(args: Namespace, paired: bool, count: int) -> None:
    if args.sentence_level:
        if count > 1:
            _refuse("Sentence level takes one system only.")
        if args.confidence or paired:
            _refuse("There are no statistical tests at sentence level.")
        args.bleu_effective_order = True
    if paired and count == 1:
        _refuse("A paired test needs several systems: -i BASELINE SYSTEM …")
    if count > 1 and args.confidence:
        _refuse("For several systems use a paired test (--paired-bs or --paired-ar).")


def _print_sentences(args: Namespace, metric: Any, lines: _Lines, refs: list[_Lines]) -> None:
    for hypothesis, *references in zip(lines, *refs, strict=True):
        score = metric.sentence_score(hypothesis, references)
        print(score.format(args.width, args.score_only, metric.get_signature().format(args.short)))


def _print_one(args: Namespace, metrics: dict[str, Any], lines: _Lines) -> None:
    results = []
    for _, metric in sorted(metrics.items()):
        score = metric.corpus_score(lines, None, n_bootstrap=args.confidence_n if args.confidence else 1)
        signature = metric.get_signature().format(args.short and args.format != "json")
        results.append(score.format(args.width, args.score_only, signature, args.format == "json"))
    print_single_results(results, args)


def _print_several(args: Namespace, metrics: dict[str, Any], systems: dict[str, _Lines], paired: bool) -> None:
    if paired:
        from bolide.compat.sacrebleu.significance import PairedTest

        kind, samples = ("bs", args.paired_bs_n) if args.paired_bs else ("ar", args.paired_ar_n)
        test = PairedTest(list(systems.items()), metrics, None, kind, samples, n_jobs=args.paired_jobs)
        by_metric, scores = test()
        signatures = {name: signature.format(args.short) for name, signature in by_metric.items()}
        print_results_table(scores, signatures, args)
        return
    signatures, scores = {}, {"System": list(systems)}
    for lines in systems.values():
        for _, metric in sorted(metrics.items()):
            score = metric.corpus_score(lines, None)
            signatures[score.name] = metric.get_signature().format(args.short)
            scores.setdefault(score.name, []).append(score.format(args.width, True))
    print_results_table(scores, signatures, args)
