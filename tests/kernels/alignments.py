"""Texts for the alignment kernels, and what the best alignment is, found by trying them all."""

from bisect import bisect_right, insort
from collections.abc import Callable, Sequence
from typing import NamedTuple

from bolide.kernels.meteor2005._alignment_block import MatchKeys, SentencePairs
from tests.kernels.blocks import at, flat, table

Text = Sequence[int]
Match = Callable[[int, int], bool]
Links = tuple[tuple[int, int], ...]


class Aligned(NamedTuple):
    row: list[int]
    links: list[int]
    stages: list[int]


def pairs_of(texts: Sequence[tuple[Text, Text]]) -> SentencePairs:
    hyps, refs = [h for h, _ in texts], [r for _, r in texts]
    return SentencePairs(flat(hyps), at(hyps), flat(refs), at(refs))


def words_of(
    count: int, keys: Sequence[Text], hyp_groups: Sequence[Text] = (), ref_groups: Sequence[Text] = ()
) -> MatchKeys:
    groups = 1 + max((g for lists in (hyp_groups, ref_groups) for items in lists for g in items), default=-1)
    if hyp_groups and not groups:
        groups = 1
    return MatchKeys(count, flat(keys), groups, at(hyp_groups), flat(hyp_groups), at(ref_groups), flat(ref_groups))


def align(
    kernel: Callable[..., None], texts: Sequence[tuple[Text, Text]], words: MatchKeys, extra: int
) -> list[Aligned]:
    """Call a kernel that writes `extra` columns after the matches and take its answer apart, pair by pair: rows without
    the 1 and the lengths that they begin with."""
    pairs = pairs_of(texts)
    width = 3 + words.stages() + extra
    rows = table("q", width * len(texts) or 1, values=(-7,))
    links, stages = (table("i", len(pairs.hyps) or 1, values=(-7,)) for _ in range(2))
    kernel(pairs, words, rows, links, stages)
    assert [rows[p * width : p * width + 3].tolist() for p in range(len(texts))] == [
        [1, len(h), len(r)] for h, r in texts
    ]
    return [
        Aligned(
            rows[p * width + 3 : (p + 1) * width].tolist(),
            links[pairs.hyp_at[p] : pairs.hyp_at[p + 1]].tolist(),
            stages[pairs.hyp_at[p] : pairs.hyp_at[p + 1]].tolist(),
        )
        for p in range(len(texts))
    ]


def crossings(links: Links) -> int:
    """How many pairs of links stand in another order in the reference than in the hypothesis."""
    count, before = 0, list[int]()
    for _, r in sorted(links):
        count += len(before) - bisect_right(before, r)
        insort(before, r)
    return count


def chunks(links: Links) -> int:
    return sum((h - 1, r - 1) not in links for h, r in links)


def choices(hyp: Text, ref: Text, match: Match, done: Links) -> list[Links]:
    """Every set of as many links as there can be that keeps those already made."""
    linked = {h for h, _ in done}
    partners = [[j for j, word in enumerate(ref) if i not in linked and match(hyp[i], word)] for i in range(len(hyp))]
    most, found = 0, list[Links]()

    def extend(i: int, links: Links, taken: frozenset[int]) -> None:
        nonlocal most, found
        if len(links) + sum(map(bool, partners[i:])) < most:
            return  # fewer than there can be, whatever becomes of the words that are left
        if i == len(hyp):
            if len(links) > most:
                most, found = len(links), []
            found.append(tuple(sorted(links)))
            return
        for j in partners[i]:
            if j not in taken:
                extend(i + 1, (*links, (i, j)), taken | {j})
        extend(i + 1, links, taken)

    extend(0, done, frozenset(r for _, r in done))
    return found


def best(hyp: Text, ref: Text, matches: Sequence[Match]) -> tuple[list[int], Links]:
    """The optimal alignment as the specification says it, and how many links each stage adds."""
    links: Links = ()
    counts = []
    for match in matches:
        found = min(choices(hyp, ref, match, links), key=lambda c: (crossings(c), chunks(c), c))
        counts.append(len(found) - len(links))
        links = found
    return [*counts, chunks(links)], links
