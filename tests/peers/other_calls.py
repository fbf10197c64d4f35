"""Random calls of NLTK, jiwer and pycocoevalcap: values bit for bit, exceptions, warnings, printed lines.

python -m tests.peers.other_calls nltk 10000 [SEED] compares a peer with itself accelerated.
"""

from __future__ import annotations

import importlib
import io
import random
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stdout
from functools import partial
from typing import Any

import bolide

PLAIN = "the cat Cat cats sat sitting on mat mats . , a dog ran running happy glad large big n't 's x"
ODD = "é e\u0301 ß İ 猫 日本 \u00a0 \u2028 \x1c \ud800 \U00020000 ½"
WORDS = (*PLAIN.split(), *ODD.split(" "))
SPACES = (" ", " ", " ", " ", "  ", "\t", "\n", "\u00a0")
WRONG: tuple[Any, ...] = (None, 3, 2.5, "", "text", b"bytes", [], [[]], {}, {"a": 1}, [None], [3], ["a", 3], [["a"]])
Arguments = tuple[tuple[Any, ...], dict[str, Any]]


def line(rng: random.Random) -> str:
    words = rng.choices(WORDS if rng.random() < 0.3 else PLAIN.split(), k=rng.choice((0, 1, 2, 4, 7, 12, 20)))
    return rng.choice(SPACES).join(words) if rng.random() < 0.3 else " ".join(words)


def near(rng: random.Random, text: str) -> str:
    """A text with much in common."""
    words = text.split(" ")
    for _ in range(rng.randrange(3)):
        first, last = sorted((rng.randrange(len(words) + 1), rng.randrange(len(words) + 1)))
        words[first:last] = rng.choice((words[first:last][::-1], [], [*words[first:last], rng.choice(WORDS)]))
    return " ".join(words)


def spoilt(rng: random.Random, values: Any, chance: float = 0.02) -> Any:
    """The values, seldom with something wrong in them or in another kind of sequence."""
    if rng.random() >= chance:
        return values
    if isinstance(values, list) and values and rng.random() < 0.5:
        return [*values[:-1], rng.choice(WRONG)]
    kinds: list[Callable[[Any], Any]] = [tuple, iter, " ".join, lambda _: rng.choice(WRONG)]
    try:
        return rng.choice(kinds)(values)
    except TypeError:
        return rng.choice(WRONG)


def maybe(rng: random.Random, **choices: tuple[Any, ...]) -> dict[str, Any]:
    return {name: rng.choice(values) for name, values in choices.items() if rng.random() < 0.3}


class _Smoothing:
    """What a user may pass in place of a function."""

    def __call__(self, p_n: Any, **more: Any) -> Any:
        return [float(p) + len(more["hypothesis"]) + more["hyp_len"] for p in p_n]


def nltk_call(rng: random.Random) -> tuple[Callable[..., Any], Arguments]:
    """A call of NLTK's BLEU, chrF or METEOR."""
    from nltk.translate import bleu_score, chrf_score, meteor_score

    hyps = [line(rng).split(" ") for _ in range(rng.choice((0, 1, 1, 2, 5)))]
    groups = [[near(rng, " ".join(hyp)).split() for _ in range(rng.choice((1, 1, 2, 5)))] for hyp in hyps]
    hyps = spoilt(rng, [spoilt(rng, hyp) for hyp in hyps])
    groups = spoilt(rng, [spoilt(rng, [spoilt(rng, ref) for ref in group]) for group in groups])
    one = hyps[0] if isinstance(hyps, list) and hyps else []
    refs = groups[0] if isinstance(groups, list) and groups else [[]]
    first = refs[0] if isinstance(refs, list) and refs else []
    kind = rng.randrange(8)
    if kind < 4:
        smoothing = bleu_score.SmoothingFunction(**maybe(rng, epsilon=(0.5,), alpha=(2, 0), k=(3, 0)))
        methods = [getattr(smoothing, f"method{k}") for k in range(8)]
        weights = ((1,), (0.5, 0.5), [0.2] * 5, [(0.5, 0.5), (0.25,) * 4], (), [()], "ab", 3, (0.04,) * 25, [[1], 2])
        other = (None, _Smoothing(), partial(methods[2]), lambda p_n, **_: p_n, 3)
        options = maybe(rng, weights=weights, smoothing_function=(*methods, *other), auto_reweigh=(True, 1))
        if kind == 0:
            return bleu_score.modified_precision, ((refs, one, rng.choice((1, 2, 0))), {})
        return (
            (bleu_score.sentence_bleu, ((refs, one), options))
            if kind < 3
            else (bleu_score.corpus_bleu, ((groups, hyps), options))
        )
    if kind < 6:
        options = maybe(
            rng, min_len=(2, 0, 7), max_len=(3, 1, 25, 2.0), beta=(1, 0, None), ignore_whitespace=(False, 0)
        )
        join = rng.choice((list, lambda words: " ".join(map(str, words))))
        if kind == 4:
            return chrf_score.sentence_chrf, ((first, one), options)
        try:
            sides: Any = [join(group[0]) for group in groups], [join(hyp) for hyp in hyps]
        except (TypeError, IndexError, KeyError):
            sides = groups, hyps
        return chrf_score.corpus_chrf, (sides, options)
    stemmers = (meteor_score.PorterStemmer(), meteor_score.PorterStemmer("ORIGINAL_ALGORITHM"), _Endings(), None)
    options = maybe(rng, preprocess=(str, str.upper, len), stemmer=stemmers, alpha=(0.5, 1, 0), gamma=(0, 1), beta=(1,))
    calls = (
        (meteor_score.meteor_score, refs),
        (meteor_score.single_meteor_score, first),
        (meteor_score.align_words, one),
    )
    call, reference = rng.choice(calls)
    if call is meteor_score.align_words:
        return call, ((reference, first), {})
    return call, ((reference, one), options)


class _Endings:
    """A stemmer of a user's."""

    def stem(self, word: str) -> str:
        return word.rstrip("s")


def jiwer_call(rng: random.Random) -> tuple[Callable[..., Any], Arguments]:
    """A call of one of jiwer's rates, or of what they use."""
    import jiwer

    refs = [line(rng) for _ in range(rng.choice((1, 2, 0)))]
    hyps = spoilt(rng, [near(rng, ref) for ref in refs], 0.05)
    sides = (
        (refs, hyps) if rng.random() < 0.2 or not refs or not isinstance(hyps, list) or not hyps else (refs[0], hyps[0])
    )
    plain = jiwer.Compose([jiwer.Strip(), jiwer.ReduceToListOfListOfWords()])
    transforms = (jiwer.wer_default, jiwer.cer_default, jiwer.wer_contiguous, plain, None)
    options = maybe(rng, reference_transform=transforms) | maybe(rng, hypothesis_transform=transforms)
    names = ("wer", "mer", "wil", "wip", "cer", "cer", "process_words", "process_characters")
    return getattr(jiwer, rng.choice(names)), (sides, options if rng.random() < 0.3 else {})


def coco_call(rng: random.Random) -> tuple[Callable[..., Any], Arguments]:
    """A call of one of pycocoevalcap's scorers."""
    from pycocoevalcap.bleu.bleu import Bleu
    from pycocoevalcap.cider.cider import Cider
    from pycocoevalcap.rouge.rouge import Rouge

    res = {k: [line(rng)] for k in rng.sample(range(9), rng.choice((1, 1, 2, 4, 8)))}
    gts: Any = {k: [near(rng, text) for _ in range(rng.choice((1, 2, 5)))] for k, [text] in res.items()}
    if rng.random() < 0.1:
        side: Any = rng.choice((gts, res))
        side[rng.choice([*side])] = rng.choice((*WRONG, ["a", "b"]))
    if rng.random() < 0.02:
        del gts[next(iter(gts))]
    options = {"verbose": rng.choice((0, 1, 2))}
    n = rng.choice((4, 4, 4, 1, 2, 3, 5))
    return rng.choice(
        (
            (Bleu(n).compute_score, ((gts, res), options)),
            (Rouge().compute_score, ((gts, res), {})),
            (Cider(n=n, sigma=rng.choice((6.0, 6.0, 1, 0))).compute_score, ((gts, res), {})),
        )
    )


def exact(value: Any) -> Any:
    """A value with its types, floats in all their digits."""
    if isinstance(value, float):
        return type(value).__name__, float(value).hex()
    if isinstance(value, list | tuple):
        return type(value).__name__, [exact(item) for item in value]
    if hasattr(value, "tolist"):
        return type(value).__name__, exact(value.tolist())
    return type(value).__name__, repr(value)


def outcome(make: Callable[[random.Random], tuple[Callable[..., Any], Arguments]], seed: int) -> Any:
    """What a call returns or raises, what it warns of and what it prints."""
    call, (arguments, options) = make(random.Random(seed))
    with warnings.catch_warnings(record=True) as warned, redirect_stdout(io.StringIO()) as out:
        warnings.simplefilter("always")
        try:
            result = exact(call(*arguments, **options))
        except Exception as error:
            result = type(error), str(error).split(" at 0x")[0]
    return call.__name__, result, [(item.category, str(item.message), item.filename) for item in warned], out.getvalue()


CALLS = {"nltk": nltk_call, "jiwer": jiwer_call, "pycocoevalcap": coco_call}


def differences(peer: str, seeds: Iterable[int]) -> Iterator[tuple[Any, Any]]:
    """The calls that lead to something else when a peer is accelerated."""
    plain = [outcome(CALLS[peer], seed) for seed in seeds]
    with bolide.accelerate(peer):
        fast = [outcome(CALLS[peer], seed) for seed in seeds]
    yield from (pair for pair in zip(plain, fast, strict=True) if pair[0] != pair[1])


if __name__ == "__main__":
    peer, number, first = sys.argv[1], int(sys.argv[2]), int((*sys.argv, 0)[3])
    print(peer, importlib.import_module(peer).__path__)
    found = list(differences(peer, range(first, first + number)))
    for plain, fast in found[:20]:
        print(f"{plain!r:.700}\n  {fast!r:.700}")
    raised = sum(isinstance(outcome(CALLS[peer], seed)[1][0], type) for seed in range(first, first + 200))
    print(f"{number:,} calls, {len(found)} differ; of the first 200 {raised} raise")
