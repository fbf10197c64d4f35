"""What knows nothing: shuffled scores get what chance gives, sentinels read lengths."""

import numpy as np
import pytest

from bolide import InputError
from bolide.agreement.baselines import sentinels, shuffled
from bolide.agreement.questions import Question
from bolide.agreement.table import Source, Table

pytestmark = pytest.mark.one_core

RNG = np.random.default_rng(8)
PEOPLE = Source("people", Table("people", tuple("abcdef"), RNG.normal(size=(6, 40))))
METRIC = Source("m", Table("m", tuple("abcdef"), RNG.normal(size=(6, 40))))


@pytest.mark.parametrize(
    ("question", "expected"),
    [("seg/pearson", 0.0), ("seg/kendall-b/item", 0.0), ("sys/accuracy", 0.5), ("sys/pearson", 0.0)],
)
def test_shuffled_scores_get_what_chance_gives(question: str, expected: float) -> None:
    found = shuffled(PEOPLE, METRIC, Question.from_text(question), 400)
    assert found.value == pytest.approx(expected, abs=0.03)
    assert found.interval[0] < expected < found.interval[1]
    assert (found.used, found.unit, found.metric) == (400, "shuffles", "shuffled")


def test_the_interval_is_that_of_a_correlation_of_nothing() -> None:
    found = shuffled(PEOPLE, METRIC, Question.from_text("seg/pearson"), 2000)
    assert found.interval == pytest.approx((-1.96 / 240**0.5, 1.96 / 240**0.5), abs=0.015)


def test_only_scores_that_count_are_dealt_out() -> None:
    cells = np.full((2, 3), np.nan)
    cells[:, :2] = [[1, 2], [3, 4]]
    people = Source("p", Table("p", ("a", "b"), cells))
    metric = Source("m", Table("m", ("a", "b"), np.array([[1.0, 1, 99], [1, 1, 99]])))
    assert shuffled(people, metric, Question.from_text("seg/pearson"), 20).reason == "no shuffle has a value"


def test_sentinels_count_characters_and_words() -> None:
    length, words, source = sentinels({"a": ["one two", "x"], "b": ["", "y z"]}, ["abcd", "ab"])
    assert length.at("seg").cells.tolist() == [[7, 1], [0, 3]]
    assert words.at("seg").cells.tolist() == [[2, 1], [0, 2]]
    assert source.at("seg").cells.tolist() == [[4, 2], [4, 2]]
    assert not any(each.at("seg").higher_is_better for each in (length, words, source))
    with pytest.raises(InputError, match="The source has 1 line and a has 2"):
        sentinels({"a": ["x", "y"]}, ["z"])
