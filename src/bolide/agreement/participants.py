"""Who takes part in an evaluation of metrics: human judgments and metrics, read, computed and matched by language pair.

Human judgments come as scores by system, score files, annotations, MTME folders or five-way rankings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from bolide.agreement import reading
from bolide.agreement.annotations import form_of, read_language_pairs
from bolide.agreement.annotations.ratings import Annotations
from bolide.agreement.baselines import another_annotator, of_systems, sentinels
from bolide.agreement.labels import Labels, Lines, common_ids, folder_documents, notes_on_ids, on_ids
from bolide.agreement.language_pairs import UNNAMED, choose_pair
from bolide.agreement.questions import Question
from bolide.agreement.ranking_data import RankingData, read_rankings
from bolide.agreement.table import Indices, LanguagePair, Source, Table, equalled
from bolide.agreement.wmt_table import REFERENCE, Preset
from bolide.corpus import Corpus
from bolide.corpus.inputs import Path, documents_of_ids, file_of, files_of
from bolide.corpus.lines import path_of, read_lines, read_text, system_names
from bolide.corpus.table_files import Warn, ignore, refuse_repeated
from bolide.data.scores import metric_labels
from bolide.data.stats import Stats
from bolide.metrics.base import Metric
from bolide.metrics.counts import Progress, no_progress
from bolide.metrics.measuring import measure_all
from bolide.metrics.scorer import Scorer
from bolide.significance.units import SEGMENT, ResamplingUnits
from bolide.system.errors import InputError, OptionError, check_list, check_names, counted
from bolide.testset.score_tables import (
    ScoreFile,
    files_of_pair,
    read_score_files,
    signature_notes,
    sources_in,
    table_name,
    tied,
    with_signatures,
)
from bolide.testset.scores import Scores, SystemScores, fitted, named_like, source_of, sources_by_metric

if TYPE_CHECKING:
    from bolide.testset import TestSet

# --- human judgments --------------------------------------------------------------------------------------------------


HumanScores: TypeAlias = "Path | Mapping[str, Sequence[float | None]]"  # of segments
Human: TypeAlias = "Path | Iterable[Path] | SystemScores"


@dataclass(frozen=True, eq=False)
class Judgments:
    """Human scores of one language pair, or annotations, from which they are made once the test set's lines are known.

    `metrics` are those in the same folder, and `documents` the folder's.
    """

    source: Source
    annotations: Annotations | None = None
    metrics: tuple[Source, ...] = ()
    documents: Labels | None = None

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

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the segments, if these are known by ids."""
        if self.annotations is not None:
            return self.annotations.ids
        return self.source.seg.ids if self.source.seg is not None else ()

    def on(self, lines: Lines, segments: int = 0) -> Source:
        """The scores of the lines of the test set; annotations end with the last segment that was looked at.

        They have units if annotations name documents, and more than one; segments that nobody rated are another.
        """
        if self.annotations is None:
            return on_ids(self.source, lines.ids) if lines.outputs or lines.ids else self.source
        renumbered = lines.renumbered(self.annotations)
        table = replace(renumbered.table(), notes=renumbered.notes).widened(segments)
        documents, units = renumbered.documents, None
        if len(set(documents.values())) > 1:
            units = ResamplingUnits.of([documents.get(line, "") for line in range(table.cells.shape[1])])
        return replace(self.source, seg=table, units=units, annotators=another_annotator(renumbered, segments))


@dataclass(frozen=True, eq=False)
class JudgmentInputs:
    """Human judgments as a user passes them: one of `human`, `folder`, `mqm` and `rankings`, and what is said of it.

    `gold` chooses from the human scores of a folder, `pair` a language pair, `weights` a year's MQM weights; `lower`
    names scores of which lower is better.
    """

    human: Human | None = None
    folder: Path | Sequence[Path] = ()
    mqm: Path | None = None
    rankings: Path | None = None
    gold: str | Sequence[str] | None = None
    pair: str | None = None
    weights: str | None = None
    lower: Collection[str] = ()

    def __post_init__(self) -> None:
        check_list("lower", self.lower)
        parts = {"folder": self.folder, "human": self.human, "mqm": self.mqm, "rankings": self.rankings}
        present = [name for name, value in parts.items() if value is not None and (name != "folder" or value)]
        if len(present) != 1:
            raise OptionError("Give human judgments with exactly one of `folder`, `human`, `mqm` and `rankings`.")
        for option, value, use, fitting in (
            ("gold", self.gold, "chooses from", ("folder",)),
            ("pair", self.pair, "chooses from", ("rankings", "human", "mqm")),
            ("mqm_weights", self.weights, "is for errors given by", ("mqm", "human")),
        ):
            if value and present[0] not in fitting:
                raise OptionError(
                    f"`{option}` {use} `{fitting[0]}`, and people are given by `{present[0]}`; leave it out."
                )
        refuse_repeated([*self.files, *self.folders])

    @property
    def folders(self) -> list[str]:
        """The MTME folders."""
        return files_of(self.folder, "folder")

    @property
    def files(self) -> list[str]:
        """The files of scores or annotations."""
        if self.mqm is not None:
            return [file_of(self.mqm, "mqm")]
        return [] if self.human is None or isinstance(self.human, Mapping) else files_of(self.human, "human")

    def ranked(self, exclude: Collection[str] = ()) -> RankingData:
        """The rankings of the language pair, without the systems to leave out."""
        path = file_of(self.rankings, "rankings")
        if not self.pair:
            read_lines(path)  # whose errors come first
            raise OptionError("`rankings` holds several language pairs; name one, like `pair` fr-en.")
        data = read_rankings(path, self.pair)
        check_names("exclude", exclude, data.systems)
        return data.without(exclude)

    def of_one_pair(self, documents: Labels | None = None) -> Judgments:
        """The judgments of the only language pair; refused if there are several."""
        if len(self.folders) > 1:
            raise OptionError("Name one `folder` here: the texts are those of one language pair.")
        pairs = self.by_pair(documents)
        return pairs[choose_pair(pairs, None, (self.files or self.folders or ["human"])[0])]

    def by_pair(self, documents: Labels | None = None, others_may_name: bool = False) -> dict[str, Judgments]:
        """The judgments of each language pair, "" if it is not named, and the metrics that lie in the same folder.

        Of several, folders are called by their last name, or by more of it if two would be alike. `others_may_name`
        says that `pair` may choose from other files if those with human scores name no pair.
        """
        if isinstance(self.human, Mapping):
            if self.pair or self.weights:
                raise OptionError("`pair` and `mqm_weights` are about files, and `human` is scores by system.")
            return {UNNAMED: Judgments(source_of(self.human, "human", self.lower))}
        if self.folder:
            folders, pairs = self.folders, {}
            names = system_names([folder.rstrip("/") for folder in folders]) if len(folders) > 1 else [UNNAMED]
            for name, folder in zip(names, folders, strict=True):
                human, metrics = reading.read_folder(folder, self.gold, self.lower)
                pairs[name] = Judgments(human, None, tuple(metrics), folder_documents(folder))
            return pairs
        if not self.files:
            raise InputError("`human` is empty; give the human scores, or the file that has them.")
        texts = {path: read_text(path) for path in self.files}
        annotated = [path for path, text in texts.items() if self.mqm is not None or form_of(text) is not None]
        if len(annotated) > 1:
            raise InputError(f"{annotated[0]} and {annotated[1]} are both annotations; give one file.")
        if self.weights and (not annotated or len(texts) > 1):
            raise OptionError("`mqm_weights` is about one file of marked errors; leave it out.")
        return self._annotated(annotated[0], texts, documents) if annotated else self._scored(texts, others_may_name)

    def _annotated(self, path: str, texts: Mapping[str, str], documents: Labels | None) -> dict[str, Judgments]:
        """A file of annotations, and files of system scores beside it."""
        lines, form = None if documents is None else documents.names, "MQM errors" if self.mqm is not None else None
        pairs = read_language_pairs(path, self.pair, self.weights, lines, text=texts[path], name=form) or {}
        name = next(iter(pairs.values())).name
        if table_name(path_of(path)) in self.lower or name in self.lower:
            raise OptionError(f"`lower` {name}: in scores made from annotations, higher is always better.")
        others = read_score_files([other for other in texts if other != path], self.lower, texts)
        check_pairs_named(others, list(pairs))
        by_pair = {}
        for pair, ratings in pairs.items():
            whole = sources_in(others, self.lower, "people", pair or None)[0].sys if others else None
            if others and whole is None:
                raise InputError(f"{path} already has segment scores; only system scores can be added to it.")
            by_pair[pair] = Judgments(Source(name, sys=whole), ratings)
        return by_pair

    def _scored(self, texts: Mapping[str, str], others_may_name: bool) -> dict[str, Judgments]:
        """Files of scores, not of annotations."""
        files = read_score_files(list(texts), self.lower, texts)
        pairs = list(dict.fromkeys(pair for file in files for pair in file.pairs)) or [UNNAMED]
        if self.pair and not (pairs == [UNNAMED] and others_may_name):
            pairs = [choose_pair(dict.fromkeys(pairs), self.pair, " and ".join(texts), "score")]
        check_pairs_named(files, pairs)
        by_pair = {}
        for pair in pairs:
            some = files_of_pair(files, pair)
            by_pair[pair] = Judgments(sources_in(some, self.lower, "people", pair or None)[0])
        return by_pair

    def check_lower(self, sources: Sequence[Source] = ()) -> None:
        """Refuse a name in `lower` that no table has: a metric that is computed knows by itself which way is better."""
        files = [] if self.mqm is not None else self.files
        human = ["human"] if isinstance(self.human, Mapping) else [table_name(path_of(path)) for path in files]
        check_names("lower", self.lower, [*(source.name for source in sources), *human])


def check_pairs_named(files: Sequence[ScoreFile], pairs: Sequence[str]) -> None:
    """Refuse score files that do not say of which language pair they are if people judged several."""
    for file in files:
        if len(pairs) > 1 and UNNAMED in file.tables:
            raise InputError(
                f"{file.path} does not say of which language pair its scores are, and people judged several, "
                f"{', '.join(pair or 'one without a name' for pair in pairs)}; name one, like `pair` {pairs[0]}."
            )


def human_table(
    human: HumanScores,
    systems: Sequence[str],
    segments: int,
    ids: Sequence[str] = (),
    outputs: Mapping[str, Sequence[str]] | None = None,
    warn: Warn = ignore,
) -> Table:
    """Human scores of these systems' segments, from a file or by system; NaN if nobody judged a system or segment.

    If both the file and the segments have `ids`, they are matched by these; if only the file has, it must be of these
    `outputs`, in their order. `warn` is told the systems without any score, and what was noted about the file.
    """
    name = "human" if isinstance(human, Mapping) else file_of(human, "human")
    judged = JudgmentInputs(human if isinstance(human, Mapping) else name).of_one_pair()
    source = on_ids(judged.on(Lines(outputs or {}, ids=ids), segments), ids)
    if source.seg is None:
        raise InputError(f"{name} has one score per system; the scores of their segments are needed.")
    table = fitted(name, source.seg, systems, segments)
    for note in table.notes:
        warn(note)
    rows = [k for k, system in enumerate(systems) if system in table.systems]
    if not rows:
        raise InputError(f"{name} has scores of {', '.join(table.systems)}, and of none of {', '.join(systems)}.")
    if lacking := [system for system in systems if system not in table.systems]:
        warn(f"{name} has no scores of {', '.join(lacking)}.")
    cells = np.full((len(systems), segments), np.nan)
    cells[rows] = table.take([systems[k] for k in rows]).cells
    return replace(table, systems=tuple(systems), cells=cells)


def human_table_of(human: HumanScores, data: TestSet, systems: Sequence[str], warn: Warn) -> Table:
    """Human scores of the segments of a test set, matched with the whole of it."""
    whole = data.whole or data
    outputs = {corpus.name: corpus.hyps for corpus in whole.corpora}
    table = human_table(human, systems, len(whole), whole.ids, outputs, warn)
    return table if data.lines is None else replace(table, cells=table.cells[:, list(data.lines)])


# --- systems that all have --------------------------------------------------------------------------------------------


def systems_of(source: Source) -> list[str]:
    """The systems that a source has scores of at every level it has."""
    return [name for name in source.systems if all(name in table.systems for table in source.tables)]


def only(source: Source, systems: Collection[str]) -> Source:
    """The source with these systems alone."""
    wanted = set(systems)
    names = [name for name in systems_of(source) if name in wanted]
    seg, sys, doc = (table.take(names) if table is not None else None for table in (source.seg, source.sys, source.doc))
    summed = source.summed
    return replace(
        source,
        seg=seg,
        sys=sys,
        doc=doc,
        annotators=of_systems(source.annotators, names),
        summed=None if summed is None else (lambda indices: summed(indices).take(names)),
    )


def matched(
    human: Source, metrics: Sequence[Source], exclude: Collection[str] = ()
) -> tuple[Source, list[Source], str]:
    """People and metrics with the systems that all of them have, and one line about those left out, if any."""
    every = [human, *metrics]
    scored = [(source.name, set(systems_of(source))) for source in every]
    lacking = {
        name: [source for source, systems in scored if name not in systems]
        for name in dict.fromkeys(name for source in every for name in source.systems)
        if name not in exclude
    }
    common = [name for name in systems_of(human) if lacking.get(name) == []]
    reasons = [
        f"{name} (not in {'any metric' if 1 < len(metrics) == len(without) else ', '.join(without)})"
        for name, without in lacking.items()
        if without
    ]
    line = f"Systems left out because some of their scores are missing: {'; '.join(reasons)}." if reasons else ""
    if len(common) < 2:
        shared = counted(len(common), "system")
        raise InputError(f"{human.name} and the metrics share {shared}; agreement needs at least two. {line}".rstrip())
    return only(human, common), [only(metric, common) for metric in metrics], line


def alike(names: Sequence[Sequence[str]]) -> list[dict[str, str]]:
    """For each folder the metrics' names, those that differ between folders by their reference alone made equal.

    `BLEU-refA` in one folder and `BLEU-refB` in another are one metric, `BLEU`, as WMT pools them. A name stays as it
    is where no folder has another, or where a folder has the metric with two references.
    """
    bases = [[REFERENCE.sub("", name) for name in folder] for folder in names]
    pooled = []
    for folder, stems in zip(names, bases, strict=True):
        new_names = {}
        for name, stem in zip(folder, stems, strict=True):
            single = all(other.count(stem) <= 1 for other in bases)
            differs = any(stem in each and name not in other for other, each in zip(names, bases, strict=True))
            new_names[name] = stem if single and differs else name
        pooled.append(new_names)
    return pooled


# --- metrics computed here --------------------------------------------------------------------------------------------


def computed_sources(
    systems: Sequence[Corpus], scorers: Sequence[Scorer], *, jobs: int = 1, progress: Progress = no_progress
) -> list[Source]:
    """Each metric's scores of systems and of segments. Scores that are equal but for rounding are made equal (see
    `equalled`)."""
    metrics = [scorer.corpus for scorer in scorers]
    rows = measure_all(systems, metrics, jobs=jobs, progress=progress)
    sources = []
    labels = metric_labels([metric.signature() for metric in metrics])
    for number, (scorer, name) in enumerate(zip(scorers, labels, strict=True)):
        measured = {system.name: by_metric[number] for system, by_metric in zip(systems, rows, strict=True)}
        values = {system: list(scorer.sentence.row_values(stats)) for system, stats in measured.items()}
        seg = Table.of(name, values, higher_is_better=scorer.corpus.formula.higher_is_better)
        summed = _summed(scorer.corpus, name, measured)
        sources.append(Source(name, replace(seg, cells=equalled(seg.cells)), summed(None), summed=summed))
    return sources


def _summed(metric: Metric, name: str, rows: Mapping[str, Stats]) -> Callable[[Indices | None], Table]:
    """What scores systems on some of the segments, or on all: by the sum of those rows."""

    def summed(indices: Indices | None) -> Table:
        some = rows if indices is None else {system: stats.take(indices.tolist()) for system, stats in rows.items()}
        scores = {system: metric.score_rows(stats).value for system, stats in some.items()}
        table = Table.of_systems(name, scores, higher_is_better=metric.formula.higher_is_better)
        return replace(table, cells=equalled(table.cells))

    return summed


# --- participants -----------------------------------------------------------------------------------------------------


_PAIR = re.compile(r"(?<![a-z])([a-z]{2}-[a-z]{2})(?![a-z])")


@dataclass(frozen=True, eq=False)
class MetricInputs:
    """Metrics as a user passes them: score files or values, and outputs with metrics to compute.

    `names` are those of the folders' metrics that take part; all of them if it is empty. With `chance`, metrics that
    only look at the length of the outputs, or of the `source`, are added.
    """

    scores: Scores = ()
    systems: Sequence[Corpus] = ()
    scorers: Sequence[Scorer] = ()
    names: Sequence[str] = ()
    chance: bool = False
    source: Sequence[str] | None = None
    jobs: int = 1
    progress: Progress = no_progress
    signatures: Mapping[str, str] = field(default_factory=dict)
    as_scored: bool = False

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the lines of the outputs, if they have different ones."""
        ids = self.systems[0].ids if self.systems else ()
        return ids if len(set(ids)) == len(ids) else ()

    def own_signatures(self, questions: Sequence[Question]) -> list[str]:
        """The signatures of the metrics that are computed here; those of segments too, if they are asked about."""
        nrefs = self.systems[0].nrefs if self.systems else None
        corpora = [str(scorer.corpus.signature(nrefs)) for scorer in self.scorers]
        asked = not questions or any(question.reads == "seg" for question in questions)
        segments = [str(scorer.sentence.signature(nrefs)) for scorer in self.scorers if asked]
        return [*corpora, *(f"segments: {signature}" for signature in segments if signature not in corpora)]

    def takes(self, name: str) -> bool:
        """Whether a folder's metric takes part, which may be named without its reference."""
        return not self.names or name in self.names or REFERENCE.sub("", name) in self.names

    def computed(self, known: Sequence[str]) -> tuple[list[Source], dict[str, list[str]]]:
        """The metrics that are computed and the outputs of the systems, which are called as people call them."""
        if not self.systems:
            return [], {}
        systems = named_like(self.systems, known)
        sources = computed_sources(systems, self.scorers, jobs=self.jobs, progress=self.progress)
        return sources, {system.name: system.hyps for system in systems}


@dataclass(frozen=True)
class LineLabels:
    """What is known of the lines of a test set: documents and domains; whether documents serve intervals, tests or
    questions, and whether there are such questions; whether a system's human score is the mean over domains."""

    documents: Labels | None = None
    domains: Labels | None = None
    by_document: bool = True
    about_documents: bool = False
    macro: bool = False
    unit: str | None = None  # None: documents, if they are known


@dataclass(frozen=True, eq=False)
class Participants:
    """The language pairs, what was left out of them in words, and the name of the MQM weights, if any."""

    pairs: tuple[LanguagePair, ...]
    notes: tuple[str, ...] = ()
    weights: str = ""

    def select(
        self,
        exclude: Collection[str] = (),
        preset: Preset | None = None,
        strict: bool = False,
        also: Sequence[str] = (),
    ) -> Participants:
        """The participants without systems and metrics to leave out, with the systems that all have.

        `also` are further names that `exclude` may have. If `strict`, missing scores are not left out, but refused
        later. Metrics that differ between language pairs by their reference alone get one name.
        """
        known = list(also)
        for pair in self.pairs:  # `en-de:BLEU` is the BLEU of one language pair
            names = [name for source in (pair.human, *pair.metrics) for name in systems_of(source)]
            names += [metric.name for metric in pair.metrics]
            known += [*names, *(f"{pair.name}:{name}" for name in names)]
        short = [name for name in known if ":" not in name]
        check_names("exclude", exclude, [*short, *(name for name in exclude if name in known)])
        notes, pairs = list(self.notes), []
        for pair in self.pairs:
            selected, lines = _selected(pair, exclude, preset, strict)
            prefix = f"{pair.name}: " if len(self.pairs) > 1 else ""
            notes += [f"{prefix}{line}" for line in lines]
            pairs.append(selected)
        new_names = alike([[metric.name for metric in pair.metrics] for pair in pairs])
        pooled = tuple(
            replace(pair, metrics=tuple(replace(metric, name=new[metric.name]) for metric in pair.metrics))
            for pair, new in zip(pairs, new_names, strict=True)
        )
        return replace(self, pairs=pooled, notes=tuple(dict.fromkeys(notes)))


def read_participants(
    judgments: JudgmentInputs, metrics: MetricInputs, labelled: LineLabels, language_pair: str | None = None
) -> Participants:
    """Everything that a user names, by language pair; `language_pair` is its name if no file has one."""
    if metrics.source is not None and not metrics.systems:
        raise OptionError("`source` has no effect without `systems`; leave it out.")
    scored = bool(metrics.scores) and not isinstance(metrics.scores, Mapping)
    by_pair = judgments.by_pair(labelled.documents, others_may_name=scored)  # first: what is wrong there is said first
    several = len(by_pair) > 1
    if several:
        _refuse_lines(by_pair, metrics, labelled, bool(judgments.folders))
    values: list[Source] = []
    files: list[ScoreFile] = []
    if isinstance(metrics.scores, Mapping):
        values = sources_by_metric(metrics.scores, judgments.lower)
    else:
        files = read_score_files(files_of(metrics.scores, "scores"), judgments.lower)
    check_pairs_named(files, list(by_pair))
    first, judged = next(iter(by_pair.items()))
    if judgments.pair and not first and not any(file.pairs for file in files):
        choose_pair(by_pair, judgments.pair, " and ".join(judgments.files))  # refuses what has no effect
    annotated = judged.annotations.ratings if judged.annotations is not None else ()
    if labelled.documents is not None and not labelled.by_document and not any(each.document for each in annotated):
        raise OptionError(
            "`documents` has no effect without `intervals` or `rank` in mode sound about segments, or a question like "
            "doc/pearson; leave it out."
        )
    external = {}
    for pair in by_pair:
        some = files_of_pair(files, pair) if several else files
        external[pair] = values + sources_in(some, judgments.lower, pair=pair or judgments.pair)
    scores = [source for sources in external.values() for source in sources]
    in_folders = [source for each in by_pair.values() for source in (each.source, *each.metrics)]
    judgments.check_lower([*(in_folders if judgments.folder else ()), *scores])
    signed = iter(with_signatures(scores, metrics.signatures))
    if metrics.names:
        known_names = [metric.name for each in by_pair.values() for metric in each.metrics]
        check_names("metrics", metrics.names, [*known_names, *(REFERENCE.sub("", name) for name in known_names)])
    pairs, notes = [], []
    for pair, each in by_pair.items():
        if several and files and not external[pair]:
            notes.append(f"{pair} is left out: no metric has scores of it.")
            continue
        name, sources = pair or _pair_name(judgments, language_pair), list(islice(signed, len(external[pair])))
        one, lines = _language_pair(name, each, sources, metrics, labelled)
        notes += [f"{name}: {line}" if several else line for line in lines]
        pairs.append(one)
    if not pairs:
        raise InputError(f"No metric has scores of a language pair that people judged: {', '.join(by_pair)}.")
    weights = dict.fromkeys(filter(None, (each.weights for each in by_pair.values())))
    return Participants(tuple(pairs), tuple(notes), " and ".join(weights))


def _refuse_lines(by_pair: Collection[str], metrics: MetricInputs, labelled: LineLabels, folders: bool) -> None:
    """Refuse what is about the lines of one language pair, or about one folder, where there are several."""
    names = ", ".join(pair or "one without a name" for pair in by_pair)
    for parameter, present in (
        ("systems", bool(metrics.systems)),
        ("documents", labelled.documents is not None),
        ("domains", labelled.domains is not None),
        ("scores", bool(metrics.scores) and (folders or isinstance(metrics.scores, Mapping))),
    ):
        if present:
            advice = "name one `folder`" if folders else f"name one, like `pair` {next(iter(by_pair))}"
            raise OptionError(f"`{parameter}` belongs to one language pair, and there are several, {names}; {advice}.")


def _language_pair(
    name: str, judged: Judgments, external: Sequence[Source], metrics: MetricInputs, labelled: LineLabels
) -> tuple[LanguagePair, list[str]]:
    """One language pair with the metrics inside its folder, external and computed ones, and notes on it."""
    computed_here, outputs = metrics.computed(judged.systems)
    read = [*(metric for metric in judged.metrics if metrics.takes(metric.name)), *external]
    every = [*read, *computed_here]
    if not every:
        raise InputError("There are no metrics: pass `scores`, or `metrics`, `refs` and `systems`.")
    ids = common_ids(judged.source.name, _compared(judged, outputs, external, metrics.ids), every, metrics.ids)
    if ids and not outputs and (labelled.documents is not None or labelled.domains is not None):
        raise OptionError(
            "`documents` and `domains` are about the lines of texts, and the segments are known by their ids here; "
            "leave them out, or pass `systems` with ids."
        )
    left_out = notes_on_ids(judged.source.name, judged.ids, read, ids) if ids else []
    read = [on_ids(source, ids) for source in read]
    if outputs and not metrics.as_scored:
        read = [tied(source, outputs) for source in read]
    sources = [*read, *computed_here, *(sentinels(outputs, metrics.source) if metrics.chance and outputs else ())]
    size = max((metric.seg.cells.shape[1] for metric in sources if metric.seg is not None), default=0)
    labels = labelled.documents or (labelled.domains.documents if labelled.domains is not None else None)
    human = judged.on(Lines(outputs, labels, ids), size)
    known, names = labels or judged.documents, documents_of_ids(ids)
    if known is None and names is not None and len(set(names)) > 1:  # one cannot be resampled
        known = Labels("ids", tuple(names))
    human, sources = _labelled(human, sources, labelled, known)
    human = _with_units(human, known, labelled.unit)
    notes = [
        *left_out,
        *(note for source in (human, *sources) for note in source.notes),
        *signature_notes(external),
    ]
    return LanguagePair(name, human, tuple(sources)), notes


def _compared(
    judged: Judgments, outputs: Mapping[str, Sequence[str]], metrics: Sequence[Source], lines: Sequence[str]
) -> tuple[str, ...]:
    """The ids that people's judgments must be matched by: none if the texts that they judged tell that lines fit."""
    ratings = judged.annotations.ratings if judged.annotations is not None else ()
    checked = bool(ratings) and all(rating.text and rating.system in outputs for rating in ratings)
    by_line = checked and not lines and not any(metric.seg is not None and metric.seg.ids for metric in metrics)
    return () if by_line else judged.ids


def _labelled(
    human: Source, metrics: Sequence[Source], labelled: LineLabels, known: Labels | None
) -> tuple[Source, list[Source]]:
    """People and metrics with scores of documents, and macro averages of people's scores."""
    for labels in (labelled.documents, labelled.domains):
        for source in (human, *metrics) if labels is not None else ():
            if labels is not None and source.seg is not None:
                labels.check(source.seg.cells.shape[1], source.name)
    documents = known if labelled.about_documents else labelled.documents
    if documents is not None:
        groups = documents.groups()
        human, metrics = human.with_documents(groups), [metric.with_documents(groups) for metric in metrics]
    if labelled.macro and labelled.domains is not None:
        human = human.macro(labelled.domains.groups())
    return human, list(metrics)


def _with_units(human: Source, documents: Labels | None, unit: str | None) -> Source:
    """The human scores with the documents of their segments, which are drawn and exchanged together.

    Without labels, they are those that annotations name.
    """
    if documents is None and human.units is not None:
        return replace(human, units=None) if unit == SEGMENT else human
    units = ResamplingUnits.of(None if documents is None else documents.names, None, unit)
    if human.seg is None:
        return human
    if documents is not None:
        documents.check(human.seg.cells.shape[1], human.name)
    return replace(human, units=units)


def _pair_name(judgments: JudgmentInputs, language_pair: str | None) -> str:
    """The language pair, as it is passed or by a folder's or a file's name."""
    if judgments.folder:
        return str(system_names([judgments.folders[0].rstrip("/")])[0])
    texts = filter(None, (judgments.pair, language_pair, *judgments.files))
    return next((match[1] for text in texts if (match := _PAIR.search(text))), "all")


def _selected(
    pair: LanguagePair, leave_out: Collection[str], preset: Preset | None, strict: bool
) -> tuple[LanguagePair, list[str]]:
    """The pair without what is to be left out, with the systems that all have; and lines about who was left out."""
    exclude = [name.removeprefix(f"{pair.name}:") for name in leave_out]
    metrics = [metric for metric in pair.metrics if metric.name not in exclude]
    lines: list[str] = []
    if preset is not None:
        reference = preset.reference(pair.name, [metric.name for metric in metrics])
        endings = {metric.name: REFERENCE.search(metric.name) for metric in metrics}
        others = [name for name, end in endings.items() if end and end[1].startswith("ref") and end[1] != reference]
        metrics = [metric for metric in metrics if metric.name not in others]
        if others:
            lines.append(f"Metrics left out because they saw another reference than {reference}: {', '.join(others)}.")
        human = preset.left_out(pair.name, systems_of(pair.human), reference)
        exclude += human
        if human:
            lines.append(f"Human outputs left out: {', '.join(human)}.")
    if not metrics:
        raise InputError(f"No metric is left{f' for {pair.name}' if pair.name else ''}; leave out fewer.")
    if strict:
        judged, *common = (
            only(source, [name for name in systems_of(source) if name not in exclude])
            for source in (pair.human, *metrics)
        )
    else:
        judged, common, line = matched(pair.human, metrics, exclude)
        lines += filter(None, [line])
    return LanguagePair(pair.name, judged, tuple(common)), lines
