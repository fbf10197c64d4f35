"""People, spans, correlate and tune as calls: what their commands give, from files and from values."""

import pytest

import bolide
from bolide import InputError, OptionError
from bolide.agreement.reading import read_table
from tests.calls.test_compare import files
from tests.refusals import refuses

__all__ = ["files"]
pytestmark = pytest.mark.one_core


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
    refuses(InputError, "There are no metrics", bolide.correlate, "mqm.seg.score")
    with pytest.raises(InputError, match="A prediction is given twice"):
        bolide.spans("gold.seg.rating", ["one.seg.rating", "one.seg.rating"])
    with pytest.raises(OptionError, match="trials are those of tests between predictions"):
        bolide.spans("gold.seg.rating", "one.seg.rating", trials=10)
    refuses(InputError, "no annotations in a known format", bolide.people, "ref.txt")
