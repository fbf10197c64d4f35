"""Several definitions behind one name: METEOR(variant=…) has its variant's options, and building it reads nothing."""

import gzip
import inspect
from pathlib import Path

import pytest

from bolide import METEOR, Metric, OptionError
from bolide.metrics.meteor import VARIANTS
from bolide.metrics.options import options_of
from bolide.text.words import paraphrase

TABLE = gzip.compress(b"0.5\nin spite of\ndespite\n", mtime=0)


COMMON = {"nfc", "variant", "alpha", "beta", "gamma", "lowercase", "average", "tokenize"}


def test_one_class_has_all_variants() -> None:
    assert {type(METEOR(variant)) for variant in VARIANTS} == {METEOR}
    assert METEOR() == METEOR("1.5") == METEOR(variant="1.5")
    assert METEOR("2005") != METEOR("nltk")
    assert isinstance(METEOR(), Metric)
    assert eval(repr(METEOR("nltk", stages=("exact",)))) == METEOR("nltk", stages=("exact",))


def test_each_variant_has_its_options() -> None:
    by_variant = {variant: set(METEOR(variant).form.settable) for variant in VARIANTS}
    assert by_variant["nltk"] == by_variant["2005"] == COMMON | {"stages"}
    assert by_variant["runs"] == COMMON
    assert by_variant["1.5"] & by_variant["nltk"] == COMMON
    names = {item.name for item, _ in options_of(METEOR)}
    assert names == by_variant["1.5"] | by_variant["nltk"]
    assert set(inspect.signature(METEOR).parameters) == names


def test_constructing_reads_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOLIDE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(paraphrase, "_PATHS", {})
    metric = METEOR(paraphrase=str(tmp_path / "later.gz"))
    assert metric.counts.columns
    assert hash(metric) == hash(METEOR(paraphrase="elsewhere.gz"))
    assert not paraphrase._PATHS
    for use in (metric.signature, lambda: metric.sentence("a", "b"), lambda: metric.counts.prepare(["a"])):
        with pytest.raises(OptionError, match=r"paraphrase table: .*later\.gz cannot be read: No such file"):
            use()
    assert metric != METEOR(paraphrase="elsewhere.gz")
    (tmp_path / "later.gz").write_bytes(TABLE)
    assert metric.sentence("in spite of", "despite").value > 0
