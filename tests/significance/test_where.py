"""Where systems differ: deciding segments, buckets, n-grams."""

import numpy as np
import pytest

from bolide import BLEU, Corpus, InputError, OptionError
from bolide.evaluation.influence import influence
from bolide.significance.breakdown import bucketed, by_length, influences, most_influential
from bolide.significance.labels import length_labels
from bolide.significance.ngram_differences import NgramDifference, ngram_differences
from bolide.significance.paired import confidence
from bolide.significance.plan import Plan
from bolide.significance.sample import Sample
from tests.significance.texts import outputs, samples

pytestmark = pytest.mark.one_core


def test_influence_is_exact() -> None:
    systems, refs = outputs()
    metric = BLEU()
    one, two = (np.array(influence(metric, metric.measure(systems[name], refs))) for name in ("system0", "system1"))
    a, b, *_ = samples()
    assert influences(a, b) == pytest.approx(one - two, abs=1e-15)
    for_a, for_b = most_influential(a, b, 3)
    assert for_a[0].influence == max(one - two)
    assert for_b[0].influence == min(one - two)
    assert for_a[0].to_dict()["line"] == for_a[0].segment + 1


def test_influence_of_a_mean_by_formula() -> None:
    a, b = Sample.from_values("a", "m", [1.0, 2.0, 6.0]), Sample.from_values("b", "m", [0.0, 0.0, 0.0])
    assert influences(a, b).tolist() == [3 - 4, 3 - 3.5, 3 - 1.5]
    assert [found.segment for found in most_influential(a, b)[0]] == [2]
    assert [found.segment for found in most_influential(a, b)[1]] == [0, 1]


def test_buckets() -> None:
    pair = samples()[:2]
    labels = ["news" if number % 3 else "chat" for number in range(150)]
    chat, news = bucketed(pair, labels)
    assert (chat.label, chat.segments, news.label, news.segments) == ("chat", 50, "news", 100)
    places = np.array([n for n in range(150) if n % 3 == 0])
    part = pair[0].take(places)
    assert chat.systems[0].value == part.value
    assert chat.systems[0].interval == confidence(part, Plan(test="bootstrap", trials=1000))
    lone = bucketed(pair, ["once"] + ["rest"] * 149)[0]
    assert (lone.segments, lone.systems[0].interval) == (1, None)
    with pytest.raises(InputError, match="2 labels and 150 segments"):
        bucketed(pair, ["a", "b"])


def test_buckets_by_length() -> None:
    assert length_labels([0, 10, 11, 60, 61]) == ["0–10", "0–10", "11–20", "51–60", "61+"]
    _, refs = outputs()
    found = by_length(samples()[:2], [len(ref.split()) for ref in refs], (5, 10))
    assert [bucket.label for bucket in found] == ["0–5", "6–10", "11+"]
    assert sum(bucket.segments for bucket in found) == 150
    with pytest.raises(InputError, match="increasing order"):
        length_labels([1], (5, 5))


def test_phrases() -> None:
    refs = ["the red house .", ["a red car", "the red car"]]
    one = Corpus.of(["the red house .", "red car"], refs, "one")
    two = Corpus.of(["the blue house .", "the the car"], refs, "two")
    for_one, for_two = ngram_differences(one, two, BLEU().counts.tokens, orders=(1, 2))
    assert for_one[0] == NgramDifference("red", 1, 2, 2, 0)
    assert {(p.words, p.a, p.b) for p in for_one[1:]} == {("the red", 1, 0), ("red house", 1, 0), ("red car", 1, 0)}
    assert for_two == (NgramDifference("the", 1, 2, 1, 2),)  # two of three count: a reference n-gram is matched once
    assert BLEU(lowercase=True).counts.tokens("A b") == ["a", "b"]
    with pytest.raises(InputError, match="same references"):
        ngram_differences(one, Corpus.of(["x"], ["y"]), str.split)
    with pytest.raises(OptionError):
        ngram_differences(one, two, str.split, orders=(0,))
