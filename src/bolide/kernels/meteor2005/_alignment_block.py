"""The input of the alignment kernels: a block of sentence pairs, and the keys and groups by which its words match."""

from typing import NamedTuple

from bolide.kernels.bounds_checks import BAD_ARRAYS, is_nondecreasing, longest, within
from bolide.system.errors import InputError


class SentencePairs(NamedTuple):
    """Many sentence pairs, concatenated: pair p is hyps[hyp_at[p]:hyp_at[p + 1]] and refs[ref_at[p]:ref_at[p + 1]].

    `hyps` and `refs` are memoryviews of 'i' with word ids, `hyp_at` and `ref_at` of 'q', one longer than the pairs.
    """

    hyps: memoryview
    hyp_at: memoryview
    refs: memoryview
    ref_at: memoryview

    def longest(self) -> tuple[int, int]:
        """The lengths of the longest hypothesis and of the longest reference."""
        return longest(self.hyp_at), longest(self.ref_at)

    def check(self, words: int, links: memoryview, rows: int) -> None:
        """Raise InputError if pairs lie outside the texts, ids are too large, or output tables are too small."""
        fits = len(self.hyp_at) == len(self.ref_at) <= rows + 1 and len(links) >= len(self.hyps)
        for texts, starts in ((self.hyps, self.hyp_at), (self.refs, self.ref_at)):
            fits = fits and is_nondecreasing(starts, len(texts)) and within(texts, 0, words - 1)
        if not fits:
            raise InputError(BAD_ARRAYS)


class Progress(NamedTuple):
    """The state of the alignment of a block, in tables of 'i' by index among the block's hypothesis or reference words.

    At the current stage words of one key match, unless the key is partial: then some of its words do not. A key of -1
    takes no part. `links` and `stages` are -1 at a free hypothesis word, `taken` is 0 at a free reference word.
    """

    hyp_key: memoryview
    ref_key: memoryview
    partial: memoryview
    links: memoryview
    stages: memoryview
    taken: memoryview


class MatchKeys(NamedTuple):
    """The keys and groups by which `size` words match, stage by stage.

    `keys` ('i') has `size` keys for each stage that compares keys, one stage after the other: words of one key match.
    The key of an exact match is the word's id, that of stems the id of the stem; a key is below `size`. The last stage,
    present if `groups` is above 0, compares lists: hypothesis word w has the groups
    hyp_groups[hyp_groups_at[w]:hyp_groups_at[w + 1]], a reference word those of the other table, and two words match if
    they share one. A group is below `groups`. The tables are 'i' (lists) and 'q' (their starts).
    """

    size: int
    keys: memoryview
    groups: int
    hyp_groups_at: memoryview
    hyp_groups: memoryview
    ref_groups_at: memoryview
    ref_groups: memoryview

    def stages(self) -> int:
        """The number of columns of matches in a row."""
        return (len(self.keys) // self.size if self.size else 0) + (self.groups > 0)

    def check(self) -> None:
        """Raise InputError if keys and lists lie outside their tables."""
        fits = self.size >= 0 and within(self.keys, 0, self.size - 1)
        if self.groups > 0:
            for starts, listed in ((self.hyp_groups_at, self.hyp_groups), (self.ref_groups_at, self.ref_groups)):
                fits = fits and len(starts) == self.size + 1 and is_nondecreasing(starts, len(listed))
                fits = fits and within(listed, 0, self.groups - 1)
        if not fits:
            raise InputError(BAD_ARRAYS)
