"""`bolide compare`: which system is better, how surely, and where."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from bolide.agreement.external_scores import fitted, human_table
from bolide.agreement.reading import table_name
from bolide.cli.parser import Parser, check_known, number, warn, whole_number
from bolide.cli.parser.metric_options import add_metrics, check_nrefs, metrics_from, refuse_for_metrics, warn_of_texts
from bolide.cli.parser.output import add_output, add_paper, one_of_several, progress, put_out, write
from bolide.cli.parser.texts import (
    add_names,
    add_scores,
    add_table,
    lines_from,
    segments_from,
    sources_from,
    system_labels,
    systems_from,
    with_units,
)
from bolide.corpus import Corpus, identical_notes
from bolide.corpus.lines import stems, system_names
from bolide.engines.counts_file import CountsFiles
from bolide.engines.memmapped_samples import memmapped_samples
from bolide.metrics.base import Metric
from bolide.metrics.measuring import work
from bolide.reporting.blocks import Block
from bolide.reporting.views.comparison import comparison_plot, study_blocks
from bolide.significance.human_agreement_curves import PUBLISHED, with_human_agreement
from bolide.significance.plan import Plan
from bolide.significance.sample import Sample, samples_of
from bolide.significance.study import BreakdownOptions, Study, measure_samples, study
from bolide.system import limits, threads
from bolide.system.errors import InputError, OptionError
from bolide.system.messages import are, counted

EXAMPLES = """  bolide compare ref.txt -i a.txt b.txt c.txt
  bolide compare ref.txt -i a.txt b.txt c.txt --baseline b -m bleu -f latex
  bolide compare ref.txt -i a.txt b.txt --segments 5 --lengths --ngrams 10
  bolide compare ref.txt -i a.txt b.txt --labels domains.txt --plot scores.svg
  bolide compare ref.txt -i a.txt b.txt --mode sacrebleu --test bootstrap --baseline a
  bolide compare reference --table texts.tsv -i system_a system_b
  bolide compare --scores comet.seg.score --baseline a
  bolide compare --rows rows.parquet"""


LOOKS = ("--segments", "--lengths", "--labels", "--documents", "--human", "--ngrams")


def parser() -> Parser:
    """The options of the command."""
    command = Parser(
        "compare", "Compare systems: confidence intervals, paired tests, clusters, and where they differ.", EXAMPLES,
        "[REF …] -i HYP HYP [HYP …] ", files=("references", "input", "scores"),
    )  # fmt: skip
    command.add_argument("references", nargs="*", metavar="REF", help="reference files; plain or gzipped")
    command.add_argument("-i", "--input", nargs="+", default=[], metavar="HYP", help="outputs of two or more systems")
    add_table(command, "REF, HYP, --source, --labels and --documents")
    add_scores(command, "segment scores")
    command.add_argument("--rows", nargs="+", default=[], metavar="FILE",
                      help="rows of two systems or more, from `bolide score -o FILE.parquet --counts`")  # fmt: skip
    command.add_argument(
        "--exclude", nargs="+", default=[], metavar="NAME", help="systems to leave out of outputs and scores"
    )
    add_names(command)
    command.add_argument(
        "-j", "--jobs", type=whole_number(0, threads.MOST), default=1, metavar="N", help="threads; 0: all cores"
    )
    add_output(command, drawn="--plot")
    add_paper(command)
    _add_plan(command)
    _add_breakdown(command)
    add_metrics(command)
    command.needs("--names", "-i")
    command.needs("--between", *LOOKS)
    command.needs("--table", "-i", "--labels", "--documents")
    command.needs("--source", "--segments")
    command.needs("--source", "-i")
    return command


def _add_plan(command: Parser) -> None:
    group = command.add_argument_group("the test")
    group.add_argument("--baseline", metavar="NAME", help="test each system against this one (default: all pairs)")
    group.add_argument(
        "--mode", default="sound", help="sound, or sacrebleu for its procedure and draws (default: sound)"
    )
    group.add_argument("--test", default="randomisation", help="randomisation or bootstrap (default: randomisation)")
    group.add_argument("-n", "--trials", type=whole_number(1, limits.TRIALS), metavar="N",
                       help="exchanges or resamples (default: 10000; 1000 for sacrebleu's bootstrap)")  # fmt: skip
    group.add_argument("--seed", type=whole_number(0, limits.SEED), metavar="N", help="random seed (default: 12345)")
    group.add_argument("--correction", metavar="NAME", help="holm, bh or none (default: holm; sacrebleu: none)")
    group.add_argument(
        "--human-agreement", action="store_true",
        help="add how often people agree with a difference in BLEU or chrF (Kocmi et al. 2024)",
    )  # fmt: skip
    group.add_argument("--alpha", type=number, default=0.05, metavar="P", help="significance level (default: 0.05)")


def _add_breakdown(command: Parser) -> None:
    group = command.add_argument_group("where they differ")
    group.add_argument("--between", nargs=2, metavar="NAME", help="the two systems to look at (default: the first two)")
    group.add_argument(
        "--segments",
        type=whole_number(0),
        default=0,
        metavar="N",
        help="list the N segments that most favour each system",
    )
    group.add_argument("--lengths", action="store_true", help="scores by length of the reference")
    group.add_argument("--labels", metavar="FILE", help="scores by label: one per line, the same lines as the texts")
    group.add_argument("--documents", metavar="FILE", help="scores by document: its name on the line of each segment")
    group.add_argument("--human", metavar="FILE", help="scores by the segments' human scores (or by MQM errors)")
    group.add_argument(
        "--source", metavar="FILE", help="the source text, shown with the segments that --segments lists"
    )
    group.add_argument(
        "--ngrams",
        type=whole_number(0),
        default=0,
        metavar="N",
        help="list N n-grams that only one system gets right, for each system",
    )
    group.add_argument("--plot", metavar="FILE", help="scores with intervals as SVG; one file per metric")


def run(arguments: Sequence[str]) -> int:
    """Read, compare, print."""
    options = parser().read(arguments)

    plan, breakdown = _plan(options), _breakdown(options)
    systems, metrics = _texts(options)
    with progress("scoring", work(systems, metrics)) as step:
        tables = measure_samples(systems, metrics, jobs=options.jobs, progress=step)
    tables = [*tables, *_from_rows(options), *_external(options, [system.name for system in systems])]
    if options.human:
        breakdown = replace(breakdown, human=_human(options.human, tables[0]))
    source = _source(options, len(tables[0][0])) if options.source else []
    comparison = study(tables, plan, breakdown, systems, metrics[0] if metrics else None)
    if options.human_agreement:
        comparison = _with_human_agreement(comparison)

    def blocks() -> list[Block]:
        return study_blocks(comparison, _width(options), systems, drawn=options.format == "html", source=source)

    _draw(comparison, options)
    put_out(blocks, comparison.to_json, options, "Comparison")
    return 0


def _width(options: argparse.Namespace) -> int | None:
    """The decimals that were asked for, if any."""
    return options.width if "width" in options.explicit else None


def _with_human_agreement(comparison: Study) -> Study:
    """Add the published curves' shares; refuse if no metric here has a curve."""

    comparisons = tuple(map(with_human_agreement, comparison.comparisons))
    if comparisons == comparison.comparisons:
        raise OptionError(
            f"--human-agreement needs {' or '.join(PUBLISHED)} with sacreBLEU's defaults; no such metric is compared."
        )
    return replace(comparison, comparisons=comparisons)


def _plan(options: argparse.Namespace) -> Plan:

    baseline = None if options.baseline is None else _system(options.baseline)
    return Plan(
        options.mode, options.test, options.trials, seed=options.seed, baseline=baseline,
        correction=options.correction, alpha=options.alpha,
    )  # fmt: skip


def _system(name: str) -> str:
    """A system may be named as it is shown or by its file."""
    return stems(system_names([name]))[0]


def _breakdown(options: argparse.Namespace) -> BreakdownOptions:

    between = (_system(options.between[0]), _system(options.between[1])) if options.between else None
    lines = lines_from(options)
    labels, documents = (lines(name) if name else None for name in (options.labels, options.documents))
    return BreakdownOptions(between, options.segments, options.lengths, labels, options.ngrams, documents)


def _texts(options: argparse.Namespace) -> tuple[list[Corpus], list[Metric]]:
    """Systems and metrics; none of either where scores are brought in and no text is given."""
    if (options.scores or options.rows) and not options.input:
        if options.lengths or options.ngrams:
            raise OptionError("--lengths and --ngrams look at texts; give references and outputs (-i) too.")
        if options.references:
            raise OptionError(f"The reference {options.references[0]} is for scoring outputs; name those with -i.")
        refuse_for_metrics(options, "scores or rows are given, and there are no texts (-i) to score")
        return [], []
    if not options.input or not options.references:
        raise OptionError(
            "Give references and, after -i, the outputs of two systems or more. See bolide compare --help."
        )
    metrics = metrics_from(options)
    systems = systems_from(options, options.input, options.references)
    check_nrefs(options, systems)
    names = stems([system.name for system in systems])
    names = system_labels(options, names)
    if not options.scores:
        check_known("--exclude", options.exclude, names)
    systems = [replace(system, name=name) for system, name in zip(systems, names, strict=True)]
    systems = [system for system in systems if system.name not in options.exclude]
    warn_of_texts(options, metrics, systems[0].refs)
    for note in identical_notes(system.name for system in systems if system.identical):
        warn(note)
    return with_units(options, systems, metrics, options.jobs), metrics


def _from_rows(options: argparse.Namespace) -> list[list[Sample]]:
    """The systems whose rows lie on disk, by metric."""
    if not options.rows:
        return []

    by_line = ("input", "scores", "segments", "labels", "documents", "human", "source")
    complete = any(getattr(options, name) for name in by_line)
    by_metric = memmapped_samples(CountsFiles.of(options.rows), complete=complete)
    if not options.scores and not options.input:
        check_known("--exclude", options.exclude, [sample.system for sample in by_metric[0]])
    return [[sample for sample in samples if sample.system not in options.exclude] for samples in by_metric]


def _external(options: argparse.Namespace, wanted: Sequence[str]) -> list[list[Sample]]:
    """Scores brought in, of the systems whose outputs are compared, or of all but those to leave out."""
    if not options.scores:
        return []

    samples = []
    for source in sources_from(options, options.exclude):
        if source.seg is None:
            file = next((path for path in options.scores if table_name(Path(path)) == source.name), source.name)
            raise InputError(f"{file} has one score per system; a comparison needs the scores of their segments.")
        table = fitted(source.seg, wanted, options.exclude, warn)
        samples.append(samples_of(table.name, table.systems, table.cells, table.higher_is_better))
    return samples


def _human(name: str, samples: Sequence[Sample]) -> list[float]:
    """People's score of each segment, the mean over the systems at hand."""

    return human_table(name, [sample.system for sample in samples], len(samples[0])).segment_means()


def _source(options: argparse.Namespace, segments: int) -> list[str]:
    lines = segments_from(options)(options.source)
    if len(lines) != segments:
        raise InputError(
            f"{options.source} has {counted(len(lines), 'line')} and there {are(segments)} "
            f"{counted(segments, 'segment')}; they must pair up."
        )
    return lines


def _draw(result: Study, options: argparse.Namespace) -> None:
    if not options.plot:
        return

    several = len(result.comparisons) > 1
    for comparison in result.comparisons:
        name = one_of_several(options.plot, comparison.metric) if several else options.plot
        write(name, comparison_plot(comparison, _width(options)), options)
