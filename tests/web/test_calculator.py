"""What the calculators show of a score: definitions, the equation, fields with errors, two candidates side by side."""

import math
from typing import Any

import pytest

from bolide.metrics import METRICS
from tests.web.calls import call

CAT = {"hyp": "the the cat sat mat", "refs": ["the cat sat on the mat", "a cat was on a mat"]}
SETTINGS: list[tuple[str, dict[str, Any]]] = [
    *((metric, {}) for metric in METRICS),
    *(("meteor", {"variant": name}) for name in ("nltk", "2005", "runs")),
    ("bleu", {"weights": "1,2,1,1"}),
    ("chrf", {"word_order": "2"}),
]


def shown(metric: str, options: dict[str, Any], **texts: Any) -> dict[str, Any]:
    found: dict[str, Any] = call("explain", metric=metric, options=options, **texts)["result"]
    return found


# --- two candidates --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("metric", METRICS)
def test_two_candidates_are_scored_as_each_alone(metric: str) -> None:
    hyps = ["the cat is on mat", "the cats sat on the mat"]
    found = call("candidates", metric=metric, options={}, hyps=hyps, refs=CAT["refs"])["result"]
    alone = [shown(metric, {}, hyp=hyp, refs=CAT["refs"]) for hyp in hyps]
    assert [score["value"] for score in found["scores"]] == [one["value"] for one in alone]
    for step in found["steps"]:
        for value, one in zip(step["shown"], alone, strict=True):
            label, _, number = step["label"].partition(": ")
            steps = [found_step for found_step in one["steps"] if found_step["label"] == label]
            named = {steps[-1]["names"][name]: text for name, text in steps[-1]["shown"].items()} if steps else {}
            assert value == ((named[number] if number else steps[-1]["shown_value"]) if steps else "–")
    for side, one in zip(("first", "second"), alone, strict=True):
        assert [token for piece in found["words"] for token in piece[side]] == one["hyp"]


# --- advice -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("metric", "options"), SETTINGS, ids=str)
def test_a_formula_with_its_numbers_put_in_gives_the_value(metric: str, options: dict[str, Any]) -> None:
    """Computed from what is shown, so that four decimals are what is lost."""
    nothing: list[dict[str, Any]] = [{"hyp": hyp, "refs": [ref]} for hyp, ref in (("", "a b"), ("a", "b"), ("a", ""))]
    steps = [step for texts in (CAT, *nothing) for step in shown(metric, options, **texts)["steps"] if step["worked"]]
    assert steps
    for step in steps:
        plain = step["worked"].translate(str.maketrans({"·": "*", "−": "-", "^": "**", "²": "**2"}))
        value = eval(plain, {"exp": math.exp})
        assert value == pytest.approx(step["value"], abs=2e-3), step["worked"]


@pytest.mark.parametrize("metric", ["bleu", "chrf", "rgbf"])
def test_every_bar_leads_to_a_number_of_a_step(metric: str) -> None:
    options = {"units": "w"} if metric == "rgbf" else {}
    found = shown(metric, options, hyp="the cat is on mat", refs=["the cat is on the mat"])
    bars = [bar for one in found["pictures"] for bar in one["bars"]]
    assert len(bars) >= 4
    for bar in bars:
        step = found["steps"][bar["step"]]
        assert not bar["number"] or bar["number"] in step["numbers"]
