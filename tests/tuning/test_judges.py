"""Every judge against `correlate`, one setting and one part at a time, on random tables with ties and missing cells."""

from dataclasses import dataclass

import numpy as np
import pytest

import bolide
from bolide.agreement.questions import Question, answer, usual_questions
from bolide.agreement.statistics import STATISTICS, acc_eq, ranks
from bolide.agreement.statistics.acc_eq import calibrate
from bolide.agreement.statistics.accuracy import SoftAccuracy, p_values
from bolide.agreement.statistics.correlation import Correlation
from bolide.agreement.statistics.statistic import Subset
from bolide.agreement.table import Source, Table
from bolide.metrics.base import Metric
from bolide.system.errors import InputError
from bolide.tuning.search import Objective
from bolide.tuning.spaces import Matrix, Rows
from tests.agreement.judged import from_table

pytestmark = pytest.mark.one_core

SYSTEMS, SEGMENTS = 5, 24
NAMES = tuple("abcde")
SETTINGS = np.array([[1.0, 0.0], [0.5, 0.5], [0.125, 0.75], [0.0, 0.0], [0.25, 1.0]])  # the fourth makes all scores 0


@dataclass(frozen=True)
class Sums:
    """A metric whose score is a weighted sum over 64: exact in binary, so ties are ties in every formula."""

    names: tuple[str, ...] = ("one", "two")

    def sample(self, size: int, rng: np.random.Generator) -> Matrix:
        return SETTINGS[:size]

    by_reference = False

    def features(self, rows: Rows) -> Matrix:
        return rows / 64

    def values(self, features: Matrix, settings: Matrix) -> Matrix:
        return np.moveaxis(features @ settings.T, -1, 0)

    def metric(self, setting: Matrix) -> Metric:
        raise NotImplementedError


def tables(seed: int, missing: float, levels: int) -> tuple[Rows, Matrix]:
    """Few levels make many ties; some segments nobody judged, and some have one score for all systems."""
    rng = np.random.default_rng(seed)
    rows = rng.integers(0, levels, (SYSTEMS, SEGMENTS, 2))
    human = rng.integers(0, levels, (SYSTEMS, SEGMENTS)).astype(float)
    human[rng.random(human.shape) < missing] = np.nan
    human[:, 3], human[:, 5], rows[:, 7] = np.nan, 2.0, 1
    return rows, human


SUBSETS = [
    Subset(np.arange(SYSTEMS), np.arange(SEGMENTS)),
    Subset(np.arange(SYSTEMS), np.array([0, 1, 3, 4, 5, 7, 9, 12, 20])),
    Subset(np.arange(SYSTEMS), np.arange(8, 24)),
    Subset(np.array([0, 1, 3]), np.arange(SEGMENTS)),
    Subset(np.array([1, 2, 3, 4]), np.arange(SEGMENTS)),
]
TABLES = [(1, 0.0, 4), (2, 0.0, 40), (3, 0.15, 5), (4, 0.4, 30)]


def asked(question: Question, rows: Rows, human: Matrix, setting: Matrix, part: Subset) -> float:
    """What `correlate` says about the part as if there were nothing else; NaN for None."""
    cut = np.ix_(part.systems, part.segments)
    names = tuple(NAMES[k] for k in part.systems)
    scores, totals = (Sums().values(Sums().features(r), setting[None])[0] for r in (rows[cut], rows[cut].sum(1)))
    people = Source("people", Table("people", names, human[cut]))
    metric = Source("m", Table("m", names, scores), Table("m", names, totals[:, None], "sys"))
    found = answer(people, metric, question).value
    return np.nan if found is None else found


def cells(objective: Objective, rows: Rows) -> Matrix:
    found: Matrix = objective.batch(Sums(), rows, SUBSETS)(SETTINGS)
    return found


@pytest.mark.parametrize("table", TABLES, ids=str)
@pytest.mark.parametrize("question", [q for q in usual_questions() if q.statistic != "soft-accuracy"], ids=str)
def test_every_statistic_on_every_part(question: Question, table: tuple[int, float, int]) -> None:
    rows, human = tables(*table)
    wanted = [[asked(question, rows, human, setting, part) for part in SUBSETS] for setting in SETTINGS]
    assert np.isfinite(wanted).any()
    np.testing.assert_allclose(cells(Objective(question, human), rows), wanted, atol=1e-12, rtol=0)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_soft_accuracy(table: tuple[int, float, int]) -> None:
    """On the whole table it is `correlate`'s number; on a part the formula with the signs of the part's segments."""
    rows, human = tables(*table)
    question = Question("soft-accuracy", "sys")
    found = cells(Objective(question, human), rows)
    whole = [asked(question, rows, human, setting, SUBSETS[0]) for setting in SETTINGS]
    np.testing.assert_allclose(found[:, 0], whole, atol=1e-12, rtol=0)
    signs = SoftAccuracy().signs(human)
    for column, part in enumerate(SUBSETS):
        cut = np.ix_(part.systems, part.segments)
        for setting, value in zip(SETTINGS, found[:, column], strict=True):
            scores = np.where(np.isnan(human[cut]), np.nan, rows[cut] / 64 @ setting)
            one, two = (p_values(known, signs[:, part.segments]) for known in (human[cut], scores))
            assert value == pytest.approx(1 - np.nanmean(np.abs(one - two)), abs=1e-12)


@pytest.mark.parametrize("bins", [1, 3, 2048])
def test_thresholds_do_not_depend_on_the_bins(bins: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acc_eq, "BINS", bins)
    for seed in range(20):
        rows, human = tables(seed, 0.1, 12)
        found = cells(Objective(Question("acc-eq", "seg", "item"), human), rows)
        for setting, value in zip(SETTINGS, found[:, 0], strict=True):
            best = calibrate(human, np.where(np.isnan(human), np.nan, rows / 64 @ setting))
            assert best is not None
            assert value == pytest.approx(best.value, abs=1e-12)


def test_the_largest_difference_has_a_bin() -> None:
    """A score of 10⁵ against 0 is 10¹⁷ steps: so many that adding one to make room for the last is lost."""
    rows, human = tables(1, 0.0, 4)
    rows[0], rows[1] = 64 * 10**5, 0
    found = cells(Objective(Question("acc-eq", "seg", "item"), human), rows)
    assert found[0, 0] == pytest.approx(asked(Question("acc-eq", "seg", "item"), rows, human, SETTINGS[0], SUBSETS[0]))


@pytest.mark.parametrize("statistic", ["kendall-b", "kendall-c"])
def test_kendall_without_the_compiled_core(statistic: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rows, human = tables(3, 0.15, 5)
    found = cells(Objective(Question(statistic), human), rows)
    other = not ranks.use_kernels()
    monkeypatch.setattr(ranks, "use_kernels", lambda: other)
    np.testing.assert_allclose(cells(Objective(Question(statistic), human), rows), found, atol=1e-12, rtol=0)


def test_scores_too_far_apart_to_be_packed_are_ranked_first() -> None:
    rng = np.random.default_rng(1)
    human, scores = rng.integers(0, 9, 50).astype(float), rng.integers(0, 9, (2, 50)).astype(float)
    for statistic in ("spearman", "kendall-b"):
        correlation = STATISTICS[statistic]
        assert isinstance(correlation, Correlation)
        values = correlation.of_vectors(human, [np.arange(50), np.arange(7, 31)])
        np.testing.assert_allclose(values(2.0**60 * scores), values(scores), atol=1e-15)


def test_a_ranked_segment_beyond_the_texts_is_named() -> None:
    rows, human = tables(1, 0.0, 4)
    judged = from_table(Table("people", NAMES, human))
    with pytest.raises(InputError, match="ranks segment 24; the texts end at 10"):
        Objective.on_rankings(judged, NAMES).batch(Sums(), rows[:, :10], SUBSETS[:1])


def test_notes_tell_of_a_byte_order_mark() -> None:
    systems = {name: ["\ufeffthe cat sat", "on the mat", f"it {name}", f"{name} rains"] for name in "abc"}
    refs, human = ["the cat sat", "on a mat", "it is", "it rains"], {name: [1.0, 2.0, 3.0, 4.0] for name in "abc"}
    human["a"] = [2.0, 3.0, 5.0, 1.0]
    results = (
        bolide.tune("chrf", systems, refs, human, question="seg/pearson", folds=2, settings=5),
        bolide.correlate(human, systems=systems, refs=refs, metrics="chrf"),
        bolide.explain_corpus(systems["a"], refs),
    )
    for result in results:
        assert "byte-order mark" in result.notes[0]
        assert type(result).from_json(result.to_json()).notes == result.notes
