"""Every kernel that follows starts or ids is given wild ones: it refuses them, or stays inside its arrays.

A crash here ends the whole run, and on the checked core (`scripts/checked`) any index outside its array fails.
"""

import ast
from array import array
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import prod
from pathlib import Path
from typing import Any

import pytest

from bolide import kernels
from bolide.kernels import bounds_checks
from bolide.kernels.edits import levenshtein, per_cder, ter
from bolide.kernels.formulas import fragmentation
from bolide.kernels.meteor15 import aligner, normalize
from bolide.kernels.meteor2005 import nltk_alignment, optimal
from bolide.kernels.meteor2005._alignment_block import MatchKeys, SentencePairs
from bolide.kernels.ngrams import information, matches, pairs, word_ranks
from bolide.kernels.statistics import concordance, permuted_sums, rows, tie_thresholds
from bolide.kernels.text import chrf_units, lexicon, scan, units
from bolide.system.errors import InputError
from tests import drawn as st
from tests.drawn import given, many

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
FIVE_KINDS = memoryview(b"\0\1\2\3\4" * 10)
CLASSES = memoryview(bytes(range(0x30)))  # of characters: all that there are, marked ones, and numbers in between
sizes = st.sampled_from([-1, 0, 1, 2, 3, 8])


def cells(kind: str, *shape: int) -> memoryview:
    size = 8
    for number in shape:
        size *= number
    flat = memoryview(bytearray(size)).cast(kind)
    return flat if len(shape) == 1 else memoryview(bytearray(size)).cast(kind, shape)


def table(draw: Draw, width: int) -> memoryview:
    height, columns = draw(st.sampled_from([1, 2, 3])), draw(st.sampled_from([1, 3, width, width + 1]))
    return memoryview(bytearray(8 * height * columns)).cast("q", (height, columns))


def texts(draw: Draw) -> SentencePairs:
    return SentencePairs(draw(ints), draw(longs), draw(ints), draw(longs))


def words(draw: Draw) -> MatchKeys:
    return MatchKeys(draw(sizes), draw(ints), draw(sizes), draw(longs), draw(ints), draw(longs), draw(ints))


def aligned(draw: Draw) -> object:
    made = aligner.Aligner(draw(ints), draw(ints), [0, 1, 2], 2, draw(ints))
    return made.rows(draw(ints), draw(longs), draw(ints), draw(longs), cells("q", 46), draw(ints))


SOME_TEXTS: list[Any] = ["", "a", "\x00\x01\x02.\x03 ", "b" * 700, ".," * 350, ["a"], list("abc") * 90, [], None, 3]
SHORT_TEXTS = [text[:60] if isinstance(text, str | list) else text for text in SOME_TEXTS]  # for what takes n³ steps


def of_segment(draw: Draw, kernel: Callable[..., object], *more: object) -> object:
    """What a kernel makes of texts that a segment may not be able to take."""
    kinds = draw(st.sampled_from([None, (bytes(CLASSES), 0x20, True), (b"", 0x20, False)]))
    segment = scan.SegmentTokens(draw(sizes), kinds)
    return kernel(segment, draw(some_of(SOME_TEXTS, 6)), *more)


def known(draw: Draw) -> None:
    """A lexicon of two words, asked for wild ones."""
    made = lexicon.Lexicon()
    for number in range(2):
        assert made.add(3 * number, True, 1, [7, number], [number]) == number
    calls: tuple[Callable[[], object], ...] = (
        lambda: made.add(draw(sizes), False, draw(sizes), [draw(sizes)], [draw(sizes)]),
        lambda: made.meet(draw(points), draw(ints), draw(sizes), draw(sizes)),
        lambda: made.numbers(draw(points), draw(ints), draw(sizes), draw(ints)),
        lambda: made.staged(draw(ints), True, True, draw(booleans)),
        lambda: made.weighed(draw(ints)),
    )
    for call in calls:
        with suppress(InputError):
            call()


def grid(draw: Draw, kind: str, values: list[int], *most: int) -> memoryview:
    """An array of two or three dimensions, each at least 1, filled with some of these values."""
    shape = [draw(st.sampled_from(range(1, end + 1))) for end in most]
    size = prod(shape)
    return memoryview(array(kind, draw(some_of(values, size, least=size)))).cast("B").cast(kind, shape)  # type: ignore[call-overload]


def lanes(draw: Draw, kind: str, values: list[int], most: int, width: int = tie_thresholds.EXCHANGES) -> memoryview:
    """Lines of the width that a kernel wants, most of the time; some of them are the same four numbers repeated."""
    lines = [draw(some_of(values, 4, least=4)) for _ in range(draw(st.sampled_from(range(1, most + 1))))]
    wide = draw(st.sampled_from([width, width, width, 4, 8]))
    numbers = [number for line in lines for number in line * (wide // 4)]
    return memoryview(array(kind, numbers)).cast("B").cast(kind, [len(lines), wide])  # type: ignore[call-overload]


KEYS = [(value << 2) | cell for value in (0, 1, 5) for cell in (0, 1, 2, 3)] + [-1, 2**62]
FEW = [0, 0, 1, 1, 2, 3, -1, 4, 2**40]  # places, parts and ranks, most of which are there
few = view("q", some_of(FEW, 5))
bits = st.sampled_from([2, 2, 2, 0, 1, 31, 63, 64, -1])
doubles = view("d", some_of([0.0, 1.0, -2.5], 4, least=1))


def keys(draw: Draw) -> memoryview:
    return grid(draw, "q", KEYS, 2, 4)


def some(draw: Draw, *most: int) -> memoryview:
    return grid(draw, "d", [0, 1, -2], *most)


CALLS: dict[str, Callable[[Draw], object]] = {
    "scan.SegmentTokens": lambda draw: scan.SegmentTokens(
        draw(sizes), (bytes(CLASSES), draw(sizes), True), draw(ints)
    ),
    "scan.scan_texts": lambda draw: scan.scan_texts(
        draw(some_of(SOME_TEXTS, 6)), CLASSES, 0x20, True
    ),
    "matches.count_segment": lambda draw: of_segment(
        draw, matches.count_segment, draw(sizes), draw(booleans), draw(sizes)
    ),
    "matches.clipped_row": lambda draw: of_segment(draw, matches.clipped_row, draw(sizes)),
    "pairs.pair_rows": lambda draw: of_segment(draw, pairs.pair_rows, draw(sizes), True),
    "information.shared_information": lambda draw: information.shared_information(
        [draw(some_of(SOME_TEXTS, 3)), draw(some_of(SOME_TEXTS, 3))], draw(some_of(SOME_TEXTS, 3)), draw(sizes)
    ),
    "word_ranks.word_ranks": lambda draw: word_ranks.word_ranks(*draw(some_of(SHORT_TEXTS, 2, least=2))),
    "levenshtein.edit_rows": lambda draw: of_segment(draw, levenshtein.edit_rows),
    "levenshtein.pair_chunks": lambda draw: of_segment(draw, levenshtein.pair_chunks),
    "ter.segment_row": lambda draw: of_segment(draw, ter.segment_row),
    "scan.scan": lambda d: scan.scan(d(points), d(longs), CLASSES, 0, d(booleans)),
    "chrf_units.squeeze": lambda d: chrf_units.squeeze(d(points), d(longs), CLASSES, d(ints), d(longs)),
    "chrf_units.part": lambda d: chrf_units.part(d(points), d(longs), CLASSES, d(ints), d(longs)),
    "units.separate": lambda d: units.separate(d(ints), d(longs), 1, d(sizes), d(longs), d(longs)),
    "units.choose": lambda d: units.choose(table(d, 6), d(longs), table(d, 8)),
    "matches.clipped": lambda d: matches.clipped(d(ints), d(longs), d(longs), d(sizes), table(d, 15)),
    "matches.fill_matches": lambda d: matches.fill_matches(
        d(ints), d(longs), d(longs), d(longs), d(sizes), d(booleans), table(d, 15), d(sizes)
    ),
    "matches.crossed": lambda d: matches.crossed(d(ints), d(longs), d(sizes), d(sizes), table(d, 4)),
    "pairs.count": lambda d: pairs.count(d(ints), d(longs), d(longs), d(longs), d(sizes), d(sizes), True, table(d, 12)),
    "per_cder.bags": lambda d: per_cder.bags(d(ints), d(longs), d(longs), table(d, 4)),
    "per_cder.jumps": lambda d: per_cder.jumps(d(ints), d(longs), d(longs), table(d, 3)),
    "levenshtein.edits": lambda d: levenshtein.edits(d(ints), d(longs), d(longs), table(d, 7)),
    "levenshtein.operations": lambda d: levenshtein.operations(d(ints), d(longs)),
    "levenshtein.chunks": lambda d: levenshtein.chunks(d(ints), d(longs)),
    "ter.edits": lambda d: ter.edits(d(ints), d(longs), d(longs), table(d, 8)),
    "ter.fewest": lambda d: ter.fewest(table(d, 8), d(longs), table(d, 9), d(longs)),
    "ter.explain": lambda d: ter.explain(d(ints), d(longs)),
    "rows.add_up": lambda d: rows.add_up(d(longs), d(longs)),
    "rows.leave_one_out": lambda d: rows.leave_one_out(d(longs), d(longs), d(longs)),
    "rows.moderate": lambda d: rows.moderate(d(longs)),
    "rows.add_groups": lambda d: rows.add_groups(d(longs), d(ints), table(d, 4)),
    "rows.take_best": lambda d: rows.take_best(d(longs), d(sizes), d(longs), cells("d", 3), True, d(longs)),
    "nltk_alignment.nltk": lambda d: nltk_alignment.nltk(texts(d), words(d), d(longs), d(ints), d(ints)),
    "nltk_alignment.runs": lambda d: nltk_alignment.runs(texts(d), d(sizes), d(longs), d(ints), d(ints)),
    "nltk_alignment.with_lengths": lambda d: nltk_alignment.with_lengths(texts(d), d(longs), d(longs)),
    "lexicon.Lexicon": known,
    "lexicon.chain_borrowers": lambda d: lexicon.chain_borrowers(d(points), d(longs), d(longs), d(ints), d(ints)),
    "normalize.normalize": lambda d: normalize.normalize(
        d(points), d(longs), FIVE_KINDS, d(ints), d(sizes), d(booleans), d(points), d(longs)
    ),
    "scan.lower": lambda d: scan.lower(d(points), d(ints)),
    "optimal.optimal": lambda d: optimal.optimal(texts(d), words(d), d(longs), d(ints), d(ints)),
    "aligner.Aligner": aligned,
    "concordance.concordance": lambda d: concordance.concordance(
        keys(d), d(bits), d(few), d(longs), grid(d, "q", [0], 2, 3)
    ),
    "concordance.exchanged_keys": lambda d: concordance.exchanged_keys(
        memoryview(array("q", d(some_of(KEYS, 4, least=4)))), d(bits),
        grid(d, "B", [0, 1, 1, 255], 2, 2), grid(d, "q", [0], 2, 2), grid(d, "q", [0], 2, 2),
    ),
    "concordance.exchanged_concordance": lambda d: concordance.exchanged_concordance(
        memoryview(array("q", d(some_of(KEYS, 4, least=4)))), d(bits),
        grid(d, "B", [0, 1, 1, 255], 2, 2), d(few), grid(d, "i", [0], 12, 3), grid(d, "q", [0], 2, 2, 3),
    ),
    "concordance.rank_products": lambda d: concordance.rank_products(
        keys(d), d(bits), d(few), d(sizes), grid(d, "d", [0], 2, 2)
    ),
    "tie_thresholds.highest_sums": lambda d: tie_thresholds.highest_sums(
        lanes(d, "i", [0, 0, 1, 2, 4, -1, 2**30], 2, 4), lanes(d, "h", [0, -1, 5, 32767], 2),
        lanes(d, "h", [0], 4), lanes(d, "q", [0], 2), lanes(d, "q", [0], 2),
    ),
    "permuted_sums.not_below": lambda d: permuted_sums.not_below(
        some(d, 2, 3, 2), d(doubles), d(doubles), grid(d, "i", [0], 3, 2), grid(d, "q", [0], 2, 3)
    ),
    "fragmentation.number_fractions": lambda d: fragmentation.number_fractions(
        d(longs), d(longs), d(ints), d(ints), d(ints)
    ),
    "fragmentation.penalties": lambda d: fragmentation.penalties(d(doubles), d(sizes), 3.0, 0.5, d(doubles)),
    "bounds_checks.rising": lambda d: bounds_checks.rising(d(longs), 3),
    "bounds_checks.climbing": lambda d: bounds_checks.climbing(d(longs), 3),
    "bounds_checks.longest": lambda d: bounds_checks.longest(d(longs)),
    "bounds_checks.within": lambda d: bounds_checks.within(d(ints), 0, 3),
    "bounds_checks.check_texts": lambda d: bounds_checks.check_texts(d(ints), d(longs), d(longs), table(d, 4), 4),
    "bounds_checks.check_pair": lambda d: bounds_checks.check_pair(d(ints), d(longs)),
}  # fmt: skip
# What has doors and tests of its own: trees by `DamagedTree`, formulas by `Formula.fits`, and the parts of the
# optimal alignment, which `optimal` alone makes.
ELSEWHERE = {
    *("phrases.TreeMaker", "phrases.PhraseFinder", "phrases.DamagedTree", "aligner.TooManyMatches"),
    *("search.Search", "copies.Copies", "copies.copies"),
    *("synonym_classes.SynonymClasses", "synonym_classes.synonym_classes", "levenshtein.EditAligner"),
    *("ter.Edits", "ter.BlockShift", "banded_table.BandedTable", "block_shifts.ShiftSearch"),
    *("matches.Matches", "beam.Beam", "meteor15.forgive_whole"),
}  # fmt: skip


def public() -> set[str]:
    """Every function and class that a kernel's file defines for others; C functions are called by kernels alone."""
    found = set()
    for path in Path(kernels.__file__).parent.rglob("[a-z]*.py"):
        if path.parent.name != "formulas" or path.stem == "fragmentation":
            for each in ast.parse(path.read_text(encoding="utf-8")).body:
                if (
                    isinstance(each, ast.FunctionDef | ast.ClassDef)
                    and not each.name.startswith("_")
                    and "cython.cfunc" not in map(ast.unparse, each.decorator_list)
                ):
                    found.add(f"{path.stem}.{each.name}")
    return found


def test_every_kernel_is_here() -> None:
    missing = {
        name for name in public() - set(CALLS) - ELSEWHERE if not name.endswith(("_by_table", "_by_step", "ByTable"))
    }
    assert missing == set()


@pytest.mark.one_core  # Python's own lists refuse such places
@pytest.mark.parametrize("name", CALLS)
@many
@given(draw=st.data())
def test_wild_arguments(name: str, draw: Draw) -> None:
    with suppress(InputError, ValueError, IndexError, TypeError, ZeroDivisionError, OverflowError, NotImplementedError):
        CALLS[name](draw)


@pytest.mark.parametrize("largest", [2**31 - 1, -(2**31)])
def test_the_largest_and_the_smallest_id(largest: int) -> None:
    """Among texts that fit otherwise; one more than the largest has no room in an int, which once ended the process."""
    ids, two = memoryview(array("i", [1, largest])), memoryview(array("q", [0, 1, 2]))
    one = memoryview(array("q", [0, 1]))
    for call in (
        lambda: per_cder.bags(ids, two, one, cells("q", 1, 4)),
        lambda: per_cder.jumps(ids, two, one, cells("q", 1, 3)),
        lambda: levenshtein.edits(ids, two, one, cells("q", 1, 7)),
        lambda: levenshtein.operations(ids, two),
        lambda: levenshtein.chunks(ids, two),
        lambda: ter.edits(ids, two, one, cells("q", 1, 8)),
        lambda: ter.explain(ids, two),
        lambda: aligner.Aligner(memoryview(array("i", [largest, 0, 0, 0, 0, 0, 0, 0])), memoryview(array("i")), [0], 2),
    ):
        with pytest.raises((InputError, ValueError)):
            call()
