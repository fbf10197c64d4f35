"""Words as METEOR 1.5 knows them: WordNet 3.0's byte offsets without part of speech, and a morphology of its own.

Two meanings of different parts of speech that happen to lie at the same offset count as one: 282 offsets do, so
`administration` and `undervalue` are synonyms to the 1.5 tool. Tokens are looked up as they stand; the dictionary
is in small letters.
"""

from collections.abc import Callable

from bolide.text.words import wordnet_table as table

# In the tool's order, repetitions left out: the first result that is a dictionary word wins. By last letter, because
# endings that differ there never compete.
_ENDINGS = {
    "s": (
        *(("s", ""), ("ses", "s"), ("xes", "x"), ("zes", "z"), ("ches", "ch"), ("shes", "sh"), ("ies", "y")),
        *(("es", "e"), ("es", "")),
    ),
    "n": (("men", "man"),),
    "d": (("ed", "e"), ("ed", "")),
    "g": (("ing", "e"), ("ing", "")),
    "r": (("er", ""), ("er", "e")),
    "t": (("est", ""), ("est", "e")),
}


def meteor15_synsets(token: str) -> frozenset[int]:
    """Give the ids by which METEOR 1.5 knows a token: two different tokens that share one are synonyms."""
    return frozenset().union(*map(ids, looked_up(token, base_forms, is_word)))


def synsets_by_part_of_speech(token: str) -> frozenset[int]:
    """Give the meanings of a token by METEOR 1.5's morphology, those of different parts of speech kept apart."""
    numbers = map(table.word_number, looked_up(token, base_forms, is_word))
    return frozenset(synset for number in numbers if number >= 0 for synset in table.synsets_of(number))


def looked_up(
    token: str, base_forms: Callable[[str], tuple[str, ...]], is_word: Callable[[str], bool]
) -> tuple[str, ...]:
    """Give the forms whose meanings a token has: its own, and its irregular bases or else its regular one."""
    bases = base_forms(token)
    if not bases and (regular := morph(token, is_word)) is not None:
        bases = (regular,)
    return (token, *bases)


def ids(word: str) -> frozenset[int]:
    """Give an id for each WordNet 3.0 offset of a word as spelled, parts of speech mixed."""
    number = table.word_number(word)
    return frozenset(map(table.first_at_offset, table.synsets_of(number))) if number >= 0 else frozenset()


def is_word(word: str) -> bool:
    """Say whether WordNet lists the word as spelled; ice_cream with its underscore counts."""
    return table.word_number(word) >= 0


def base_forms(form: str) -> tuple[str, ...]:
    """Give all base forms of an irregular form, of every part of speech: better gives good and well."""
    irregular = table.irregular(form)
    if irregular is None:
        return ()
    return tuple(sorted({base for group in (*irregular.bases, irregular.replaced) for base in group}))


def morph(word: str, is_word: Callable[[str], bool] = is_word) -> str | None:
    """Take a regular ending off, if that leaves a dictionary word; words in -ss and of one or two letters stay."""
    if word.endswith("ss") or len(word) <= 2:
        return word
    candidates = (word[: -len(old)] + new for old, new in _ENDINGS.get(word[-1], ()) if word.endswith(old))
    return next((candidate for candidate in candidates if is_word(candidate)), None)
