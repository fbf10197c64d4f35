"""Scores of other tools: their signatures, directions and ranges, and ties of identical outputs."""

from pathlib import Path

import numpy as np

import bolide
from bolide.agreement.table import Source, Table
from bolide.testset.score_tables import tied

REFS = ["x y z", "u v w"]
SYSTEMS = {"a": ["x y", "u v"], "b": ["x y", "u"]}


# --- ties ---------------------------------------------------------------------------------------------------------


def test_identical_outputs_get_the_mean_of_their_scores_in_tests_alone(here: Path) -> None:
    given, data, notes = {"a": [0.5, 0.6], "b": [0.4, 0.7]}, bolide.TestSet(REFS, SYSTEMS), list[str]()
    comet = bolide.read_scores(given, name="comet")
    values = [sample.values.tolist() for sample in comet.samples(data, notes.append)]
    assert values == [[(0.5 + 0.4) / 2, 0.6], [(0.5 + 0.4) / 2, 0.7]]
    (note,) = notes
    assert note.startswith("comet: 2 outputs had other scores, by up to 0.1, than identical outputs")
    assert bolide.score(data, ["bleu", comet]).segments("comet") == given
    comet = bolide.read_scores(given, name="comet", as_scored=True)
    assert [sample.values.tolist() for sample in comet.samples(data, notes.append)] == [*given.values()]


def test_ties_need_no_other_cells() -> None:
    table = Table("m", ("a", "b", "c"), np.array([[1.0, np.nan, 3.0], [2.0, 5.0, 3.0], [9.0, 8.0, 7.0]]))
    outputs = {"a": ["x", "y", "z"], "b": ["x", "y", "z"], "c": ["other", "y", "z2"]}
    cells = tied(Source("m", table), outputs).at("seg").cells
    np.testing.assert_array_equal(cells, [[1.5, np.nan, 3.0], [1.5, 6.5, 3.0], [9.0, 6.5, 7.0]])
    assert tied(Source("m", table), {"a": ["x"]}).seg is table
