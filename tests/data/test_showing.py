"""Results as people look at them: short where they stand in a list, whole where they are printed."""

from dataclasses import replace

import pytest

import bolide
from bolide import BLEU, CHRF, InputError, Score, Signature, demo
from bolide.data.display import Displayable
from tests.errors import raises

HYPS, REFS = demo.SYSTEMS["hasty"], demo.HUMAN_A


def score(value: float, metric: str = "BLEU", **items: str) -> Score:
    return Score(metric, value, Signature(metric, tuple(items.items())))


# --- a score is a number ------------------------------------------------------------------------------------------


def test_a_score_formats_and_rounds_as_its_value() -> None:
    found = score(0.37256)
    assert f"{found:.2f} {found:.1%} {found:8.3f} {found}" == f"0.37 37.3%    0.373 {found!s}"
    assert round(found, 2) == 0.37
    assert isinstance(round(found, 2), float)


def test_scores_of_the_same_settings_compare_by_their_values() -> None:
    low, high = score(0.2, tok="13a"), score(0.3, tok="13a")
    assert low < high > low <= low < 0.25 < high >= low
    assert not low > 1
    assert sorted([high, low]) == [low, high]
    # The number of references and the version do not matter.
    assert replace(low, signature=replace(low.signature, nrefs="1", version="bolide-1")) < high


# --- text ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "result", [BLEU().corpus(HYPS, REFS), CHRF().segments(HYPS, REFS), BLEU().measure(HYPS, REFS)], ids=type
)
def test_scores_and_rows_can_be_displayed(result: Displayable) -> None:
    assert len(repr(result)) < 300
    assert str(result).strip()
    assert result._repr_html_().startswith('<div class="bolide">')
    assert result.to_html().startswith("<!doctype html>")
    assert result.to_markdown().strip()


# --- tables of other packages -------------------------------------------------------------------------------------


def test_columns_have_one_row_per_system_and_metric() -> None:
    report = bolide.score(HYPS, REFS, ["bleu", "ter"], segments=True)
    columns = report.columns()
    assert columns["metric"] == ["BLEU", "TER"]
    assert columns["value"] == [score.value for score in report.systems[0].scores]
    assert columns["low"] == [None, None]
    by_segment = report.columns(segments=True)
    assert by_segment["line"] == [line for line in range(1, len(HYPS) + 1) for _ in range(2)]
    assert by_segment["value"] == [value for values in report.systems[0].segments for value in values]
    groups = [replace(report.systems[0], group=group) for group in ((), (("domain", "news"),))]
    assert replace(report, systems=tuple(groups)).columns()["domain"] == [None, None, "news", "news"]
    clash = replace(report, systems=(replace(report.systems[0], group=(("value", "1"),)),))
    raises(InputError, "own column 'value'", clash.columns)


@pytest.mark.parametrize("package", ["pandas", "polars", "pyarrow"])
def test_the_packages_themselves(package: str) -> None:
    pytest.importorskip(package, reason=f"{package} is not installed")
    report = bolide.score(HYPS, REFS, ["bleu", "ter"])
    found = getattr(report, f"to_{package.removeprefix('py')}")()
    assert list(found["metric"]) == ["BLEU", "TER"] or found["metric"].to_pylist() == ["BLEU", "TER"]
