"""The stand-ins of bolide.compat, and sentence() itself, against their peers: single calls with 1, 5 and 20 words.

Each call is repeated over the same sentences, so that the peers have what they cache (sacreBLEU its tokenized lines).
"""

import logging
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from time import perf_counter
from typing import Any, NamedTuple

import jiwer
import sacrebleu
from nltk.translate import bleu_score, chrf_score, gleu_score, nist_score, ribes_score
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

from bench.timing import Line, corpus
from bolide import BLEU, CHRF, TER, WER
from bolide.compat import installed
from bolide.compat import jiwer as ours_jiwer

logging.getLogger("sacrebleu").setLevel(logging.ERROR)
Call = Callable[[str, str], object]
SENTENCES, ROUNDS, SECONDS = 8, 60, 0.5  # half a second for each line of the table at most
GOALS = {1: 1.5, 5: 1.5, 20: 5.0}


class Pair(NamedTuple):
    """One call of both; it has no goal at 20 words if it does not depend on the text."""

    name: str
    peer: str
    theirs: Call
    ours: Call
    reads_text: bool = True


def lines() -> Iterator[Line]:
    """Every call at every length."""
    _, hyps, refs = corpus()
    pairs = [*_sacrebleu(), *_nltk(), *_jiwer(), *_native()]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for size, goal in GOALS.items():
            texts = [(hyp.split(), ref.split()) for hyp, ref in zip(hyps, refs, strict=True)]
            sentences = [
                (" ".join(hyp[:size]), " ".join(ref[:size])) for hyp, ref in texts if min(len(hyp), len(ref)) >= size
            ][:SENTENCES]
            for pair in pairs:
                if not pair.reads_text and size > 1:
                    continue
                times = _bursts(pair, sentences)
                yield Line(f"{pair.name}, {size} w.", pair.peer, *times, goal, unit="µs")


def _bursts(pair: Pair, sentences: list[tuple[str, str]]) -> tuple[float, float]:
    """The best time of a call by each, in thousandths, from short bursts in turn, which a busy machine seldom hits."""
    best = [float("inf"), float("inf")]
    until = perf_counter() + SECONDS
    for _ in range(ROUNDS):
        if perf_counter() > until and best[1] < float("inf"):
            break
        for side, call in enumerate((pair.theirs, pair.ours)):
            start = perf_counter()
            for hyp, ref in sentences:
                call(hyp, ref)
            best[side] = min(best[side], perf_counter() - start)
    return 1000 * best[0] / len(sentences), 1000 * best[1] / len(sentences)


def _sacrebleu() -> Iterator[Pair]:
    with installed("sacrebleu") as ours:
        from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a as OurTokenizer
    for name, options in (("BLEU", {"effective_order": True}), ("CHRF", {}), ("CHRF", {"word_order": 2}), ("TER", {})):
        a, b = (getattr(module, name)(**options) for module in (sacrebleu, ours))
        shown = "chrF++" if "word_order" in options else name
        yield Pair(f"{shown}.sentence_score", "sacreBLEU", _sentence(a), _sentence(b))
        yield Pair(f"{shown}.corpus_score, one line", "sacreBLEU", _one_line(a), _one_line(b))
        yield Pair(f"{shown}.sentence_score, two references", "sacreBLEU", _two(a), _two(b))
        for metric in (a, b):
            metric.sentence_score("a", ["a"])
        if shown == name:
            yield Pair(f"{name}().get_signature()", "sacreBLEU", _signature(a), _signature(b), False)
            yield Pair(f"{name}()", "sacreBLEU", _constructor(sacrebleu, name), _constructor(ours, name), False)
    for name in ("sentence_bleu", "sentence_chrf", "sentence_ter"):
        yield Pair(name, "sacreBLEU", _function(getattr(sacrebleu, name)), _function(getattr(ours, name)))
    yield Pair("BLEU.compute_bleu", "sacreBLEU", _compute_bleu(sacrebleu), _compute_bleu(ours), False)
    one, other = Tokenizer13a(), OurTokenizer()
    yield Pair("Tokenizer13a()(line), line seen before", "sacreBLEU", lambda h, r: one(h), lambda h, r: other(h), False)


def _sentence(metric: Any) -> Call:
    return lambda hyp, ref: metric.sentence_score(hyp, [ref])


def _two(metric: Any) -> Call:
    return lambda hyp, ref: metric.sentence_score(hyp, [ref, hyp])


def _one_line(metric: Any) -> Call:
    return lambda hyp, ref: metric.corpus_score([hyp], [[ref]])


def _signature(metric: Any) -> Call:
    return lambda hyp, ref: metric.get_signature()


def _constructor(module: Any, name: str) -> Call:
    return lambda hyp, ref: getattr(module, name)()


def _function(function: Any) -> Call:
    return lambda hyp, ref: function(hyp, [ref])


def _compute_bleu(module: Any) -> Call:
    return lambda hyp, ref: module.BLEU.compute_bleu([4, 2, 1, 0], [5, 4, 3, 2], 5, 6, smooth_method="exp")


def _nltk() -> Iterator[Pair]:
    from bolide.compat.nltk.translate import bleu_score as bleu
    from bolide.compat.nltk.translate import chrf_score as chrf
    from bolide.compat.nltk.translate import gleu_score as gleu
    from bolide.compat.nltk.translate import nist_score as nist
    from bolide.compat.nltk.translate import ribes_score as ribes

    for name, theirs, ours in (
        ("sentence_bleu", bleu_score.sentence_bleu, bleu.sentence_bleu),
        ("sentence_gleu", gleu_score.sentence_gleu, gleu.sentence_gleu),
        ("sentence_ribes", ribes_score.sentence_ribes, ribes.sentence_ribes),
    ):
        yield Pair(name, "NLTK", _tokens(theirs), _tokens(ours))
    smooth = bleu_score.SmoothingFunction().method1, bleu.SmoothingFunction().method1
    yield Pair("sentence_bleu, method1", "NLTK", _smooth(bleu_score, smooth[0]), _smooth(bleu, smooth[1]))
    yield Pair("modified_precision", "NLTK", _precision(bleu_score), _precision(bleu))
    yield Pair("sentence_nist", "NLTK", _nist(nist_score), _nist(nist))
    yield Pair("sentence_chrf", "NLTK", _chrf(chrf_score), _chrf(chrf))


_words = cache(str.split)  # the words of a text, which NLTK's functions take, without the time to split it


def _tokens(function: Any) -> Call:
    return lambda hyp, ref: function([_words(ref)], _words(hyp))


def _smooth(module: Any, method: Any) -> Call:
    return lambda hyp, ref: module.sentence_bleu([_words(ref)], _words(hyp), smoothing_function=method)


def _precision(module: Any) -> Call:
    return lambda hyp, ref: module.modified_precision([_words(ref)], _words(hyp), 2)


def _nist(module: Any) -> Call:
    return lambda hyp, ref: module.sentence_nist([_words(ref)], _words(hyp), 1)


def _chrf(module: Any) -> Call:
    return lambda hyp, ref: module.sentence_chrf(ref, hyp)


def _jiwer() -> Iterator[Pair]:
    for name in ("wer", "mer", "cer", "process_words"):
        yield Pair(name, "jiwer", _reversed(getattr(jiwer, name)), _reversed(getattr(ours_jiwer, name)))


def _reversed(function: Any) -> Call:
    return lambda hyp, ref: function(ref, hyp)


def _native() -> Iterator[Pair]:
    options = {"effective_order": True}
    for peer, metric in (
        (sacrebleu.BLEU(**options), BLEU(**options)), (sacrebleu.CHRF(), CHRF()), (sacrebleu.TER(), TER())
    ):  # fmt: skip
        yield Pair(f"bolide.{metric.name}: sentence(…)", "sacreBLEU", _sentence(peer), metric.sentence)
    yield Pair(
        "bolide.BLEU().sentence(…)", "sacreBLEU", lambda hyp, ref: sacrebleu.BLEU().sentence_score(hyp, [ref]),
        lambda hyp, ref: BLEU().sentence(hyp, ref),
    )  # fmt: skip
    wer = WER()
    yield Pair("bolide.WER: sentence(…)", "jiwer", _reversed(jiwer.wer), wer.sentence)
