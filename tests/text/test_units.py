"""Units in one line, alternatives in one line, and parallel files joined."""

import pytest

from bolide import InputError
from bolide.text.units.parallel import encode_units, join_units, read_alternatives, split_units


def test_only_whole_tokens_separate() -> None:
    assert split_units("C++ ++ C# ++x") == [["C++"], ["C#", "++x"]]
    assert split_units("a ++ ++ b ++") == [["a"], [], ["b"], []]
    assert split_units("  ") == [[]]
    assert split_units("", 3) == [[], [], []]


def test_encoded_units_hold_the_same_tokens() -> None:
    found = encode_units(["a b ++ N V", "", "b ++ "], 2)
    assert found.wrong == -1
    a, b, n, v = 1, 2, 3, 4
    cut = [[list(found.ids[f:e]) for f, e in zip(found.firsts[u], found.ends[u], strict=True)] for u in range(2)]
    assert cut == [[[a, b], [], [b]], [[n, v], [], []]]
    assert encode_units(["a ++ b", "a"], 2).wrong == 1


@pytest.mark.parametrize(("line", "units", "wanted"), [
    ("a b", 1, ["a b"]),
    ("a # b c", 1, ["a", "b c"]),
    ("a ++ N", 2, ["a ++ N"]),
    ("a # b ++ N # V", 2, ["a ++ N", "b ++ V"]),
    ("a ++ N # b ++ V", 2, ["a ++ N", "b ++ V"]),
    ("C# # C++ ++ N # V", 2, ["C# ++ N", "C++ ++ V"]),
    ("a # ", 1, ["a", ""]),
    ("", 2, [""]),
])  # fmt: skip
def test_both_layouts_of_alternatives(line: str, units: int, wanted: list[str]) -> None:
    assert read_alternatives(line, units) == wanted


@pytest.mark.parametrize(("line", "units"), [("a # b ++ N", 2), ("a ++ N # b", 2), ("a # b ++ N # V", 1), ("a # b", 2)])
def test_anything_else_is_refused(line: str, units: int) -> None:
    with pytest.raises(InputError, match="with every alternative in every unit"):
        read_alternatives(line, units)


def test_parallel_files_become_one() -> None:
    assert join_units({"word": ["a b", "", "c"], "pos": ["N V", "", ""]}) == ["a b ++ N V", "", "c ++ "]
    assert join_units({"word": ["a", ""]}) == ["a", ""]


def test_parallel_files_must_pair_up_and_leave_the_separator_alone() -> None:
    with pytest.raises(InputError, match="word has 1, pos has 2"):
        join_units({"word": ["a"], "pos": ["N", "V"]})
    with pytest.raises(InputError, match="Line 2 of the unit pos holds the token `\\+\\+`"):
        join_units({"word": ["a", "b"], "pos": ["N", "V ++"]})
