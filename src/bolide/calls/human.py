"""`bolide.people`, `bolide.spans`, `bolide.correlate` and `bolide.tune`: human judgments, and metrics against them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from bolide.agreement.annotations import FORMS, Asked, read_language_pairs
from bolide.agreement.annotations.ratings import Annotations
from bolide.agreement.error_overlay import names_like
from bolide.agreement.evaluation import AgreementReport, Inquiry, evaluate_metrics
from bolide.agreement.human_ranking import PeopleReport, PeopleReports, people_on_lines
from bolide.agreement.labels import Labels, read_labels
from bolide.agreement.language_pairs import choose_pair
from bolide.agreement.matching import matched, only
from bolide.agreement.metric_scores import computed
from bolide.agreement.questions import Question
from bolide.agreement.reading import sources_of
from bolide.agreement.spans import FREE, SpanReport, evaluate_spans
from bolide.agreement.table import Source, Table
from bolide.corpus.inputs import (
    Path,
    References,
    Systems,
    Texts,
    check_by_system,
    corpora_of,
    file_of,
    files_of,
    values_of,
)
from bolide.corpus.lines import system_names
from bolide.metrics import metric_of
from bolide.metrics.base import Metric
from bolide.metrics.scorer import Metrics, scorers_of
from bolide.significance.plan import Plan
from bolide.system.errors import InputError, OptionError
from bolide.tuning.objectives import Scored
from bolide.tuning.search import Tuning, TuningPlan
from bolide.tuning.search import tune as search
from bolide.tuning.spaces import rows_of, space_of

SystemScores = Mapping[str, Sequence[float | None]] | Mapping[str, float]


def people(
    annotations: Path,
    *,
    pair: str | None = None,
    documents: Texts | None = None,
    domains: Texts | None = None,
    mode: str = "sound",
    mqm_weights: str | None = None,
) -> PeopleReport | PeopleReports:
    """Rank systems by human judgments, with tests and clusters, and measure how well the annotators agree.

    `annotations` is an ESA export or dump, MQM errors or a .seg.rating file. If it has several language pairs and none
    is chosen by `pair`, each has its own report. `mode` is `sound`, or `wmt24` for the published procedure.

    >>> import bolide
    >>> bolide.people("esa.csv").systems[0].system
    'a'
    """
    path = file_of(annotations, "annotations")
    known, areas = _labels(documents, "document"), _labels(domains, "domain")
    pairs = read_language_pairs(path, Asked(pair, mqm_weights, None if known is None else known.names))
    if pairs is None:
        raise InputError(f"{path} has no annotations in a known format: {', '.join(FORMS)}.")
    reports = tuple(people_on_lines(ratings, known, areas, mode)[1] for ratings in pairs.values())
    return reports[0] if len(reports) == 1 else PeopleReports(reports)


def spans(
    gold: Path,
    predicted: Path | Sequence[Path],
    *,
    pair: str | None = None,
    free: float | None = None,
    trials: int | None = None,
    seed: int | None = None,
) -> SpanReport:
    """Score predicted error spans against those that people marked, and test the predictions against each other.

    An output without spans counts as error-free if its score is at least `free` (85 for ESA, any for MQM).

    >>> import bolide
    >>> report = bolide.spans("gold.seg.rating", ["one.seg.rating", "two.seg.rating"])
    >>> report.to_json()[:1]
    '{'
    """
    paths = files_of(predicted, "predicted")
    if trials is not None and len(paths) < 2:
        raise OptionError("trials are those of tests between predictions, and there is one; leave it out.")
    names = system_names(paths)
    if len(set(names)) < len(names):
        raise InputError("A prediction is given twice.")
    marked = _spans(file_of(gold, "gold"), pair, None)
    answers = {name: _spans(path, marked.pair or pair, marked) for name, path in zip(names, paths, strict=True)}
    threshold = free if free is not None else FREE if marked.name == "esa" else None
    return evaluate_spans(marked, answers, Plan(trials=trials, seed=seed), threshold)


def correlate(
    human: Path | Iterable[Path] | SystemScores,
    scores: Path | Iterable[Path] | Mapping[str, SystemScores] = (),
    *,
    systems: Systems | None = None,
    refs: References | None = None,
    metrics: Metrics = (),
    lower: Sequence[str] = (),
    questions: str | Sequence[str] = (),
    rank: str | Sequence[str] = (),
    intervals: int = 0,
    trials: int = 1000,
    seed: int | None = None,
    exclude: Sequence[str] = (),
    jobs: int = 1,
) -> AgreementReport:
    """Measure how well metrics agree with human judgments, by system and by segment.

    `human` and each of `scores` are files, or scores by system: a number, or one for each segment. `metrics` are
    computed from `systems` and `refs`. A question is written as on the command line, such as `seg/kendall-b/item`;
    without `questions`, every statistic that the scores allow is computed. `lower` names scores that are better when
    lower.

    >>> import bolide
    >>> human = {"a": [5.0, 4.0, 3.0], "b": [2.0, 3.0, 1.0], "c": [1.0, 1.0, 2.0]}
    >>> scores = {"mine": {"a": [0.9, 0.8, 0.4], "b": [0.5, 0.6, 0.3], "c": [0.2, 0.1, 0.5]}}
    >>> round(bolide.correlate(human, scores, questions="sys/pearson").agreements[0].value, 3)
    0.972
    """
    judged = _human(human, lower)
    if isinstance(scores, Mapping):
        check_by_system(scores)
        external = [source for name, values in scores.items() for source in _sources(values, str(name), lower)]
    else:
        external = _sources(scores, "scores", lower)
    if systems is not None:
        corpora = corpora_of(systems, refs)
        names = names_like([corpus.name for corpus in corpora], _systems(judged))
        renamed = [replace(corpus, name=name) for corpus, name in zip(corpora, names, strict=True)]
        external += computed(renamed, scorers_of(metrics), jobs=jobs)
    if not external:
        raise InputError("There are no metrics: pass `scores`, or `systems`, `refs` and `metrics`.")
    judged, participants, note = matched(judged, external, exclude)
    wanted = _questions(questions), _questions(rank)
    report = evaluate_metrics(judged, participants, Inquiry(wanted[0], intervals, wanted[1], trials, seed))
    return replace(report, notes=(note, *report.notes)) if note else report


def tune(
    metric: str | Metric,
    systems: Systems,
    refs: References,
    human: Path | Iterable[Path] | SystemScores,
    *,
    question: str = "seg/kendall-b/item",
    settings: int = 10_000,
    folds: int = 5,
    by: str = "segments",
    seed: int | None = None,
    jobs: int = 0,
    progress: Callable[[int], None] = lambda settings: None,
) -> Tuning:
    """Search for the weights of rgbF, or the parameters of METEOR, that agree best with human judgments.

    `human` are scores as in `correlate`. The search is repeated with each of the `folds` left out, and its choice is
    judged on that fold.
    """
    tuned = metric_of(metric)
    source = _human(human, ())
    corpora = corpora_of(systems, refs)
    names = names_like([corpus.name for corpus in corpora], _systems(source))
    asked = Question.from_text(question)
    table = only(source, names).at("seg" if asked.reads == "seg" or source.sys is None else "sys").take(names)
    if table.level == "seg" and table.cells.shape[1] != len(corpora[0]):
        raise InputError(f"{table.name} has {table.cells.shape[1]} segments and the texts have {len(corpora[0])}.")
    rows = np.stack([rows_of(tuned.counts.measure(corpus, jobs=jobs)) for corpus in corpora])
    plan = TuningPlan(settings, folds, by, TuningPlan.seed if seed is None else seed)
    return search(space_of(tuned), rows, Scored(asked, table.upward, seed), plan, jobs=jobs, progress=progress)


def _labels(labels: Texts | None, which: str) -> Labels | None:
    """One document or domain per line of the test set, from a file or from values."""
    if labels is None or isinstance(labels, str | os.PathLike):
        return None if labels is None else read_labels(os.fspath(labels), which)
    return Labels(f"{which}s", tuple(map(str, labels)))


def _spans(path: str, pair: str | None, gold: Annotations | None) -> Annotations:
    """The spans of a language pair; a prediction need not name it."""
    pairs = read_language_pairs(path)
    if pairs is None:
        raise InputError(f"{path} has no error spans in a known format: {', '.join(FORMS)}.")
    wanted = None if gold is not None and not any(pairs) else pair or None
    annotations = pairs[choose_pair(pairs, wanted, path)]
    if annotations.name == "da":
        raise InputError(f"{path} holds direct assessments, which mark no errors.")
    return annotations


def _sources(
    scores: Path | Iterable[Path] | SystemScores, name: str, lower: Sequence[str], one: str | None = None
) -> list[Source]:
    """Scores by system, or from files: of segments, of systems, or annotations of one language pair."""
    if isinstance(scores, Mapping):
        higher = name not in lower
        if scores and all(isinstance(value, int | float) for value in scores.values()):
            lists = values_of({system: [value] for system, value in scores.items()}, name)
            whole = {system: line[0] for system, line in lists.items()}
            return [Source(name, sys=Table.of_systems(name, whole, higher_is_better=higher))]
        return [Source(name, seg=Table.of(name, values_of(scores, name), higher_is_better=higher))]
    paths = files_of(scores, name)
    if len(paths) == 1 and one is not None and (pairs := read_language_pairs(paths[0])) is not None:
        annotations = pairs[choose_pair(pairs, None, paths[0])]
        return [Source(annotations.name, seg=annotations.table())]
    return sources_of(paths, lower, one=one) if paths else []


def _human(human: Path | Iterable[Path] | SystemScores, lower: Sequence[str]) -> Source:
    sources = _sources(human, "human", lower, one="people")
    if not sources:
        raise InputError("`human` is empty; give the human scores, or the file that has them.")
    return sources[0]


def _systems(source: Source) -> tuple[str, ...]:
    return source.at("seg" if source.seg is not None else "sys").systems


def _questions(texts: str | Sequence[str]) -> tuple[Question, ...]:
    if not isinstance(texts, Iterable):
        raise InputError(f"{texts!r:.60} is not a question; write one like 'sys/pearson', or a list of such.")
    return tuple(map(Question.from_text, [texts] if isinstance(texts, str) else texts))
