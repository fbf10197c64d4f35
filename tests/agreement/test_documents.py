"""Documents in agreement: intervals and rankings of metrics, spans, people and the folds of tuning."""

from dataclasses import replace

import numpy as np
import pytest

import bolide
from bolide.agreement.questions import Question, answer, generator, resampled
from bolide.agreement.ranking import PermutationTest, rank
from bolide.agreement.table import Source, Table
from bolide.significance.units import ResamplingUnits

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
    ranking = rank(human, metrics, question, PermutationTest(60))
    assert rank(single, metrics, question, PermutationTest(60)).p == ranking.p


def test_metrics_are_ranked_by_their_scores_of_documents() -> None:
    groups = {str(k): np.arange(4 * k, 4 * k + 4) for k in range(SIZE // 4)}
    human, *metrics = (replace(source, documents=groups) for source in sources())
    people, *means = (Source(each.name, replace(each.at("doc"), level="seg")) for each in (human, *metrics))
    by_document = rank(human, metrics, Question("pearson", "doc"), PermutationTest(60))
    assert by_document.p == rank(people, means, Question("pearson"), PermutationTest(60)).p


def test_a_part_of_a_test_set_is_matched_with_the_whole() -> None:
    human, metric, _ = (source.at("seg") for source in sources())
    names = [f"d{k // 4}" for k in range(SIZE)]
    texts: dict[str, list[str]] = {name: [f"{name} {k}" for k in range(SIZE)] for name in human.systems}
    data = bolide.TestSet(["x"] * SIZE, texts, documents=names, domains=names)
    judged, scores = (dict(zip(table.systems, table.cells.tolist(), strict=True)) for table in (human, metric))
    people, other = bolide.read_judgments(judged), bolide.read_scores(scores, name="m1")
    kept = np.arange(SIZE) % 3 != 0
    agree = bolide.correlate(people, [other, "chrf"], data.take(kept), ["seg/pearson", "sys/pearson"])
    for text, cells in (("seg/pearson", lambda t: t[:, kept].ravel()), ("sys/pearson", lambda t: t[:, kept].mean(1))):
        expected = np.corrcoef(cells(human.cells), cells(metric.cells))[0, 1]
        assert agree["m1", text].value == pytest.approx(expected)
    assert agree["chrF2", "seg/pearson"].used == 4 * kept.sum()


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


def test_documents_domains_and_macro_scores_are_numpys() -> None:
    """The line that WMT puts before all texts belongs to neither."""
    x, y = np.random.default_rng(1).integers(0, 100, (2, 4, 12)).astype(float)
    news, social, documents = slice(1, 6), slice(6, 12), [slice(1, 4), slice(4, 6), slice(6, 12)]
    domains, names = ["canary", *["news"] * 5, *["social"] * 6], ["canary", *["d1"] * 3, *["d2"] * 2, *["d3"] * 6]
    judged, scores = (dict(zip("abcd", cells.tolist(), strict=True)) for cells in (x, y))
    people = bolide.read_judgments(judged, documents=names, domains=domains)
    questions = ["sys/pearson", "seg/pearson", "doc/pearson", "doc/pearson/item"]
    agree = bolide.correlate(people, bolide.read_scores(scores), questions=questions)

    def r(one: np.ndarray, other: np.ndarray) -> float:
        return float(np.corrcoef(one.ravel(), other.ravel())[0, 1])

    means = [np.stack([cells[:, cut].mean(1) for cut in documents], axis=1) for cells in (x, y)]
    by_item = np.mean([r(*(table[:, k] for table in means)) for k in range(3)])
    found = {str(one.question): one.value for one in agree.agreements}
    expected = [r(x.mean(1), y.mean(1)), r(x, y), r(*means), by_item]
    assert found == pytest.approx(dict(zip(questions, expected, strict=True)))
    found = {(one.pair, str(one.question)): one.value for one in agree.by_domain().agreements}
    assert found["all", "seg/pearson"] == pytest.approx(r(x, y))
    assert found["news", "seg/pearson"] == pytest.approx(r(x[:, news], y[:, news]))
    assert found["social", "sys/pearson"] == pytest.approx(r(x[:, social].mean(1), y[:, social].mean(1)))
    found = {(one.pair, str(one.question)): one.value for one in agree.macro().by_domain().agreements}
    macro = (x[:, news].mean(1) + x[:, social].mean(1)) / 2
    assert found["all", "sys/pearson"] == pytest.approx(r(macro, y.mean(1)))
