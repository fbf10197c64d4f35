"""Messages: warnings name the line of whoever called Bolide."""

import warnings
from collections.abc import Callable

import pytest

import bolide

pytestmark = pytest.mark.one_core

UNTUNED = {"language": "ru", "task": "adq"}


@pytest.mark.parametrize(
    "call",
    [
        lambda: bolide.METEOR(**UNTUNED),
        lambda: bolide.parse("METEOR|variant:1.5|lang:ru|task:adq"),
        lambda: bolide.METEOR().__class__(**UNTUNED).sentence("a", "a"),
    ],
)
def test_a_warning_points_to_the_line_of_the_caller(call: Callable[[], object]) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        call()
    assert {(one.filename, one.lineno) for one in caught} == {(__file__, call.__code__.co_firstlineno)}
