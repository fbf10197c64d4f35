"""MQM error files in the forms that WMT released them: what each line costs, and what is refused with its line."""

import json
from pathlib import Path

import numpy as np
import pytest

from bolide import InputError, OptionError
from bolide.agreement.annotations import mqm_errors
from bolide.agreement.annotations.mqm_errors import WEIGHTS
from bolide.agreement.error_overlay import errors_in
from bolide.agreement.table import Table
from bolide.corpus.lines import read_text
from tests.agreement.judged import FILES
from tests.cli.run import bolide, refused
from tests.errors import raises

OLD = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity"  # newstest2020, newstest2021
TED = f"{OLD}\tcomment"


def write(path: Path, *lines: str, end: str = "\n") -> Path:
    path.write_bytes((end.join(lines) + end).encode())
    return path


def table(path: Path, weights: str | None = None) -> Table:
    return mqm_errors.read(str(path), read_text(str(path)), weights)[""].table()


# Freitag et al. 2021, table 4, and what the releases of 2023 and 2024 did otherwise; None is refused.
@pytest.mark.parametrize(("category", "severity", "costs"), FILES["weights"])
def test_weights(category: str, severity: str, costs: tuple[float | None, ...]) -> None:
    for weights, cost in zip(WEIGHTS.values(), costs, strict=True):
        assert weights.cost(category, severity) == (None if cost != cost else cost)  # nan is refused


def test_weights_are_those_of_the_year_and_named(tmp_path: Path) -> None:
    rows = [f"{s}\td\t1\t1\tr\ts\tt\tSource issue\t{degree}" for s, degree in (("a", "Major"), ("b", "Minor"))]
    path = write(tmp_path / "mqm_generalMT2023_ende.tsv", OLD, *rows)
    assert table(path).cells.tolist() == [[0.0], [0.0]]
    assert table(path, "2020").cells.tolist() == [[-5.0], [-1.0]]
    other = write(tmp_path / "errors.tsv", OLD, *rows)
    raises(InputError, r"line 2: 'Source issue' of severity 'Major' costs 5 in 2020, 0 in 2023", table, other)
    raises(OptionError, "no table of MQM weights called '2019'", table, other, "2019")
    scores = write(tmp_path / "m.seg.score", "a\t1", "b\t2")
    words = ("correlate", "--mqm", other, "--scores", scores, "-q", "seg/pearson")
    refused(bolide(*words), "line 2", "`mqm_weights` 2020 or 2023 or 2024")
    assert "MQM weights: those of 2020." in bolide(*words, "--mqm-weights", "2020").out
    shown = json.loads(bolide(*words, "--mqm-weights", "2024", "-f", "json").out)
    assert shown["weights"] == "2024"
    refused(
        bolide("correlate", "--human", scores, "--scores", other, "--mqm-weights", "2024"),
        "`mqm_weights` is about one file of marked errors; leave it out",
    )


def test_published_averages(tmp_path: Path) -> None:
    """Segments 1 to 5 of two systems of WMT21's TED talks, en-de: the marks as released (ted/ende/mqm_ted_ende.tsv of
    google/wmt-mqm-human-evaluation), texts left out, and the averages released with them (…avg_seg_scores.tsv)."""
    rows = [f"{system}\ttalk.1\t{n}\t{n}\t{about}\t" for system, n, about in FILES["released marks"]]
    found = table(write(tmp_path / "mqm_ted_ende.tsv", TED, *rows))
    assert dict(zip(found.systems, found.cells.tolist(), strict=True)) == {
        "Facebook-AI": [-1, 0, 0, 0, -2],
        "HuaweiTSC": [-5, 0, 0, 0, 0],
    }


def test_raters_are_averaged_and_what_nobody_saw_is_missing(tmp_path: Path) -> None:
    rows = [
        "a\td\t1\t1\tr1\ts\tt\tAccuracy/Omission\tMajor",
        "a\td\t1\t1\tr1\ts\tt\tFluency/Punctuation\tMinor",
        "a\td\t1\t1\tr2\ts\tt\tNo-error\tno-error",
        "b\td\t2\t2\tr1\ts\tt\tNon-translation!\tMajor",
    ]
    found = table(write(tmp_path / "mqm.tsv", OLD, *rows)).widened(3)
    np.testing.assert_allclose(found.cells, [[-(5.1 + 0) / 2, np.nan, np.nan], [np.nan, -25, np.nan]])


def test_errors_lie_where_the_rater_marked_them(tmp_path: Path) -> None:
    path = write(tmp_path / "errors.tsv", TED, *FILES["marks in texts"])
    texts = {"a": ["Er gehen heim .", "Anders geschrieben, hier", "die und die"]}
    found = errors_in(mqm_errors.read(str(path), read_text(str(path)))[""], texts)
    assert found == {
        ("a", 0): [(3, 8, "Fluency/Grammar", "Major", "r1"), (-1, -1, "Accuracy/Omission", "Minor", "r2")],
        ("a", 1): [(7, 18, "Fluency/Grammar", "Minor", "r1")],
        ("a", 2): [(-1, -1, "Fluency/Grammar", "Minor", "r1")],  # it stands there twice
    }
    assert texts["a"][0][3:8] == "gehen"
