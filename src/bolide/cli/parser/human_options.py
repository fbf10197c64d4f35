"""What people thought: the options that say it, and what is read from them, for `correlate`, `tune` and `people`."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bolide.agreement.annotations import Asked, form_of, mqm_errors, read_language_pairs
from bolide.agreement.annotations.mqm_errors import WEIGHTS
from bolide.agreement.annotations.ratings import Annotations
from bolide.agreement.labels import Labels, Lines, read_labels
from bolide.agreement.language_pairs import UNNAMED, choose_pair
from bolide.agreement.ranking_data import RankingData, read_rankings
from bolide.agreement.reading import ScoreFile, files_of_pair, read_folder, read_score_files, sources_in, table_name
from bolide.agreement.table import Source
from bolide.cli.parser import Parser, check_known
from bolide.corpus.lines import read_text
from bolide.system.errors import ErrorWithHint, InputError, OptionError

KINDS = ("folder", "human", "mqm", "rankings")


@dataclass(frozen=True, eq=False)
class People:
    """People's scores, or the annotations they are made from once the lines of the test set are known."""

    source: Source
    annotations: Annotations | None = None
    metrics: tuple[Source, ...] = ()

    @property
    def systems(self) -> tuple[str, ...]:
        """The systems that were judged."""
        if self.annotations is not None:
            return tuple(self.annotations.systems)
        return self.source.at("seg" if self.source.seg is not None else "sys").systems

    @property
    def weights(self) -> str:
        """The name of the MQM weights, if there are any."""
        return self.annotations.weights if self.annotations is not None else ""

    def on(self, lines: Lines, segments: int = 0) -> Source:
        """People's scores of the lines of the test set; annotations end with the last segment that was looked at."""
        if self.annotations is None:
            return self.source
        return replace(self.source, seg=lines.scores(self.annotations).widened(segments))


def add_people(command: Parser) -> None:
    """What people thought: the options of `correlate` and `tune`."""
    people = command.add_argument_group("human judgments: one of")
    people.add_argument(
        "--folder", nargs="+", metavar="DIR", help="MTME folder: human-scores and metric-scores; one per language pair"
    )
    people.add_argument(
        "--human", nargs="+", metavar="FILE",
        help="score files, of segments or systems or both; or annotations: ESA, MQM, .seg.rating",
    )  # fmt: skip
    people.add_argument("--mqm", metavar="FILE", help="errors marked by MQM raters, one per line")
    people.add_argument(
        "--mqm-weights", choices=tuple(WEIGHTS), help="error weights, by year of WMT (default: from the file's name)"
    )
    people.add_argument("--rankings", metavar="FILE", help="WMT's five-way rankings")
    people.add_argument("--gold", metavar="NAME", help="which of the folder's human scores")
    people.add_argument("--pair", metavar="SRC-TGT", help="which language pair (default: each by itself)")


def add_test_set(command: Parser, source: bool = False) -> None:
    """What is known of the lines of the test set."""
    group = command.add_argument_group("the test set")
    label = "one per line, or WMT's lines of domain, tab, document"
    if source:
        group.add_argument("--source", metavar="FILE", help="the source text, whose length is a baseline of --chance")
    group.add_argument("--documents", metavar="FILE", help=f"document of each segment: {label}")
    group.add_argument("--domains", metavar="FILE", help=f"domain of each segment: {label}")


def kind_of_people(options: argparse.Namespace) -> str:
    """Which of the options says what people thought."""
    kinds_present = [name for name in KINDS if getattr(options, name)]
    if len(kinds_present) != 1:
        raise OptionError("Give human judgments with exactly one of --folder, --human, --mqm and --rankings.")
    for option, kinds in (
        ("gold", ("folder",)),
        ("pair", ("rankings", "human", "mqm")),
        ("mqm_weights", ("mqm", "human")),
    ):
        if getattr(options, option) and kinds_present[0] not in kinds:
            flag = option.replace("_", "-")
            use = "is for errors given by" if option == "mqm_weights" else "chooses from"
            raise OptionError(
                f"--{flag} {use} --{kinds[0]}, and people are given by --{kinds_present[0]}; leave it out."
            )
    return kinds_present[0]


def judgements(options: argparse.Namespace) -> RankingData:
    """The rankings of the language pair."""
    if not options.pair:
        raise OptionError("--rankings holds several language pairs; name one, like --pair fr-en.")

    return read_rankings(options.rankings, options.pair)


def people(
    options: argparse.Namespace, documents: Labels | None = None, others_may_name: bool = False
) -> dict[str, People]:
    """What people thought, by language pair ("" if it is not named), and the metrics that lie in the same folder.

    `others_may_name` says that --pair may choose from other files if those with human scores name no pair.
    """

    if options.folder:
        if len(options.folder) > 1:
            raise OptionError("Name one --folder here: the texts are those of one language pair.")
        human, metrics = read_folder(options.folder[0], options.gold, options.lower)
        return {UNNAMED: People(human, metrics=tuple(metrics))}
    files = [options.mqm] if options.mqm else options.human
    asked = asked_of(options, documents)
    for path in files:
        if files.count(path) > 1:
            raise InputError(f"{path} is given twice.")
    texts = {path: read_text(path) for path in files}
    annotated = [path for path, text in texts.items() if form_of(text) is not None]
    if len(annotated) > 1:
        raise InputError(f"{annotated[0]} and {annotated[1]} are both annotations; give one file.")
    if annotated:
        return _annotated(options, annotated[0], texts, asked)
    if options.mqm:  # refused there, with what is lacking
        mqm_errors.read(options.mqm, texts[options.mqm], asked.weights)
    return _scores(options, texts, others_may_name)


def _annotated(options: argparse.Namespace, path: str, texts: Mapping[str, str], asked: Asked) -> dict[str, People]:
    """A file of annotations, and files of system scores beside it."""
    if len(texts) > 1 and options.mqm_weights:
        raise OptionError("--mqm-weights is about one file of annotations; give it alone.")
    pairs = read_language_pairs(path, asked, texts[path]) or {}
    name = next(iter(pairs.values())).name
    if table_name(Path(path)) in options.lower or name in options.lower:
        raise OptionError(f"--lower {name}: in scores made from annotations, higher is always better.")
    others = read_score_files([other for other in texts if other != path], options.lower, texts)
    check_pairs_named(others, list(pairs))
    by_pair = {}
    for pair, ratings in pairs.items():
        whole = sources_in(others, options.lower, "people", pair or None)[0].sys if others else None
        if others and whole is None:
            raise InputError(f"{path} already has segment scores; only system scores can be added to it.")
        by_pair[pair] = People(Source(name, sys=whole), ratings)
    return by_pair


def people_of_one_pair(options: argparse.Namespace) -> People:
    """What people thought, of one language pair; refused if there are several."""
    pairs = people(options)
    files = [options.mqm] if options.mqm else options.human or options.folder
    try:
        return pairs[choose_pair(pairs, None, files[0])]
    except ErrorWithHint as error:
        raise error.for_flags(("--pair",)) from None


def _scores(options: argparse.Namespace, texts: Mapping[str, str], others_may_name: bool) -> dict[str, People]:
    """Files of scores, not of annotations."""
    if options.mqm_weights:
        raise OptionError(
            "--mqm-weights is for errors given by --mqm, and the human scores are given by --human; leave it out."
        )
    files = read_score_files(list(texts), options.lower, texts)
    pairs = list(dict.fromkeys(pair for file in files for pair in file.pairs)) or [UNNAMED]
    if options.pair and not (pairs == [UNNAMED] and others_may_name):
        pairs = [choose_pair(dict.fromkeys(pairs), options.pair, " and ".join(texts), "score")]
    check_pairs_named(files, pairs)
    return {
        pair: People(sources_in(files_of_pair(files, pair), options.lower, "people", pair or None)[0]) for pair in pairs
    }


def check_pairs_named(files: Sequence[ScoreFile], pairs: Sequence[str]) -> None:
    """Refuse score files that do not say of which language pair they are if people judged several."""
    for file in files:
        if len(pairs) > 1 and UNNAMED in file.tables:
            raise InputError(
                f"{file.path} does not say of which language pair its scores are, and people judged several, "
                f"{', '.join(pair or 'one without a name' for pair in pairs)}; name one, like --pair {pairs[0]}."
            )


def asked_of(options: argparse.Namespace, documents: Labels | None) -> Asked:
    """What is said about a file of annotations, and the options that this command has for it."""

    names = None if documents is None else documents.names
    flags = [flag for flag in ("--pair", "--mqm-weights", "--documents") if flag[2:].replace("-", "_") in options]
    return Asked(options.pair, options.mqm_weights, names, tuple(flags))


def labels_from(options: argparse.Namespace) -> tuple[Labels | None, Labels | None]:
    """Documents and domains."""

    documents = read_labels(options.documents, "document") if options.documents else None
    domains = read_labels(options.domains, "domain") if options.domains else None
    if documents is not None and domains is not None:
        domains.check(len(documents.names), documents.path)
    return documents, domains


def check_lower(options: argparse.Namespace, sources: Sequence[Source] = ()) -> None:
    """Refuse a name in --lower that no table which was read has: a metric knows by itself which way is better."""

    tables = [source.name for source in sources] + [table_name(Path(path)) for path in options.human or ()]
    check_known("--lower", options.lower, tables)
