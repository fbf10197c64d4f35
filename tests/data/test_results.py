"""Results: plain data in one JSON envelope, in which a Report reads back; every kind can be printed, displayed in a
notebook, and written as Markdown, HTML and JSON.
"""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import bolide
from bolide import BLEU, METEOR, InputError, Tuning, __version__, demo
from bolide.agreement.evaluation import AgreementReport
from bolide.agreement.human_ranking import PeopleReport, PeopleReports
from bolide.agreement.ranking import MetricsTable
from bolide.agreement.spans import SpanReport
from bolide.classroom.cards import Cards
from bolide.classroom.check import CheckReport
from bolide.classroom.laboratory import Laboratory
from bolide.classroom.mistakes import Mistakes, mistakes
from bolide.classroom.worksheet import Worksheet
from bolide.corpus.nbest import Candidates
from bolide.data.explanation import Explanations
from bolide.data.results import Result, WrittenResult
from bolide.evaluation.health import HealthReport
from bolide.evaluation.mbr import Choice, Choices
from bolide.evaluation.resegmentation import Resegmented
from bolide.evaluation.scoring import Scores
from bolide.evaluation.study import Study
from bolide.kernels import COMPILED
from bolide.reporting.testset.data import TestSetReport
from tests.errors import raises

HYPS, REFS = ["the cat is on mat", "a b c d"], ["the cat is on the mat", "a b c e"]


# --- Every kind of result can be printed, displayed in a notebook, and written as Markdown, HTML and JSON ----------


DEMO_REFS, FILES = demo.HUMAN_A, demo.FILES
OUTPUTS = {**demo.SYSTEMS, "other": demo.HUMAN_B}
HUMAN: dict[str, list[float | None]] = {
    name: [float((3 * k + 2 * i * i) % 7) for i in range(len(DEMO_REFS))] for k, name in enumerate(OUTPUTS)
}
METRIC_SCORES = {"a": {name: [value + value % 2 for value in line] for name, line in HUMAN.items()}, "b": HUMAN}


def choices() -> Choices:
    lists = (Candidates("1", ("a cat", "the cat", "the cat")), Candidates("2", ("a dog",)))
    return Choices(BLEU(), lists, tuple(bolide.mbr(candidates.texts, BLEU()) for candidates in lists))


RESULTS: dict[type[Result], Callable[[], Any]] = {
    Scores: lambda: bolide.score(
        bolide.TestSet(DEMO_REFS, OUTPUTS), ["bleu", "ter"], plan=bolide.Plan(resamples=20)
    ).with_segments(),
    Explanations: lambda: replace(
        bolide.explain(bolide.TestSet(DEMO_REFS, {"hasty": OUTPUTS["hasty"]}), most=3),
        explanations=(METEOR(variant="nltk").explain("a b", "a c"),),
    ),
    Resegmented: lambda: bolide.resegment(["the cat sat it rains today"], ["The cat sat.", "It rains today."]),
    Choice: lambda: bolide.mbr(["a cat", "the cat", "the cat"], "ter"),
    Choices: choices,
    Study: lambda: bolide.compare(
        bolide.TestSet(DEMO_REFS, OUTPUTS, labels=[*"xyxyxy"]),
        ["bleu", "ter"],
        plan=bolide.Plan(trials=np.int64(20), alpha=np.float64(0.1)),
    ).with_details(segments=2, lengths=True, ngrams=2, labels=True, human=bolide.read_judgments(HUMAN)),
    TestSetReport: lambda: bolide.report(bolide.TestSet(DEMO_REFS, OUTPUTS), plan=bolide.Plan(trials=20)),
    AgreementReport: lambda: (
        bolide.correlate(
            bolide.read_judgments(HUMAN, documents=[*"ddeeff"]),
            [bolide.read_scores(scores, name=name) for name, scores in METRIC_SCORES.items()],
            questions=["sys/pearson", "doc/pearson", "seg/acc-eq/item"],
        )
        .with_intervals(20)
        .with_rankings("doc/pearson", trials=20)
    ),
    MetricsTable: lambda: bolide.wmt_table(
        "wmt24",
        bolide.read_judgments(HUMAN),
        [bolide.read_scores(scores, name=name) for name, scores in METRIC_SCORES.items()],
        trials=20,
    ),
    PeopleReport: lambda: bolide.read_judgments(FILES / "esa.csv", domains=[*"ddeeff"]).ranking(),
    PeopleReports: lambda: PeopleReports(2 * (bolide.read_judgments(FILES / "esa.csv").ranking(),)),
    SpanReport: lambda: bolide.spans(
        FILES / "gold.seg.rating",
        [FILES / "one.seg.rating", FILES / "two.seg.rating"],
        plan=bolide.Plan(trials=20),
    ),
    Tuning: lambda: bolide.tune(
        "bleu",
        bolide.TestSet(DEMO_REFS, OUTPUTS),
        bolide.read_judgments(HUMAN),
        "seg/pearson",
        settings=12,
        folds=2,
    ),
    CheckReport: lambda: bolide.check("nltk.translate.bleu_score:sentence_bleu", "bleu/sacrebleu", number=0),
    HealthReport: lambda: bolide.health(bolide.TestSet(["The cat.", "It rains."], {"a": ["the cat .", "it rains ."]})),
    Cards: lambda: Cards(key=True),
    Laboratory: lambda: Laboratory(key=True),
    Mistakes: lambda: mistakes("bleu", number=2, key=True),
    Worksheet: lambda: bolide.exercises("ter", number=2, key=True),
}


@pytest.mark.parametrize("kind", RESULTS, ids=lambda kind: kind.__name__)
def test_every_result_can_be_displayed_and_read_back(kind: type[Result]) -> None:
    result = RESULTS[kind]()
    assert type(result) is kind
    text = str(result)
    assert "\n" in text
    assert not text.startswith("<")
    assert result._repr_html_().startswith('<div class="bolide">')
    assert result.to_html().lower().startswith("<!doctype html>")
    assert "|" in result.to_markdown()
    data = json.loads(result.to_json())
    assert list(data)[:4] == ["format", "version", "compiled", "identity"]
    assert (data["version"], data["compiled"], data["provenance"]) == (__version__, COMPILED, result.provenance)
    if issubclass(kind, WrittenResult):
        raises(InputError, "are not read back", kind.from_json, result.to_json())
        return
    again = kind.from_json(result.to_json())
    assert type(again) is kind
    assert again == result
    assert (again.to_json(), str(again)) == (result.to_json(), text)
    assert again._repr_html_().startswith('<div class="bolide">')
    for text in ("{}", "[]", "1", '{"format": true}', result.to_json().replace(": [", ': {"x": ', 1)):
        raises(InputError, "not a report that Bolide wrote", kind.from_json, text)
    newer = result.to_json().replace('"format": 1', '"format": 2')
    raises(InputError, "has format 2, but Bolide reads format 1", kind.from_json, newer)


# --- Scores by the name of their metric ----------------------------------------------------------------------------

FORMS = ["chrf++", "chrf", BLEU(), BLEU(lowercase=True), BLEU(tokenize="char"), "ter"]
