"""Where systems differ: deciding segments, buckets, n-grams."""

import numpy as np
import pytest

from bolide import BLEU, Corpus, InputError, TestSet, compare, demo
from bolide.evaluation.explaining import influence
from bolide.evaluation.ngram_matches import (
    NgramDifference,
    ngram_differences,
    word_accuracy,
)
from bolide.significance.breakdown import (
    bucketed,
    influences,
    most_influential,
)
from bolide.significance.paired import confidence
from bolide.significance.plan import Plan
from bolide.significance.sample import Sample
from bolide.significance.units import ResamplingUnits
from tests.errors import raises
from tests.significance.texts import outputs, samples
from tests.tables import table


def test_influence_is_exact() -> None:
    systems, refs = outputs()
    metric = BLEU()
    one, two = (np.array(influence(metric, metric.measure(systems[name], refs))) for name in ("system0", "system1"))
    a, b, *_ = samples()
    assert influences(a, b) == pytest.approx(one - two, abs=1e-15)
    for_a, for_b = most_influential(a, b, 3)
    assert for_a[0].influence == max(one - two)
    assert for_b[0].influence == min(one - two)


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
    plan = Plan(test="bootstrap", trials=50, seed=3)
    systems, refs = outputs()
    data = TestSet(refs, {name: systems[name] for name in ("system0", "system1")})
    assert compare(data, "bleu", plan=plan)["bleu"].by_label("system0", "system1", labels) == bucketed(
        pair, labels, plan
    )
    lone = bucketed(pair, ["once"] + ["rest"] * 149)[0]
    assert (lone.segments, lone.systems[0].interval) == (1, None)
    within = [one.with_units(ResamplingUnits.of(None, ["x"] * 75 + ["y"] * 75)) for one in pair]
    pairwise, rest = bucketed(within, ["first and last", *["rest"] * 148, "first and last"])  # one of each stratum
    assert (pairwise.systems[0].interval, rest.systems[0].interval is None) == (None, False)
    raises(InputError, "2 labels and 150 segments", bucketed, pair, ["a", "b"])


def test_phrases() -> None:
    refs = ["the red house .", ["a red car", "the red car"]]
    one = Corpus.of(["the red house .", "red car"], refs, "one")
    two = Corpus.of(["the blue house .", "the the car"], refs, "two")
    for_one, for_two = ngram_differences(one, two, BLEU().counts.tokens)
    assert for_one[0] == NgramDifference("red", 1, 2, 2, 0)
    assert all((p.a, p.b) == (1, 0) for p in for_one[1:])
    assert [p.words for p in for_one[1:]] == ["the red house", "red car", "the red"]  # “red house” is in the first
    assert for_two == (NgramDifference("the", 1, 2, 1, 2),)  # two of three count: a reference n-gram is matched once
    quoted = Corpus.of(["“ the red house ” ,", "red , car"], ["“ the red house ” ,", "red , car"], "quoted")
    bare = Corpus.of(["the house", "red car"], ["“ the red house ” ,", "red , car"], "bare")
    for_quoted, for_bare = ngram_differences(quoted, bare, str.split)
    assert {p.words for p in for_quoted} == {"red", "the red house", "red , car"}
    assert for_bare == ()
    assert BLEU(lowercase=True).counts.tokens("A b") == ["a", "b"]
    raises(InputError, "same references", ngram_differences, one, Corpus.of(["x"], ["y"]), str.split)


def test_surprising_ngrams_come_before_frequent_ones() -> None:
    refs = ["the Chinh the Chinh the the", "the Chinh the Chinh the the"]
    one, two = Corpus.of(["Chinh Chinh the the the the"] * 2, refs, "a"), Corpus.of(["the the the"] * 2, refs, "b")
    for_one, _ = ngram_differences(one, two, str.split)
    unigrams = [(each.words, each.a, each.b) for each in for_one if each.order == 1]
    assert unigrams == [("Chinh", 4, 0), ("the", 8, 6)]


COMPARE_MT = table(__file__, "compare_mt.toml")


def town() -> list[Corpus]:
    refs = demo.lines("town/ref.txt")
    return [Corpus.of(demo.lines(f"town/{name}.txt"), refs, name) for name in COMPARE_MT["systems"]]


def test_words_by_frequency_as_compare_mt_has_them() -> None:
    buckets = word_accuracy(town(), str.split)
    for part in ("f1", "precision", "recall"):
        by_label = COMPARE_MT[part]
        assert [bucket.label for bucket in buckets] == list(by_label)
        for bucket in buckets:
            values = [getattr(accuracy, part) for accuracy in bucket.systems]
            assert values == pytest.approx(by_label[bucket.label], abs=6e-5)
