"""Where a command's texts come from: files, or the columns of a table; which are references, which outputs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from typing import Any

from bolide.cli.parser import Options, Parser, StoreNamed, warn
from bolide.cli.parser.metric_options import request_from, warn_of_metrics
from bolide.corpus import Corpus
from bolide.corpus.inputs import TextReader, check_once
from bolide.corpus.lines import is_file, refuse_shared_columns, refuse_shared_files, stems, system_names
from bolide.corpus.table_files import ERROR, NULLS, QUOTES, STDIN, TableOptions
from bolide.forms import form_of
from bolide.metrics.base import Metric
from bolide.metrics.scorer import Scorer
from bolide.program.progress import progress
from bolide.system.errors import OptionError, check_names
from bolide.testset import ABOUT, Scored, TestSet
from bolide.text.languages import unspaced

POISSON = "poisson"  # the mode that draws the resamples of a table as it is read
Read = Callable[[str], list[str]]  # a file or column of segments

ORDERS = """Argument order differs between these two commands; with --hyp and --ref, any order works:

    bolide score REF [REF …] -i HYP [HYP …]
    bolide explain HYP REF [REF …]
    bolide score --hyp HYP [HYP …] --ref REF [REF …]
    bolide explain --hyp HYP --ref REF [REF …]"""


def add_systems(parser: Parser, outputs: str, scores: str, flags: str = "-i --input") -> None:
    """The arguments REF, `-i`, `--table`, `--runs` and `--scores`: systems with references, and scores of other tools.

    `outputs` and `scores` say which are meant.
    """
    parser.option("references [REF …]", "reference files; plain or gzipped")
    parser.option(f"{flags} HYP …", outputs)
    add_table(parser, "REF, HYP, --documents and the like")
    runs = "a system trained several times: the output of each run; its score is their mean"
    parser.option("--runs NAME=FILE,FILE,… …", runs, None, {}, action=StoreNamed)
    parser.option("--scores FILE …", f"{scores} from other tools (COMET, …)")
    parser.option("--lower NAME …", "which of those scores are better when lower", needs=["--scores"])
    add_provenance(parser, "--scores")


def add_outputs(parser: Parser, use: str = "", needs: Sequence[str] = ()) -> None:
    """`-r`, `-i`, `--names` and `--table`, for commands whose arguments are no references; `use` is what for."""
    parser.option("-r --references REF …", f"reference files{use}")
    parser.option("-i --input HYP …", f"system outputs{use}")
    add_names(parser, needs=needs)
    add_table(parser, "REF and HYP", needs)


def add_ref(parser: Parser) -> None:
    """`-r`; the help says in which order texts are expected."""
    parser.description = f"{parser.description}\n\n{ORDERS}"
    parser.option("-r --ref REF …", "the references, by name instead of by position")


def add_table(parser: Parser, names: str, needs: Sequence[str] = ()) -> None:
    """`--table` and how texts are read; `names` are the arguments that then name columns."""
    columns = f"{names} {'name columns' if ' and ' in names else 'is a column'}"
    parser.option(
        "--table FILE",
        f"read the texts from a table, in which {columns}: Parquet, Arrow, CSV or TSV with a header, JSON, xlsx, SGML, "
        "WMT's XML, TMX or XLIFF, or a pattern or folder of such files; may be repeated for further files of the same "
        "table",
        action="append",
        needs=needs,
    )
    join = "join the files of --table by this column; they have different columns for the same segments"
    parser.option("--join COLUMN", join, needs=["--table"])
    quotes = "what quotes around a cell are: CSV quoting or part of the text (default: detected from the content)"
    parser.option("--table-quotes", quotes, choices=QUOTES, needs=["--table"])
    nulls = "a null of the table: refuse it, take it for an empty text, or leave the row out"
    parser.option("--nulls", nulls, None, ERROR, choices=NULLS, needs=["--table"])
    drop_bom = "drop a byte-order mark that begins a text file; otherwise it counts as text, with a warning"
    parser.option("--drop-bom", drop_bom, needs=needs, clashes=["--table"])


def add_system_column(parser: Parser) -> None:
    """`--system-column`, for tables in which every row is the output of one system."""
    column = "of a long table: the column that names the system of each row; pairs rows by --join, by id or by order"
    parser.option("--system-column COLUMN", column, needs=["--table"])


def add_names(parser: Parser, **rules: Any) -> None:
    """`--names`: what systems are called."""
    parser.option("--names NAME …", "names of the systems, in the order of -i (default: the files' names)", **rules)


def add_about(parser: Parser, needs: Sequence[str] = ()) -> None:
    """`--source`, which may need another option, `--labels` and `--human`: what is known of the segments."""
    parser.option("--source FILE", "the source text, one line per segment", needs=needs)
    parser.option("--labels FILE", "scores by label: one per line, such as each segment's domain")
    parser.option("--human FILE", "human scores of segments, or annotations: MQM errors, ESA, .seg.rating")


def add_provenance(parser: Parser, scored: str) -> None:
    """`--signatures` and `--as-scored`, for scores of other tools."""
    signatures = "how those scores were computed, such as SacreCOMET's string"
    parser.option("--signatures NAME=TEXT …", signatures, None, {}, needs=["--scores"], action=StoreNamed)
    parser.option("--as-scored", "leave different scores of identical outputs alone", needs=[scored])


def test_set_from(options: Options, metrics: Sequence[Metric], others: Sequence[Scored]) -> TestSet:
    """The test set that the options name; without outputs, that of scores or rows."""
    names = {"source": "source", "documents": "documents", "domains": "strata", "labels": "labels"}
    about: dict[str, Any] = {what: getattr(options, name, None) for what, name in names.items()}
    reader = reader_from(options)
    if options.input or options.runs:
        systems = getattr(options, "names", ())
        prepare = partial(prepared, options, metrics)
        runs, refs = options.runs, options.references
        data = TestSet.read_with(reader, refs, options.input, runs, about, systems, prepare)
    else:
        lines = reader.inputs([], [], **about)
        data = TestSet.from_scores(others, **{name: lines[name] for name in ABOUT})
    exclude = getattr(options, "exclude", ())
    check_names("exclude", exclude, data.names)
    return data.without(*exclude) if exclude else data


def system_from(name: str, data: TestSet) -> str:
    """A system of the test set by its name or by its file."""
    return name if name in data.names else stems(system_names([name]))[0]


def files_of_scores(options: Options) -> list[Scored]:
    """The scores and rows that the options name, each a metric."""
    rows = getattr(options, "rows", None)
    if not options.scores and not rows:
        return []
    from bolide.testset.scores import read_all_scores, read_rows  # needs numpy

    others: list[Scored] = []
    if options.scores:
        read = read_all_scores(
            options.scores, lower=options.lower, signatures=options.signatures, as_scored=options.as_scored
        )
        others.extend(read.values())
    if rows:
        others.extend(read_rows(rows).values())
    return others


def is_streamed(options: Options, scorers: Sequence[Scorer], rows: str | None) -> bool:
    """Whether a table is scored as it is read; what is asked may need all of it first."""
    if not options.table:
        return False
    poisson = options.confidence is not None and options.mode == POISSON
    whole = {
        "--scores": options.scores,
        "--runs": options.runs,
        "-sl": options.sentence_level and not rows,
        "--confidence without --mode poisson": options.confidence and not poisson,
        "--units from files": any(form_of(scorer.corpus).reads_files for scorer in scorers),
    }
    streamed = {"--by": options.by, "--counts": options.counts, "--resume": options.resume, "-o FILE.parquet": rows}
    for reason in (what for what, value in whole.items() if value):
        for name in (name for name, value in {**streamed, "--mode poisson": poisson}.items() if value):
            raise OptionError(f"{name} is for tables that are scored as they are read; {reason} needs all of it first.")
        return False
    if options.counts and not rows:
        raise OptionError("--counts has no effect without -o FILE.parquet; leave it out.")
    if rows and options.sentence_level:
        raise OptionError("-sl has no effect with -o FILE.parquet, which has the segments' scores; leave it out.")
    if options.strata:
        raise OptionError("--strata is not for --mode poisson, which draws every segment or document by itself.")
    return True


def corpus_from(options: Options, metrics: Sequence[Metric]) -> Corpus:
    """One candidate with its references: as they are or, with --line and --corpus, the files or columns of them."""
    resolve_positionals(options)
    reader = reader_from(options)
    if options.line or options.corpus:
        systems = reader.systems([options.candidate], options.references)
        if len(systems) > 1:
            several = ", ".join(system.name for system in systems)
            raise OptionError(f"{options.candidate} stands for several outputs ({several}); name the column of one.")
    else:
        systems = [Corpus.of([options.candidate], [options.references])]
    corpus = with_units(options, systems, metrics, reader.segments)[0]
    warn_of_metrics(options, metrics, systems[0].refs)
    if not options.corpus:
        from bolide.evaluation.health import text_notes  # other commands start without it

        nfc = all(metric.counts.nfc for metric in metrics)
        for note in text_notes(systems[0], options.line or 1, nfc=nfc, unseen=True):
            warn(note)
    return corpus


def resolve_positionals(options: Options, *, outputs_needed: bool = False) -> None:
    """Merge texts given by name and by position; refuse references given in both ways, or in none.

    Without outputs, these are needed, or else read from standard input.
    """
    unnamed = list(options.references)
    if "candidate" in options:
        unnamed = [*([] if options.candidate is None else [options.candidate]), *unnamed]
        options.candidate = options.hyp if options.hyp is not None else unnamed.pop(0) if unnamed else None
        if options.candidate is None:
            options.refuse("the following arguments are required: HYP, REF")
    by_name = getattr(options, "ref", ())
    if by_name and unnamed:
        raise OptionError(f"Got {unnamed[0]!r} as well as --ref; pass all references with --ref, or none.")
    options.references = by_name or unnamed
    outputs = "input" not in options or options.input or options.runs
    if options.table and not (options.references and outputs):
        from bolide.corpus.tables import columns_advice  # most texts are in files

        raise OptionError(f"Which columns? {columns_advice(options.table, reader_from(options).options)}")
    if not options.references or (outputs_needed and not outputs):
        options.refuse(f"the following arguments are required: {'-i HYP' if options.references else 'REF'}")
    if not outputs:
        if STDIN not in options.references:
            warn_if_waiting(options.references, reader_from(options))
        options.input = [STDIN]
    if "candidate" in options and not (options.line or options.corpus or options.text or options.hyp or by_name):
        _refuse_unquoted([options.candidate, *options.references])
    if "candidate" in options and not (options.line or options.corpus or options.text):
        for name in filter(is_file, (options.candidate, *options.references)):
            raise OptionError(
                f"{name} is a file: say which of its lines to explain with --line, or explain all with --corpus. "
                "If you mean these words themselves, add --text."
            )


def _refuse_unquoted(texts: Sequence[str]) -> None:
    """Refuse a sentence without quotes, whose first word would be scored against the others."""
    if len(texts) > 2 and all(len(text.split()) == 1 for text in texts) and not unspaced(texts):
        raise OptionError(
            f"Each of these {len(texts)} arguments is one word, and {texts[0]!r:.40} would be scored against the "
            'others. Put quotes around each text, as in "the cat" "a cat"; if you mean single words, add --text.'
        )


def warn_if_waiting(references: Sequence[str], reader: TextReader) -> None:
    """One line for somebody at a terminal who may not know that it is their turn.

    Two files without -i look as if the second were the output. What is wrong with the references is said first.
    """
    first, *others = references
    meant = f"Did you mean: bolide score {first} -i {' '.join(others)}?" if others else "Or name a file with -i."
    if sys.stdin is not None and sys.stdin.isatty():
        reader.groups(references)
        warn(f"no -i given; reading the output from standard input, one line per segment. {meant}")


def reader_from(options: Options) -> TextReader:
    """What reads the texts that the options name."""
    if "reader" in options:  # which knows the rows that were left out
        return options.reader  # type: ignore[no-any-return]
    reading = TableOptions(
        options.table_quotes,
        warn,
        options.join,
        "--table-quotes",
        options.nulls,
        getattr(options, "system_column", None),
    )
    flags = ("--table", "-i") if "input" in options else ("--table",)
    reader = options.reader = TextReader(options.table or (), reading, options.drop_bom, flags)
    return reader


def prepared(
    options: Options, metrics: Sequence[Metric], systems: list[Corpus], read: Read, remarks: bool = True
) -> list[Corpus]:
    """The systems with all costly analysis done, and a bar that shows it."""
    refs = systems[0].refs
    systems = with_units(options, systems, metrics, read)
    warn_of_metrics(options, metrics, refs, remarks)
    for counts in {metric.counts: None for metric in metrics if metric.counts.prepares}:
        texts = list(dict.fromkeys(chain.from_iterable((*system.hyps, *system.refs) for system in systems)))
        with progress("preparing", len(texts)) as step:
            counts.prepare(texts, jobs=options.jobs if "jobs" in options.explicit else 0, progress=step)
    return systems


def with_units(options: Options, systems: list[Corpus], metrics: Sequence[Metric], read: Read) -> list[Corpus]:
    """The systems in the units that the metrics want; a file of units that two texts share is refused."""
    request = request_from(options)
    for names in request.unit_files.values():
        hyps, refs = names[: len(systems)], names[len(systems) :]
        check_once(hyps, refs)
        (refuse_shared_columns if options.table else refuse_shared_files)(hyps, refs)
    return request.with_unit_files(systems, metrics, read)


def outputs_from(options: Options, metrics: Sequence[Metric]) -> list[Corpus]:
    """The systems of commands in which there may be none, and references are an option."""
    if not options.input:
        if options.references:
            raise OptionError("The references (-r) are for scoring outputs; name those with -i.")
        return []
    if not options.references:
        raise OptionError("The outputs (-i) need references (-r).")
    reader = reader_from(options)
    systems = reader.systems(options.input, options.references, options.names)
    return prepared(options, metrics, systems, reader.segments, remarks=False)
