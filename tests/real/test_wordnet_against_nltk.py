"""The WordNet table against NLTK reading WordNet 3.0's own files: words, irregular forms, tokens of real text.

Every twentieth of them by default, to stay within seconds; BOLIDE_TEST_EVERY=1 takes all.
"""

import importlib
import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from bench import wordnet_data

from bolide.text.words import wordnet_table as table
from bolide.text.words.stems import porter_stem
from bolide.text.words.wordnet import base_forms, ids, nltk_synonyms, synsets
from tests.real.data import DATA, lines
from tests.scripts import script

EVERY = int(os.environ.get("BOLIDE_TEST_EVERY", "20"))
PARTS_OF_SPEECH = {"n": 0, "v": 1, "a": 2, "s": 2, "r": 3}


@pytest.fixture(scope="module")
def folder() -> Path:
    try:
        return wordnet_data.wordnet_folder()
    except wordnet_data.Unavailable as unavailable:
        pytest.skip(str(unavailable))


@pytest.fixture(scope="module")
def wordnet() -> Any:
    pytest.importorskip("nltk.data", reason="NLTK is the oracle and is not installed")
    return importlib.import_module("tests.real.nltk_meteor").english_wordnet()


def test_the_table_is_the_one_the_script_makes(folder: Path) -> None:
    maker = script("make_wordnet")
    for number, section in enumerate(maker.sections(folder)):
        assert table._section(table._SECTIONS[number]) == section
    assert (table._MAGIC, table._BLOCK, table._RARE) == (maker.MAGIC, maker.BLOCK, maker.RARE)


def test_words_and_real_tokens_mean_what_they_mean_to_nltk(wordnet: Any, folder: Path) -> None:
    for word in some_words(folder):
        theirs = [
            (PARTS_OF_SPEECH[synset.pos()], sorted(synset.lemma_names())) for synset in set(wordnet.synsets(word))
        ]
        ours = [(table.part_of_speech(synset), sorted(table.names(synset))) for synset in synsets(word)]
        assert sorted(ours) == sorted(theirs)
        assert nltk_synonyms(word) == {word, *(name for _, names in theirs for name in names if "_" not in name)}


@cache
def some_words(folder: Path) -> list[str]:
    words = {*map(table.word_at, range(147_306)), *irregular_forms(folder), *real_tokens()}
    return sorted(words)[::EVERY]


def irregular_forms(folder: Path) -> dict[str, set[str]]:
    forms = defaultdict(set)
    for name in ("noun", "verb", "adj", "adv"):
        for line in (folder / f"{name}.exc").read_text("ascii").splitlines():
            form, *bases = line.split()
            forms[form].update(bases)
    return forms


def real_tokens() -> set[str]:
    """Collect the distinct tokens of English test sets, as written and lowered; none where the data are absent."""
    tokens: set[str] = set()
    for path in [*DATA.glob("wmt12/fr-en/*.gz"), *DATA.glob("ted-pos/*.eng.gz")]:
        text = "\n".join(lines(path))
        tokens.update(text.split(), text.lower().split())
    return tokens


def test_the_files_of_meteor_15(folder: Path) -> None:
    expected = defaultdict(set)
    for line in (folder / "index.sense").read_text("ascii").splitlines():
        key, offset, *_ = line.split()
        expected[key.partition("%")[0]].add(int(offset))
    assert words_that_share(expected) == words_that_share({word: ids(word) for word in expected})
    forms = irregular_forms(folder)
    assert {form: set(base_forms(form)) for form in forms} == forms


def words_that_share(ids_of: Mapping[str, Iterable[int]]) -> Counter[frozenset[str]]:
    """For each id the words that have it; ids themselves say nothing, they need only tell the same things apart."""
    words = defaultdict(set)
    for word, numbers in ids_of.items():
        for number in numbers:
            words[number].add(word)
    return Counter(map(frozenset, words.values()))


def test_words_and_real_tokens_stem_as_in_nltk(folder: Path) -> None:
    stemmer = pytest.importorskip("nltk.stem.porter", reason="NLTK is the oracle and is not installed").PorterStemmer()
    parts = {part for word in some_words(folder) for part in (word, *word.split("_"))}
    assert [word for word in sorted(parts) if porter_stem(word) != stemmer.stem(word)] == []
