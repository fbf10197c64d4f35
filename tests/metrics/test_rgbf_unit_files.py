"""Parallel files become units of the same corpus."""

from pathlib import Path

import pytest

from bolide import RGBF, Corpus, InputError
from bolide.corpus.lines import read_segments
from bolide.metrics.measuring import measure_corpus
from bolide.metrics.rgbf import join_unit_views


@pytest.fixture(autouse=True)
def _files(here: Path) -> None:
    for name, text in {"h1": "N V\n\n", "h2": "V\n\n", "r1": "N V\n\n", "r2": "V V\n\n", "short": "N\n"}.items():
        Path(name).write_text(text)


SYSTEMS = [
    Corpus.of(["a b", ""], [["a b", "b b"], ["", "c"]], "one"),
    Corpus.of(["b", ""], [["a b", "b b"], ["", "c"]], "two"),
]


def test_units_are_joined() -> None:
    one, two = join_unit_views(SYSTEMS, {"word": list, "pos": ["h1", "h2", "r1", "r2"]}, read_segments)
    assert (one.hyps, two.hyps) == (["a b ++ N V", ""], ["b ++ V", ""])
    assert one.refs == two.refs == ["a b ++ N V", "b b ++ V V", "", "c ++ "]
    assert (one.name, one.nrefs) == ("one", "2")
    metric = RGBF(units=("word", "pos"), max_order=1)
    assert metric.score_rows(measure_corpus(metric, one)).value == pytest.approx(1.0)


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(InputError, match="pos has 2 files; it needs 4"):
        join_unit_views(SYSTEMS, {"word": list, "pos": ["h1", "h2"]}, read_segments)
    with pytest.raises(InputError, match="short has 1 line for 2 segments"):
        join_unit_views(SYSTEMS, {"word": list, "pos": ["h1", "h2", "r1", "short"]}, read_segments)
    Path("h1").write_text("N ++\n\n")
    with pytest.raises(InputError, match="Line 1 of the unit pos"):
        join_unit_views(SYSTEMS, {"word": list, "pos": ["h1", "h2", "r1", "r2"]}, read_segments)
