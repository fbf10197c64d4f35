"""Words as METEOR 1.5 knows them. The counts were measured on the tool's own English files (1.5, jar of 2014)."""

from collections import defaultdict
from itertools import product

import pytest

from bolide.text.words import wordnet_table as table
from bolide.text.words.wordnet import base_forms, ids, is_word, meteor15_synsets, morph, synsets

WORDS = 147_306
SYNSETS = 117_659


def test_as_many_ids_and_pairs_as_the_tools_file() -> None:
    found = [ids(table.word_at(number)) for number in range(WORDS)]
    assert sum(map(len, found)) == 206_941
    assert len({each for of_word in found for each in of_word}) == 117_374


def test_as_many_base_forms_as_the_tools_file() -> None:
    blocks = range(len(table._blocks("forms")))
    forms = [form for block in blocks for form in table._words_in("forms", block)]
    assert len({base for form in forms for base in base_forms(form)}) == 4_270


def test_as_many_false_synonyms_as_the_tool() -> None:
    """Offsets without part of speech collide: 282 do, making 525 pairs of single words synonyms that are none."""
    at_offset = defaultdict(list)
    for synset in range(SYNSETS):
        at_offset[table.first_at_offset(synset)].append(synset)
    collisions = [group for group in at_offset.values() if len(group) > 1]
    assert len(collisions) == 282
    pairs = {
        frozenset((one, other))
        for group in collisions
        for a, b in product(group, group)
        if a < b
        for one, other in product(single_words(a), single_words(b))
    }
    assert len({pair for pair in pairs if len(pair) == 2}) == 525


def single_words(synset: int) -> set[str]:
    return {name.lower() for name in table.names(synset) if "_" not in name}


@pytest.mark.parametrize(
    ("one", "other"), [("administration", "undervalue"), ("able", "breathe"), ("answer", "high-pitched")]
)
def test_a_false_synonym_of_the_tool(one: str, other: str) -> None:
    assert meteor15_synsets(one) & meteor15_synsets(other)
    assert not synsets(one) & synsets(other)


def test_irregular_forms_of_every_part_of_speech() -> None:
    assert base_forms("better") == ("good", "well")
    assert base_forms("offer") == ("off", "offer")  # two lines of adj.exc: the tool reads both, NLTK the last
    assert base_forms("cats") == ()
    assert meteor15_synsets("feet") == {*ids("feet"), *ids("foot")}


@pytest.mark.parametrize(
    ("word", "base"),
    [
        ("cats", "cat"),
        ("glass", "glass"),  # -ss stays
        ("is", "is"),  # and so does what is this short
        ("xyzzys", None),
        ("parties", "party"),
        ("churches", "church"),
        ("hoped", "hope"),
        ("hoping", "hope"),
        ("larger", "large"),
        ("policemen", "policeman"),
        ("ice_creams", "ice_cream"),
        ("Cats", None),  # tokens are taken as they stand
    ],
)
def test_regular_endings(word: str, base: str | None) -> None:
    assert morph(word) == base


def test_dictionary_words() -> None:
    assert is_word("ice_cream")
    assert not is_word("Paris")
    assert is_word("paris")
    assert not is_word("")
