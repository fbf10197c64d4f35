"""What makes words match at each stage of the variants nltk and 2005."""

from bolide.text.words.porter import porter_stem
from bolide.text.words.word_matcher import WordMatcher
from bolide.text.words.wordnet import nltk_synonyms, synsets


def matcher_of(variant: str, stages: tuple[str, ...]) -> WordMatcher:
    """What the variant knows of words."""
    stem = porter_stem if "stem" in stages else None
    if "synonym" not in stages:
        return WordMatcher(stem)
    if variant == "2005":  # Banerjee and Lavie 2005: synonyms share a meaning in WordNet, either way round
        return WordMatcher(stem, synsets)
    if stem is None:
        return WordMatcher(None, nltk_synonyms, _alone)
    return WordMatcher(stem, _synonyms_of_stem, _stem_alone)


# NLTK's last stage is handed the stems that the one before left over, not the words.
def _synonyms_of_stem(word: str) -> frozenset[str]:
    return nltk_synonyms(porter_stem(word))


def _stem_alone(word: str) -> tuple[str]:
    return (porter_stem(word),)


def _alone(word: str) -> tuple[str]:
    return (word,)
