"""What commands read: texts in files or in the columns of a table, scores of other tools, plans of tests."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any

from bolide.cli.parser import Options, Parser, StoreNamed, number, warn
from bolide.cli.parser.metrics import unit_files, warn_of_metrics
from bolide.corpus import Corpus
from bolide.corpus.inputs import TextReader, check_once
from bolide.corpus.lines import is_file, refuse_shared_columns, refuse_shared_files, stems, system_names
from bolide.corpus.table_files import ERROR, NULLS, QUOTES, STDIN, TableOptions, expanded
from bolide.forms import form_of
from bolide.metrics.base import Metric
from bolide.metrics.scorer import Scorer
from bolide.program.stdio import progress
from bolide.system.errors import OptionError, check_names
from bolide.testset import ABOUT, Scored, TestSet
from bolide.testset.metrics import COMMAND
from bolide.text.languages import unspaced

if TYPE_CHECKING:
    from bolide.significance.plan import Plan
    from bolide.testset.score_commands import CommandMetric

POISSON = "poisson"  # the mode that draws the resamples of a table as it is read

ORDERS = """Argument order differs between these two commands; with --hyp and --ref, any
order works:

    bolide score REF [REF …] -i HYP [HYP …]
    bolide explain HYP REF [REF …]
    bolide score --hyp HYP [HYP …] --ref REF [REF …]
    bolide explain --hyp HYP --ref REF [REF …]"""

# --- texts ------------------------------------------------------------------------------------------------------------


def add_systems(parser: Parser, outputs: str, scores: str, flags: str = "-i --input") -> None:
    """The arguments REF, `-i`, `--table`, `--runs` and `--scores`: systems with references, and scores of other tools.

    `outputs` and `scores` say which are meant.
    """
    parser.option("references [REF …]", "reference files; plain or gzipped")
    parser.option(
        "-t --test-set NAME",
        "references, source, documents and domains of one of sacreBLEU's test sets, for the pair of -l, instead of REF",
    )
    parser.set_defaults(known={})
    parser.option(f"{flags} HYP …", outputs)
    add_table(parser, "REF, HYP, --documents and the like")
    parser.option(
        "--runs NAME=FILE,FILE,… …",
        "a system trained several times: the output of each run; its score is their mean",
        None,
        {},
        action=StoreNamed,
    )
    parser.option(
        "--scores FILE …",
        f"{scores} from other tools (COMET, …); FILE, NAME=FILE or NAME:SYSTEM=FILE; FILE:COLUMN takes one of several "
        "numbers",
    )
    parser.option("--lower NAME …", "which of those scores are better when lower")
    add_provenance(parser)


def add_outputs(parser: Parser, use: str = "") -> None:
    """`-r`, `-i`, `--names` and `--table`, for commands whose arguments are no references; `use` is what for."""
    parser.option("-r --ref --references REF …", f"reference files{use}", dest="references")
    parser.option("-i --input --hyp HYP …", f"system outputs{use}", dest="input")
    add_names(parser)
    add_table(parser, "REF and HYP")


def add_ref(parser: Parser) -> None:
    """`-r`; the help says in which order texts are expected."""
    parser.description = f"{parser.description}\n\n{ORDERS}"
    parser.option("-r --ref REF …", "the references, by name instead of by position")


def add_table(parser: Parser, names: str) -> None:
    """`--table` and how texts are read; `names` are the arguments that then name columns."""
    parser.option(
        "--table FILE",
        f"read the texts from a table; {names} {'name columns' if ' and ' in names else 'is a column'}: Parquet, "
        "Arrow, CSV or TSV with a header, JSON, xlsx, SGML, WMT's XML, TMX or XLIFF, or a pattern or folder of such "
        "files; may be repeated for further files of the same table",
        action="append",
        default=[],
    )
    parser.option(
        "--join COLUMN", "join the files of --table by this column; they have different columns for the same segments"
    )
    parser.option(
        "--table-quotes",
        "what quotes around a cell are: CSV quoting or part of the text (default: detected from the content)",
        choices=QUOTES,
    )
    parser.option(
        "--nulls",
        "a null of the table: refuse it, take it for an empty text, or leave the row out",
        None,
        ERROR,
        choices=NULLS,
    )
    parser.option(
        "--drop-bom", "drop a byte-order mark that begins a text file; otherwise it counts as text, with a warning"
    )


def add_system_column(parser: Parser) -> None:
    """`--system-column`, for tables in which every row is the output of one system."""
    parser.option(
        "--system-column COLUMN",
        "of a long table: the column that names the system of each row; pairs rows by --join, by id or by order",
    )


def add_names(parser: Parser) -> None:
    """`--names`: what systems are called."""
    parser.option("--names NAME …", "names of the systems, in the order of -i (default: the files' names)")


def add_about(parser: Parser) -> None:
    """`--source`, `--labels` and `--human`: what is known of the segments."""
    parser.option("--source FILE", "the source text, one line per segment")
    parser.option("--labels FILE", "scores by label: one per line, such as each segment's domain")
    parser.option("--human FILE", "human scores of segments, or annotations: MQM errors, ESA, .seg.rating")


def add_provenance(parser: Parser) -> None:
    """`--signatures` and `--as-scored`, for scores of other tools, and options of commands that compute them."""
    parser.option(
        "--signatures NAME=TEXT …",
        "how those scores were computed, such as SacreCOMET's string",
        None,
        {},
        action=StoreNamed,
    )
    parser.option("--as-scored", "leave different scores of identical outputs alone")
    parser.option("--config FILE", "a bolide.toml with the commands of -m run:NAME (default: the user's)")
    parser.option("--refresh", "run these commands again, also where their scores are kept")
    parser.option("--no-cache", "do not keep the scores of these commands")


def test_set_from(options: Options, metrics: Sequence[Metric], others: Sequence[Scored]) -> TestSet:
    """The test set that the options name; without outputs, that of scores or rows."""
    names = {"source": "source", "documents": "documents", "domains": "strata", "labels": "labels"}
    given: dict[str, Any] = {what: getattr(options, name, None) for what, name in names.items()}
    about = given | {what: file for what, file in options.known.items() if given[what] is None}
    reader = reader_from(options)
    if options.input or options.runs:
        systems = getattr(options, "names", ())
        data = TestSet.read_with(reader, options.references, options.input, options.runs, about, systems)
        corpora = [corpus for runs in data.runs.values() for corpus in runs]
        joined = prepared(options, metrics, corpora, reader)
        if joined is not corpora:
            left = iter(joined)
            data = data.with_outputs({name: [next(left) for _ in runs] for name, runs in data.runs.items()})
    else:
        lines = {name: reader.about(name, file) for name, file in about.items() if name in ABOUT}
        data = TestSet.from_scores(others, **lines)
    exclude = getattr(options, "exclude", ())
    check_names("exclude", exclude, data.names)
    data = data.without(*exclude) if exclude else data
    for one in others if data.corpora and not data.further else ():
        if hasattr(one, "command"):
            one.scored(data)  # type: ignore[attr-defined]  # now, as what it prints is shown
    return data


def people_of(options: Options) -> Any:
    """The judgments in the file of --human, if there is one."""
    if options.human is None:
        return None
    from bolide.agreement.judgments import read_judgments  # needs numpy

    return read_judgments(options.human)


def system_from(name: str, data: TestSet) -> str:
    """A system of the test set by its name or by its file."""
    return name if name in data.names else stems(system_names([name]))[0]


def files_of_scores(options: Options) -> list[Scored]:
    """The scores and rows that the options name, each a metric."""
    rows = getattr(options, "rows", None)
    others: list[Any] = []
    if options.scores:
        from bolide.testset.scores import read_all_scores  # needs numpy

        files = expanded(options.scores)
        if options.table:
            files = [_of_table(options, word) for word in files]
        about = options.signatures
        others += read_all_scores(files, lower=options.lower, signatures=about, as_scored=options.as_scored).values()
    if rows:
        from bolide.testset.scores import read_rows

        others += read_rows(rows).values()
    return [*others, *commands_from(options)]


def _of_table(options: Options, word: str) -> str:
    """`NAME=FILE`, or a column of the table, of the one output if there is one."""
    name, _, column = word.rpartition("=")
    if is_file(column) or is_file(column.rpartition(":")[0]):
        return word
    name = name or column
    system = f":{options.input[0]}" if ":" not in name and len(options.input) == 1 else ""
    return f"{name}{system}={options.table[0]}:{column}"


def commands_from(options: Options) -> list[CommandMetric]:
    """The commands that `-m run:NAME` names."""
    names = [word.removeprefix(COMMAND) for word in options.metrics if word.startswith(COMMAND)]
    if not names:
        return []
    from bolide.testset.score_commands import named_command

    commands = [named_command(name, options.config) for name in names]
    return [replace(one, cache=not options.no_cache, refresh=options.refresh) for one in commands]


def is_streamed(options: Options, scorers: Sequence[Scorer], rows: str | None) -> bool:
    """Whether the table is scored as it is read; what is asked may need all of it first."""
    poisson = options.confidence is not None and options.mode == POISSON
    commands = any(word.startswith(COMMAND) for word in options.metrics)
    segments, intervals = options.sentence_level and not rows, options.confidence and not poisson
    files = any(form_of(scorer.corpus).reads_files for scorer in scorers)
    if options.scores or options.runs or commands or segments or intervals or files:
        if options.by or options.counts or options.resume or rows or poisson:
            raise OptionError(
                "--by, --counts, --resume, -o FILE.parquet and --mode poisson are for tables that are scored as they "
                "are read; --scores, -m run:NAME, --runs, -sl, other intervals and --units from files need all of it."
            )
        return False
    if options.counts and not rows:
        raise OptionError("--counts is for -o FILE.parquet; name a file for the rows.")
    if options.strata:
        raise OptionError("--strata is not for --mode poisson, which draws every segment or document by itself.")
    return True


def corpus_from(options: Options, metrics: Sequence[Metric]) -> Corpus:
    """One candidate with its references: as they are or, with --line and --corpus, the files or columns of them."""
    resolve_pair(options)
    reader = reader_from(options)
    if options.line or options.corpus:
        systems = reader.systems([options.candidate], options.references)
        if len(systems) > 1:
            several = ", ".join(system.name for system in systems)
            raise OptionError(f"{options.candidate} stands for several outputs ({several}); name the column of one.")
    else:
        systems = [Corpus.of([options.candidate], [options.references])]
    corpus = with_units(options, systems, metrics, reader)[0]
    warn_of_metrics(metrics, systems[0].refs)
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
    by_name = getattr(options, "ref", ())
    if by_name and options.references:
        raise OptionError(f"Got {options.references[0]!r} as well as --ref; pass all references with --ref, or none.")
    options.references = by_name or options.references
    if options.test_set is not None:
        name_known_references(options)
    outputs = options.input or options.runs
    if options.table and not (options.references and outputs):
        _refuse_without_columns(options)
    if not options.references or (outputs_needed and not outputs):
        what = "The outputs are missing; name them after -i" if options.references else "REF is missing"
        taken = f", but -i took {options.input[-1]}, as it takes every word" if len(options.input) > 1 else ""
        raise OptionError(f"{what}{taken}. References come first, or after --: REF [REF …] -i HYP [HYP …]")
    if not outputs:
        if STDIN not in options.references:
            warn_if_waiting(options.references, reader_from(options))
        options.input = [STDIN]
    if not options.table:
        options.references, options.input = expanded(options.references), expanded(options.input)


def name_known_references(options: Options) -> None:
    """Let the references be those of the test set of -t, and `known` the files of its source and the like."""
    if options.references or options.table:
        other = repr(options.references[0]) if options.references else "--table"
        raise OptionError(f"Got {other} as well as -t, which has references; leave one of them out.")
    if options.language_pair is None:
        raise OptionError(f"-t {options.test_set} is of many languages; name a pair with -l SRC-TGT.")
    from bolide.testset.folders import files_of_sacrebleu  # an extra

    options.references, options.known = files_of_sacrebleu(options.test_set, options.language_pair)


def _refuse_without_columns(options: Options) -> None:
    columns = ", ".join([*reader_from(options).columns.first_columns()][:20])
    words = f"bolide score REF --table {options.table[0]} -i HYP"
    raise OptionError(f"Which columns? {', '.join(options.table)} has {columns}. Name references and outputs: {words}")


def resolve_pair(options: Options) -> None:
    """The candidate and the references of `explain`, by name or by position; sentences must not be files."""
    words = [] if options.candidate is None else [options.candidate, *options.references]
    if options.ref and len(words) > (options.hyp is None):
        raise OptionError(f"Got {words[-1]!r} as well as --ref; pass all references with --ref, or none.")
    if options.table and not (len(words) + bool(options.hyp) > 1 or options.ref):
        _refuse_without_columns(options)
    options.candidate = options.hyp if options.hyp is not None else words.pop(0) if words else None
    options.references = options.ref or words
    if options.candidate is None or not options.references:
        missing = "HYP and REF are" if options.candidate is None else "REF is"
        usage = "name HYP and REF before options such as -m: bolide explain HYP REF [REF …]"
        raise OptionError(f"{missing} missing; {usage}")
    if not (options.line or options.corpus or options.text):
        if words and not options.hyp:
            _refuse_unquoted([options.candidate, *options.references])
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
    systems = getattr(options, "system_column", None)
    reading = TableOptions(options.table_quotes, warn, options.join, options.nulls, systems)
    reader = options.reader = TextReader(options.table, reading, options.drop_bom)
    return reader


def prepared(
    options: Options, metrics: Sequence[Metric], systems: list[Corpus], reader: TextReader, remarks: bool = True
) -> list[Corpus]:
    """The systems with all costly analysis done, and a bar that shows it."""
    refs = systems[0].refs
    if any("=" in unit for unit in options.units):
        systems = with_units(options, systems, metrics, reader)
    warn_of_metrics(metrics, refs, remarks)
    for counts in {metric.counts: None for metric in metrics if metric.counts.prepares}:
        texts = list(dict.fromkeys(chain.from_iterable((*system.hyps, *system.refs) for system in systems)))
        with progress("preparing", len(texts)) as step:
            counts.prepare(texts, jobs=options.jobs or 0, progress=step)
    return systems


def with_units(options: Options, systems: list[Corpus], metrics: Sequence[Metric], reader: TextReader) -> list[Corpus]:
    """The systems with units from files, where a metric reads them; a file that two texts share is refused."""
    files = unit_files(options)
    for names in files.values():
        hyps, refs = names[: len(systems)], names[len(systems) :]
        check_once(hyps, refs)
        (refuse_shared_columns if options.table else refuse_shared_files)(hyps, refs)
    for form in filter(lambda form: files and form.reads_files, map(form_of, metrics)):
        if len(metrics) > 1:
            raise OptionError("Units from files are for rgbF alone; score the other metrics in a call of their own.")
        return form.with_files(systems, files, reader.segments)
    return systems


def outputs_from(options: Options, metrics: Sequence[Metric]) -> list[Corpus]:
    """The systems of commands in which there may be none, and references are an option."""
    if not options.input:
        if options.references:
            raise OptionError("The references (-r) are for scoring outputs; name those with -i.")
        return []
    if not options.references:
        raise OptionError("The outputs (-i) need references (-r).")
    reader, names = reader_from(options), [options.input, options.references]
    hyps, refs = names if options.table else map(expanded, names)
    return prepared(options, metrics, reader.systems(hyps, refs, options.names), reader, remarks=False)


# --- intervals and tests: what is drawn and exchanged, how often, and by which procedure ------------------------------

# As in `significance`, of which a command without intervals needs nothing.
UNITS = ("segment", "document")
RUNS_TESTS = ("sound", "clark2011")


def add_units(parser: Parser) -> None:
    """`--documents`, `--unit` and `--strata`: what is drawn and exchanged."""
    parser.option(
        "--documents FILE",
        "the document of each segment; one per line, or WMT's domain and document; whole documents are left out and "
        "exchanged, because segments of one document are not independent",
    )
    add_unit(parser)
    parser.option(
        "--strata FILE", "a stratum of each segment, such as its domain, or WMT's domain and document, taken as given"
    )


def add_unit(parser: Parser) -> None:
    """`--unit`: whether documents or segments are drawn."""
    parser.option(
        "--unit",
        "what is left out and exchanged (default: documents if they are known, otherwise segments)",
        choices=UNITS,
    )


def plan_from(options: Options, mode: str | None = None) -> Plan | None:
    """The plan of `--confidence`, if it is given, in the mode of `--mode` or this one."""
    if not options.confidence:
        if ignored := [
            f"--{name}" for name in ("mode", "seed", "documents", "strata", "unit") if getattr(options, name)
        ]:
            warn(f"{', '.join(ignored)} without --confidence: nothing is drawn, so the scores are the same.")
        return None
    from bolide.significance.plan import Plan  # which a command without intervals does not need

    mode = mode or options.mode or "sound"
    if mode == POISSON:
        raise OptionError("--mode poisson is for a --table, which it draws as it is read.")
    plan = Plan.for_intervals(options.confidence, mode, seed=options.seed, unit=options.unit)
    return replace(plan, stratified=bool(options.strata))


def add_tests(command: Parser) -> None:
    """How systems are tested against each other."""
    command.section("the test")
    add_units(command)
    command.option(
        "--runs-test",
        "the test over --runs; sound, with documents and seeds drawn, or clark2011 as published",
        None,
        "sound",
        choices=RUNS_TESTS,
    )
    command.option("--baseline NAME", "test each system against this one (default: all pairs)")
    command.option("--mode MODE", "sound, or sacrebleu for its procedure and draws", None, "sound")
    command.option("--test TEST", "randomisation or bootstrap", None, "randomisation")
    command.add_trials("10000; 1000 for sacrebleu's bootstrap", "permutations or resamples")
    command.add_seed()
    command.option("--correction NAME", "holm, bh or none (default: holm; sacrebleu: none)")
    command.option(
        "--human-agreement", "add how often people agree with the difference, for BLEU and chrF (Kocmi 2024)"
    )
    command.option("--effect", "add an effect size to each test")
    command.option("--alpha P", "significance level", number, 0.05)
    command.section()
