"""The dataclasses of `bolide.frozen` are those of `dataclasses`, made faster: each is held against its twin."""

import dataclasses
from typing import Any

import pytest

import bolide.frozen


def family(dataclass: Any) -> tuple[type[Any], type[Any], type[Any]]:
    """A class, one that adds to it, and one with a representation of its own."""

    @dataclass(frozen=True)
    class Point:
        """A point."""

        x: int
        y: tuple[int, ...] = (1, 2)
        note: str = dataclasses.field(default="", compare=False)
        cache: dict[str, int] = dataclasses.field(default_factory=dict, repr=False, compare=False, kw_only=True)

    @dataclass(frozen=True)
    class Named(Point):
        """One with a name."""

        name: str = "origin"

    @dataclass(frozen=True)
    class Terse(Point):
        """One that says little."""

        def __repr__(self) -> str:
            return "."

    return Point, Named, Terse


OURS, THEIRS = family(bolide.frozen.dataclass), family(dataclasses.dataclass)
ARGUMENTS: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
    ((1,), {}),
    ((1,), {"note": "a"}),
    ((1, (3,)), {"cache": {"a": 1}}),
    ((2,), {"y": (1, 2)}),
]


@pytest.mark.parametrize("kind", [0, 1, 2], ids=["plain", "derived", "own repr"])
def test_values_are_those_of_the_standard_library(kind: int) -> None:
    ours, theirs = ([family[kind](*given, **named) for given, named in ARGUMENTS] for family in (OURS, THEIRS))
    assert [repr(one) for one in ours] == [repr(one) for one in theirs]
    assert [hash(one) for one in ours] == [hash(one) for one in theirs]
    assert [[a == b for b in ours] for a in ours] == [[a == b for b in theirs] for a in theirs]
    assert [dataclasses.asdict(one) for one in ours] == [dataclasses.asdict(one) for one in theirs]
    assert dataclasses.replace(ours[0], x=2) == ours[3]


def test_classes_differ_even_where_fields_are_equal() -> None:
    assert OURS[0](1) != OURS[2](1)
    assert OURS[0](1) != (1, (1, 2))


def test_frozen() -> None:
    one = OURS[1](1)
    with pytest.raises(dataclasses.FrozenInstanceError):
        one.x = 2
    with pytest.raises(dataclasses.FrozenInstanceError):
        del one.name


def test_a_frozen_class_of_the_standard_library_may_inherit() -> None:
    @dataclasses.dataclass(frozen=True)
    class Metric(bolide.BLEU):
        """A metric of somebody's own."""

        extra: int = 1

    assert Metric(extra=2) == Metric(extra=2) != Metric()
    assert Metric().corpus(["a b c d"], ["a b c d"]).value == 1
