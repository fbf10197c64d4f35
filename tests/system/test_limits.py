"""Limits by value: what is just within one is accepted, and the next is not."""

from collections.abc import Callable
from typing import Any

import pytest

from bolide.system import limits
from bolide.system.errors import BolideError

pytestmark = pytest.mark.one_core


def refused(check: Callable[..., Any], *arguments: Any) -> bool:
    try:
        check(*arguments)
    except (BolideError, ValueError):
        return True
    return False


@pytest.mark.parametrize(
    ("check", "within", "beyond"),
    [
        (lambda number: limits.check_most("n", number, 7), [-1, 0, 7], [8, 10**40]),
        (lambda number: limits.check_count("n", number, 2, 7), [2, 7], [1, 8, 10**40, -2, 2.0, "2", None, True]),
        (lambda number: limits.check_count("n", number), [0, 1, 10**40], [-1]),
        (
            lambda text: limits.segment_number(text, "x"),
            ["1", "010", "10000000"],
            ["0", "10000001", "-1", "1.0", "", "١"],
        ),
        (lambda text: limits.whole_number(text, 2, 7), ["2", "7", "07"], ["1", "8", "", " 2", "2 ", "²", "9" * 200]),
    ],
    ids=["most", "count", "count from 0", "segment", "whole number"],
)
def test_numbers(check: Callable[[Any], Any], within: list[Any], beyond: list[Any]) -> None:
    assert [value for value in within if refused(check, value)] == []
    assert [value for value in beyond if not refused(check, value)] == []


def test_what_is_read_is_the_number() -> None:
    assert (limits.check_most("n", 7, 7), limits.segment_number("010", "x"), limits.whole_number("07", 0, 7)) == (
        7,
        10,
        7,
    )


def test_sizes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(limits.COMPARED, "CDER", 12)
    compared = [
        refused(limits.check_compared, "CDER", 0, sizes) for sizes in ((3, 4), (4, 3), (13, 1), (1, 13), (0, 99))
    ]
    assert compared == [False, False, True, True, False]
    monkeypatch.setattr(limits, "CELLS", 100)
    monkeypatch.setattr(limits, "SPARSE", 20)
    cells = [(10, 10, 0), (101, 1, 5), (101, 1, 6), (10, 12, 6), (11, 11, 6)]  # rows, columns, and how many are filled
    assert [refused(limits.check_filled, "x", *sizes, ("row", "column")) for sizes in cells] == [
        False,
        True,
        False,
        False,
        True,
    ]
    monkeypatch.setattr(limits, "CHARACTERS", 9)
    assert [refused(limits.check_characters, size) for size in (9, 10)] == [False, True]


def test_packed_files_and_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = [(50, 1), (51, 1), (60, 6), (61, 6)]  # unpacked, and packed: at most ten times as many, above 50
    assert [refused(limits.check_ratio, "x", *each, 10, 50) for each in sizes] == [False, True, False, True]
    monkeypatch.setattr(limits, "SMALL", 50)
    assert [refused(limits.check_ratio, "x", *each, 10) for each in sizes] == [False, True, False, True]
    monkeypatch.setattr(limits, "SMALL", 0)
    assert [refused(limits.check_ratio, "x", size, 1) for size in (limits.RATIO, limits.RATIO + 1)] == [False, True]
    for available, expected in ((400, [False, True]), (None, [False, False])):
        monkeypatch.setattr(limits, "memory", lambda memory=available: memory)
        assert [refused(limits.check_memory, "x", size) for size in (100, 101)] == expected
        assert refused(limits.check_unpacked, "x", 101, 101) == expected[1]
