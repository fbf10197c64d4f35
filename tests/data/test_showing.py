"""Results as people look at them: short where they stand in a list, whole where they are printed."""

import sys
from dataclasses import replace
from xml.etree import ElementTree

import pytest

import bolide
from bolide import BLEU, CHRF, TER, InputError, Metric, Score, Signature, demo
from bolide.data.display import Displayable
from bolide.reporting.figures.draw import drawings
from bolide.system.errors import MissingExtra
from tests.errors import raises
from tests.laws.settings import SETTINGS

pytestmark = pytest.mark.one_core

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


@pytest.mark.parametrize("other", [score(0.1, tok="intl"), score(0.1, "TER", tok="13a"), "0.1", None])
def test_what_is_not_comparable_is_refused(other: object) -> None:
    with pytest.raises(TypeError):
        _ = score(0.2, tok="13a") < other  # type: ignore[operator]


# --- text ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("metric", SETTINGS, ids=str)
def test_an_explanation_is_short_in_a_list_and_whole_in_print(metric: Metric) -> None:
    explanation = metric.explain("the cats sat on a mat", ["the cat sat on the mat"])
    assert len(repr(explanation)) < 100
    assert metric.form.title in repr(explanation)
    assert "Step by step" in str(explanation)
    assert explanation.to_markdown().startswith("# ")
    for other in (explanation, *(metric.explain(*texts) for texts in (("a", "b"), ("", ""), ("", "a")))):
        assert ElementTree.fromstring(other.to_svg()).tag == "{http://www.w3.org/2000/svg}svg"
    page = explanation.to_html()
    assert page.startswith("<!doctype html>")
    pictures = sum(len(drawings(figure)) for figure in explanation.figures)
    assert page.count("<figure") == pictures  # some of which have a second drawing for a phone
    assert explanation._repr_html_().count("<figure") == pictures


@pytest.mark.parametrize(
    "result", [BLEU().corpus(HYPS, REFS), CHRF().segments(HYPS, REFS), BLEU().measure(HYPS, REFS)], ids=type
)
def test_scores_and_rows_can_be_displayed(result: Displayable) -> None:
    assert len(repr(result)) < 300
    assert str(result).strip()
    assert result._repr_html_().startswith('<div class="bolide">')
    assert result.to_html().startswith("<!doctype html>")
    assert result.to_markdown().strip()


def test_long_tables_show_their_ends() -> None:
    scores = TER().segments(["a b"] * 100, ["a c"] * 100)
    lines = str(scores).splitlines()
    assert [line.split()[0] for line in lines[2:13]] == ["1", "2", "3", "4", "5", "…", "96", "97", "98", "99", "100"]
    assert len(str(BLEU().measure(["a b"] * 100, ["a c"] * 100)).splitlines()) == 14


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


def test_a_package_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "polars", None)
    raises(MissingExtra, "needs polars, which is not installed: pip install polars", bolide.score(HYPS, REFS).to_polars)
