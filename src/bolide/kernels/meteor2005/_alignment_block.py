"""What the alignment kernels are given: a block of sentence pairs, and what is known of its words."""

from typing import NamedTuple

from bolide.kernels.bounds_checks import climbing, longest, within
from bolide.system.errors import InputError

UNFIT = "The sentence pairs, what is known of their words and the tables to fill do not fit each other."


class Pairs(NamedTuple):
    """Many sentence pairs laid end to end: pair p is hyps[hyp_at[p]:hyp_at[p + 1]] and the like of refs.

    `hyps` and `refs` are memoryviews of 'i' with word ids, `hyp_at` and `ref_at` of 'q', one longer than the pairs.
    """

    hyps: memoryview
    hyp_at: memoryview
    refs: memoryview
    ref_at: memoryview

    def longest(self) -> tuple[int, int]:
        """The words of the longest hypothesis and of the longest reference."""
        return longest(self.hyp_at), longest(self.ref_at)

    def check(self, words: int, links: memoryview, rows: int) -> None:
        """Refuse pairs that lead outside the texts, words outside so many, and tables too small to fill."""
        if not (
            len(self.hyp_at) == len(self.ref_at)
            and climbing(self.hyp_at, len(self.hyps))
            and climbing(self.ref_at, len(self.refs))
            and (not len(self.hyps) or within(self.hyps, 0, words - 1))
            and (not len(self.refs) or within(self.refs, 0, words - 1))
            and len(links) >= len(self.hyps)
            and rows >= len(self.hyp_at) - 1
        ):
            raise InputError(UNFIT)


class Progress(NamedTuple):
    """How far the alignment of a block is; 'i' all of them, by place among the block's hypothesis or reference words.

    At the stage at hand words of one key match, unless the key is partial: then some of its words do not. A key of -1
    takes no part. `links` and `stages` are -1 at a free hypothesis word, `taken` is 0 at a free reference word.
    """

    hyp_key: memoryview
    ref_key: memoryview
    partial: memoryview
    links: memoryview
    stages: memoryview
    taken: memoryview


class Words(NamedTuple):
    """What makes two of `size` words match, stage after stage.

    `keys` ('i') holds `size` keys for each stage that compares keys, one stage after the other: words of one key
    match. Exact match has the word's own id as its key, stems the id of the stem; a key is below `size`.
    The last stage, present where `groups` is above 0, compares lists: word w of a hypothesis has the groups
    hyp_groups[hyp_groups_at[w]:hyp_groups_at[w + 1]], a reference word those of its own table, and two words match
    if they share one. A group is below `groups`. The tables are 'i' (lists) and 'q' (where they begin).
    """

    size: int
    keys: memoryview
    groups: int
    hyp_groups_at: memoryview
    hyp_groups: memoryview
    ref_groups_at: memoryview
    ref_groups: memoryview

    def stages(self) -> int:
        """How many columns of matches a row has."""
        return (len(self.keys) // self.size if self.size else 0) + (self.groups > 0)

    def check(self) -> None:
        """Refuse keys and lists that lead outside their tables."""
        good = self.size >= 0 and (not len(self.keys) or within(self.keys, 0, self.size - 1))
        if self.groups > 0:
            for starts, listed in ((self.hyp_groups_at, self.hyp_groups), (self.ref_groups_at, self.ref_groups)):
                good = good and len(starts) == self.size + 1 and climbing(starts, len(listed))
                good = good and (not len(listed) or within(listed, 0, self.groups - 1))
        if not good:
            raise InputError(UNFIT)
