"""A metric's name may say more than its class: chrF++ and chrF3 on the command line."""

import json

import pytest

from tests.cli.run import bolide


@pytest.mark.parametrize(
    ("flags", "wanted"),
    [
        (["chrf"], "chrF2"),
        (["chrF++"], "chrF2++"),
        (["chrf3"], "chrF3"),
        (["chrf++", "--chrf.beta", "1"], "chrF1++"),
        (["chrf2++|nw:2|case:lc"], "chrF2++"),
    ],
)
def test_names_and_flags(flags: list[str], wanted: str) -> None:
    result = bolide("explain", "a cat", "the cat", "-f", "json", "-m", *flags)
    assert result.code == 0, result.err
    assert json.loads(result.out)["explanations"][0]["name"] == wanted


def test_rgbf_takes_its_units_from_the_line() -> None:
    result = bolide(
        "explain", "a cat ++ DT NN", "the cat ++ DT NN", "-m", "rgbf", "--rgbf.units", "word,pos", "-f", "json"
    )
    assert result.code == 0, result.err
    assert json.loads(result.out)["explanations"][0]["value"] == pytest.approx((0.5 + 1 + 1) / 8)
    wrong = bolide("explain", "a cat ++ DT NN", "the cat", "-m", "rgbf")
    assert wrong.code == 2
    assert "2 units" in wrong.err
