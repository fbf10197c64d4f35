"""Texts that were chosen badly, and ordinary ones of the same size."""

import random
from collections.abc import Callable, Sequence
from functools import cache
from itertools import product

ORDINARY = "ordinary"
Text = Callable[[int], str]  # of so many bytes, or a little less


@cache
def words(count: int, seed: int = 1, known: int = 20_000) -> tuple[str, ...]:
    """Words as often as those of a language are: the k-th has about 1/k of the first one's share."""
    rng = random.Random(seed)
    vocabulary = ["".join(rng.choices("etaoinshrdlu", k=1 + min(9, rng.randrange(2, 9)))) for _ in range(known)]
    return tuple(rng.choices(vocabulary, [1 / (k + 5) for k in range(known)], k=count))


@cache
def ordinary(size: int, seed: int = 1) -> str:
    """Sentences of some 25 words, one per line."""
    found, rng, lines = words(size // 6, seed), random.Random(seed), list[str]()
    place = 0
    while place < len(found):
        end = place + rng.randrange(10, 40)
        lines.append(f"{' '.join(found[place:end]).capitalize()}, {found[place]}.")
        place = end
    return ("\n".join(lines) + "\n")[:size]


def colliding(size: int) -> str:
    """Words whose characters differ above the 16th bit only, which fell on one place of a table once."""
    letters = [chr(point) for point in (0x4E00, 0x14E00, 0x24E00)]
    found = [" ".join(["".join(word) for word in product(letters, repeat=9)])]
    return " ".join(found * max(1, size // len(found[0].encode())))


def of_few(*vocabulary: str, line: int = 0) -> Text:
    """Words drawn from a few, in one line or in lines of so many words."""

    def make(size: int) -> str:
        rng = random.Random(len(vocabulary))
        return in_lines(rng.choices(vocabulary, k=size // 4), line or size)

    return make


def in_lines(found: Sequence[str], line: int = 1000) -> str:
    """Lines of so many words."""
    return "\n".join(" ".join(found[k : k + line]) for k in range(0, len(found), line)) + "\n"


def all_different(count: int) -> list[str]:
    """Words of six digits that hardly ever come again."""
    return [f"{k * 7919 % 999_983:06}" for k in range(count)]


def again(pattern: str, before: str = "", after: str = "") -> Text:
    """The pattern again and again, between two others."""
    fixed, each = len((before + after).encode()), len(pattern.encode())
    return lambda size: before + pattern * max(1, (size - fixed) // each) + after


TEXTS: dict[str, Text] = {
    ORDINARY: ordinary,
    "one line": lambda size: ordinary(size).replace("\n", " "),
    "one word": again("x"),
    "one word of letters and points": again("a."),
    "one word, repeated": again("the "),
    "one word, repeated in lines": again("the " * 24 + "the\n"),
    "three words, at random": of_few("the", "cat", "sat"),
    "three words, in lines of 1,000": of_few("the", "cat", "sat", line=1000),
    "four words, in lines of 300": of_few("the", "cat", "sat", "dog", line=300),
    "other words everywhere": lambda size: " ".join(all_different(size // 7)),
    "other words everywhere, in lines of 1,000": lambda size: in_lines(all_different(size // 7)),
    "ordinary words, in lines of 1,000": lambda size: in_lines(words(size // 6, 3)),
    "colliding words": colliding,
    "points": again("."),
    "points apart": again(". "),
    "quotes and brackets": again("'\"([{<&"),
    "numbers": again("1,000.00-"),
    "entities": again("&quot;&amp;lt;"),
    "blanks": again(" ", "a", "b"),
    "marks on one letter": again("\u0301", "e"),
    "Chinese": again("\u4e2d\u6587\u3002"),
    "an ordinary word per line": lambda size: "\n".join(words(size // 6)) + "\n",
    "tiny lines": again("a\n"),
    "empty lines": again("\n"),
    "hyphens at line ends": again("a-\n"),
    "old placeholders": again("DOTMULTI. "),
}
