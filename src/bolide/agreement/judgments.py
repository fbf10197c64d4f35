"""What people said of systems: scores of segments or systems, ratings one by one, or rankings, of one language pair or
of several, read from every form."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from bolide.agreement.annotations import form_of, read_language_pairs
from bolide.agreement.annotations.ratings import Annotations
from bolide.agreement.baselines import another_annotator
from bolide.agreement.error_overlay import Marked, marked_errors, names_like
from bolide.agreement.labels import Labels, folder_documents, labels_of_lines, on_ids, renumbered
from bolide.agreement.language_pairs import UNNAMED, choose_pair, pair_name
from bolide.agreement.ranking_data import is_ranking, read_rankings
from bolide.agreement.table import Source, Table
from bolide.corpus import Corpus
from bolide.corpus.inputs import Path, Texts, files_of
from bolide.corpus.lines import is_file, read_text, system_names
from bolide.corpus.table_files import Warn, refuse_repeated
from bolide.data.figures import MarkedError
from bolide.significance.units import ResamplingUnits
from bolide.system.errors import InputError, OptionError, check_names, known_name
from bolide.testset.score_tables import (
    ScoreFile,
    files_of_pair,
    read_score_files,
    score_files_of,
    sources_in,
    table_name,
)
from bolide.testset.scores import SystemScores, fitted, named_like, source_of

if TYPE_CHECKING:
    from bolide.agreement.human_ranking import PeopleReport, PeopleReports
    from bolide.testset import TestSet


@dataclass(frozen=True, eq=False)
class Judgments:
    """Those of one language pair: scores, ratings of which scores are made once the lines are known, or rankings.

    `metrics` and `documents` lie in the same folder.
    """

    source: Source
    annotations: Annotations | None = None
    metrics: tuple[Source, ...] = ()
    documents: Labels | None = None

    @property
    def systems(self) -> tuple[str, ...]:
        """The systems that were judged."""
        return self.source.systems if self.annotations is None else tuple(self.annotations.systems)

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the segments, if these are known by ids."""
        if self.annotations is not None:
            return self.annotations.ids
        return self.source.seg.ids if self.source.seg is not None else ()

    def on(
        self,
        outputs: Mapping[str, Sequence[str]],
        documents: Labels | None = None,
        ids: Sequence[str] = (),
        segments: int = 0,
    ) -> Source:
        """The scores of the lines of the test set; annotations end with the last segment that was looked at.

        They have units if annotations name documents, and more than one; segments that nobody rated are another.
        """
        if self.annotations is None:
            return on_ids(self.source, ids) if outputs or ids else self.source
        judged = renumbered(self.annotations, outputs, documents, ids)
        table = replace(judged.table(), notes=judged.notes).widened(segments)
        named, units = judged.documents, None
        if len(set(named.values())) > 1:
            units = ResamplingUnits.of([named.get(line, "") for line in range(table.cells.shape[1])])
        return replace(self.source, seg=table, units=units, annotators=another_annotator(judged, segments))


@dataclass(frozen=True, eq=False)
class People:
    """What `read_judgments` returns: people's judgments of each language pair, and what is known of the lines that they
    judged. `print(people.ranking())` says which systems they prefer."""

    by_pair: Mapping[str, Judgments]
    files: tuple[str, ...] = ()
    documents: Labels | None = None
    domains: Labels | None = None
    excluded: tuple[str, ...] = ()
    as_scored: bool = False  # whether a folder's metrics may give identical outputs different scores

    @property
    def pairs(self) -> tuple[str, ...]:
        """The language pairs; one that the files do not name is empty."""
        return tuple(self.by_pair)

    @property
    def weights(self) -> str:
        """The names of the MQM weights, if there are any."""
        found = (one.annotations.weights for one in self.by_pair.values() if one.annotations is not None)
        return " and ".join(dict.fromkeys(filter(None, found)))

    @property
    def path(self) -> str:
        """The file, or the first of several."""
        return (*self.files, "human")[0]

    def __repr__(self) -> str:
        names = dict.fromkeys(one.source.name for one in self.by_pair.values())
        pairs = f" of {', '.join(self.pairs)}" if any(self.pairs) else ""
        return f"<People: {' and '.join(names)}{pairs}>"

    def without(self, *names: str) -> People:
        """The same, where these systems or metrics take no part; `en-de:BLEU` is one of one language pair."""
        return replace(self, excluded=(*self.excluded, *names))

    def one(self) -> Judgments:
        """The judgments of the only language pair; refused if there are several."""
        return self.by_pair[choose_pair(self.by_pair, None, self.path)]

    def ranking(self, *, mode: str = "sound", unit: str | None = None) -> PeopleReport | PeopleReports:
        """Rank the systems, with tests and letters, and measure how well the annotators agree.

        `mode` is `sound`, or `wmt24` or `wmt26` for those campaigns' procedures. If the file or `documents` names
        documents, the sound tests keep the segments of each together, unless `unit` is `segment`.

        >>> import bolide
        >>> bolide.read_judgments("esa.csv").ranking().systems[0].system
        'a'
        """
        from bolide.agreement.human_ranking import PeopleReports, people_report  # correlate ranks no systems

        reports = []
        for name, judged in self.by_pair.items():
            found = judged.annotations
            if found is None or all(rating.score != rating.score for rating in found.ratings):
                what = "predictions and no human judgments; `bolide spans` reads such a file"
                if found is None or found.name != "spans":
                    what = "no judgments one by one, by which systems are tested; `bolide correlate` reads scores"
                raise InputError(f"{self.path} has {what}.")
            try:
                reports.append(people_report(found, self.documents, self.domains, mode, unit))
            except InputError as problem:
                raise InputError(f"{name}: {problem}") if len(self.by_pair) > 1 else problem from None
        return reports[0] if len(reports) == 1 else PeopleReports(tuple(reports))

    def table(self, data: TestSet, systems: Sequence[str], warn: Warn) -> Table:
        """The scores of these systems' segments, matched with the whole of the test set; missing where nobody judged.

        `warn` is told the systems without any score, and what was noted when the file was read.
        """
        whole = data.whole or data
        outputs, size = {one.name: one.hyps for one in whole.corpora}, len(whole)
        source = on_ids(self.one().on(outputs, None, whole.ids, size), whole.ids)
        name = self.path if self.files else source.name
        if source.seg is None:
            raise InputError(f"{name} has one score per system; the scores of their segments are needed.")
        found = fitted(name, source.seg, systems, size)
        for note in found.notes:
            warn(note)
        rows = [k for k, system in enumerate(systems) if system in found.systems]
        if not rows:
            raise InputError(f"{name} has scores of {', '.join(found.systems)}, and of none of {', '.join(systems)}.")
        if lacking := [system for system in systems if system not in found.systems]:
            warn(f"{name} has no scores of {', '.join(lacking)}.")
        cells = np.full((len(systems), size), np.nan)
        cells[rows] = found.take([systems[k] for k in rows]).cells
        return replace(found, systems=tuple(systems), cells=cells if data.lines is None else cells[:, list(data.lines)])

    def errors(self, systems: Sequence[Corpus]) -> Marked:
        """The errors that people marked in these systems' outputs, counted as scores are; none where there are only
        scores."""
        annotations = self.one().annotations
        if annotations is None:
            return {}
        named = named_like(systems, annotations.systems)
        outputs = {system.name: system.hyps for system in named}
        return marked_errors(renumbered(annotations, outputs, None, systems[0].ids), systems)

    def errors_in(self, system: Corpus, line: int) -> list[MarkedError]:
        """The errors marked in a line, from 1, of a system's output; refused where nobody marked any."""
        annotations = self.one().annotations
        if annotations is None:
            raise InputError(f"{self.path} has human scores but no marked errors; give MQM errors, ESA or .seg.rating.")
        if names_like([system.name], annotations.systems)[0] not in annotations.systems:
            raise InputError(
                f"{self.path} has marks in the outputs of {', '.join(annotations.systems)}, but not of {system.name}; "
                "name the file of outputs after its system."
            )
        return self.errors([system]).get((system.name, line - 1), [])


def read_judgments(
    path: Path | Sequence[Path] | SystemScores,
    *,
    pair: str | None = None,
    gold: str | Sequence[str] | None = None,
    documents: Texts | None = None,
    domains: Texts | None = None,
    mqm_weights: str | None = None,
    lower: bool | Collection[str] = (),
) -> People:
    """People's judgments, in whatever form they are: ESA, MQM errors, .seg.rating, Pearmut's export, WMT's JSON lines,
    scores of segments or systems, five-way rankings, or the folder of a language pair as mt-metrics-eval has it.

    Several files are of segments and of systems, several folders of language pairs; or scores by system, a number or
    one for each segment. `pair` chooses a language pair, `gold` from the human scores of a folder, `mqm_weights` a
    year's weights of errors. `documents` and `domains` have an entry for each line of the test set, or are files.
    `lower` says that lower is better, or names the scores of which it is.

    >>> import bolide
    >>> bolide.read_judgments("wmt23/en-de", gold="mqm")
    <People: mqm of en-de>
    """
    known, areas = labels_of_lines(documents, domains)
    if isinstance(path, Mapping):
        judged = Judgments(source_of(path, "human", ["human"] if lower else []))
        return People({pair or UNNAMED: judged}, (), known, areas)
    files = files_of(path, "path")
    refuse_repeated(files)
    if not files:
        raise InputError("`path` is empty; give the human scores, or the file that has them.")
    names = [table_name(file) for file in files] if lower is True else list(lower or ())
    if any(map(is_folder, files)):
        return People(_of_folders(files, pair, gold, names), tuple(files), known, areas)
    if gold is not None:
        raise OptionError(f"`gold` chooses from the human scores of a folder, and {files[0]} is none.")
    texts = {file: read_text(file) for file in files}
    if is_ranking(texts[files[0]]):
        ranked = read_rankings(files[0], pair)
        return People({ranked.pair: Judgments(Source(ranked.name, rankings=ranked))}, tuple(files), known, areas)
    annotated = [file for file, text in texts.items() if form_of(text) is not None]
    if len(annotated) > 1:
        raise InputError(f"{annotated[0]} and {annotated[1]} are both annotations; give one file.")
    if mqm_weights and (not annotated or len(texts) > 1):
        raise OptionError("`mqm_weights` is about one file of marked errors; leave it out.")
    if not annotated:
        check_names("lower", names, [table_name(file) for file in files])
        return People(_of_scores(texts, pair, names), tuple(files), known, areas)
    if names:
        raise OptionError(f"`lower` {names[0]}: in scores made from annotations, higher is always better.")
    by_pair = _of_ratings(annotated[0], texts, pair, mqm_weights, known)
    return People(by_pair, tuple(files), known, areas)


def is_folder(path: str) -> bool:
    """Whether a path is that of a folder of scores, which in MTME's releases may lie beside it."""
    return os.path.isdir(path) or (
        not is_file(path) and os.path.isdir(os.path.join(os.path.dirname(path), "human-scores"))
    )


def _of_folders(
    folders: Sequence[str], pair: str | None, gold: str | Sequence[str] | None, lower: Collection[str]
) -> dict[str, Judgments]:
    """The judgments and metrics of folders, which are called by their last names, or by more if two would be alike."""
    paths = [os.path.normpath(os.path.join(folder, pair or "")) for folder in folders]
    by_pair, known = {}, list[str]()
    for name, folder in zip(system_names(paths), paths, strict=True):
        human, metrics = _of_folder(folder, gold, lower)
        known += [source.name for source in (human, *metrics)]
        by_pair[name] = Judgments(human, None, tuple(metrics), folder_documents(folder))
    check_names("lower", lower, known)
    return by_pair


def _of_folder(folder: str, gold: str | Sequence[str] | None, lower: Collection[str]) -> tuple[Source, list[Source]]:
    """The scores called `gold` in `human-scores`, and all in `metric-scores`, inside the folder or next to it.

    If `gold` is a list, the first of these names that the folder has is taken.
    """
    human = sources_in(read_score_files(score_files_of(folder, "human-scores")), lower)
    names = [source.name for source in human]
    if gold is not None and not isinstance(gold, str):
        gold = next((name for name in gold if name in names), None)
    if gold is None and len(names) > 1:
        raise InputError(f"{folder} has several human scores, {', '.join(names)}; name one as `gold`.")
    if gold is not None:
        known_name("human score", gold, names)
    metrics = sources_in(read_score_files(score_files_of(folder, "metric-scores")), lower)
    return human[names.index(gold) if gold is not None else 0], metrics


def _of_scores(texts: Mapping[str, str], pair: str | None, lower: Collection[str]) -> dict[str, Judgments]:
    """Files of scores, not of annotations."""
    files = read_score_files(list(texts), texts)
    pairs = list(dict.fromkeys(pair for file in files for pair in file.pairs))
    if not pairs:  # other files may name it
        return {pair_name(pair) if pair else UNNAMED: Judgments(sources_in(files, lower, True)[0])}
    if pair:
        pairs = [choose_pair(dict.fromkeys(pairs), pair, " and ".join(texts), "score")]
    check_pairs_named(files, pairs)
    return {one: Judgments(sources_in(files_of_pair(files, one), lower, True, one)[0]) for one in pairs}


def _of_ratings(
    path: str, texts: Mapping[str, str], pair: str | None, weights: str | None, documents: Labels | None
) -> dict[str, Judgments]:
    """A file of annotations, and files of system scores beside it."""
    lines = None if documents is None else documents.names
    pairs = read_language_pairs(path, pair, weights, lines, text=texts[path]) or {}
    others = read_score_files([other for other in texts if other != path], texts)
    check_pairs_named(others, list(pairs))
    by_pair = {}
    for one, ratings in pairs.items():
        whole = sources_in(others, (), True, one or None)[0].sys if others else None
        if others and whole is None:
            raise InputError(f"{path} already has segment scores; only system scores can be added to it.")
        by_pair[one] = Judgments(Source(ratings.name, sys=whole), ratings)
    return by_pair


def check_people(people: object) -> None:
    """Refuse what are no judgments, as the name of their file would be."""
    if not isinstance(people, People):
        raise InputError(f"`people` is of type {type(people).__name__}; it must be what read_judgments returns.")


def check_pairs_named(files: Sequence[ScoreFile], pairs: Sequence[str]) -> None:
    """Refuse score files that do not say of which language pair they are if people judged several."""
    for file in files:
        if len(pairs) > 1 and UNNAMED in file.scores:
            raise InputError(
                f"{file.path} does not say of which language pair its scores are, and people judged several, "
                f"{', '.join(pair or 'one without a name' for pair in pairs)}; name one, like `pair` {pairs[0]}."
            )
