"""`bolide people`: macro and micro scores, and those of segments as a file. What it prints is in printed.toml."""

from pathlib import Path

import numpy as np
import pytest

from bolide.agreement.human_ranking import peoples_ranking
from bolide.agreement.table import Table
from tests.agreement.test_annotations import esa
from tests.cli.run import bolide

pytestmark = pytest.mark.one_core


def test_macro_and_micro() -> None:
    table = Table.of("esa", {"a": [10, 20, 84], "b": [40, 50, 60], "c": [1, 2, None]})
    found = peoples_ranking(table, {"x": np.array([0, 1]), "y": np.array([2])}).systems
    assert [(each.system, each.macro) for each in found] == [("b", (45 + 60) / 2), ("a", (15 + 84) / 2), ("c", None)]
    assert (found[1].micro, found[1].domains, found[1].segments) == (38, {"x": 15, "y": 84}, 3)
    as_wmt24 = peoples_ranking(table, {"x": np.array([0, 1]), "y": np.array([2])}, mode="wmt24").systems
    assert [(each.system, each.macro) for each in as_wmt24][2] == ("c", 1.5)  # over the domains that it has
    assert [each.system for each in peoples_ranking(table).systems] == ["b", "a", "c"]


def test_scores_of_segments_are_written_as_wmt_does(here: Path) -> None:
    rows = [esa(system=name, segment=str(n), score=str(20 * n)) for name in "ab" for n in (1, 2, 3)]
    Path("esa.csv").write_text("\n".join([*rows, ""]))
    assert bolide("people", "esa.csv", "--write", "esa.seg.score").code == 0
    lines = [f"{name}\t{score}" for name in "ab" for score in (None, 20.0, 40.0, 60.0)]
    assert Path("esa.seg.score").read_text().splitlines() == lines
