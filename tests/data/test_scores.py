"""A score is a value, whether its parts are made already or not."""

from dataclasses import replace

import numpy as np
import polars as pl
import pyarrow as pa
import pytest

import bolide
from bolide import BLEU, CHRF, METEOR, RGBF, TER, InputError, Metric, parse
from bolide.data.scores import Signature
from tests.errors import raises

METRICS = [BLEU(), CHRF(), TER(), RGBF(), METEOR(variant="nltk", average="mean"), METEOR(variant="runs")]


@pytest.fixture(params=METRICS, ids=lambda metric: str(metric.title))
def metric(request: pytest.FixtureRequest) -> Metric:
    return request.param  # type: ignore[no-any-return]


def test_versions_are_no_settings_and_are_named_together() -> None:
    here = BLEU().signature("1")
    earlier, other = replace(here, version="bolide-0.0.1"), replace(here, version="bolide-0.0.2")
    assert here.differences(earlier) == []
    assert earlier.differences(replace(BLEU(tokenize="intl").signature(), version="bolide-0.0.2")) == [
        "tok:13a and tok:intl"
    ]
    both = other.with_versions(earlier.versions)
    assert str(both).endswith("|version:bolide-0.0.1,bolide-0.0.2")
    assert Signature.from_text(str(both)) == both == earlier.with_versions(other.versions)
    assert both.with_versions(both.versions) == both
    assert parse(both) == BLEU()


def test_segment_scores_go_into_arrays_lists_and_columns() -> None:
    hyps, refs = ["the cat", "a dog"], ["the cat", "the dog"]
    scores = TER().segments(hyps, refs)
    expected = [0.0, 0.5]
    assert scores.tolist() == list(scores.values) == expected
    assert np.asarray(scores).tolist() == np.array(scores, dtype="float32").tolist() == expected
    assert np.shares_memory(np.asarray(scores), np.asarray(scores.values))
    assert not np.asarray(scores).flags.writeable
    assert pl.Series(scores.values).to_list() == pa.array(scores.values).to_pylist() == expected
    report = bolide.score(bolide.TestSet(refs, {"system": hyps}), ["bleu", "ter"]).with_segments()
    assert report.values("ter") == expected
    assert np.asarray(report.systems[0].segments)[:, 1].tolist() == expected
    raises(InputError, "with_segments", bolide.score(hyps, refs, ["bleu"]).values, "bleu")
    raises(InputError, "with_segments", bolide.score(hyps, refs, ["bleu"]).rows, segments=True)
