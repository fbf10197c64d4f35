"""Arrow's buffers and WMT's SGML on real data: the rows and texts of the ways that were there before."""

import pytest

from bolide import BLEU, CHRF
from bolide.compat.meteor15.sgml import read_sgml
from bolide.corpus.table_files import TableOptions
from bolide.corpus.tables import read_systems_of
from bolide.data.stats import Stats
from bolide.metrics.measuring import measure_arrow
from tests.real.data import ALL_SYSTEMS, DATA, lines, needs_data

pytestmark = [needs_data, pytest.mark.one_core]
pa = pytest.importorskip("pyarrow")
METRICS = [BLEU(tokenize=name) for name in ("13a", "intl", "zh", "char", "none")]
METRICS += [BLEU(lowercase=True), CHRF(), CHRF(word_order=2, lowercase=True)]


@pytest.mark.parametrize("number", range(len(ALL_SYSTEMS)), ids=[f"{system[0]}-{system[1]}" for system in ALL_SYSTEMS])
def test_every_row_of_every_system(number: int) -> None:
    """Two metrics for each system, and for each metric a quarter of the systems."""
    _, _, output, reference = ALL_SYSTEMS[number]
    hyps, refs = map(lines, (output, reference))
    batch = pa.record_batch({"hyp": hyps, "ref": refs})
    for metric in METRICS[number % 4 :: 4]:
        assert Stats.from_arrow(measure_arrow(metric, batch)) == metric.measure(hyps, refs)


def test_sgml_gives_the_texts_that_the_meteor_tool_reads() -> None:
    names = [str(DATA / "meteor-example" / name) for name in ("ref.sgm.gz", "test.sgm.gz")]
    reference, test = map(read_sgml, names)
    ((who, refs),), ((system, hyps),) = reference.items(), test.items()
    (found,) = read_systems_of(names, [system[0]], [who[0]], TableOptions(join="id"))
    assert found.refs == list(refs.values())
    assert found.hyps == [hyps[segment] for segment in refs]
