"""Every kernel that follows starts or ids is given wild ones: it refuses them, or stays inside its arrays.

A crash here ends the whole run, and on the checked core (`scripts/checked`) any index outside its array fails.
"""

import ast
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from math import prod
from pathlib import Path
from typing import Any

import pytest

from bolide import kernels
from bolide.kernels import ngrams
from bolide.kernels.edits import error_rates, ter
from bolide.kernels.meteor15 import aligner
from bolide.kernels.meteor2005._alignment_block import MatchKeys, SentencePairs
from bolide.kernels.statistics import exchanges
from bolide.kernels.text import lexicon, scan
from bolide.system.errors import InputError
from tests import drawn as st
from tests.drawn import given, many

FOLDER = Path(kernels.__file__).parent
WILD = [-(2**62), -(2**31), -1000, -1, 0, 1, 2, 3, 5, 7, 8, 1000, 2**31, 2**62]
WILD_IDS = [-(2**31), -7, -1, 0, 1, 2, 3, 4, 2**31 - 1]
Draw = Callable[[st.Made], Any]


def some_of(values: Sequence[Any], most: int, least: int = 0) -> st.Made:
    return st.lists(st.sampled_from(values), least, most)


def view(kind: str, numbers: st.Made) -> st.Made:
    return numbers.map(lambda drawn: memoryview(array(kind, drawn)))


longs = view("q", some_of(WILD, 5))
ints = view("i", some_of(WILD_IDS, 8))
points = view("I", some_of([number % 2**32 for number in WILD_IDS], 8))
booleans = st.booleans()
CLASSES = memoryview(bytes(range(0x30)))  # of characters: all that there are, marked ones, and numbers in between
sizes = st.sampled_from([-1, 0, 1, 2, 3, 8])


shapes = st.tuples(st.sampled_from([1, 2, 3]), st.sampled_from([1, 3, 4, 7, 8, 12, 16]))
table = shapes.map(lambda sides: memoryview(bytearray(8 * prod(sides))).cast("q", sides))
pairs_of_texts = st.tuples(ints, longs, ints, longs).map(lambda drawn: SentencePairs(*drawn))
keys_of_words = st.tuples(sizes, ints, sizes, longs, ints, longs, ints).map(lambda drawn: MatchKeys(*drawn))


def aligned(draw: Draw) -> object:
    made = aligner.Aligner(draw(ints), draw(ints), [0, 1, 2], 2, draw(ints))
    return made.rows(
        draw(ints), draw(longs), draw(ints), draw(longs), memoryview(array("q", bytes(8 * 46))), draw(ints)
    )


SOME_TEXTS: list[Any] = ["", "a", "\x00\x01\x02.\x03 ", "b" * 700, ".," * 350, ["a"], list("abc") * 90, [], None, 3]


some_texts, few_texts = some_of(SOME_TEXTS, 6), some_of(SOME_TEXTS, 3)
kinds = st.sampled_from([None, (bytes(CLASSES), 0x20, True), (b"", 0x20, False)])
segment = st.tuples(sizes, kinds).map(lambda drawn: scan.SegmentTokens(*drawn))  # which may not take all those texts


def known(draw: Draw) -> None:
    """A lexicon of two words, asked for wild ones."""
    made = lexicon.Lexicon()
    for number in range(2):
        assert made.add(3 * number, True, 1, [7, number], [number]) == number
    calls: tuple[Callable[[], object], ...] = (
        lambda: made.add(draw(sizes), False, draw(sizes), [draw(sizes)], [draw(sizes)]),
        lambda: made.remember_spelling(draw(points), draw(ints), draw(sizes), draw(sizes)),
        lambda: made.numbers(draw(points), draw(ints), draw(sizes), draw(ints)),
        lambda: made.staged(draw(ints), True, True, draw(booleans)),
        lambda: made.weighed(draw(ints)),
    )
    for call in calls:
        with suppress(InputError):
            call()


def grid(kind: str, values: list[int], *most: int) -> st.Made:
    """An array of two or three dimensions, each at least 1, filled with some of these values."""

    def filled(shape: tuple[int, ...]) -> st.Made:
        return view(kind, some_of(values, prod(shape), prod(shape))).map(lambda flat: flat.cast("B").cast(kind, shape))

    return st.tuples(*(st.integers(1, end) for end in most)).flatmap(filled)


def lanes(kind: str, values: list[int], most: int, width: int = exchanges.EXCHANGES) -> st.Made:
    """Lines of the width that a kernel wants, most of the time; some of them are the same four numbers repeated."""

    def repeated(drawn: tuple[list[list[int]], int]) -> memoryview:
        lines, wide = drawn
        numbers = array(kind, [number for line in lines for number in line * (wide // 4)])
        return memoryview(numbers).cast("B").cast(kind, [len(lines), wide])  # type: ignore[call-overload]

    wide = st.sampled_from([width, width, width, 4, 8])
    return st.tuples(st.lists(some_of(values, 4, least=4), 1, most), wide).map(repeated)


KEYS = [(value << 2) | cell for value in (0, 1, 5) for cell in (0, 1, 2, 3)] + [-1, 2**62]
FEW = [0, 0, 1, 1, 2, 3, -1, 4, 2**40]  # places, parts and ranks, most of which are there
few = view("q", some_of(FEW, 5))
bits = st.sampled_from([2, 2, 2, 0, 1, 31, 63, 64, -1])
four_keys = view("q", some_of(KEYS, 4, least=4))
flags = grid("B", [0, 1, 1, 255], 2, 2)

# What a parameter of each type is given, if nothing better is said of the kernel.
OF_TYPE: dict[str, object] = {
    "cython.int[::1]": ints,
    "cython.const[cython.int][::1]": ints,
    "cython.longlong[::1]": longs,
    "cython.uint[::1]": points,
    "cython.const[cython.uint][::1]": points,
    "cython.const[cython.uchar][::1]": CLASSES,
    "cython.double[::1]": memoryview(array("d", bytes(24))),
    "cython.longlong[:, ::1]": table,
    "cython.int": sizes,
    "cython.Py_ssize_t": sizes,
    "cython.longlong": sizes,
    "cython.uchar": 0x20,
    "cython.bint": booleans,
    "SegmentTokens": segment,
    "list[Any]": some_texts,
    "SentencePairs": pairs_of_texts,
    "MatchKeys": keys_of_words,
}
# Kernels, and what they are given, if its type does not say enough.
SPECIAL: dict[str, tuple[Any, ...]] = {
    "ngrams.count_segment": (ngrams.count_segment, segment, some_texts, sizes, booleans, sizes),
    "ngrams.fill_matches": (ngrams.fill_matches, ints, longs, longs, longs, sizes, booleans, table, sizes),
    "exchanges.exchanged_concordance": (
        exchanges.exchanged_concordance,
        four_keys,
        bits,
        flags,
        few,
        grid("i", [0], 12, 3),
        grid("q", [0], 2, 2, 3),
    ),
    "exchanges.highest_sums": (
        exchanges.highest_sums,
        lanes("i", [0, 0, 1, 2, 4, -1, 2**30], 2, 4),
        lanes("h", [0, -1, 5, 32767], 2),
        lanes("h", [0], 4),
        lanes("q", [0], 2),
        lanes("q", [0], 2),
    ),
    "scan.SegmentTokens": (scan.SegmentTokens, sizes, st.tuples(st.just(bytes(CLASSES)), sizes, st.just(True))),
    "lexicon.Lexicon": (known, st.data()),
    "aligner.Aligner": (aligned, st.data()),
}
# What has doors and tests of its own: trees by `DamagedTree`, formulas by `Formula.fits`, and the parts of the
# optimal alignment, which `optimal` alone makes.
ELSEWHERE = {
    *("phrases.PhraseFinder", "phrases.DamagedTree", "aligner.TooManyMatches"),
    *("search.Search", "optimal.Copies", "optimal.SynonymClasses", "optimal.synonym_classes"),
    *("nltk_alignment.count_rows", "nltk_alignment.most_groups", "error_rates.EditAligner"),
    *("ter.Edits", "ter.BlockShift", "ter.BandedTable", "ter.ShiftSearch"),
    *("matches.Matches", "beam.Beam"),
}


def public() -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Every function and class that a kernel's file defines for others, with what it is given; C functions are called
    by kernels alone."""
    for path in sorted(FOLDER.rglob("[a-z]*.py")):
        if path.parent.name == "formulas":
            continue
        module = import_module(".".join(["bolide.kernels", *path.relative_to(FOLDER).with_suffix("").parts]))
        for each in ast.parse(path.read_text(encoding="utf-8")).body:
            if not isinstance(each, ast.FunctionDef | ast.ClassDef) or each.name.startswith("_"):
                continue
            name = f"{path.stem}.{each.name}"
            if name in SPECIAL:
                yield name, SPECIAL[name]
            elif name not in ELSEWHERE and "cython.cfunc" not in map(ast.unparse, each.decorator_list):
                assert isinstance(each, ast.FunctionDef), f"{name}: say in SPECIAL what it is given"
                required = each.args.args[: len(each.args.args) - len(each.args.defaults)]
                types = [ast.unparse(one.annotation or one) for one in required]
                yield name, (getattr(module, each.name), *map(OF_TYPE.__getitem__, types))


CALLS = dict(public())


@pytest.mark.parametrize("name", CALLS)
@many
@given(draw=st.data())
def test_wild_arguments(name: str, draw: Draw) -> None:
    with suppress(InputError, ValueError, IndexError, TypeError, ZeroDivisionError, OverflowError, NotImplementedError):
        call, *arguments = CALLS[name]
        call(*(draw(one) if isinstance(one, st.Made) else one for one in arguments))


def row_of(width: int) -> memoryview:
    return memoryview(bytearray(8 * width)).cast("q", (1, width))


@pytest.mark.parametrize("largest", [2**31 - 1, -(2**31)])
def test_the_largest_and_the_smallest_id(largest: int) -> None:
    """Among texts that fit otherwise; one more than the largest has no room in an int, which once ended the process."""
    ids, two = memoryview(array("i", [1, largest])), memoryview(array("q", [0, 1, 2]))
    spans = two[:-1], two[1:]
    one = memoryview(array("q", [0, 1]))
    for call in (
        lambda: error_rates.per_rows(ids, *spans, one, row_of(7)),
        lambda: error_rates.cder_rows(ids, *spans, one, row_of(4)),
        lambda: error_rates.edits(ids, *spans, one, row_of(7)),
        lambda: error_rates.operations(ids, two),
        lambda: ter.edits(ids, *spans, one, row_of(8)),
        lambda: ter.explain(ids, two),
        lambda: aligner.Aligner(memoryview(array("i", [largest, 0, 0, 0, 0, 0, 0, 0])), memoryview(array("i")), [0], 2),
    ):
        with pytest.raises((InputError, ValueError)):
            call()
