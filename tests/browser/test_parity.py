"""The page's Python and this one: the same counts, and scores that agree to 1e-12."""

from typing import Any

import pytest

from bolide import demo
from bolide.metrics import METRICS
from tests.browser.conftest import ask, run
from tests.browser.test_limits import ODD
from tests.real.data import DATA, lines, needs_data
from tests.web.calls import call
from tests.web.test_comparing import differences


def settings(metric: str) -> list[dict[str, Any]]:
    """The defaults and every preset, as the page's form holds them."""
    described = next(one for one in call("describe")["result"]["metrics"] if one["key"] == metric)
    return [{}, *described["presets"].values()]


def compare(page: Any, metric: str, hyps: list[str], refs: list[list[str]]) -> None:
    systems, metrics = [{"name": "a", "hyps": hyps}], [{"metric": metric, "options": one} for one in settings(metric)]
    given = {"metrics": metrics, "systems": systems, "refs": refs}
    here, there = call("corpus", **given)["result"]["systems"], ask(page, "corpus", **given)["systems"]
    assert differences(here, there, 1e-12) == []


@pytest.mark.parametrize("metric", METRICS)
def test_the_demo(page: Any, metric: str) -> None:
    for hyps in demo.SYSTEMS.values():
        compare(page, metric, list(hyps), [list(pair) for pair in zip(demo.HUMAN_A, demo.HUMAN_B, strict=True)])


@pytest.mark.parametrize("metric", METRICS)
def test_odd_texts(page: Any, metric: str) -> None:
    compare(page, metric, ODD, [[f"{text} {other}"] for text, other in zip(ODD, [*ODD[1:], ODD[0]], strict=True)])


@needs_data
@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("pair", ["en-de", "zh-en"])
def test_200_real_pairs(page: Any, metric: str, pair: str) -> None:
    folder = DATA / "wmt23" / pair
    system = sorted((folder / "system-outputs").glob("*.gz"))[0]
    hyps, refs = lines(system)[:100], lines(folder / "refA.txt.gz")[:100]
    compare(page, metric, hyps, [[ref] for ref in refs])


def test_numbers_are_rounded_as_python_rounds_them(page: Any) -> None:
    values = [sign * k / 2**n for sign in (1, -1) for n in range(7) for k in range(200)]  # a tie goes to the even digit
    given = [[value, digits] for value in [*values, 1.005, 2.675, 99.995] for digits in range(5)]
    found = run(page, "rounded", given)
    assert found == [f"{value:z.{digits}f}".replace("-", "−") for value, digits in given]
