"""The stand-ins of bolide.compat, and sentence() itself, against their peers: single calls with 1, 5 and 20 words.

Each call is repeated over the same sentences, so that the peers have what they cache (sacreBLEU its tokenized lines).
"""

import logging
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from time import perf_counter
from typing import Any, NamedTuple

import jiwer
import sacrebleu
from nltk.translate import bleu_score, chrf_score, gleu_score, nist_score, ribes_score
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

from bench.timing import Line, corpus
from bolide import BLEU, CHRF, TER, WER
from bolide.compat import installed, jiwer as ours_jiwer

logging.getLogger("sacrebleu").setLevel(logging.ERROR)
Call = Callable[..., object]
Arguments = Callable[[str, str], tuple[Any, ...]]
SENTENCES, ROUNDS, SECONDS = 8, 60, 0.5  # half a second for each line of the table at most
GOALS = {1: 1.5, 5: 1.5, 20: 5.0}


class Pair(NamedTuple):
    """One call of both, and its arguments for a hypothesis and a reference; there is no goal at 20 words if it does not
    depend on the text."""

    name: str
    peer: str
    theirs: Call
    ours: Call
    arguments: Arguments
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
                times = _bursts(pair, [pair.arguments(hyp, ref) for hyp, ref in sentences])
                yield Line(f"{pair.name}, {size} w.", pair.peer, *times, goal, unit="µs")


def _bursts(pair: Pair, calls: list[tuple[Any, ...]]) -> tuple[float, float]:
    """The best time of a call by each, in thousandths, from short bursts in turn, which a busy machine seldom hits."""
    best = [float("inf"), float("inf")]
    until = perf_counter() + SECONDS
    for _ in range(ROUNDS):
        if perf_counter() > until and best[1] < float("inf"):
            break
        for side, call in enumerate((pair.theirs, pair.ours)):
            start = perf_counter()
            for arguments in calls:
                call(*arguments)
            best[side] = min(best[side], perf_counter() - start)
    return 1000 * best[0] / len(calls), 1000 * best[1] / len(calls)


def _sacrebleu() -> Iterator[Pair]:
    with installed("sacrebleu") as ours:
        from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a as OurTokenizer
    for name, options in (("BLEU", {"effective_order": True}), ("CHRF", {}), ("CHRF", {"word_order": 2}), ("TER", {})):
        a, b = (getattr(module, name)(**options) for module in (sacrebleu, ours))
        shown = "chrF++" if "word_order" in options else name
        yield Pair(f"{shown}.sentence_score", "sacreBLEU", a.sentence_score, b.sentence_score, _one)
        yield Pair(
            f"{shown}.corpus_score, one line",
            "sacreBLEU",
            a.corpus_score,
            b.corpus_score,
            lambda hyp, ref: ([hyp], [[ref]]),
        )
        yield Pair(
            f"{shown}.sentence_score, two references",
            "sacreBLEU",
            a.sentence_score,
            b.sentence_score,
            lambda hyp, ref: (hyp, [ref, hyp]),
        )
        for metric in (a, b):
            metric.sentence_score("a", ["a"])
        if shown == name:
            yield Pair(f"{name}().get_signature()", "sacreBLEU", a.get_signature, b.get_signature, _no_text, False)
            yield Pair(f"{name}()", "sacreBLEU", getattr(sacrebleu, name), getattr(ours, name), _no_text, False)
    for name in ("sentence_bleu", "sentence_chrf", "sentence_ter"):
        yield Pair(name, "sacreBLEU", getattr(sacrebleu, name), getattr(ours, name), _one)
    yield Pair(
        "BLEU.compute_bleu",
        "sacreBLEU",
        sacrebleu.BLEU.compute_bleu,
        ours.BLEU.compute_bleu,
        lambda hyp, ref: ([4, 2, 1, 0], [5, 4, 3, 2], 5, 6, "exp"),
        False,
    )
    yield Pair(
        "Tokenizer13a()(line), line seen before",
        "sacreBLEU",
        Tokenizer13a(),
        OurTokenizer(),
        lambda hyp, ref: (hyp,),
        False,
    )


def _one(hyp: str, ref: str) -> tuple[Any, ...]:
    return hyp, [ref]


def _no_text(hyp: str, ref: str) -> tuple[Any, ...]:
    return ()


def _nltk() -> Iterator[Pair]:
    from bolide.compat.nltk.translate import (
        bleu_score as bleu,
        chrf_score as chrf,
        gleu_score as gleu,
        nist_score as nist,
        ribes_score as ribes,
    )

    for name, theirs, ours in (
        ("sentence_bleu", bleu_score, bleu),
        ("sentence_gleu", gleu_score, gleu),
        ("sentence_ribes", ribes_score, ribes),
    ):
        yield Pair(name, "NLTK", getattr(theirs, name), getattr(ours, name), _tokens)
    smooth = {module: module.SmoothingFunction().method1 for module in (bleu_score, bleu)}
    yield Pair(
        "sentence_bleu, method1",
        "NLTK",
        *(partial(module.sentence_bleu, smoothing_function=method) for module, method in smooth.items()),
        _tokens,
    )
    yield Pair(
        "modified_precision",
        "NLTK",
        bleu_score.modified_precision,
        bleu.modified_precision,
        lambda hyp, ref: (*_tokens(hyp, ref), 2),
    )
    for most, shown in ((1, "n = 1"), (5, "n = 5, or 1 with one word")):
        yield Pair(
            f"sentence_nist, {shown}",
            "NLTK",
            nist_score.sentence_nist,
            nist.sentence_nist,
            lambda hyp, ref, most=most: (*_tokens(hyp, ref), min(most, len(hyp.split()))),
        )
    yield Pair("sentence_chrf", "NLTK", chrf_score.sentence_chrf, chrf.sentence_chrf, _reference_first)


def _tokens(hyp: str, ref: str) -> tuple[Any, ...]:
    return [ref.split()], hyp.split()


def _reference_first(hyp: str, ref: str) -> tuple[Any, ...]:
    return ref, hyp


def _jiwer() -> Iterator[Pair]:
    for name in ("wer", "mer", "cer", "process_words"):
        yield Pair(name, "jiwer", getattr(jiwer, name), getattr(ours_jiwer, name), _reference_first)


def _native() -> Iterator[Pair]:
    options = {"effective_order": True}
    for peer, metric in (
        (sacrebleu.BLEU(**options), BLEU(**options)),
        (sacrebleu.CHRF(), CHRF()),
        (sacrebleu.TER(), TER()),
    ):
        yield Pair(f"bolide.{metric.name}: sentence(…)", "sacreBLEU", peer.sentence_score, metric.sentence, _one)
    yield Pair(
        "bolide.BLEU().sentence(…)",
        "sacreBLEU",
        lambda hyp, refs: sacrebleu.BLEU().sentence_score(hyp, refs),
        lambda hyp, refs: BLEU().sentence(hyp, refs),
        _one,
    )
    wer = WER()
    yield Pair("bolide.WER: sentence(…)", "jiwer", jiwer.wer, lambda ref, hyp: wer.sentence(hyp, ref), _reference_first)
