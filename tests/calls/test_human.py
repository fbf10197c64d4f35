"""People, spans, correlate and tune as calls: what their commands give, from files and from values."""

from pathlib import Path
from typing import Any

import pytest

import bolide
from bolide import InputError, OptionError
from bolide.agreement.reading import read_table
from tests.calls.test_compare import data_of, files, printed

__all__ = ["files"]
pytestmark = pytest.mark.one_core


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    ("words", "call"),
    [
        ("people esa.csv", lambda: bolide.people("esa.csv")),
        ("people esa.csv --mode wmt24", lambda: bolide.people("esa.csv", mode="wmt24")),
        ("people errors.tsv --documents documents.txt", lambda: bolide.people("errors.tsv", documents="documents.txt")),
        ("spans gold.seg.rating one.seg.rating two.seg.rating -n 500 --seed 3",
         lambda: bolide.spans("gold.seg.rating", ["one.seg.rating", Path("two.seg.rating")], trials=500, seed=3)),
        ("correlate --human mqm.seg.score --scores comet.seg.score ter.csv --lower ter",
         lambda: bolide.correlate("mqm.seg.score", ["comet.seg.score", "ter.csv"], lower=["ter"])),
        ("correlate --human mqm.seg.score -r ref.txt -i a.txt b.txt c.txt -q sys/pearson seg/darr -m bleu chrf",
         lambda: bolide.correlate("mqm.seg.score", systems=["a.txt", "b.txt", "c.txt"], refs="ref.txt",
                                  metrics=["bleu", "chrf"], questions=["sys/pearson", "seg/darr"])),
        ("tune --human mqm.seg.score -r ref.txt -i a.txt b.txt c.txt -n 50 --folds 2 --seed 1 -m meteor",
         lambda: bolide.tune("meteor", ["a.txt", "b.txt", "c.txt"], "ref.txt", "mqm.seg.score", settings=50, folds=2,
                             seed=1)),
    ],
)  # fmt: skip
def test_calls_are_their_commands(words: str, call: Any) -> None:
    assert data_of(call()) == printed(words)


@pytest.mark.usefixtures("files")
def test_scores_may_be_values() -> None:
    human, comet = read_table("mqm.seg.score"), read_table("comet.seg.score")
    values = [dict(zip(t.systems, t.cells.tolist(), strict=True)) for t in (human, comet)]
    expected = bolide.correlate("mqm.seg.score", "comet.seg.score").agreements
    found = bolide.correlate(values[0], {"comet": values[1]}).agreements
    assert [one.value for one in found] == [one.value for one in expected]
    whole = {name: sum(line) / len(line) for name, line in values[0].items()}
    by_system = bolide.correlate(whole, {"comet": values[1]}, questions="sys/pearson").agreements[0].value
    same = bolide.correlate(values[0], {"comet": values[1]}, questions="sys/pearson").agreements[0].value
    assert by_system == pytest.approx(same, abs=1e-12)


@pytest.mark.usefixtures("files")
def test_what_is_refused() -> None:
    with pytest.raises(InputError, match="There are no metrics"):
        bolide.correlate("mqm.seg.score")
    with pytest.raises(InputError, match="A prediction is given twice"):
        bolide.spans("gold.seg.rating", ["one.seg.rating", "one.seg.rating"])
    with pytest.raises(OptionError, match="trials are those of tests between predictions"):
        bolide.spans("gold.seg.rating", "one.seg.rating", trials=10)
    with pytest.raises(InputError, match="no annotations in a known format"):
        bolide.people("ref.txt")
