"""NLTK's BLEU, chrF and METEOR: Bolide counts n-grams and remembers stems and synonyms, NLTK's own code does the rest.

`corpus_bleu` and `corpus_chrf` get new code, so that names imported before have it too. Their old code then runs on
segments that stand for what was counted, and finds the counts by the functions that it calls for each segment.
"""

from __future__ import annotations

import warnings
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, update_wrapper
from itertools import accumulate, chain
from math import exp, fsum, log
from types import FunctionType, MethodType
from typing import Any, NamedTuple

from bolide.kernels.ngrams import clipped, clipped_row, pair_rows
from bolide.peers import Hook
from bolide.text.tokens import CHARACTERS, encode_tokens, segment_of

VERSIONS = ("3.8", "3.9", "3.10")
_LONGEST = 20  # n-grams


def hooks() -> Iterator[Hook]:
    """What to replace in NLTK."""
    from nltk.translate import bleu_score, chrf_score, meteor_score

    for module, make in ((bleu_score, _bleu), (chrf_score, _chrf), (meteor_score, _meteor)):
        mine = list(make(module))
        if all(_is_nltks(vars(module).get(hook.name)) for hook in mine):
            yield from mine


def _is_nltks(step: Any) -> bool:
    """Whether a step is NLTK's, and not one that was put in its place."""
    return str(getattr(step, "__globals__", {}).get("__name__", "nltk.")).startswith("nltk.")


def _copy(function: FunctionType) -> Callable[..., Any]:
    """The function as it is now, whatever code it gets later."""
    return FunctionType(function.__code__, function.__globals__, function.__name__, function.__defaults__)


# --- BLEU ------------------------------------------------------------------------------------------------------------


class _Ratio(NamedTuple):
    numerator: int
    denominator: int


class _Corpus:
    """A corpus as one segment: as its hypothesis and as its references."""

    def __init__(self, row: Sequence[int], orders: int) -> None:
        _, self.size, self.closest, *columns = row
        sizes = map(int.__add__, columns[orders : 2 * orders], columns[2 * orders :])  # NLTK's: 1 at least per segment
        self.precisions = list(map(_Ratio, columns, sizes))

    def __len__(self) -> int:
        return self.size


def _bleu(module: Any) -> Iterator[Hook]:
    original, original_precision, original_closest = (
        _copy(module.corpus_bleu),
        module.modified_precision,
        module.closest_ref_length,
    )
    names, smoothings = vars(module), module.SmoothingFunction

    def modified_precision(references: Any, hypothesis: Any, n: int) -> Any:
        if type(hypothesis) is _Corpus:
            return hypothesis.precisions[n - 1]
        return original_precision(references, hypothesis, n)

    def closest_ref_length(references: Any, hyp_len: int) -> Any:
        return references.closest if type(references) is _Corpus else original_closest(references, hyp_len)

    steps = modified_precision, closest_ref_length, smoothings, smoothings.method0

    def corpus_bleu(references: Any, hypotheses: Any, weights: Any, smoothing: Any, auto_reweigh: Any) -> Any:
        arguments = references, hypotheses, weights, smoothing, auto_reweigh
        now = names["modified_precision"], names["closest_ref_length"], names["SmoothingFunction"]
        if (*now, smoothings.method0) != steps or type(smoothing) not in (type(None), FunctionType, MethodType):
            return original(*arguments)
        try:
            orders = _orders(weights)
            corpus = _Corpus(_clipped_total(references, hypotheses, orders), orders)
        except Exception:  # NLTK says what is wrong
            return original(*arguments)
        if smoothing is None and type(weights) is tuple and type(weights[0]) is float and not auto_reweigh:
            return _unsmoothed(names, corpus, weights)

        def smoothed(p_n: Any, hyp_len: int, **_: Any) -> Any:
            return smoothing(p_n, references=references[-1], hypothesis=hypotheses[-1], hyp_len=hyp_len)

        return original([corpus], [corpus], weights, smoothing and smoothed, auto_reweigh)

    yield Hook(module, "modified_precision", update_wrapper(modified_precision, original_precision))
    yield Hook(module, "closest_ref_length", update_wrapper(closest_ref_length, original_closest))
    yield Hook(module, "bolide_corpus_bleu", corpus_bleu)
    yield Hook(module.corpus_bleu, "__code__", _corpus_bleu.__code__)


def _unsmoothed(names: dict[str, Any], corpus: _Corpus, weights: tuple[float, ...]) -> Any:
    """NLTK's formula without its fractions, which take longer than everything else in a single call."""
    if not corpus.precisions[0].numerator:
        return 0
    precisions = names["SmoothingFunction"]().method0(corpus.precisions)  # which warns of zeros
    ratios = (p if type(p) is float else p.numerator / p.denominator for p in precisions)
    mean = exp(fsum(weight * log(p) for weight, p in zip(weights, ratios, strict=False) if p > 0))
    return names["brevity_penalty"](corpus.closest, corpus.size) * mean


def _corpus_bleu(list_of_references, hypotheses, weights, smoothing_function, auto_reweigh):  # type: ignore[no-untyped-def]
    """The new code, which runs in NLTK's module."""
    return bolide_corpus_bleu(list_of_references, hypotheses, weights, smoothing_function, auto_reweigh)  # type: ignore[name-defined]  # noqa: F821


class _UnusualError(Exception):
    """Arguments that are left to NLTK."""


_LISTS = {list, tuple}
_TEXTS = {list, tuple, str}


def _orders(weights: Any) -> int:
    """The longest n-grams for which there is a weight."""
    if type(weights) not in _LISTS or not weights:
        raise _UnusualError
    sets = weights if type(weights[0]) in _LISTS else [weights]
    orders = max(map(len, sets))
    if not sets[0] or not 1 <= orders <= _LONGEST:
        raise _UnusualError
    return orders


def _clipped_total(list_of_references: Any, hypotheses: Any, orders: int) -> Sequence[int]:
    """The sum of BLEU's rows: segments, both lengths, then matches, n-grams and segments that are too short."""
    if not {type(list_of_references), type(hypotheses), *map(type, list_of_references)} <= _LISTS:
        raise _UnusualError
    texts = [*hypotheses, *chain.from_iterable(list_of_references)]
    usual = len(list_of_references) == len(hypotheses) and all(list_of_references) and set(map(type, texts)) <= _TEXTS
    if not usual or not hypotheses:
        raise _UnusualError
    segment = segment_of(3 + 3 * orders) if len(hypotheses) == 1 else None
    row = None if segment is None else clipped_row(segment, texts, orders)
    return (
        list(map(sum, zip(*clipped_rows(list_of_references, hypotheses, orders), strict=True))) if row is None else row
    )


def clipped_rows(list_of_references: Sequence[Any], hypotheses: Sequence[Any], orders: int) -> list[list[int]]:
    """BLEU's row of every segment: segments, both lengths, then matches, n-grams and whether it is too short."""
    width, segments = 3 + 3 * orders, len(hypotheses)
    rows = array("q", bytes(8 * width * segments))
    starts = array("q", accumulate(map(len, list_of_references), initial=0))
    texts = encode_tokens([*hypotheses, *chain.from_iterable(list_of_references)])
    if segments:
        table = memoryview(rows).cast("B").cast("q", (segments, width))
        clipped(texts.ids, *texts.spans, memoryview(starts), orders, False, table)
    flat = rows.tolist()
    return [flat[first : first + width] for first in range(0, len(flat), width)]


# --- chrF ------------------------------------------------------------------------------------------------------------


class _Pair(NamedTuple):
    """The n-grams of a hypothesis, of its reference and of both, by order."""

    row: Sequence[int]
    orders: int


def _chrf(module: Any) -> Iterator[Hook]:
    original, original_order, original_preprocess = (
        _copy(module.corpus_chrf),
        module.chrf_precision_recall_fscore_support,
        module._preprocess,
    )
    names = vars(module)

    def _preprocess(sent: Any, ignore_whitespace: Any) -> Any:
        return sent if type(sent) is _Pair else original_preprocess(sent, ignore_whitespace)

    def of_order(reference: Any, hypothesis: Any, n: int, beta: Any = 3.0, epsilon: float = 1e-16) -> Any:
        if type(hypothesis) is not _Pair:
            return original_order(reference, hypothesis, n, beta, epsilon)
        row, orders = hypothesis
        matches = row[2 * orders + n - 1]
        try:
            precision, recall = matches / row[n - 1], matches / row[orders + n - 1]
            factor = beta**2
            score = (1 + factor) * (precision * recall) / (factor * precision + recall)
        except ZeroDivisionError:
            precision = recall = score = epsilon
        return precision, recall, score, matches

    steps = _preprocess, of_order

    def corpus_chrf(references: Any, hypotheses: Any, min_len: Any, max_len: Any, beta: Any, ignore: Any) -> Any:
        pairs: Any = None
        try:
            now = names["_preprocess"], names["chrf_precision_recall_fscore_support"]
            usual = now == steps and type(min_len) is type(max_len) is int and 1 <= min_len <= max_len <= _LONGEST
            usual = usual and len(references) == len(hypotheses) and {type(references), type(hypotheses)} <= _LISTS
            if usual and set(map(type, chain(references, hypotheses))) <= _TEXTS:
                refs, hyps = ([original_preprocess(text, ignore) for text in side] for side in (references, hypotheses))
                pairs = _pairs(refs, hyps, max_len)
        except Exception:  # NLTK says what is wrong
            pairs = None
        if pairs is None:
            return original(references, hypotheses, min_len, max_len, beta, ignore)
        return original(pairs, pairs, min_len, max_len, beta, ignore)

    yield Hook(module, "_preprocess", update_wrapper(_preprocess, original_preprocess))
    yield Hook(module, "chrf_precision_recall_fscore_support", update_wrapper(of_order, original_order))
    yield Hook(module, "bolide_corpus_chrf", corpus_chrf)
    yield Hook(module.corpus_chrf, "__code__", _corpus_chrf.__code__)


def _corpus_chrf(references, hypotheses, min_len, max_len, beta, ignore_whitespace):  # type: ignore[no-untyped-def]
    """The new code, which runs in NLTK's module."""
    return bolide_corpus_chrf(references, hypotheses, min_len, max_len, beta, ignore_whitespace)  # type: ignore[name-defined]  # noqa: F821


@lru_cache(_LONGEST)
def _characters(orders: int) -> Any:
    from bolide.metrics.chrf import CHRF  # takes longer than the rest, and is needed for corpora of chrF

    return CHRF(char_order=orders, whitespace=True)


def _pairs(refs: list[str], hyps: list[str], orders: int) -> list[_Pair] | None:
    if set(map(type, refs + hyps)) != {str}:
        return None
    segment = segment_of(3 * orders, CHARACTERS) if len(hyps) == 1 else None
    single = None if segment is None else pair_rows(segment, hyps + refs, orders, True)
    if single is not None:
        return [_Pair(single[0], orders)]
    rows = _characters(orders).measure(hyps, refs).data
    width = 3 * orders
    return [_Pair(rows[first : first + width], orders) for first in range(0, len(rows), width)]


# --- METEOR ----------------------------------------------------------------------------------------------------------


class _Memory(dict[Any, Any]):
    """The values of a function by its argument; too many are forgotten."""

    def __init__(self, function: Callable[[Any], Any]) -> None:
        self.function = function

    def __missing__(self, key: Any) -> Any:
        if len(self) >= _REMEMBERED:
            self.clear()
        value = self[key] = self.function(key)
        return value


_REMEMBERED = 1 << 17


class _Lemma:
    """A lemma that returns its name at once."""

    def __init__(self, name: str) -> None:
        self.name = name.__str__


class _Lemmas:
    """A synset of all one-word lemmas that a word has in WordNet: METEOR makes a set of these names."""

    def __init__(self, names: Iterable[str]) -> None:
        self.lemmas = tuple(map(_Lemma, names)).__iter__


class _Remembering:
    """What METEOR asks of a stemmer or of a WordNet, from memory."""

    def __init__(self, function: Callable[[str], Any]) -> None:
        self.stem = self.synsets = _Memory(function).__getitem__


def _meteor(module: Any) -> Iterator[Hook]:
    original, stemmer_class, default = module._enum_align_words, module.PorterStemmer, module.wordnet
    readers = type(default), module.WordNetCorpusReader  # NLTK opens its corpora when they are first used
    original_stemmer, stem = stemmer_class(), stemmer_class.stem
    stems, missing = _Remembering(original_stemmer.stem), False

    @lru_cache(4)
    def remembered(reader: Any) -> _Remembering:
        return _Remembering(lambda word: (_Lemmas(one_word_lemmas(reader, word)),))

    def one_word_lemmas(reader: Any, word: str) -> set[str] | frozenset[str]:
        nonlocal missing
        try:
            if not missing or reader is not default:
                names = (lemma.name() for synset in reader.synsets(word) for lemma in synset.lemmas())
                return {name for name in names if "_" not in name}
        except LookupError as problem:
            if type(problem) is not LookupError or reader is not default:
                raise
            missing = True
            warnings.warn(_NO_WORDNET, stacklevel=2)
        from bolide.text.words.wordnet import nltk_synonyms

        return nltk_synonyms(word)

    def _enum_align_words(hypothesis: Any, reference: Any, stemmer: Any, wordnet: Any) -> Any:
        if {type(word) for _, word in chain(hypothesis, reference)} <= {str}:
            if (
                type(stemmer) is stemmer_class
                and stemmer_class.stem is stem
                and vars(stemmer) == vars(original_stemmer)
            ):
                stemmer = stems
            if type(wordnet) in readers and "synsets" not in vars(wordnet):
                wordnet = remembered(wordnet)
        return original(hypothesis, reference, stemmer=stemmer, wordnet=wordnet)

    _enum_align_words.__defaults__ = original.__defaults__
    yield Hook(module, "_enum_align_words", update_wrapper(_enum_align_words, original))


_NO_WORDNET = (
    "NLTK's WordNet is not installed, so METEOR takes its synonyms from Bolide's WordNet 3.0; "
    "nltk.download('wordnet') installs NLTK's."
)
