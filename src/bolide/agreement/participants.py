"""Who takes part in an evaluation of metrics: people and metrics, computed or read, matched in every language pair."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np

from bolide.agreement.baselines import sentinels
from bolide.agreement.judgments import Judgments, People, check_pairs_named, check_people
from bolide.agreement.labels import Labels, common_ids, notes_on_ids, on_ids
from bolide.agreement.questions import LanguagePair
from bolide.agreement.ranking import REFERENCE, Preset
from bolide.agreement.ranking_data import shares_of_wins
from bolide.agreement.table import Indices, Source, Table, equalled
from bolide.corpus import Corpus
from bolide.corpus.inputs import documents_of_ids
from bolide.corpus.lines import refuse_shared_files
from bolide.data.scores import metric_labels
from bolide.data.stats import Stats
from bolide.metrics.base import Metric
from bolide.metrics.counts import Progress, no_progress
from bolide.metrics.scorer import Scorer, measure_all
from bolide.significance.units import ResamplingUnits
from bolide.system.errors import InputError, OptionError, check_names, counted
from bolide.testset import Scored, TestSet, check_test_set
from bolide.testset.metrics import Metrics, metrics_of
from bolide.testset.score_tables import files_of_pair, read_score_files, signature_notes, tied
from bolide.testset.scores import ExternalScores, named_like, read_all_scores

_PAIR = re.compile(r"(?<![a-z])([a-z]{2}-[a-z]{2})(?![a-z])")
ByPair: TypeAlias = "Mapping[str, Sequence[str | Scored]]"  # names and scores of other tools, by language pair


def gather(
    people: People,
    metrics: Metrics | ByPair = (),
    data: TestSet | None = None,
    *,
    preset: Preset | None = None,
    strict: bool = False,
    jobs: int = 1,
    progress: Progress = no_progress,
) -> tuple[tuple[LanguagePair, ...], tuple[str, ...], list[Scorer]]:
    """People and metrics of every language pair, with the systems that all of them have; what was left out; and which
    metrics were computed.

    If `strict`, missing scores are not left out, but refused later.
    """
    check_people(people)
    if data is not None:
        check_test_set(data)
    several = len(people.by_pair) > 1
    if several and (data is not None or people.documents or people.domains):
        names = ", ".join(pair or "one without a name" for pair in people.pairs)
        raise InputError(f"Texts, documents and domains are of one language pair, and there are several, {names}.")
    pairs, notes, every = [], list(() if data is None else data.notes), list[Scorer]()
    by_pair = metrics if several and isinstance(metrics, Mapping) else dict.fromkeys(people.pairs, metrics)
    known = [metric.name for judged in people.by_pair.values() for metric in judged.metrics]
    for name, judged in people.by_pair.items():
        named, others, scorers = _metrics_of(by_pair.get(name, ()), data)
        check_names("metrics", named, [*known, *(REFERENCE.sub("", one) for one in known)])
        inside = [
            ExternalScores(one, people.as_scored)
            for one in judged.metrics
            if not named or not {one.name, REFERENCE.sub("", one.name)}.isdisjoint(named)  # with or without it
        ]
        if several and not inside and not others:
            notes.append(f"{name} is left out: no metric has scores of it.")
            continue
        if not (inside or others or scorers):
            raise InputError("There are no metrics: pass scores of other tools, or metrics and a test set.")
        computed: list[Source] = []
        if data is not None and scorers:
            systems = named_like(data.corpora, judged.systems)
            computed = computed_sources(systems, [*scorers.values()], [*scorers], jobs=jobs, progress=progress)
            every += scorers.values()
        in_files = (match[1] for file in people.files if (match := _PAIR.search(file)))
        called = name or next(in_files, "all")
        pair, lines = language_pair(called, people, judged, [*inside, *others], computed, data)
        notes += [f"{name}: {line}" if several else line for line in lines]
        pairs.append(pair)
    if not pairs:
        raise InputError(f"No metric has scores of a language pair that people judged: {', '.join(people.by_pair)}.")
    outputs = () if data is None else data.names
    return *_selected(pairs, notes, people.excluded, outputs, preset, strict=strict), every


# --- metrics ----------------------------------------------------------------------------------------------------------


def _metrics_of(metrics: Any, data: TestSet | None) -> tuple[list[str], list[ExternalScores], dict[str, Scorer]]:
    """Names of a folder's metrics, scores of other tools, and with texts the metrics to compute, by label."""
    if data is not None and data.corpora:
        asked = metrics_of(metrics, data) if metrics else []
        others = [_relabelled(one.other, one.label) for one in asked if one.other is not None]
        return [], others, {one.label: one.scorer for one in asked if one.scorer is not None}
    several = isinstance(metrics, Iterable) and not isinstance(metrics, str)
    pairs = (
        metrics.items() if isinstance(metrics, Mapping) else (("", one) for one in (metrics if several else [metrics]))
    )
    named: list[str] = []
    others = []
    for label, one in pairs:
        if isinstance(one, ExternalScores):
            others.append(_relabelled(one, label or one.name))
        elif isinstance(one, str):
            named.append(one)
        else:
            what = f"{getattr(one, 'name', one)!s:.60}"
            raise InputError(f"{what} computes scores of texts; pass a test set with the outputs as `data`.")
    return named, others, {}


def _relabelled(scores: ExternalScores, label: str) -> ExternalScores:
    source = scores.source
    seg, sys = (table and replace(table, name=label) for table in (source.seg, source.sys))
    return scores if label == scores.name else replace(scores, source=replace(source, name=label, seg=seg, sys=sys))


def computed_sources(
    systems: Sequence[Corpus],
    scorers: Sequence[Scorer],
    labels: Sequence[str] = (),
    *,
    jobs: int = 1,
    progress: Progress = no_progress,
) -> list[Source]:
    """Each metric's scores of systems and of segments. Scores that are equal but for rounding are made equal (see
    `equalled`)."""
    metrics = [scorer.corpus for scorer in scorers]
    rows = measure_all(systems, metrics, jobs=jobs, progress=progress)
    sources = []
    labels = labels or metric_labels([metric.signature() for metric in metrics])
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


def signature_lines(scorers: Sequence[Scorer], data: TestSet | None, *, segments: bool = True) -> list[str]:
    """The signatures of the metrics that were computed; those of segments too, if they are asked about."""
    nrefs = None if data is None or not data.corpora else data.corpora[0].nrefs
    lines = [str(scorer.corpus.signature(nrefs)) for scorer in scorers]
    other = [str(scorer.sentence.signature(nrefs)) for scorer in scorers if segments]
    return [*lines, *(f"segments: {signature}" for signature in other if signature not in lines)]


def scores_of_files(people: People, files: Sequence[str], **about: Any) -> Any:
    """The scores of other tools in files, as `read_all_scores` reads them: by language pair, if people judged
    several."""
    refuse_shared_files(files, people.files, "human judgments and the scores of a metric")
    if len(people.pairs) == 1:
        return list(read_all_scores(files, pair=people.pairs[0] or None, **about).values())
    read = read_score_files(files)
    check_pairs_named(read, people.pairs)
    by_pair = {pair: [file.path for file in files_of_pair(read, pair)] for pair in people.pairs}
    return {pair: list(read_all_scores(some, pair=pair, **about).values()) for pair, some in by_pair.items() if some}


# --- people and metrics on the same lines -----------------------------------------------------------------------------


def language_pair(
    name: str,
    people: People,
    judged: Judgments,
    read: Sequence[ExternalScores],
    computed: Sequence[Source],
    data: TestSet | None,
) -> tuple[LanguagePair, list[str]]:
    """One language pair with the metrics that are read and the computed ones, and notes on it. Everything is matched
    with the whole test set, then cut."""
    whole = None if data is None else data.whole or data
    systems = [] if whole is None else named_like(whole.corpora, judged.systems)
    outputs = {system.name: system.hyps for system in systems}
    own = systems[0].ids if systems and len(set(systems[0].ids)) == len(systems[0].ids) else ()
    sources = [one.source for one in read]
    human, ids = judged.source.name, own
    ranked = judged.source.rankings
    if ranked is None:
        ids = common_ids(human, _compared(judged, outputs, sources, own), [*sources, *computed], own)
    if ids and not outputs and (people.documents is not None or people.domains is not None):
        raise OptionError(
            "`documents` and `domains` are about the lines of texts, and the segments are known by their ids here; "
            "leave them out, or pass texts with ids."
        )
    notes = notes_on_ids(human, judged.ids, sources, ids) if ids else []
    for k, one in enumerate(read):  # scores of systems and documents stay, or they would depend on the others
        known_by = on_ids(one.source, ids)
        same = known_by if one.as_scored else tied(known_by, outputs)
        sources[k] = same if same is known_by else replace(same, sys=known_by.at("sys"), summed=known_by.over)
    if ranked is not None:
        check_names("exclude", people.excluded, ranked.systems)
        ranked = ranked.without(people.excluded)
        scores = Source(ranked.name, sys=shares_of_wins(ranked), rankings=ranked)
        metrics = [source.without(people.excluded) for source in (*sources, *computed)]
        return LanguagePair(name, scores, tuple(metrics)), [*notes, *signature_notes(sources)]
    size = max((one.seg.cells.shape[1] for one in (*sources, *computed) if one.seg is not None), default=0)
    documents, domains = (_labels(people, whole, which) for which in ("documents", "domains"))
    said = people.documents or (people.domains.documents if people.domains is not None else None)
    scores = judged.on(outputs, said, ids, size if whole is None else max(size, len(whole)))
    named = documents_of_ids(ids)
    known = documents or judged.documents or (Labels("ids", tuple(named)) if named and len(set(named)) > 1 else None)
    if data is not None and data.lines is not None:
        lines = np.array(data.lines, dtype=np.intp)
        scores, *sources = (source.within(lines) for source in (scores, *sources))
        known, domains = (
            each and replace(each, names=tuple(each.names[k] for k in lines)) for each in (known, domains)
        )
    metrics = [*sources, *computed]
    for labels in filter(None, (known, domains)):
        for source in (one for one in (scores, *metrics) if one.seg is not None):
            labels.check(source.at("seg").cells.shape[1], source.name)
    if known is not None and scores.seg is not None:
        scores = replace(scores, units=ResamplingUnits.of(known.names))
    notes += [note for source in (scores, *metrics) for note in source.notes]
    lengths = sentinels({system.name: system.hyps for system in data.corpora}, data.source) if data is not None else ()
    of_documents, of_domains = (None if each is None else each.groups() for each in (known, domains))
    human, *others = (replace(one, documents=of_documents) for one in (scores, *metrics, *lengths))
    pair = LanguagePair(name, human, tuple(others[: len(metrics)]), tuple(others[len(metrics) :]), of_domains)
    return pair, [*notes, *signature_notes(sources)]


def _labels(people: People, whole: TestSet | None, which: str) -> Labels | None:
    """The documents or domains of the lines, as judgments were read with them or as the test set has them."""
    said = getattr(people, which)
    if said is None and which == "documents" and people.domains is not None:
        said = people.domains.documents
    values = None if whole is None or (which == "documents" and whole.ids) else getattr(whole, which)
    return Labels(which, tuple(values)) if said is None and values and len(set(values)) > 1 else said


def _compared(
    judged: Judgments, outputs: Mapping[str, Sequence[str]], metrics: Sequence[Source], lines: Sequence[str]
) -> tuple[str, ...]:
    """The ids that people's judgments must be matched by: none if the texts that they judged tell that lines fit."""
    ratings = judged.annotations.ratings if judged.annotations is not None else ()
    checked = bool(ratings) and all(rating.text and rating.system in outputs for rating in ratings)
    by_line = checked and not lines and not any(metric.seg is not None and metric.seg.ids for metric in metrics)
    return () if by_line else judged.ids


# --- who is left out --------------------------------------------------------------------------------------------------


def _selected(
    pairs: Sequence[LanguagePair],
    notes: Sequence[str],
    exclude: Collection[str],
    outputs: Sequence[str],
    preset: Preset | None,
    *,
    strict: bool,
) -> tuple[tuple[LanguagePair, ...], tuple[str, ...]]:
    """The language pairs without systems and metrics to leave out, with the systems that all have, and all notes.

    Metrics that differ between language pairs by their reference alone get one name.
    """
    if pairs[0].human.rankings is not None:
        return tuple(pairs), tuple(notes)
    known = list(outputs)
    for pair in pairs:  # `en-de:BLEU` is the BLEU of one language pair
        names = [name for source in (pair.human, *pair.metrics) for name in source.everywhere]
        names += [metric.name for metric in pair.metrics]
        known += [*names, *(f"{pair.name}:{name}" for name in names)]
    short = [name for name in known if ":" not in name]
    check_names("exclude", exclude, [*short, *(name for name in exclude if name in known)])
    chosen, said = [], list(notes)
    for pair in pairs:
        left = [name.removeprefix(f"{pair.name}:") for name in exclude]
        metrics = [metric for metric in pair.metrics if metric.name not in left]
        lines: list[str] = []
        if preset is not None:
            metrics, human, lines = preset.chosen(pair, metrics)
            left += human
        if not metrics:
            raise InputError(f"No metric is left{f' for {pair.name}' if pair.name else ''}; leave out fewer.")
        if strict:
            human_alone, *others = (source.without(left) for source in (pair.human, *metrics))
            one, line = replace(pair, human=human_alone, metrics=tuple(others)), list[str]()
        else:
            one, line = _matched(pair, metrics, left)
        said += [f"{pair.name}: {text}" if len(pairs) > 1 else text for text in (*lines, *line)]
        chosen.append(one)
    new_names = alike([[metric.name for metric in pair.metrics] for pair in chosen])
    pooled = tuple(
        replace(pair, metrics=tuple(replace(metric, name=new[metric.name]) for metric in pair.metrics))
        for pair, new in zip(chosen, new_names, strict=True)
    )
    return pooled, tuple(dict.fromkeys(said))


def _matched(pair: LanguagePair, metrics: Sequence[Source], left: Collection[str]) -> tuple[LanguagePair, list[str]]:
    """The language pair with the systems that people and all metrics have, and one line about those left out."""
    human = pair.human
    scored = [(source.name, set(source.everywhere)) for source in (human, *metrics)]
    lacking = {
        name: [source for source, systems in scored if name not in systems]
        for name in dict.fromkeys(name for source in (human, *metrics) for name in source.systems)
        if name not in left
    }
    common = [name for name in human.everywhere if lacking.get(name) == []]
    reasons = [
        f"{name} (not in {'any metric' if 1 < len(metrics) == len(without) else ', '.join(without)})"
        for name, without in lacking.items()
        if without
    ]
    line = f"Systems left out because some of their scores are missing: {'; '.join(reasons)}." if reasons else ""
    if len(common) < 2:
        shared = counted(len(common), "system")
        raise InputError(f"{human.name} and the metrics share {shared}; agreement needs at least two. {line}".rstrip())
    every = [[source.take(common) for source in some] for some in ((human,), metrics, pair.baselines)]
    pair = replace(pair, human=every[0][0], metrics=tuple(every[1]), baselines=tuple(every[2]))
    return pair, [line] if line else []


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
