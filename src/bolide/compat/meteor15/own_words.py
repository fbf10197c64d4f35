"""Stems and synonyms from the user's own files, in the 1.5 tool's formats (its options -e and -d)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

from bolide.corpus.lines import read_lines
from bolide.system.errors import InputError
from bolide.system.messages import counted
from bolide.text.words.jar_words import looked_up as looked_up_stems
from bolide.text.words.wordnet import looked_up


def stems_from(name: str) -> Callable[[str], str]:
    """A stemmer that looks words up: lines of a word, then the count and the letters of each of its stems."""
    lines = [line.replace("\t", " ") for line in read_lines(name)]
    for number, line in enumerate(lines, 1):
        fields = line.split(" ")
        if len(fields) < 3 or not len(fields) % 2 or not all(count.isdecimal() for count in fields[1::2]):
            raise InputError(f"{name}, line {number}: {line[:60]!r} is not a word, a count and a stem, or several.")
    return looked_up_stems(lines)


def synonyms_from(folder: str, language: str) -> Callable[[str], frozenset[int]]:
    """The meanings of words by LANGUAGE.synsets (a line with a word, a line with its ids) and LANGUAGE.exceptions
    (a line with a base form, a line with its irregular forms).
    """
    ids: dict[str, frozenset[int]] = {}
    for line, word, numbers in _couples(str(Path(folder, f"{language}.synsets"))):
        try:
            ids[word] = frozenset(map(int, numbers.split()))
        except ValueError:
            raise InputError(f"{line}: the ids of {word!r}, {numbers[:60]!r}, must be integers.") from None
    bases = defaultdict(list)
    for _, base, forms in _couples(str(Path(folder, f"{language}.exceptions"))):
        for form in forms.split():
            bases[form].append(base)
    nothing: frozenset[int] = frozenset()

    def synonyms(word: str) -> frozenset[int]:
        forms = looked_up(word, lambda form: tuple(bases.get(form, ())), ids.__contains__)
        return nothing.union(*(ids.get(form, nothing) for form in forms))

    return synonyms


def _couples(name: str) -> Iterator[tuple[str, str, str]]:
    """Lines two by two, each couple with the place of its second line."""
    lines = read_lines(name)
    if len(lines) % 2:
        raise InputError(
            f"{name} has {counted(len(lines), 'line')}, an odd number; the last word has no line after it."
        )
    for number in range(0, len(lines), 2):
        yield f"{name}, line {number + 2}", lines[number].strip(), lines[number + 1]
