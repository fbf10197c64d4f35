"""`bolide.people`, `bolide.spans` and `bolide.correlate`: human judgments, and metrics against them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from bolide.agreement import AgreementReport, Inquiry, Question, Source, Table, evaluate_metrics, evaluate_on_rankings
from bolide.agreement.annotations import FORMS, read_language_pairs
from bolide.agreement.annotations.ratings import Annotations
from bolide.agreement.evaluation import evaluate_participants
from bolide.agreement.human_ranking import PeopleReport, PeopleReports, people_report
from bolide.agreement.labels import labels_of_lines
from bolide.agreement.language_pairs import choose_pair
from bolide.agreement.participants import Human, JudgmentInputs, LineLabels, MetricInputs, read_participants
from bolide.agreement.questions import document_questions, usual_questions
from bolide.agreement.ranking_data import win_shares
from bolide.agreement.span_scores import SpanScoring
from bolide.agreement.spans import FREE, PRESETS as SPAN_PRESETS, SpanReport, evaluate_spans
from bolide.agreement.wmt_table import PRESETS
from bolide.corpus.identity import hashes_of
from bolide.corpus.inputs import Path, References, Systems, Texts, corpora_of, file_of, files_of, texts_of
from bolide.corpus.lines import refuse_shared_files, system_names
from bolide.corpus.table_files import refuse_repeated
from bolide.metrics.scorer import Metrics, metric_list, scorers_of
from bolide.significance.plan import Plan
from bolide.system.errors import (
    InputError,
    OptionError,
    check_effects,
    check_list,
    known_name,
)
from bolide.testset.score_tables import check_as_scored, signature_notes
from bolide.testset.scores import Scores, score_sources

SHUFFLES = 100  # for each question, if `chance` is asked
# Of `correlate`: parameters that have no effect without one of others, and those beside which others have none.
NEEDS = {"macro": ["domains"], "source": ["chance"], "mode": ["rank", "preset"], "trials": ["rank", "preset"]}
CLASHES = {
    "preset": ["questions", "rank", "intervals", "domains", "chance"],
    "rankings": ["documents", "domains", "unit", "strict", "preset", "chance"],
}


def people(
    annotations: Path,
    *,
    pair: str | None = None,
    documents: Texts | None = None,
    domains: Texts | None = None,
    mode: str = "sound",
    unit: str | None = None,
    mqm_weights: str | None = None,
) -> PeopleReport | PeopleReports:
    """Rank systems by human judgments, with tests and letters, and measure how well the annotators agree.

    `annotations` is an ESA export or dump, MQM errors or a .seg.rating file. If it has several language pairs and none
    is chosen by `pair`, each has its own report. `mode` is `sound`, or `wmt24` or `wmt26` for those campaigns'
    procedures. If the file or `documents` names documents, the sound tests keep the segments of each together.

    >>> import bolide
    >>> bolide.people("esa.csv").systems[0].system
    'a'
    """
    path = file_of(annotations, "annotations")
    known, areas = labels_of_lines(documents, domains)
    pairs = read_language_pairs(path, pair, mqm_weights, None if known is None else known.names)
    if pairs is None:
        raise InputError(
            f"{path} has no annotations in a known format ({', '.join(FORMS)}); `bolide correlate` reads scores."
        )
    predicted = (rating for one in pairs.values() if one.name == "spans" for rating in one.ratings)
    if any(rating.score == rating.score for rating in predicted):
        raise InputError(f"{path} has predictions and no human judgments; `bolide spans` reads such a file.")
    reports = []
    for name, ratings in pairs.items():
        try:
            reports.append(people_report(ratings, known, areas, mode, unit))
        except InputError as problem:
            raise InputError(f"{name}: {problem}") if len(pairs) > 1 else problem from None
    return reports[0] if len(reports) == 1 else PeopleReports(tuple(reports))


def spans(
    gold: Path,
    predicted: Path | Sequence[Path],
    *,
    pair: str | None = None,
    free: float | None = None,
    preset: str | None = None,
    method: str | None = None,
    matching: str | None = None,
    average: str | None = None,
    penalty: float | None = None,
    weights: Mapping[str, float] | None = None,
    trials: int | None = None,
    seed: int | None = None,
    unit: str | None = None,
) -> SpanReport:
    """Score predicted error spans against those that people marked, and test the predictions against each other.

    `method` is MPP, MP, EM or WMT25, `matching` one-to-one or many-to-many, `average` micro or macro, `penalty` the
    share of the credit lost if severities differ, and `weights` those of severities; `preset` is wmt26, the default, or
    wmt25. An output without spans counts as error-free if its score is at least `free` (85 for ESA, any for MQM).
    If the file names documents, whole documents are drawn and exchanged, unless `unit` is `segment`.

    >>> import bolide
    >>> report = bolide.spans("gold.seg.rating", ["one.seg.rating", "two.seg.rating"])
    >>> report.to_json()[:1]
    '{'
    """
    paths = files_of(predicted, "predicted")
    if not paths:
        raise InputError("`predicted` names no file; give one or more.")
    if trials is not None and len(paths) < 2:
        raise OptionError("`trials`: there is one prediction and no test between predictions; leave it out.")
    refuse_repeated(paths)
    refuse_shared_files(paths, files_of(gold, "gold"), "human spans and the prediction")
    marked = _spans(file_of(gold, "gold"), pair, None)
    answers = {
        name: _spans(path, marked.pair or pair, marked) for name, path in zip(system_names(paths), paths, strict=True)
    }
    threshold = free if free is not None else FREE if marked.name == "esa" else None
    settings = {"method": method, "matching": matching, "average": average, "penalty": penalty, "weights": weights}
    if not isinstance(weights, Mapping | None):
        raise OptionError(f"`weights` is {weights!r:.60}; it must map severities to numbers.")
    explicit = {name: value for name, value in settings.items() if value is not None}
    if preset is not None:
        known_name("preset", preset, SPAN_PRESETS)
        if explicit:
            raise OptionError(f"`preset` says what `{'`, `'.join(explicit)}` would; leave one of them out.")
    scoring = SPAN_PRESETS[preset] if preset is not None else SpanScoring(**explicit)  # type: ignore[arg-type]
    return evaluate_spans(marked, answers, Plan(trials=trials, seed=seed, unit=unit), threshold, scoring)


def correlate(
    human: Human | None = None,
    scores: Scores = (),
    *,
    folder: Path | Sequence[Path] = (),
    mqm: Path | None = None,
    rankings: Path | None = None,
    gold: str | None = None,
    pair: str | None = None,
    mqm_weights: str | None = None,
    systems: Systems | None = None,
    refs: References | None = None,
    metrics: Metrics = (),
    lower: Collection[str] = (),
    signatures: Mapping[str, str] | None = None,
    as_scored: bool = False,
    exclude: Collection[str] = (),
    strict: bool = False,
    documents: Texts | None = None,
    domains: Texts | None = None,
    unit: str | None = None,
    macro: bool = False,
    chance: bool = False,
    source: Texts | None = None,
    language_pair: str | None = None,
    questions: str | Sequence[str] = (),
    rank: str | Sequence[str] = (),
    preset: str | None = None,
    mode: str | None = None,
    intervals: int = 0,
    trials: int = 1000,
    seed: int | None = None,
    jobs: int = 1,
    progress: Callable[[int], None] = lambda segments: None,
) -> AgreementReport:
    """Measure how well metrics agree with human judgments, by system, by document and by segment.

    `human` and each of `scores` are files, or scores by system: a number, or one for each segment. Human judgments may
    instead be a `folder` of mt-metrics-eval, or several, with metrics in them; errors in `mqm`; or five-way `rankings`.
    `metrics` are computed from `systems` and `refs`; without these, they name metrics of the folder. A question is
    written as on the command line, such as `seg/kendall-b/item`; without `questions`, every statistic that the scores
    allow is computed. `rank` has questions by which the metrics are ranked, with tests; `preset` is a year's table.
    `documents` has one entry per segment: in intervals and tests of segments, those of a document are drawn and
    exchanged together, unless `unit` is `segment`; a folder or annotations that name documents, or ids of segments that
    contain them, need none, nor, but for annotations, do questions about documents, such as `doc/pearson`.
    `lower` names scores that are better when lower, `exclude` systems and metrics to leave out. With `chance`, shuffled
    scores and metrics that only look at lengths take part.

    >>> import bolide
    >>> human = {"a": [5.0, 4.0, 3.0], "b": [2.0, 3.0, 1.0], "c": [1.0, 1.0, 2.0]}
    >>> scores = {"mine": {"a": [0.9, 0.8, 0.4], "b": [0.5, 0.6, 0.3], "c": [0.2, 0.1, 0.5]}}
    >>> round(bolide.correlate(human, scores, questions="sys/pearson").agreements[0].value, 3)
    0.972
    """
    if preset is not None:
        known_name("preset", preset, PRESETS)
    year = None if preset is None else PRESETS[preset]
    human_name = year.gold if year is not None and gold is None and folder else gold
    inputs = JudgmentInputs(human, folder, mqm, rankings, human_name, pair, mqm_weights, lower)
    check_list("exclude", exclude)
    if not isinstance(scores, Mapping):
        refuse_shared_files(files_of(scores, "scores"), inputs.files, "human judgments and the scores of a metric")
    passed = {
        "questions": questions,
        "rank": rank,
        "intervals": intervals,
        "trials": trials != Inquiry.trials,
        "mode": mode is not None,
        "preset": preset is not None,
        "rankings": rankings is not None,
        "documents": documents is not None,
        "domains": domains is not None,
        "unit": unit is not None,
        "strict": strict,
        "macro": macro,
        "chance": chance,
        "source": source is not None,
    }
    check_effects(passed, NEEDS, CLASHES)
    levels = ("ranking",) if rankings is not None else ("sys", "seg", "doc")
    named = _questions(questions, ("ranking", "sys") if rankings is not None else levels)
    ranked = _questions(rank, levels)
    # Random numbers are drawn for intervals, for tests and for soft accuracy, which is among the usual questions.
    soft = any(question.statistic == "soft-accuracy" for question in named) or not (named or rankings is not None)
    if seed is not None and not (intervals or ranked or preset or soft or chance):
        raise OptionError("`seed` has no effect without `intervals`, `rank` or sys/soft-accuracy; leave it out.")
    if macro and named and not any(question.reads == "sys" for question in (*named, *ranked)):
        raise OptionError("`macro` is about people's scores of systems; ask about them, as in `questions` sys/pearson.")
    if documents is not None and not named and preset is None:
        named = (*usual_questions(), *document_questions())
    mode = mode or ("sound" if preset is None else "wmt24")
    asked = Inquiry(named, intervals, ranked, trials, seed, mode=mode, shuffles=SHUFFLES if chance else 0)
    drawn = (asked.questions or usual_questions()) if intervals else ()
    by_segment = any(each.level == "seg" for each in (*drawn, *(asked.ranked if asked.mode == "sound" else ())))
    if unit is not None and rankings is None and not by_segment:
        raise OptionError(
            "`unit` has no effect without `intervals` or `rank` in mode sound about segments; leave it out."
        )
    notes: list[str] = []
    corpora = [] if systems is None else corpora_of(systems, refs, notes.append)
    check_as_scored(as_scored, scores or folder, corpora)
    names = [] if corpora else [str(metric) for metric in metric_list(metrics)]
    if (refs is not None and not corpora) or (names and not inputs.folder):
        raise OptionError("`refs` and `metrics` are for scoring outputs; pass `systems`, too.")
    metric_inputs = MetricInputs(
        scores,
        corpora,
        scorers_of(metrics, others=True, systems=corpora) if corpora else [],
        names,
        chance,
        None if source is None else texts_of(source, "source", notes.append),
        jobs,
        progress,
        signatures or {},
        as_scored,
    )
    if rankings is not None:
        report = _on_rankings(inputs, metric_inputs, exclude, asked)
        return replace(report, notes=(*notes, *report.notes), identity=hashes_of(corpora))
    known, areas = labels_of_lines(documents, domains)
    about_documents = any(question.level == "doc" for question in (*asked.questions, *asked.ranked))
    labelled = LineLabels(known, areas, by_segment or about_documents, about_documents, macro, unit)
    participants = read_participants(inputs, metric_inputs, labelled, language_pair)
    selected = participants.select(exclude, year, strict, [corpus.name for corpus in corpora])
    answered = (*asked.questions, *asked.ranked) if asked.questions else ()
    selected = replace(selected, notes=(*notes, *selected.notes, *metric_inputs.own_signatures(answered)))
    if year is not None:  # a definition, in which segments are drawn
        pairs = tuple(replace(each, human=replace(each.human, units=None)) for each in selected.pairs)
        selected = replace(selected, pairs=pairs)
    return replace(evaluate_participants(selected, asked, areas, year), identity=hashes_of(corpora))


def _questions(texts: str | Sequence[str], levels: Sequence[str]) -> tuple[Question, ...]:
    if not isinstance(texts, Iterable):
        raise InputError(f"{texts!r:.60} is not a question; write one like 'sys/pearson', or a list of such.")
    return tuple(Question.from_text(text, levels) for text in ([texts] if isinstance(texts, str) else texts))


def _on_rankings(
    inputs: JudgmentInputs, scored: MetricInputs, exclude: Collection[str], inquiry: Inquiry
) -> AgreementReport:
    """Metrics against five-way rankings."""
    judged = inputs.ranked(exclude)
    external = score_sources(scored.scores, inputs.lower, scored.signatures, scored.systems, as_scored=scored.as_scored)
    metrics = [*external, *scored.computed(judged.systems)[0]]
    if not metrics:
        raise InputError("There are no metrics: pass `scores`, or `metrics`, `refs` and `systems`.")
    report = evaluate_on_rankings(judged, metrics, inquiry)
    if any(question.level == "ranking" for question in inquiry.questions):
        raise OptionError("`questions`: τ by the rules of all years needs no question; ask about systems: sys/spearman")
    if inquiry.questions:  # by the systems' shares of wins
        human = Source(judged.name, sys=Table.of_systems(judged.name, win_shares(judged)))
        answers = evaluate_metrics(human, metrics, replace(inquiry, ranked=()))
        report = replace(answers, rankings=report.rankings, notes=(*answers.notes, *report.notes))
    return replace(report, notes=(*report.notes, *signature_notes(external), *scored.own_signatures(inquiry.questions)))


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
