"""Every kind of result can be printed, displayed in a notebook, and written as Markdown, HTML and JSON."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import bolide
from bolide import BLEU, METEOR, Corpus, demo
from bolide.agreement.annotations.ratings import Annotations, ErrorSpan, Rating
from bolide.agreement.evaluation import AgreementReport, Inquiry, evaluate_metrics
from bolide.agreement.human_ranking import PeopleReport, people_report
from bolide.agreement.pooled import LanguagePair
from bolide.agreement.questions import Question
from bolide.agreement.spans import SpanReport, evaluate_spans
from bolide.agreement.table import Source, Table
from bolide.agreement.wmt_table import PRESETS, MetricsTable, metrics_table
from bolide.corpus.nbest import Candidates
from bolide.data.explanation import Explanations
from bolide.data.results import Report, Result
from bolide.evaluation.influence import explain_corpus
from bolide.evaluation.resegment import Recut, recut
from bolide.metrics.scorer import Scorer
from bolide.reporting.testset import Dossier, Material, unfold
from bolide.reporting.views.mbr import Choices
from bolide.significance.plan import Plan
from bolide.significance.study import Study, measured, study
from bolide.tuning.objectives import Scored
from bolide.tuning.search import Plan as Search
from bolide.tuning.search import Tuning, tune
from bolide.tuning.spaces import rows_of, space_of

REFS = list(demo.HUMAN_A)
OUTPUTS = {**demo.SYSTEMS, "other": demo.HUMAN_B}
SYSTEMS = [Corpus.of(lines, REFS, name) for name, lines in OUTPUTS.items()]
SCORES = np.array([[float((3 * k + 2 * i * i) % 7) for i in range(len(REFS))] for k in range(len(SYSTEMS))])
HUMAN = Source("human", Table("human", tuple(OUTPUTS), SCORES))
METRICS = [Source(name, Table(name, tuple(OUTPUTS), SCORES + shift)) for name, shift in (("a", SCORES % 2), ("b", 1))]


def annotations() -> Annotations:
    """Two raters for every output, who mark a word in the bad ones."""
    ratings = [
        Rating("", system, i, SCORES[k, i] + rater, 1, f"r{rater}", errors=[ErrorSpan(0, 3, "major")] if i % 2 else [])
        for k, system in enumerate(OUTPUTS)
        for i in range(len(REFS))
        for rater in range(2)
    ]
    return Annotations("esa", "human.csv", ratings, {}, lambda errors: tuple(errors))


def tuning() -> Tuning:
    metric = BLEU(smooth="exp")
    rows = np.stack([rows_of(metric.counts.measure(system)) for system in SYSTEMS])
    return tune(space_of(metric), rows, Scored(Question("pearson", "seg"), SCORES), Search(12, 2))


def choices() -> Choices:
    lists = (Candidates("1", ("a cat", "the cat", "the cat")), Candidates("2", ("a dog",)))
    return Choices(BLEU(), lists, tuple(bolide.mbr(candidates.texts, BLEU()) for candidates in lists))


RESULTS: dict[type[Result], Callable[[], Result]] = {
    Report: lambda: bolide.score(demo.SYSTEMS["hasty"], REFS, ["bleu", "ter"], segments=True),
    Explanations: lambda: Explanations(
        (METEOR(variant="nltk").explain("a b", "a c"),), (explain_corpus(BLEU(), SYSTEMS[0], 3),)
    ),
    Recut: lambda: recut("the cat sat it rains today", ["The cat sat.", "It rains today."]),
    Choices: choices,
    Study: lambda: study(measured(SYSTEMS, [BLEU()]), Plan(trials=20)),
    Dossier: lambda: unfold(Material(SYSTEMS, [Scorer.of("bleu")]), Plan(trials=20)),
    AgreementReport: lambda: evaluate_metrics(HUMAN, METRICS, Inquiry(trials=20)),
    MetricsTable: lambda: metrics_table(
        [LanguagePair("en-de", HUMAN, tuple(METRICS))], PRESETS["wmt24"], Inquiry().test
    ),
    PeopleReport: lambda: people_report(annotations(), HUMAN.at("seg")),
    SpanReport: lambda: evaluate_spans(annotations(), {"p": annotations(), "q": annotations()}, Plan(trials=20)),
    Tuning: tuning,
}


def defined() -> set[str]:
    """The names of all results that are defined in the package; one with an underscore is nobody's result."""
    source = Path(bolide.__file__).parent
    text = "".join(path.read_text(encoding="utf-8") for path in source.rglob("*.py"))
    return set(re.findall(r"^class ([A-Z]\w*)\(Result\)", text, re.MULTILINE))


def test_every_kind_of_result_is_displayed_below() -> None:
    assert defined() == {kind.__name__ for kind in RESULTS}


@pytest.mark.parametrize("kind", RESULTS, ids=lambda kind: kind.__name__)
def test_every_result_can_be_displayed(kind: type[Result]) -> None:
    result = RESULTS[kind]()
    assert type(result) is kind
    text = str(result)
    assert "\n" in text
    assert not text.startswith("<")
    assert result._repr_html_().startswith('<div class="bolide">')
    assert result.to_html().lower().startswith("<!doctype html>")
    assert "|" in result.to_markdown()
    assert json.loads(result.to_json())["bolide"] == bolide.__version__
