"""Cases on which implementations are tried: those in the package, each about one idea; all short ones; random ones."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from itertools import combinations
from typing import Any

from bolide.system.stored import check_stored

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_SHORT, _SHORT_OF_TWO = 6, 5  # words of all texts, with one and with two references
_MOST_PAIRED = 30  # words of a case of which every two are left out
_WORDS = (
    ("cat", "dog", "bird", "house", "garden", "river", "teacher", "child", "letter", "train"),
    ("sees", "finds", "likes", "follows", "leaves", "remembers"),
    ("today", "again", "in the morning", "near the river", "with a friend", "every day"),
)


@dataclass(frozen=True)
class CheckCase:
    """A translation and its references, the idea that the case is about, and why it is here.

    `parameters` are further arguments of the function, such as METEOR's α, β and γ. In a corpus each segment is a line.
    """

    kind: str
    why: str
    hyp: str
    refs: tuple[str, ...]
    parameters: tuple[float, ...] = ()

    @property
    def texts(self) -> list[list[list[str]]]:
        """The words of the lines of each text, the translation first."""
        return [[line.split() for line in text.split("\n")] for text in (self.hyp, *self.refs)]

    @property
    def size(self) -> tuple[int, int, int, tuple[str, ...]]:
        """What makes a counterexample small: few words, few references, short words."""
        texts = (self.hyp, *self.refs)
        return sum(len(text.split()) for text in texts), len(self.refs), sum(map(len, texts)), texts

    @property
    def has_empty_text(self) -> bool:
        """Whether a text, or a line of one, has no words."""
        return not all(words for text in self.texts for words in text)

    def of_words(self, texts: Sequence[Sequence[Sequence[str]]]) -> CheckCase:
        """The same with other words."""
        hyp, *refs = ("\n".join(map(" ".join, text)) for text in texts)
        return replace(self, hyp=hyp, refs=tuple(refs))

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        parameters = {"parameters": list(self.parameters)} if self.parameters else {}
        return {"kind": self.kind, "why": self.why, "hyp": self.hyp, "refs": list(self.refs), **parameters}


def vectors() -> list[dict[str, Any]]:
    """The cases of the package as plain data, with the scores that other tools gave them."""
    text = files("bolide.classroom").joinpath("vectors.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def known_cases() -> list[CheckCase]:
    """The cases of the package."""
    return [check_stored(row, CheckCase, "vectors.jsonl") for row in vectors()]


def short_cases() -> Iterator[CheckCase]:
    """All translations and references of a few words, up to the choice of words, the shortest first."""
    case = CheckCase("all short texts", "one of all the texts of a few words", "", ())
    for size in range(_SHORT + 1):
        for words in _patterns(size):
            for a, b in combinations(range(size + 2), 2) if size <= _SHORT_OF_TWO else ():
                yield case.of_words([[words[:a]], [words[a : b - 1]], [words[b - 1 :]]])
            for cut in range(size + 1):
                yield case.of_words([[words[:cut]], [words[cut:]]])


def _patterns(size: int) -> Iterator[list[str]]:
    """All sequences of `size` words in which new words come in alphabetical order."""
    if size == 0:
        yield []
        return
    for words in _patterns(size - 1):
        for letter in _LETTERS[: len(set(words)) + 1]:
            yield [*words, letter]


def random_cases(number: int, seed: int, parameters: int = 0, most_refs: int = 3) -> list[CheckCase]:
    """Simple English sentences and altered copies of them, half of them with further arguments if there are any."""
    source = random.Random(seed)
    cases = []
    for _ in range(number):
        nouns, verbs, endings = _WORDS
        text = f"the {source.choice(nouns)} {source.choice(verbs)} the {source.choice(nouns)} {source.choice(endings)}"
        ref = text.split()
        copies = [_altered(source, ref) for _ in range(source.choice((1, 1, 2, 3)))]
        values = tuple(round(source.uniform(0.1, 0.9), 2) for _ in range(parameters)) if source.random() < 0.5 else ()
        case = CheckCase("random texts", "an altered copy of a reference", "", (), values)
        cases.append(case.of_words([[words] for words in (copies[0], ref, *copies[1:])][: most_refs + 1]))
    return cases


def _altered(source: random.Random, words: Sequence[str]) -> list[str]:
    """A copy in which a few words are left out, repeated or replaced, and the end may have moved to the front."""
    copy: list[str] = []
    for word in words:
        copy += source.choice((*8 * ([word],), [], [word, word], [source.choice(_WORDS[0])], [word, "the"]))
    cut = source.choice((0, 0, source.randrange(len(words))))
    return copy[cut:] + copy[:cut]


def corpora(cases: Sequence[CheckCase]) -> Iterator[CheckCase]:
    """Corpora of two segments each: of every case and the next one with as many references and the same parameters."""
    last: dict[tuple[Any, ...], CheckCase] = {}
    for case in cases:
        key = (len(case.refs), case.parameters)
        if key in last:
            pairs = zip(*((one.hyp, *one.refs) for one in (last.pop(key), case)), strict=True)
            hyp, *refs = map("\n".join, pairs)
            why = "the score of a corpus comes of its counts, and is not the mean of its sentences' scores"
            yield CheckCase("several segments", why, hyp, tuple(refs), case.parameters)
        else:
            last[key] = case


def smaller(case: CheckCase) -> Iterator[list[CheckCase]]:
    """Ways to make a case a little smaller, the plainest first: without a reference, a line or a word; then without two
    words."""
    texts = case.texts
    lines = len(texts[0])
    positions = [(t, n, at) for t, text in enumerate(texts) for n, words in enumerate(text) for at in range(len(words))]
    refs = case.refs
    simple = [replace(case, refs=(*refs[:k], *refs[k + 1 :])) for k in range(len(refs)) if len(refs) > 1]
    simple += [case.of_words([[*text[:n], *text[n + 1 :]] for text in texts]) for n in range(lines) if lines > 1]
    simple += [_without(case, [position]) for position in positions]
    if case.parameters:
        simple.append(replace(case, parameters=()))
    yield sorted(simple, key=lambda one: one.size)
    if len(positions) <= _MOST_PAIRED:
        yield [_without(case, pair) for pair in combinations(positions, 2)]


def _without(case: CheckCase, positions: Sequence[tuple[int, int, int]]) -> CheckCase:
    texts = case.texts
    for t, n, at in sorted(positions, reverse=True):
        del texts[t][n][at]
    return case.of_words(texts)
