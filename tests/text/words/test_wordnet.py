"""The WordNet table: what it holds, and what is looked up in it, by NLTK's rules and as METEOR 1.5 knows words. The
counts of the latter were measured on the tool's own English files (1.5, jar of 2014).
"""

from collections import Counter, defaultdict
from itertools import chain, product
from pathlib import Path

from hypothesis import given, settings, strategies as st

from bolide.text.words import wordnet, wordnet_table as table

# --- The WordNet table: what it holds, and what is looked up in it -------------------------------------------------


ORACLE = (Path(__file__).parents[2] / "oracles" / "synonyms.tsv").read_text("utf-8")
SYNONYMS = dict(line.split("\t") for line in ORACLE.split("\n") if line and line[0] != "#")
# Princeton's own figures for WordNet 3.0, manual page wnstats(7WN): synsets and word-sense pairs by part of speech.
SYNSETS = {0: 82_115, 1: 13_767, 2: 18_156, 3: 3_621}
SENSES = {0: 146_312, 1: 25_047, 2: 30_002, 3: 5_580}
WORDS = 147_306
patient = settings(deadline=None)  # the first call unpacks the table
synset_numbers = st.integers(0, sum(SYNSETS.values()) - 1)


def test_the_table_holds_what_princeton_counted() -> None:
    senses = Counter(table.part_of_speech(synset) for word in range(WORDS) for synset in table.synsets_of(word))
    assert dict(senses) == SENSES
    assert Counter(map(table.part_of_speech, range(sum(SYNSETS.values())))) == SYNSETS


def test_every_word_is_found_where_it_is() -> None:
    words = [table.word_at(number) for number in range(WORDS)]
    assert words == sorted(set(words))
    assert all(table.word_number(word) == number for number, word in enumerate(words))


@patient
@given(synset_numbers)
def test_a_meaning_is_among_those_of_each_of_its_names(synset: int) -> None:
    for name in table.names(synset):
        assert synset in table.synsets_of(table.word_number(name.lower()))
        assert synset in wordnet.synsets(name)


def test_the_frozen_synonyms_of_nltk() -> None:
    assert len(SYNONYMS) > 200
    assert {word: " ".join(sorted(wordnet.nltk_synonyms(word))) for word in SYNONYMS} == SYNONYMS


# --- Words as METEOR 1.5 knows them. The counts were measured on the tool's own English files (1.5, jar of 2014) ---


ALL_SYNSETS = 117_659


def test_as_many_false_synonyms_as_the_tool() -> None:
    """Offsets without part of speech collide: 282 do, making 525 pairs of single words synonyms that are none."""
    at_offset = defaultdict(list)
    for synset in range(ALL_SYNSETS):
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


def test_a_word_is_a_synonym_if_it_spells_a_lemma_of_a_shared_synset() -> None:
    synonyms = {word: words.split(" ") for word, words in SYNONYMS.items()}
    words = {*chain.from_iterable(synonyms.values()), "Paris", "paris", "US", "us", "ice_cream", "K", "\u212a", "Dog"}
    spelled = {other: frozenset(wordnet.spelled_synsets(other)) for other in words}
    for word, expected in synonyms.items():
        assert {word, *(other for other in words if wordnet.synsets(word) & spelled[other])} == {*expected}, word
