"""Every option of every metric takes values of its kind and refuses all others; a new option is covered by itself."""

from enum import Enum
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bolide import METRICS, OptionError, parse
from bolide.metrics.options import KINDS, options_of
from tests.tables import table


class Word(str, Enum):  # noqa: UP042
    """An enum of texts, of which str() gives the member's name."""

    FLOOR = "floor"


def options() -> list[Any]:
    return [
        pytest.param(metric, item, record, id=f"{metric.name}-{item.name}")
        for metric in METRICS.values()
        for item, record in options_of(metric)
    ]


@pytest.mark.parametrize(
    ("kind", "given", "kept"),
    [
        ("switch", True, True),
        ("integer", np.int64(3), 3),
        ("number", 3, 3.0),
        ("number", np.float32(0.5), 0.5),
        ("number", Fraction(1, 4), 0.25),
        ("numbers", [1, 2], (1.0, 2.0)),
        ("numbers", np.array([0.5, 0.5]), (0.5, 0.5)),
        ("numbers", (n / 2 for n in (1, 1)), (0.5, 0.5)),
        ("choice", Word.FLOOR, "floor"),
        ("text", Word.FLOOR, "floor"),
        ("texts", [Word.FLOOR, "b"], ("floor", "b")),
        ("path", Path("a") / "b", str(Path("a") / "b")),
    ],
)
def test_a_value_is_kept_in_its_plain_form(kind: str, given: Any, kept: Any) -> None:
    found = KINDS[kind][1](given)
    assert found == kept
    parts = (found, *kept) if isinstance(kept, tuple) else (found,)
    assert {type(part) for part in parts} <= {bool, int, float, str, tuple}
    assert type(found) is type(kept)


REFUSED = table(__file__, "refused.toml")


@pytest.mark.parametrize(("name", "options", "message"), [(name, *row) for name in REFUSED for row in REFUSED[name]])
def test_values_out_of_range_and_options_that_contradict(name: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        METRICS[name](**options)


SIGNED = table(__file__, "signatures.toml")


@pytest.mark.parametrize(("name", "options", "text"), [(name, *row) for name in SIGNED for row in SIGNED[name]])
def test_signatures(name: str, options: dict[str, Any], text: str) -> None:
    metric = METRICS[name](**options)
    assert str(metric.signature("1")).rpartition("|version:")[0] == text
    assert parse(text) == parse(f"{text}|version:2.6.0") == metric
