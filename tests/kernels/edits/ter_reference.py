"""TER written plainly from its description: all cells of the band, every candidate priced, nothing remembered."""

from math import ceil, floor, inf
from typing import NamedTuple

Words = list[int]


class Plain(NamedTuple):
    edits: int
    shifts: list[tuple[int, int, int, int]]
    sentences: list[Words]
    trace: str
    tried: int


def distances(hyp: Words, ref: Words) -> tuple[float, list[list[str]]]:
    """The distance within the band, and the last letter of the cheapest way to each cell."""
    n, m = len(hyp), len(ref)
    ratio = m / n if n else 1.0
    width = ceil(ratio / 2 + 25) if ratio / 2 > 25 else 25
    above: list[float] = list(range(m + 1))
    letters = [["i"] * (m + 1)]
    for i in range(1, n + 1):
        middle = floor(i * ratio)
        row, last = [inf] * (m + 1), ["x"] * (m + 1)
        for j in range(max(0, middle - width), m + 1 if i == n else min(m + 1, middle + width)):
            cost, letter = above[j] + 1, "d"
            if j > 0:  # of ways that cost the same the first of these three is taken
                equal = hyp[i - 1] == ref[j - 1]
                if above[j - 1] + (not equal) <= cost:
                    cost, letter = above[j - 1] + (not equal), " " if equal else "s"
                if row[j - 1] + 1 < cost:
                    cost, letter = row[j - 1] + 1, "i"
            row[j], last[j] = cost, letter
        above = row
        letters.append(last)
    return above[m], letters


def distance(hyp: Words, ref: Words) -> tuple[int, str]:
    """The distance within the band, and the letters that rewrite the hypothesis (i puts a word in, d takes one out)."""
    cost, last = distances(hyp, ref)
    i, j, letters = len(hyp), len(ref), ""
    while i or j:
        letter = last[i][j]
        letters = letter + letters
        i, j = i - (letter != "i"), j - (letter != "d")
    return int(cost), letters


def marks(letters: str) -> tuple[list[int], list[bool], list[bool]]:
    """Where each reference word is aligned, and which words of either side are wrong."""
    aligned: list[int] = []
    hyp_wrong: list[bool] = []
    ref_wrong: list[bool] = []
    for letter in letters:
        if letter != "i":
            hyp_wrong.append(letter != " ")
        if letter != "d":
            ref_wrong.append(letter != " ")
            aligned.append(len(hyp_wrong) - 1)
    return aligned, hyp_wrong, ref_wrong


def move(words: Words, start: int, length: int, target: int) -> Words:
    block, rest = words[start : start + length], words[:start] + words[start + length :]
    if target > start + length:
        target -= length
    return rest[:target] + block + rest[target:]


def ter(hyp: Words, ref: Words) -> Plain:
    shifts: list[tuple[int, int, int, int]] = []
    sentences: list[Words] = []
    tried = 0
    while True:
        before, letters = distance(hyp, ref)
        plain = Plain(len(shifts) + before, shifts, sentences, letters, tried)
        if not ref:
            return plain
        best: tuple[int, int, int, int] | None = None
        for start, length, target in candidates(hyp, ref, letters):
            if start < 0:  # one block done
                if tried >= 1000:
                    return plain._replace(tried=tried)
                continue
            tried += 1
            key = (before - int(distances(move(hyp, start, length, target), ref)[0]), length, -start, -target)
            best = key if best is None else max(best, key)
        if best is None or best[0] <= 0:
            return plain._replace(tried=tried)
        gain, length, start, target = best[0], best[1], -best[2], -best[3]
        hyp = move(hyp, start, length, target)
        shifts.append((start, length, target, gain))
        sentences.append(hyp)


def candidates(hyp: Words, ref: Words, letters: str) -> list[tuple[int, int, int]]:
    """Start, length and target of each candidate of a round; after those of one block (-1, -1, -1)."""
    aligned, hyp_wrong, ref_wrong = marks(letters)
    found = []
    for start in range(len(hyp)):
        for at in range(len(ref)):
            if abs(at - start) > 50:
                continue
            for length in range(1, 11):
                block = hyp[start : start + length]
                if len(block) < length or block != ref[at : at + length]:
                    break
                if not any(hyp_wrong[start : start + length]) or not any(ref_wrong[at : at + length]):
                    continue
                if start <= aligned[at] < start + length:
                    continue
                last = -1
                for place in range(at - 1, at + length):
                    target = aligned[place] + 1 if place >= 0 else 0
                    if target != last:
                        found.append((start, length, target))
                    last = target
                found.append((-1, -1, -1))
    return found
