"""Documents in agreement: intervals and rankings of metrics, spans, people and the folds of tuning."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bolide
from bolide.agreement.evaluation import rank
from bolide.agreement.human_ranking import PeopleReport, sound_test
from bolide.agreement.questions import Question, answer, generator, resampled
from bolide.agreement.table import Source, Table
from bolide.significance.units import ResamplingUnits
from bolide.system.errors import OptionError
from tests.errors import raises

pytestmark = pytest.mark.one_core
SIZE = 40


def sources(seed: int = 1) -> list[Source]:
    """Human scores and those of two metrics, whose errors are alike within each of ten documents."""
    rng = np.random.default_rng(seed)
    human = rng.normal(size=(4, SIZE))
    tables = [human]
    for noise in (1.0, 1.2):
        shared = np.repeat(rng.normal(0, noise, (4, SIZE // 4)), 4, axis=1)
        tables.append(human + shared + rng.normal(0, 0.3, human.shape))
    return [
        Source(name, Table.of(name, {f"s{k}": line.tolist() for k, line in enumerate(table)}))
        for name, table in zip(("people", "m1", "m2"), tables, strict=True)
    ]


def lists(source: Source) -> dict[str, list[float]]:
    return dict(zip(source.at("seg").systems, source.at("seg").cells.tolist(), strict=True))


def known(size: int = 4) -> ResamplingUnits:
    units = ResamplingUnits.of([str(k // size) for k in range(SIZE)])
    assert units is not None
    return units


@pytest.mark.parametrize("text", ["seg/pearson", "seg/kendall-b/item", "seg/acc-eq/item", "sys/pearson"])
def test_documents_of_one_segment_change_nothing(text: str) -> None:
    human, *metrics = sources()
    question = Question.from_text(text)
    single = replace(human, units=known(1))
    one, other = (answer(source, metrics[0], question, resamples=60) for source in (single, human))
    assert one == other
    ranking = rank(human, metrics, question, trials=60)
    assert rank(single, metrics, question, trials=60).p == ranking.p


def test_metrics_are_ranked_by_their_scores_of_documents() -> None:
    groups = {str(k): np.arange(4 * k, 4 * k + 4) for k in range(SIZE // 4)}
    human, *metrics = (source.with_documents(groups) for source in sources())
    people, *means = (Source(each.name, replace(each.doc, level="seg")) for each in (human, *metrics))
    by_document = rank(human, metrics, Question("pearson", "doc"), trials=60)
    assert by_document.p == rank(people, means, Question("pearson"), trials=60).p


def test_a_drawn_document_brings_all_its_segments() -> None:
    human, metric, _ = sources()
    cells = human.at("seg").cells, metric.at("seg").cells
    for text in ("seg/pearson", "seg/pearson/item"):
        statistic = Question.from_text(text).measure()
        values = resampled(statistic, cells, "seg", 20, generator(5), known())
        rng = generator(5)
        draws = [rng.choice(10, size=10) if text.endswith("item") else rng.integers(10, size=10) for _ in range(20)]
        indices = [np.concatenate([np.arange(4 * k, 4 * k + 4) for k in draw]) for draw in draws]
        expected = [statistic.value(*(table[:, each] for table in cells)) for each in indices]
        assert values == pytest.approx(expected)


def test_the_report_says_the_unit_and_it_widens_intervals() -> None:
    people, *metrics = map(lists, sources())
    scores, documents = dict(zip(("m1", "m2"), metrics, strict=True)), [str(k // 4) for k in range(SIZE)]
    asked: dict[str, Any] = {"questions": "seg/pearson", "intervals": 200, "rank": "seg/pearson"}
    by_segment, report, same = (
        bolide.correlate(people, scores, **asked, **known)
        for known in ({}, {"documents": documents}, {"documents": documents, "unit": "segment"})
    )
    assert "by document: 10 documents (effectively 10) of 40 segments." in " ".join(report.notes)
    wide, narrow = (each.agreements[0].interval for each in (report, by_segment))
    assert wide[1] - wide[0] > 1.1 * (narrow[1] - narrow[0])
    assert report.rankings[0].p != by_segment.rankings[0].p
    assert same.rankings == by_segment.rankings
    words = "documents of the segments are not known"
    raises(OptionError, words, bolide.correlate, people, scores, **asked, unit="segment")
    words, asked = r"has no effect without `intervals` .* about segments", {"questions": "sys/pearson"}
    for idle in ({"intervals": 20}, {"rank": "sys/pearson"}, {"rank": "seg/pearson", "mode": "wmt24"}):  # about systems
        for known in ({"documents": documents}, {"documents": documents, "unit": "document"}):
            raises(OptionError, words, bolide.correlate, people, scores, **asked, **idle, **known)


def test_documents_that_nobody_judged_are_not_counted(here: Path) -> None:
    human, metric, _ = map(lists, sources())
    people = {name: [*line[:12], *([None] * 28)] for name, line in human.items()}  # three documents of ten
    scores = {"m1": metric}
    labels = [str(k // 4) for k in range(SIZE)]
    report = bolide.correlate(
        people, scores, questions="seg/pearson", intervals=40, documents=labels, domains=["a"] * 8 + ["b"] * 32
    )
    drawn = "Segments are drawn and exchanged by document: {} of {} segments."
    assert report.notes[0] == drawn.format("3 documents (effectively 3)", 12)
    assert "a: " + drawn.format("2 documents (effectively 2)", 8) in report.notes  # of each domain, too
    assert sum("no interval is to be relied on" in note for note in report.notes) == 3
    Path("esa.csv").write_text(export(12))
    found = bolide.people("esa.csv", documents=[f"d{k // 4}" for k in range(SIZE)])
    assert isinstance(found, PeopleReport)
    assert found.exchanged == 3
    assert found.notes[0].startswith("No test is possible: ")  # by three documents, p is 1/4 or more
    assert bolide.people("esa.csv", unit="segment").notes == ()  # type: ignore[union-attr]
    Path("short.csv").write_text(export(7))  # six tests of four systems: 6 · 2/2⁷ > 0.05
    (note,) = bolide.people("short.csv", unit="segment").notes  # type: ignore[union-attr]
    assert note.startswith("No test is possible: exchanging 7 segments cannot give a p-value below 0.016, ")


def export(segments: int, size: int = 4) -> str:
    """Ratings of four systems, in documents of so many segments."""
    rows = [(system, k) for system in range(4) for k in range(segments)]
    return "".join(
        f"ann1,s{system},{k},TGT,eng,ces,{20 * system + k % 7},d{k // size},False,[],1,2\n" for system, k in rows
    )


def test_annotations_name_their_documents(here: Path) -> None:
    Path("esa.csv").write_text(export(36))
    scores = {"m1": lists(sources()[1])}  # of four segments more
    labels = [f"d{k // 4}" for k in range(36)] + ["other"] * 4
    report, labelled, by_segment = (
        bolide.correlate("esa.csv", scores, questions="seg/pearson", intervals=60, **known)
        for known in ({}, {"documents": labels}, {"unit": "segment"})
    )
    assert "by document: 9 documents (effectively 9) of 36 segments." in " ".join(report.notes)
    assert (report.agreements, report.notes) == (labelled.agreements, labelled.notes)
    assert by_segment.agreements != report.agreements
    assert by_segment.notes == ()


def test_tuning_takes_documents_from_folders_and_annotations(here: Path) -> None:
    systems = {f"s{k}": [f"the cat {'sat ' * (1 + (k + line) % 3)}" for line in range(20)] for k in range(4)}
    refs = ["the cat sat on the mat"] * 20
    Path("esa.csv").write_text(export(20))
    Path("en-cs/human-scores").mkdir(parents=True)
    Path("en-cs/metric-scores").mkdir(parents=True)
    scores = "".join(f"s{k}\t{20 * k + line % 7}\n" for k in range(4) for line in range(20))
    for name in ("human-scores/esa", "metric-scores/m"):
        Path(f"en-cs/{name}.seg.score").write_text(scores)
    Path("en-cs/docs.tsv").write_text("".join(f"news\td{k // 4}\n" for k in range(20)))
    labels = [f"d{k // 4}" for k in range(20)]
    asked = {"question": "seg/pearson", "settings": 20, "folds": 2}
    expected = bolide.tune("rgbf", systems, refs, "esa.csv", documents=labels, **asked)  # type: ignore[arg-type]
    for human in ({"human": "esa.csv"}, {"folder": "en-cs"}):
        tuning = bolide.tune("rgbf", systems, refs, **human, **asked)  # type: ignore[arg-type]
        assert (tuning.by, tuning.folds) == ("documents", expected.folds)
    assert bolide.tune("rgbf", systems, refs, folder="en-cs", by="systems", **asked).by == "systems"  # type: ignore[arg-type]


def test_peoples_tests_with_documents_of_one_segment() -> None:
    rng = np.random.default_rng(3)
    one, two = ([rng.integers(0, 100, size).astype(float) for size in (12, 70)] for _ in range(2))
    documents = [np.arange(12), 12 + np.arange(70)]
    assert sound_test(one, two, documents) == sound_test(one, two)


def test_few_documents_cannot_be_tested() -> None:
    human = {name: np.random.default_rng(ord(name)).normal(size=100).tolist() for name in "ab"}
    scores = {
        name: {system: [k * score + score**2 for score in line] for system, line in human.items()}
        for name, k in (("good", 9), ("bad", 1))
    }
    for documents, possible in ((2, False), (10, True)):  # of two systems, so p is at least 2 / 2⁴
        labels = [str(line % documents) for line in range(100)]
        report = bolide.correlate(human, scores, documents=labels, rank="seg/pearson")
        assert any("exchanging 4 document scores" in note for note in report.notes) != possible


def test_a_domain_called_all_is_not_the_whole() -> None:
    rng = np.random.default_rng(3)
    human = {name: rng.normal(size=6).tolist() for name in "abcd"}
    scores = {"mine": {name: rng.normal(size=6).tolist() for name in "abcd"}}

    def values(name: str) -> list[float]:
        report = bolide.correlate(human, scores, domains=[name] * 3 + ["b"] * 3, questions="seg/pearson")
        return [each.value for each in report.agreements]

    assert len(values("all")) == 3
    assert values("all") == values("news")
