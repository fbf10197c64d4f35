"""Tuning: values equal those of `correlate` under every setting, the folds are honest, bad input is refused."""

from dataclasses import replace

import numpy as np
import pytest

from bolide import CHRF, METEOR, RGBF, Corpus, Metric, parse
from bolide.agreement.participants import computed_sources
from bolide.agreement.questions import Question, answer, usual_questions
from bolide.agreement.ranking_data import ranked_cells
from bolide.agreement.statistics.pairs import RankingTau
from bolide.agreement.table import RankingData, Source, Table
from bolide.metrics.scorer import Scorer, measure_corpus
from bolide.tuning.search import (
    Objective,
    Rows,
    Subset,
    Tuning,
    TuningPlan,
    rows_of as rows_by_reference,
    search,
    space_of,
)
from tests.agreement.judged import from_table

SYSTEMS, SEGMENTS = 6, 30
WORDS = ["the", "cat", "cats", "sat", "on", "a", "mat", "mats", "."]


def data() -> tuple[list[Corpus], np.ndarray]:
    """Worse systems change more words; people see that, with noise and some cells missing."""
    rng = np.random.default_rng(7)
    refs = [" ".join(rng.choice(WORDS, rng.integers(3, 12))) for _ in range(SEGMENTS)]
    systems, human = [], np.empty((SYSTEMS, SEGMENTS))
    for k in range(SYSTEMS):
        hyps = [" ".join(str(rng.choice(WORDS)) if rng.random() < 0.1 * k else w for w in ref.split()) for ref in refs]
        human[k] = np.round(-k + rng.normal(0, 2, SEGMENTS))
        systems.append(Corpus.of(hyps, refs, f"s{k}"))
    human[rng.random(human.shape) < 0.1] = np.nan
    return systems, human


CORPORA, HUMAN = data()
NAMES = tuple(system.name for system in CORPORA)
PEOPLE = Source("people", Table("people", NAMES, HUMAN))
START = {
    "rgbf": RGBF(units=("word", "char"), analysers=("words", "chars"), max_ngram_order=2),
    "meteor": METEOR(variant="nltk", stages=("exact", "stem")),
    "meteor 1.5": METEOR(),
}
WHOLE = Subset(np.arange(SYSTEMS), np.arange(SEGMENTS))
PARTS = [
    WHOLE,
    Subset(WHOLE.systems, np.array([0, 1, 3, 4, 5, 7, 9, 12, 20])),
    Subset(WHOLE.systems, np.arange(8, 24)),
    Subset(np.array([0, 1, 3]), WHOLE.segments),
    Subset(np.array([1, 2, 3, 4]), WHOLE.segments),
]


def rows_of(metric: Metric) -> Rows:
    return np.stack([np.asarray(measure_corpus(metric, system)).copy() for system in CORPORA])


@pytest.mark.parametrize("name", START)
@pytest.mark.parametrize("question", usual_questions(), ids=str)
def test_values_are_those_of_correlate(name: str, question: Question) -> None:
    """On a part of the data, too, as if there were nothing else, and where people judged few cells."""
    space, rows = space_of(START[name]), rows_of(START[name])
    settings = space.sample(40, np.random.default_rng(1))[[0, 3, 25, 39]]
    parts = PARTS if name == "rgbf" and question.statistic != "soft-accuracy" else PARTS[:1]  # which has other signs
    few = np.where(np.random.default_rng(2).random(HUMAN.shape) < 0.6, np.nan, HUMAN)
    for human in (HUMAN, few)[: len(parts)]:
        found = Objective(question, human).batch(space, rows, parts)(settings)
        for part, values in zip(parts, found.T, strict=True):
            some, names = part.segments, [NAMES[k] for k in part.systems]
            corpora = [
                Corpus.of([CORPORA[k].hyps[n] for n in some], [CORPORA[k].refs[n] for n in some], NAMES[k])
                for k in part.systems
            ]
            people = Source("people", Table("people", NAMES, human).take(names).of_lines(some))
            for setting, value in zip(settings, values, strict=True):
                (source,) = computed_sources(corpora, [Scorer.for_sentences(space.metric(setting))])
                expected = answer(people, source, question).value
                assert value == pytest.approx(np.nan if expected is None else expected, abs=1e-9, nan_ok=True)


def tau(judged: RankingData, source: Source, ties: str = "discordant") -> float:
    return RankingTau(ties).value(judged, ranked_cells(judged, source.at("seg")))


def judged() -> Objective:
    return Objective.on_rankings(from_table(PEOPLE.at("seg")), NAMES)


def found(objective: Objective, by: str = "segments", name: str = "rgbf", folds: int = 3) -> Tuning:
    return search(space_of(START[name]), rows_of(START[name]), objective, TuningPlan(150, folds, by))


@pytest.mark.parametrize("by", ["segments", "systems"])
@pytest.mark.parametrize("objective", [judged(), Objective(Question("kendall-b", "seg", "item"), HUMAN)], ids=str)
def test_folds_are_judged_by_what_they_did_not_choose(objective: Objective, by: str) -> None:
    tuning = found(objective, by)
    assert tuning.best_value == np.nanmax(tuning.values) >= tuning.start_value
    assert sum(fold.size for fold in tuning.folds) == (SEGMENTS if by == "segments" else SYSTEMS)
    space, rows = space_of(START["rgbf"]), rows_of(START["rgbf"])
    rng = np.random.default_rng(TuningPlan().seed)
    space.sample(150, rng)
    held = np.array_split(rng.permutation(SEGMENTS if by == "segments" else SYSTEMS), 3)
    for fold, places in zip(tuning.folds, held, strict=True):
        others = np.setdiff1d(np.arange(SEGMENTS if by == "segments" else SYSTEMS), places)
        part = Subset(others, WHOLE.segments) if by == "systems" else Subset(WHOLE.systems, others)
        values = objective.batch(space, rows, [part])(tuning.settings)[:, 0]
        best = values[[str(space.metric(s).signature()) == fold.signature for s in tuning.settings]]
        assert best.max() == pytest.approx(np.nanmax(values))


def test_noise_gains_nothing_on_average() -> None:
    """One draw of noise may well reward a setting; over many draws the folds must not, and the whole data must."""
    space, rows = space_of(START["rgbf"]), rows_of(START["rgbf"])
    inside, outside = [], []
    for seed in range(60):
        noise = np.random.default_rng(seed).normal(size=HUMAN.shape)
        tuning = search(space, rows, Objective(Question("pearson"), noise), TuningPlan(30, 3, seed=seed))
        inside.append(tuning.best_value - tuning.start_value)
        outside.append(tuning.gain)
    error = np.std(outside, ddof=1) / np.sqrt(len(outside))
    assert abs(np.mean(outside)) < 3 * error
    assert np.mean(inside) > 3 * error


def test_the_signature_is_the_setting_and_the_same_seed_finds_it_again() -> None:
    for name in START:
        tuning = found(judged(), name=name)
        assert parse(str(tuning.best.signature())) == tuning.best
        assert tuning.to_json() == found(judged(), name=name).to_json()
        (source,) = computed_sources(CORPORA, [Scorer.for_sentences(tuning.best)])
        assert tuning.best_value == pytest.approx(tau(judged().people, source))


@pytest.mark.parametrize(
    "metric", [CHRF(), METEOR(variant="nltk", stages=("exact",)), METEOR(modules=("exact",))], ids=str
)
def test_every_setting_picks_among_the_references(metric: Metric) -> None:
    hyps = [["a cat sat on the mat", "the dog barks at night"], ["cat a mat the on", "dog the"]]
    refs = [["the cat sat on a mat", "a cat sat"], ["a dog barks", "the dog", "night dog at barks the"]]
    corpora = [Corpus.of(texts, refs, f"s{k}") for k, texts in enumerate(hyps)]
    rows = np.stack([rows_by_reference(metric.counts.measure(corpus)) for corpus in corpora])
    assert rows.shape == (2, 2, 3, len(metric.counts.columns))
    space = replace(space_of(metric), by_reference=True)
    settings = space.sample(40, np.random.default_rng(5))
    values, totals = space.values(rows, settings), space.of_systems(rows, settings)
    picked = set()
    for setting, cells, wholes in zip(settings, values, totals, strict=True):
        tuned = space.metric(setting)
        for corpus, mine, whole in zip(corpora, cells, wholes, strict=True):
            stats = measure_corpus(tuned, corpus)
            picked.add(tuple(stats))
            assert mine.tolist() == pytest.approx(list(tuned.row_values(stats)), rel=1e-9)
            assert whole[0] == pytest.approx(tuned.score_rows(stats).value, rel=1e-9)
    assert len(picked) > len(corpora), "some settings prefer another reference"
