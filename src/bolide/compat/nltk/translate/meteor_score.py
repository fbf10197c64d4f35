"""NLTK's METEOR with Bolide's alignment."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib.util import module_from_spec
from typing import Any, Protocol

from bolide.compat import real_spec
from bolide.metrics.meteor.staged.counts import StagedCounts
from bolide.metrics.meteor.staged.formula import StagedFormula
from bolide.system.errors import InputError
from bolide.text.words.porter import porter_stem
from bolide.text.words.word_matcher import WordMatcher
from bolide.text.words.wordnet import nltk_synonyms

__all__ = ["meteor_score", "single_meteor_score"]
_NLTKS = ("align_words", "exact_match", "stem_match", "wordnetsyn_match")  # which are not replaced


class Stemmer(Protocol):
    """The interface of NLTK's stemmers."""

    def stem(self, token: str) -> str: ...


class WordNet(Protocol):
    """The interface of NLTK's WordNet reader; a synset has `lemmas()`, a lemma has `name()`."""

    def synsets(self, lemma: str) -> Iterable[Any]: ...


def meteor_score(
    references: Iterable[Iterable[str]],
    hypothesis: Iterable[str],
    preprocess: Callable[[str], str] = str.lower,
    stemmer: Stemmer | None = None,
    wordnet: WordNet | None = None,
    alpha: float = 0.9,
    beta: float = 3.0,
    gamma: float = 0.5,
) -> float:
    """NLTK's `meteor_score`: the best score over all references, as token lists.

    By default, Bolide's Porter stemmer and WordNet 3.0 are used, which agree with NLTK's and need no download. A
    `stemmer` or `wordnet` passed in is called for every word of every call, as in NLTK.
    """
    groups = list(references)
    if not groups:
        raise InputError("meteor_score needs at least one reference.")
    tokens = _tokens(hypothesis, "hypothesis", preprocess)
    others = [_tokens(reference, "reference", preprocess) for reference in groups]
    rows = StagedCounts("nltk", word_matcher=_matcher(stemmer, wordnet)).of_tokens(tokens, others)
    return max(StagedFormula(alpha=alpha, beta=beta, gamma=gamma).values(rows))


def single_meteor_score(
    reference: Iterable[str],
    hypothesis: Iterable[str],
    preprocess: Callable[[str], str] = str.lower,
    stemmer: Stemmer | None = None,
    wordnet: WordNet | None = None,
    alpha: float = 0.9,
    beta: float = 3.0,
    gamma: float = 0.5,
) -> float:
    """NLTK's `single_meteor_score`: one reference, which comes first."""
    return meteor_score([reference], hypothesis, preprocess, stemmer, wordnet, alpha, beta, gamma)


def __getattr__(name: str) -> object:
    """A function of NLTK's own."""
    spec = real_spec("nltk.translate.meteor_score") if name in _NLTKS else None
    if spec is None or spec.loader is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return getattr(module, name)


def _tokens(words: Iterable[str], what: str, preprocess: Callable[[str], str]) -> list[str]:
    if isinstance(words, str):
        raise TypeError(f"{what} is one string; METEOR's calls need its tokens, for instance {what}.split().")
    return list(map(preprocess, words))


def _matcher(stemmer: Stemmer | None, wordnet: WordNet | None) -> WordMatcher | None:
    """The caller's stemmer and WordNet in NLTK's three stages, of which the last receives stems."""
    if stemmer is None and wordnet is None:
        return None
    stem = stemmer.stem if stemmer is not None else porter_stem

    def synonyms(word: str) -> Iterable[str]:
        stemmed = stem(word)
        if wordnet is None:
            return nltk_synonyms(stemmed)
        names = (lemma.name() for synset in wordnet.synsets(stemmed) for lemma in synset.lemmas())
        return {stemmed, *(name for name in names if "_" not in name)}

    return WordMatcher(stem, synonyms, lambda word: (stem(word),), remembered=False)
