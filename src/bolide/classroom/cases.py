"""Cases on which implementations are tried: those in the package, each about one idea; all short ones; random ones."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from itertools import combinations
from typing import Any

from bolide.system.stored import read_fields

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_SHORT, _SHORT_OF_TWO = 6, 5  # words of all texts, with one and with two references
_MOST_PAIRED = 30  # words of a case of which every two are left out
_NOUNS = ("cat", "dog", "bird", "house", "garden", "river", "teacher", "child", "letter", "train")
_VERBS = ("sees", "finds", "likes", "follows", "leaves", "remembers")
_ENDINGS = ("today", "again", "in the morning", "near the river", "with a friend", "every day")


@dataclass(frozen=True)
class CheckCase:
    """A translation and its references, the idea that the case is about, and why it is here.

    `parameters` are further arguments of the function, such as METEOR's α, β and γ.
    """

    kind: str
    why: str
    hyp: str
    refs: tuple[str, ...]
    parameters: tuple[float, ...] = ()

    @property
    def size(self) -> tuple[int, int, int, tuple[str, ...]]:
        """What makes a counterexample small: few words, few references, short words."""
        texts = (self.hyp, *self.refs)
        return sum(len(text.split()) for text in texts), len(self.refs), sum(map(len, texts)), texts

    @property
    def has_empty_text(self) -> bool:
        """Whether a text has no words."""
        return not all(text.strip() for text in (self.hyp, *self.refs))

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
    return [read_fields(CheckCase, row, "vectors.jsonl") for row in vectors()]


def short_cases(two_refs: bool) -> Iterator[CheckCase]:
    """All translations and references of a few words, up to the choice of words, the shortest first."""
    for size in range(_SHORT + 1):
        for words in _patterns(size):
            for cuts in combinations(range(size + 2), 2) if two_refs and size <= _SHORT_OF_TWO else ():
                yield _short(words[: cuts[0]], words[cuts[0] : cuts[1] - 1], words[cuts[1] - 1 :])
            for cut in range(size + 1):
                yield _short(words[:cut], words[cut:])


def _short(hyp: Sequence[str], *refs: Sequence[str]) -> CheckCase:
    return CheckCase(
        "all short texts", "one of all the texts of a few words", " ".join(hyp), tuple(map(" ".join, refs))
    )


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
    return [_random_case(source, parameters, most_refs) for _ in range(number)]


def _random_case(source: random.Random, parameters: int, most_refs: int) -> CheckCase:
    ref = _sentence(source)
    refs = [ref, *(_altered(source, ref) for _ in range(source.choice((0, 0, 1, 2))))][:most_refs]
    hyp = _altered(source, ref)
    values = tuple(round(source.uniform(0.1, 0.9), 2) for _ in range(parameters)) if source.random() < 0.5 else ()
    return CheckCase(
        "random texts", "an altered copy of a reference", " ".join(hyp), tuple(map(" ".join, refs)), values
    )


def _sentence(source: random.Random) -> list[str]:
    text = f"the {source.choice(_NOUNS)} {source.choice(_VERBS)} the {source.choice(_NOUNS)} {source.choice(_ENDINGS)}"
    return text.split()


def _altered(source: random.Random, words: Sequence[str]) -> list[str]:
    """A copy with a few words left out, repeated, replaced or moved."""
    copy = list(words)
    for _ in range(source.randint(0, 4)):
        at = source.randrange(len(copy)) if copy else 0
        change = source.choice(("drop", "repeat", "replace", "move", "insert"))
        if change == "drop" and copy:
            del copy[at]
        elif change == "repeat" and copy:
            copy.insert(at, copy[at])
        elif change == "replace" and copy:
            copy[at] = source.choice(_NOUNS)
        elif change == "move" and copy:
            copy.insert(source.randrange(len(copy)), copy.pop(at))
        else:
            copy.insert(at, source.choice((*_NOUNS, "the", "a")))
    return copy


def smaller(case: CheckCase) -> Iterator[list[CheckCase]]:
    """Ways to make a case a little smaller, the plainest first: without a reference or a word, with shorter words; then
    without two words."""
    texts = [case.hyp.split(), *(ref.split() for ref in case.refs)]
    positions = [(text, at) for text, words in enumerate(texts) for at in range(len(words))]
    refs = case.refs
    simple = [replace(case, refs=(*refs[:k], *refs[k + 1 :])) for k in range(len(refs)) if len(refs) > 1]
    if all(texts):  # a word of each, so that the lengths keep their distances
        simple += [_of_words(case, [words[1:] for words in texts]), _of_words(case, [words[:-1] for words in texts])]
    simple += [_without(case, texts, {one}) for one in positions]
    types = sorted({word for words in texts for word in words})
    free = next((letter for letter in _LETTERS if letter not in types), "")
    for word in types if free else ():
        if word not in _LETTERS:
            simple.append(_of_words(case, [[free if one == word else one for one in words] for words in texts]))
    if case.parameters:
        simple.append(replace(case, parameters=()))
    yield sorted(simple, key=lambda one: one.size)
    if len(positions) <= _MOST_PAIRED:
        yield [_without(case, texts, {one, two}) for one, two in combinations(positions, 2)]


def _without(case: CheckCase, texts: Sequence[Sequence[str]], positions: set[tuple[int, int]]) -> CheckCase:
    left = [[word for at, word in enumerate(words) if (k, at) not in positions] for k, words in enumerate(texts)]
    return _of_words(case, left)


def _of_words(case: CheckCase, texts: Sequence[Sequence[str]]) -> CheckCase:
    return replace(case, hyp=" ".join(texts[0]), refs=tuple(map(" ".join, texts[1:])))
