"""Human judgments: the options of `correlate` and `tune` that name them, and of `people`; what is asked of metrics."""

from collections.abc import Sequence
from typing import Any

from bolide.agreement.annotations.mqm_errors import WEIGHTS
from bolide.agreement.judgments import People, is_folder, read_judgments
from bolide.agreement.ranking import MODES, PRESETS
from bolide.cli.parser import Options, Parser, whole_number
from bolide.cli.parser.inputs import add_unit
from bolide.corpus.inputs import files_of
from bolide.corpus.lines import is_file
from bolide.system import limits
from bolide.system.errors import InputError, OptionError
from bolide.testset.score_tables import score_files_of, table_name


def add_weights(parser: Parser) -> None:
    """`--mqm-weights`."""
    parser.option(
        "--mqm-weights", "error weights, by year of WMT (default: from the file's name)", choices=tuple(WEIGHTS)
    )


def add_pair(parser: Parser) -> None:
    """`--pair`."""
    parser.option("--pair SRC-TGT", "which language pair (default: each by itself)")


def add_people(command: Parser) -> None:
    """What people thought: the options of `correlate` and `tune`."""
    command.section("human judgments: one of")
    command.option("folder [FOLDER …]", "MTME folders: human-scores and metric-scores; one per language pair")
    command.option("--folder DIR …", "the same by name")
    command.option(
        "--human FILE …", "score files, of segments or systems or both; or annotations: ESA, MQM, .seg.rating"
    )
    command.option("--mqm FILE", "errors marked by MQM raters, one per line")
    add_weights(command)
    command.option("--rankings FILE", "WMT's five-way rankings")
    command.option("--gold NAME", "which of the folder's human scores")
    add_pair(command)
    command.section()


def people_from(options: Options, gold: str | tuple[str, ...] | None = None, **about: Any) -> People:
    """People's judgments, as the options name them."""
    given = {name: getattr(options, name) for name in ("folder", "human", "mqm", "rankings")}
    present = [name for name, value in given.items() if value]
    if len(present) != 1:
        raise OptionError("Give human judgments with exactly one of `folder`, `human`, `mqm` and `rankings`.")
    paths = files_of(given[present[0]], present[0])
    for path in paths if present == ["folder"] else ():
        if is_file(path):
            raise InputError(f"{path} is a file, not an MTME folder; name human scores with `human`.")
    people = read_judgments(
        paths,
        pair=options.pair,
        gold=options.gold or gold,
        mqm_weights=options.mqm_weights,
        lower=lower_from(options, paths)[0],
        **about,
    )
    return people.without(*options.exclude)


def lower_from(options: Options, paths: Sequence[str]) -> tuple[list[str], list[str]]:
    """Which of --lower are scores in the files or folders of human judgments, and which are others."""
    parts = ("human-scores", "metric-scores") if is_folder(paths[0]) else ()
    files = [file for path in paths for part in parts for file in score_files_of(path, part)] or paths
    here = {table_name(file) for file in files}
    ours = [name for name in options.lower if name in here or not getattr(options, "scores", ())]
    return ours, [name for name in options.lower if name not in ours]


def add_test_set(command: Parser, source: bool = False) -> None:
    """What is known of the lines of the test set."""
    command.section("the test set")
    label = "one per line, or WMT's lines of domain, tab, document"
    if source:
        command.option("--source FILE", "the source text, whose length is a baseline of --chance")
    command.option("--documents FILE", f"document of each segment: {label}")
    add_unit(command)
    command.option("--domains FILE", f"domain of each segment: {label}")
    command.section()


QUESTIONS = """A question is LEVEL/STATISTIC or LEVEL/STATISTIC/GROUPING:

    sys/pearson             systems; also spearman, kendall-b, kendall-c,
                            accuracy, soft-accuracy
    seg/pearson             all cells; also spearman, kendall-b, kendall-c, pdp
    seg/pearson/item, /sys  the same by segment or by system, averaged
    seg/acc-eq/item         pairwise accuracy with calibrated ties
    seg/darr                relative ranking from raw direct assessments
    doc/pearson             documents (--documents); the same statistics as for
                            segments

Two metrics are tested by exchanging their scores at random (PERM-BOTH),
two-sided; acc-eq finds its tie thresholds anew each time, and soft-accuracy
exchanges whole systems. Mode wmt24 repeats WMT's tests, which are one-sided,
exchange outcomes of pairs for acc-eq, and call more metrics different than
there are (docs/statistics.md)."""


def add_questions(command: Parser) -> None:
    """What is asked of metrics, and how they are tested and ranked."""
    command.description = f"{command.description}\n\n{QUESTIONS}"
    command.section("questions")
    command.option("-q --questions Q …", "what to ask (default: all but darr and pdp)")
    command.option("--preset", "what that year's metrics task asked, as one table with ranks", choices=tuple(PRESETS))
    command.option(
        "--chance",
        "add what shuffled scores get on each question; with outputs (-i), also metrics that look only at lengths",
    )
    command.option("--macro", "a system's human score is the mean over domains, as in WMT24")
    command.option("--intervals N", "95 %% confidence intervals from N resamples", whole_number(0, limits.TRIALS), 0)
    command.option("--rank Q …", "rank the metrics by these questions, with significance tests")
    command.option(
        "--mode",
        "tests of metrics: sound, or wmt24 as WMT made them (default: sound; with --preset, wmt24)",
        choices=MODES,
    )
    trials = whole_number(1, limits.TRIALS)
    command.option("-n --trials N", "trials of each test", trials, 1000)
    command.add_seed("12345; for soft-accuracy WMT's, 4")
    command.option("--plot FILE", "scatter plots, one dot per system; one SVG file per metric")
    command.section()
