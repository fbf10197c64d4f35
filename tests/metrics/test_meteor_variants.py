"""Several definitions behind one name: METEOR(variant=…) has its variant's options, and building it reads nothing."""

import gzip
import inspect
import pickle
from dataclasses import replace
from pathlib import Path

import pytest

from bolide import METEOR, Metric, OptionError, parse
from bolide.data.marks import Link
from bolide.metrics.examples import EXAMPLES
from bolide.metrics.meteor import VARIANTS
from bolide.metrics.options import options_of
from bolide.text.words import paraphrase
from tests.laws.settings import SETTINGS

METEORS = [metric for metric in SETTINGS if isinstance(metric, METEOR)]
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


def test_replace_goes_from_variant_to_variant() -> None:
    assert replace(METEOR(alpha=0.5, average="mean"), variant="nltk") == METEOR("nltk", alpha=0.5, average="mean")
    assert replace(METEOR("runs", gamma=0.1), variant="1.5") == METEOR(gamma=0.1)
    assert METEOR("nltk", task=None, beam=None) == METEOR("nltk")


@pytest.mark.parametrize("metric", METEORS, ids=str)
def test_a_point_of_the_parameters_is_a_metric(metric: METEOR) -> None:
    tuning = metric.tuning
    values = [parameter.value for parameter in tuning.parameters]
    assert tuning.with_parameters(values) == metric
    point = [0.25 if parameter.draw != "fixed" else parameter.value for parameter in tuning.parameters]
    other = tuning.with_parameters(point)
    assert other.counts == metric.counts
    assert set(other.formula.setting[-len(values) :]) <= {0.25, *values}
    assert parse(str(other.signature())) == other


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


def test_names_of_one_table_are_equal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOLIDE_CACHE", str(tmp_path / "cache"))
    for name in ("one.gz", "two.gz"):
        (tmp_path / name).write_bytes(TABLE)
    (tmp_path / "three.gz").write_bytes(gzip.compress(b"0.5\na\nb\n", mtime=0))
    one, two, three = (METEOR(paraphrase=str(tmp_path / f"{name}.gz")) for name in ("one", "two", "three"))
    assert one == two
    assert one.counts == two.counts
    assert hash(one) == hash(two)
    assert one != three
    assert one != METEOR()
    assert parse(str(one.signature())) == two
    assert pickle.loads(pickle.dumps(one)) == two


def test_the_links_of_the_page_s_first_example_look_right_under_every_definition() -> None:
    first = EXAMPLES[0]
    for variant in VARIANTS:
        marks = METEOR(variant).explain(first.hyp, first.refs).marks
        links = [(mark.hyp, mark.ref) for mark in marks if isinstance(mark, Link)]
        assert links == [((k,), (k,)) for k in range(1, 6)], variant
