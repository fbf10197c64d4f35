"""Scores that are known, in scored.toml."""

import tomllib
from pathlib import Path

import pytest

from bolide import parse

SCORED = tomllib.loads(Path(__file__).with_name("scored.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("text", "row"), [(text, row) for text in SCORED for row in SCORED[text]])
def test_scores_that_are_known(text: str, row: list[str | float]) -> None:
    hyp, *refs, value = row
    assert parse(text).sentence(hyp, refs).value == pytest.approx(value, abs=1e-12)  # type: ignore[arg-type]
