"""Stats: a table that adds, takes, joins, and that numpy sees without a copy."""

from array import array

import numpy as np

from bolide import InputError, OptionError, Stats
from tests.errors import raises

TABLE = Stats.of(("a", "b"), [(1, 2), (3, 4), (5, 6)])


def test_total_take_join_and_numpy() -> None:
    assert TABLE.total() == (9, 12)
    assert list(TABLE.take([2, 0, 2])) == [(5, 6), (1, 2), (5, 6)]
    assert list(TABLE + TABLE.take([1])) == [(1, 2), (3, 4), (5, 6), (3, 4)]
    assert TABLE[-1] == (5, 6)
    assert TABLE.column("b") == array("q", [2, 4, 6])
    assert len(TABLE) == 3
    np.asarray(table := TABLE.take([0, 1]))[1, 0] = 30  # numpy looks at the same memory
    assert table[1] == (30, 4)


def test_rows_and_columns_that_do_not_fit_are_refused() -> None:
    raises(InputError, "Row 1 has 1 number for 2 columns", Stats.of, ("a", "b"), [(1, 2), (3,)])
    raises(InputError, "different columns", lambda: TABLE + Stats.of(("a", "c"), [(1, 2)]))
    raises(IndexError, "no row 3", lambda: TABLE[3])
    raises(OptionError, "no column called 'c'", TABLE.column, "c")
    raises(TypeError, "unsupported operand", lambda: TABLE + 3)  # type: ignore[operator]


def test_rows_of_two_versions_are_joined_and_those_of_two_settings_are_not() -> None:
    def signed(settings: str) -> Stats:
        return Stats(TABLE.columns, TABLE.data, f"BLEU|{settings}")

    one = signed("nrefs:1|tok:13a|version:bolide-0.0.1")
    assert (one + one).signature == one.signature
    assert (one + signed("nrefs:1|tok:13a|version:bolide-0.0.2")).signature == (
        "BLEU|nrefs:1|tok:13a|version:bolide-0.0.1,bolide-0.0.2"
    )
    assert (one + signed("nrefs:2|tok:13a|version:bolide-0.0.1")).signature == (
        "BLEU|nrefs:var|tok:13a|version:bolide-0.0.1"
    )
    other = signed("nrefs:1|tok:intl|version:bolide-0.0.2")
    raises(InputError, "different settings and cannot be added: tok:13a and tok:intl", lambda: one + other)
