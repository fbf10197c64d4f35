"""A lexicon of words with their stems, synonym groups and weights, and lookup of the words of a text.

Stems and synonyms of a word are computed once and stored here under the word's number. The words of a block of texts
have their own ids: `numbers` looks them up by their code points, `staged` and `weighed` make the aligners' tables, with
stems and groups numbered from 0, so that the tables of a single pair stay small.

Threads that share a lexicon must hold a lock to call it. The GIL is released while words are looked up.
"""

from typing import Any

try:
    import cython
except ImportError:  # Cython is needed to compile, not to run.
    from bolide.kernels import _cython as cython

from bolide.kernels._common import longs, memory
from bolide.kernels.bounds_checks import BAD_ARRAYS, within
from bolide.system.errors import InputError

LONGEST = 64  # code points of a word that is stored by them; longer words are rare
FACTS = cython.declare(cython.int, 6)
MET = cython.declare(cython.int, 4)


def _longer(old: Any, least: int) -> memoryview:
    """A copy of the table with at least `least` entries; the new ones are 0."""
    size = max(least, 2 * len(old))
    new = memory(size) if old.itemsize == 4 else longs(size)
    new[: len(old)] = old
    return new


class Lexicon:
    """Words by number, in the order in which they were added."""

    def __init__(self) -> None:
        # Six numbers per word: its stem, whether it is a function word, its weight, and the starts in `lists` of its
        # groups and of those it has in a reference, and the end of these. Words met in texts, four numbers each: the
        # start of their code points in `letters`, how many there are, the scanner's hash of them, the number of the
        # word; and a hash table of slots: 0, or one more than the index of such.
        self.facts, self.lists, self.letters = memory(1024), memory(1024), memory(1024)
        self.met, self.slots = memory(1024), memory(1024)
        # The number last assigned to each stem and group. None is assigned twice: those of one call are consecutive.
        self.stem_mark, self.group_mark = longs(1024), longs(1024)
        self.next_mark = 1
        self.count = self.listed = self.met_count = self.spelled = 0

    def add(self, stem: int, function: bool, weight: int, groups: list[int], ref_groups: list[int]) -> int:
        """Store a word and return its number. Stems and groups are numbers ≥ 0."""
        if min(0, stem, weight, *groups, *ref_groups) < 0:
            raise InputError(BAD_ARRAYS)
        at: cython.Py_ssize_t = FACTS * self.count
        k: cython.Py_ssize_t = self.listed
        end: cython.Py_ssize_t = k + len(groups) + len(ref_groups)
        highest: cython.Py_ssize_t = max(0, 0, *groups, *ref_groups)
        if at + FACTS > len(self.facts):
            self.facts = _longer(self.facts, at + FACTS)
        if end > len(self.lists):
            self.lists = _longer(self.lists, end)
        if stem >= len(self.stem_mark):
            self.stem_mark = _longer(self.stem_mark, stem + 1)
        if highest >= len(self.group_mark):
            self.group_mark = _longer(self.group_mark, highest + 1)
        self.facts[at], self.facts[at + 1], self.facts[at + 2] = stem, function, weight
        self.facts[at + 3], self.facts[at + 4], self.facts[at + 5] = k, k + len(groups), end
        for group in (*groups, *ref_groups):
            self.lists[k] = group
            k += 1
        self.listed = end
        self.count += 1
        return self.count - 1

    def numbers(
        self,
        points: cython.const[cython.uint][::1],
        words: cython.int[::1],
        count: cython.Py_ssize_t,
        numbers: cython.int[::1],
    ) -> cython.Py_ssize_t:
        """Look up the numbers of `count` words, -1 for an unknown one, and return how many are unknown.

        Word k is points[words[3k]:words[3k] + words[3k+1]] and has the hash words[3k+2], as returned by `scan`.
        """
        mask: cython.Py_ssize_t = len(self.slots) - 1
        unknown: cython.Py_ssize_t = 0
        self._check(points, words, 0, count)
        if numbers.shape[0] < count:
            raise InputError(BAD_ARRAYS)
        with cython.nogil:
            for k in range(count):
                first: cython.Py_ssize_t = words[3 * k]
                size: cython.Py_ssize_t = words[3 * k + 1]
                code: cython.int = words[3 * k + 2]
                slot: cython.Py_ssize_t = code & mask
                numbers[k] = -1
                while self.slots[slot] != 0 and numbers[k] < 0:
                    entry: cython.Py_ssize_t = MET * (self.slots[slot] - 1)
                    if self.met[entry + 2] == code and self.met[entry + 1] == size:
                        begin: cython.Py_ssize_t = self.met[entry]
                        i: cython.Py_ssize_t = 0
                        while i < size and cython.cast(cython.uint, self.letters[begin + i]) == points[first + i]:
                            i += 1
                        if i == size:
                            numbers[k] = self.met[entry + 3]
                    slot = (slot + 1) & mask
                unknown += numbers[k] < 0
        return unknown

    def remember_spelling(
        self,
        points: cython.const[cython.uint][::1],
        words: cython.int[::1],
        k: cython.Py_ssize_t,
        number: cython.Py_ssize_t,
    ) -> None:
        """Store the code points of word k of a text under its number."""
        if k < 0 or not 0 <= number < self.count:
            raise InputError(BAD_ARRAYS)
        self._check(points, words, k, k + 1)
        at: cython.Py_ssize_t = MET * self.met_count
        first: cython.Py_ssize_t = words[3 * k]
        size: cython.Py_ssize_t = words[3 * k + 1]
        if size > LONGEST:
            return
        if self.spelled + size > len(self.letters):
            self.letters = _longer(self.letters, self.spelled + size)
        if at + MET > len(self.met):
            self.met = _longer(self.met, at + MET)
        for i in range(size):
            self.letters[self.spelled + i] = points[first + i]
        self.met[at] = self.spelled
        self.met[at + 1] = size
        self.met[at + 2] = words[3 * k + 2]
        self.met[at + 3] = number
        self.spelled += size
        self.met_count += 1
        if 2 * self.met_count > len(self.slots):
            self.slots = memory(4 * len(self.slots))
            for i in range(self.met_count):
                self._enter(i)
        else:
            self._enter(self.met_count - 1)

    def _enter(self, entry: cython.Py_ssize_t) -> cython.void:
        mask: cython.Py_ssize_t = len(self.slots) - 1
        slot: cython.Py_ssize_t = self.met[MET * entry + 2] & mask
        while self.slots[slot] != 0:
            slot = (slot + 1) & mask
        self.slots[slot] = entry + 1

    def _check(
        self,
        points: cython.const[cython.uint][::1],
        words: cython.int[::1],
        first: cython.Py_ssize_t,
        end: cython.Py_ssize_t,
    ) -> cython.void:
        """Raise InputError if the words from `first` to before `end` lie outside the text."""
        good: cython.bint = 0 <= first <= end <= words.shape[0] // 3
        if good:
            for k in range(3 * first, 3 * end, 3):
                good &= words[k] >= 0 and 0 <= words[k + 1] <= points.shape[0] - words[k] and words[k + 2] >= 0
        if not good:
            raise InputError(BAD_ARRAYS)

    def staged(
        self, numbers: cython.int[::1], exact: cython.bint, stemmed: cython.bint, apart: cython.bint
    ) -> tuple[memoryview, int, memoryview, memoryview, memoryview, memoryview]:
        """The keys, the number of groups and the lists of groups of these words (`MatchKeys` in `_alignment_block.py`).

        If `apart`, reference words have other groups. Then the list of a hypothesis word has only those that a word of
        the block has in a reference: it could not match by any other.
        """
        size: cython.Py_ssize_t = numbers.shape[0]
        exact_keys: cython.Py_ssize_t = size if exact else 0
        starts, lists = self._room(numbers, 3)
        ref_starts, ref_lists = self._room(numbers, 4) if apart else (starts, lists)
        keys = memory(exact_keys + size)
        table: cython.int[::1] = keys
        list_at: cython.longlong[::1] = starts
        listed: cython.int[::1] = lists
        ref_list_at: cython.longlong[::1] = ref_starts
        ref_listed: cython.int[::1] = ref_lists
        with cython.nogil:
            for k in range(exact_keys):
                table[k] = k
            self._stems(numbers, table, exact_keys, 1)
            first: cython.longlong = self.next_mark
            self._lists(numbers, 4 if apart else 3, first, False, ref_list_at, ref_listed)
            groups = self.next_mark - first
            if apart:
                self._lists(numbers, 3, first, True, list_at, listed)
        keys = keys[: exact_keys + size * stemmed]
        return keys, groups, starts, lists[: list_at[size]], ref_starts, ref_lists[: ref_list_at[size]]

    def weighed(self, numbers: cython.int[::1]) -> tuple[memoryview, memoryview]:
        """The `words` and `synsets` of the METEOR 1.5 aligner for these words."""
        size: cython.Py_ssize_t = numbers.shape[0]
        starts, lists = self._room(numbers, 3)
        words = memory(4 * size + 4)
        rows: cython.int[::1] = words
        list_at: cython.longlong[::1] = starts
        listed: cython.int[::1] = lists
        with cython.nogil:
            self._lists(numbers, 3, self.next_mark, False, list_at, listed)
            self._stems(numbers, rows, 0, 4)
            for k in range(size):
                rows[4 * k + 1] = self.facts[FACTS * numbers[k] + 1]
                rows[4 * k + 2] = self.facts[FACTS * numbers[k] + 2]
                rows[4 * k + 3] = list_at[k]
            rows[4 * size + 2] = 1
            rows[4 * size + 3] = list_at[size]
        return words, lists[: list_at[size]]

    def _room(self, numbers: cython.int[::1], side: cython.Py_ssize_t) -> tuple[memoryview, memoryview]:
        """Tables for the starts of these words' lists and for the lists; InputError if a number is invalid."""
        total: cython.Py_ssize_t = 0
        if not within(numbers, 0, self.count - 1):
            raise InputError(BAD_ARRAYS)
        for k in range(numbers.shape[0]):
            total += self.facts[FACTS * numbers[k] + side + 1] - self.facts[FACTS * numbers[k] + side]
        return longs(numbers.shape[0] + 1), memory(total)

    def _stems(
        self, numbers: cython.int[::1], out: cython.int[::1], at: cython.Py_ssize_t, step: cython.Py_ssize_t
    ) -> cython.void:
        """Number the stems in order of appearance."""
        first: cython.longlong = self.next_mark
        for k in range(numbers.shape[0]):
            stem: cython.int = self.facts[FACTS * numbers[k]]
            if self.stem_mark[stem] < first:
                self.stem_mark[stem] = self.next_mark
                self.next_mark += 1
            out[at + step * k] = self.stem_mark[stem] - first

    def _lists(
        self,
        numbers: cython.int[::1],
        side: cython.Py_ssize_t,
        first: cython.longlong,
        only: cython.bint,
        starts: cython.longlong[::1],
        lists: cython.int[::1],
    ) -> cython.void:
        """Number the groups from `first` in order of appearance; if `only`, list only those that have a number."""
        total: cython.Py_ssize_t = 0
        for k in range(numbers.shape[0]):
            for g in range(self.facts[FACTS * numbers[k] + side], self.facts[FACTS * numbers[k] + side + 1]):
                group: cython.int = self.lists[g]
                if self.group_mark[group] < first:
                    if only:
                        continue
                    self.group_mark[group] = self.next_mark
                    self.next_mark += 1
                lists[total] = self.group_mark[group] - first
                total += 1
            starts[k + 1] = total
