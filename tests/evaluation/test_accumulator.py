"""The Accumulator: whatever the batches, the score is that of the corpus, to the last bit."""

import json
import pickle
from dataclasses import replace
from math import fsum

import pytest
from hypothesis import given, strategies as st

from bolide import BLEU, Accumulator, InputError, Metric
from bolide.metrics.sums import exact_sum, rounded
from tests import drawn
from tests.errors import raises
from tests.laws.settings import law

words = drawn.sampled_from(["the", "cat", "cats", "sat", "on", "mat", ".", "The"])
texts = drawn.lists(words, max_size=7).map(" ".join)
segments = drawn.tuples(texts, drawn.lists(texts, 1, 3))
batches = drawn.lists(drawn.lists(segments, max_size=3), 1, 4).map(lambda made: made if any(made) else [[("a", ["b"])]])
Batch = list[tuple[str, list[str]]]


def added(accumulator: Accumulator, batch: Batch) -> Accumulator:
    accumulator.add([hyp for hyp, _ in batch], [refs for _, refs in batch])
    return accumulator


@law(15, batches=batches)
def test_batches_merges_and_files_are_the_corpus(metric: Metric, batches: list[Batch]) -> None:
    whole = [segment for batch in batches for segment in batch]
    wanted = metric.corpus([hyp for hyp, _ in whole], [refs for _, refs in whole])
    one = Accumulator(metric)
    for batch in batches:
        added(one, batch)
    parts = [added(Accumulator(metric), batch) for batch in reversed(batches)]
    merged = sum(parts[1:], start=parts[0])
    read = Accumulator.from_json(one.to_json())
    for accumulator in (one, merged, read, pickle.loads(pickle.dumps(one))):
        assert accumulator == one
        assert accumulator.score().scores == (wanted,)
        assert len(accumulator) == len(whole)


@pytest.mark.parametrize("words", [2**24, 2**53, 2**63 - 1])
def test_counts_beyond_what_a_float_holds_stay_exact_up_to_64_bits(words: int) -> None:
    """float32 counts up to 2²⁴ = 16,777,216 and doubles up to 2⁵³; one more word is one more word here."""
    text = added(Accumulator(BLEU()), [("a", ["b"])]).to_json()
    totals, place = json.loads(text)["metrics"][0]["sums"]["total"], BLEU().counts.columns.index("hyp_len")
    totals[place] = words
    full = Accumulator.from_json(changed(text, total=totals))
    if words < 2**63 - 1:
        assert json.loads(added(full, [("a", ["b"])]).to_json())["metrics"][0]["sums"]["total"][place] == words + 1
    else:
        raises(InputError, "hyp_len of BLEU is 9223372036854775808, which exceeds 64 bits", full.add, ["a"], ["b"])
        assert full == Accumulator.from_json(changed(text, total=totals))


def changed(text: str, **changes: object) -> str:
    data = json.loads(text)
    metric = data["metrics"][0]
    for key, value in changes.items():
        next(each for each in (metric["sums"], metric, data) if key in each)[key] = value
    return json.dumps(data)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"columns": ["a"]}, "other columns for BLEU"),
        ({"total": [1]}, "does not contain the sums of BLEU"),
        ({"total": [0.5] * 15}, "not an accumulator"),
        ({"value": "1e5"}, "not a sum of scores"),
        ({"segments": 5.0}, "not an accumulator"),
        ({"signature": "NOPE|version:x"}, "an unknown metric"),
        ({"signature": str(replace(BLEU().signature(), version="2.6.0"))}, "which Bolide did not count"),
        ({"signature": str(replace(BLEU().signature(), version=""))}, "which Bolide did not count"),
        ({"metrics": [1]}, "not an accumulator"),
    ],
)
def test_files_that_do_not_fit_are_refused(changes: dict[str, object], message: str) -> None:
    text = added(Accumulator("bleu"), [("a", ["b"])]).to_json()
    raises(InputError, message, Accumulator.from_json, changed(text, **changes))


@given(values=st.lists(st.floats(allow_nan=False, allow_infinity=False, min_value=-1e300, max_value=1e300)))
def test_exact_sums_are_fsum(values: list[float]) -> None:
    total = exact_sum(values)
    assert rounded(total) == fsum(values)
    assert exact_sum(reversed(values)) == total
