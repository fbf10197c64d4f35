"""Random calls of the peers, and what they lead to: values bit for bit, exceptions, warnings, logged and printed lines.

python -m tests.peers.random_calls sacrebleu 20000 [SEED] compares a peer with itself accelerated.
"""

from __future__ import annotations

import copy
import io
import logging
import pickle
import random
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stdout
from functools import partial
from itertools import islice
from typing import Any

import bolide

PLAIN = "the cat Cat cats sat sitting on mat mats . , a dog ran running happy glad dying dies big large n't 's x !"
LATIN = "(hi) don't 3.5 1,000 a-b 10-20 &amp; &quot; <skipped> x- - 'tis ' \" end."
OTHER = "我 喜欢 猫。 日本語 カタカナ、 ﾊﾝｶｸ é e\u0301 ß İ ǅ €5 𠀀 ½ ² ٣ \u200b „x“ « » \u00a0 \u2028 \x1c \ud800"
COMMON = PLAIN.split()
WORDS = (*COMMON, *LATIN.split(" "), *OTHER.split(" "))
ODD = ("", " ", "\n", "a\n-b\nc", "\u00a0a\u2028b\u3000", "\x1c x\x85y\x00", "\ud800 z", "the", " .", "é" * 30, "-\n")
WRONG: tuple[Any, ...] = (None, 3, 2.5, "", "text", b"bytes", [], [[]], {}, {"a": 1}, [None], [3], ["a", 3], [["a"]])


def line(rng: random.Random) -> str:
    if rng.random() < 0.05:
        return rng.choice(ODD)
    words = rng.choices(WORDS if rng.random() < 0.5 else COMMON, k=rng.choice((1, 2, 4, 7, 12, 20)))
    return (rng.choice(("", "  ", "\t", "\u00a0")) if rng.random() < 0.2 else " ").join(words)


def near(rng: random.Random, text: str) -> str:
    """A text with much in common, so that n-grams match and words are moved."""
    words = text.split(" ")
    for _ in range(rng.randrange(3)):
        first, last = sorted((rng.randrange(len(words) + 1), rng.randrange(len(words) + 1)))
        words[first:last] = rng.choice((words[first:last][::-1], [], [*words[first:last], rng.choice(WORDS)]))
    return " ".join(words)


def maybe(rng: random.Random, **choices: tuple[Any, ...]) -> dict[str, Any]:
    return {name: rng.choice(values) for name, values in choices.items() if rng.random() < 0.3}


# --- sacreBLEU --------------------------------------------------------------------------------------------------------


def metric_of(rng: random.Random, **more: Any) -> Any:
    """A metric with random settings, most of them usual ones."""
    from sacrebleu.metrics import BLEU, CHRF, TER

    kind = rng.choice((BLEU, CHRF, TER))
    if kind is BLEU:
        more |= maybe(
            rng, tokenize=("13a", "zh", "intl", "char", "none", None), lowercase=(True, 1), effective_order=(True,)
        )
        more |= maybe(rng, smooth_method=("exp", "floor", "add-k", "none"), smooth_value=(None, 0.2, 1), force=(True,))
        more |= maybe(
            rng, max_ngram_order=(1, 2, 3, 5, 8, True, 0, 2.0), effective_order=(True,), trg_lang=("zh", "ja")
        )
    elif kind is CHRF:
        more |= maybe(rng, char_order=(1, 6, 0, 3, 8, -1), word_order=(0, 1, 2, 3), whitespace=(True, 1, False))
        more |= maybe(rng, beta=(1, 3, 0.5, 0, -2, 1e6, float("nan"), "2"), lowercase=(True,), eps_smoothing=(True,))
    else:
        more |= maybe(rng, normalized=(True,), no_punct=(True,), asian_support=(True,), case_sensitive=(True, 1))
    return subclassed(rng, kind)(**more)


def subclassed(rng: random.Random, kind: Any) -> Any:
    """Seldom a class of a user's, which changes nothing, a step, or another method."""
    name = rng.choice(("__doc__", "_preprocess_segment", "_compute_segment_statistics", "_cache_references", "score"))
    if rng.random() > 0.1:
        return kind

    def step(self: Any, *arguments: Any) -> Any:
        result = getattr(kind, name)(self, *arguments)
        return f"{result} x" if isinstance(result, str) else result

    return type(kind)("Mine", (kind,), {name: "Mine." if name == "__doc__" else step})


def changed(rng: random.Random, metric: Any) -> Any:
    """A metric of which something is changed afterwards."""
    from sacrebleu.metrics.bleu import _get_tokenizer

    what = rng.randrange(30)
    if what == 0:
        metric.lowercase = not getattr(metric, "lowercase", True)
    elif what == 1:
        metric.max_ngram_order = metric.char_order = 3
    elif what == 2:
        metric.tokenizer = rng.choice((str.split, str.lower, _get_tokenizer("intl")(), _get_tokenizer("13a")()))
    elif what == 3:
        metric._preprocess_segment = lambda text: text + " z"
    elif what == 4:
        metric.order = 2
    elif what == 5 and hasattr(getattr(metric, "tokenizer", None), "_case_sensitive"):
        metric.tokenizer = copy.copy(metric.tokenizer)
        metric.tokenizer._case_sensitive = metric.tokenizer._normalized = True
    elif what == 6:
        metric = pickle.loads(pickle.dumps(metric)) if type(metric).__name__ != "Mine" else metric
    elif what == 7:
        metric = copy.deepcopy(metric)
    elif what == 8:
        metric._ref_cache = list(metric._ref_cache or [])
    elif what == 9:
        del metric.__dict__[rng.choice([*metric.__dict__])]
    elif what < 13 and metric._ref_cache is None and hasattr(getattr(metric, "tokenizer", None), "_post_tokenizer"):
        metric.tokenizer._post_tokenizer = str.upper
    return metric


def texts(rng: random.Random) -> tuple[Any, Any]:
    """Hypotheses, and streams of references: usual ones most of the time."""
    size = rng.choice((1, 1, 2, 3, 5)) if rng.random() > 0.06 else 120
    hyps: Any = [line(rng) if size < 9 else f"{rng.choice(WORDS)} ." for _ in range(size)]
    streams: Any = [[near(rng, hyp) for hyp in hyps] for _ in range(rng.choice((1, 1, 1, 2, 3, 5)))]
    what = rng.randrange(40)
    if what < 4:
        stream = rng.choice(streams)
        stream[rng.randrange(size)] = None
    elif what == 4:
        rng.choice(streams).append("more")
    elif what == 5:
        rng.choice(streams).pop()
    elif what == 6:
        hyps[rng.randrange(size)] = rng.choice(WRONG)
    elif what == 7:
        rng.choice(streams)[rng.randrange(size)] = rng.choice(WRONG)
    elif what == 8:
        streams = rng.choice((*WRONG, streams[0]))
    elif what == 9:
        hyps = rng.choice((*WRONG, iter(hyps), {*hyps}))
    elif what < 14:
        hyps, streams = tuple(hyps), tuple(map(tuple, streams))
    return hyps, streams


def sacrebleu_call(rng: random.Random) -> Any:
    """A call of a metric of sacreBLEU, or a paired test."""
    from sacrebleu.significance import PairedTest

    hyps, streams = texts(rng)
    given = rng.random() < 0.4
    metric = changed(rng, metric_of(rng, **({"references": streams} if given else {})))
    how = rng.randrange(12)
    passed = None if given and rng.random() < 0.9 else streams
    found: list[Any] = []
    if how < 5:
        found += [metric.corpus_score(hyps, passed, n_bootstrap=rng.choice((1, 1, 1, 4)))]
        if how == 0:
            found += [metric.corpus_score(list(hyps)[::-1], passed)]
    elif how < 9:
        one = [stream[0] for stream in streams]
        found += [metric.sentence_score(hyps[0], tuple(one) if how == 8 else one)]
    elif how < 11:
        found += [metric._extract_corpus_statistics(hyps, passed)]
    else:
        systems = [("one", hyps), ("two", list(hyps)[::-1])]
        found += [PairedTest(systems, {"m": metric}, passed, rng.choice(("bs", "ar")), 20)()[1]]
    return found, metric.num_refs, str(metric.get_signature()).partition("+bolide")[0]


# --- NLTK, jiwer, pycocoevalcap ---------------------------------------------------------------------------------------


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


class _Smoothing:
    """What a user may pass in place of a function."""

    def __call__(self, p_n: Any, **more: Any) -> Any:
        return [float(p) + len(more["hypothesis"]) + more["hyp_len"] for p in p_n]


def nltk_call(rng: random.Random) -> Any:
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
            return bleu_score.modified_precision(refs, one, rng.choice((1, 2, 0)))
        if kind < 3:
            return bleu_score.sentence_bleu(refs, one, **options)
        return bleu_score.corpus_bleu(groups, hyps, **options)
    if kind < 6:
        options = maybe(rng, min_len=(2, 0, 7), max_len=(3, 1, 25, 2.0), beta=(1, 0, None), ignore_whitespace=(0, 1))
        join = rng.choice((list, lambda words: " ".join(map(str, words))))
        if kind == 4:
            return chrf_score.sentence_chrf(first, one, **options)
        try:
            sides: Any = [join(group[0]) for group in groups], [join(hyp) for hyp in hyps]
        except (TypeError, IndexError, KeyError):
            sides = groups, hyps
        return chrf_score.corpus_chrf(*sides, **options)
    stemmers = (meteor_score.PorterStemmer(), meteor_score.PorterStemmer("ORIGINAL_ALGORITHM"), _Endings(), None)
    options = maybe(rng, preprocess=(str, str.upper, len), stemmer=stemmers, alpha=(0.5, 1, 0), gamma=(0, 1), beta=(1,))
    if rng.random() < 0.3:
        return meteor_score.align_words(one, first)
    if rng.random() < 0.5:
        return meteor_score.single_meteor_score(first, one, **options)
    return meteor_score.meteor_score(refs, one, **options)


class _Endings:
    """A stemmer of a user's."""

    def stem(self, word: str) -> str:
        return word.rstrip("s")


def jiwer_call(rng: random.Random) -> Any:
    """A call of one of jiwer's rates, or of what they use."""
    import jiwer

    refs = [line(rng) for _ in range(rng.choice((1, 2, 0)))]
    hyps = spoilt(rng, [near(rng, ref) for ref in refs], 0.05)
    plain = refs and isinstance(hyps, list) and hyps and rng.random() < 0.8
    sides = (refs[0], hyps[0]) if plain else (refs, hyps)
    own = jiwer.Compose([jiwer.Strip(), jiwer.ReduceToListOfListOfWords()])
    transforms = (jiwer.wer_default, jiwer.cer_default, jiwer.wer_contiguous, own, None)
    options = maybe(rng, reference_transform=transforms) | maybe(rng, hypothesis_transform=transforms)
    names = ("wer", "mer", "wil", "wip", "cer", "cer", "process_words", "process_characters")
    return getattr(jiwer, rng.choice(names))(*sides, **(options if rng.random() < 0.3 else {}))


def coco_call(rng: random.Random) -> Any:
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
    n, kind = rng.choice((4, 4, 4, 1, 2, 3, 5)), rng.randrange(3)
    if kind == 0:
        return Bleu(n).compute_score(gts, res, verbose=rng.choice((0, 1, 2)))
    scorer = Rouge() if kind == 1 else Cider(n=n, sigma=rng.choice((6.0, 6.0, 1, 0)))
    return scorer.compute_score(gts, res)


# --- what they lead to ------------------------------------------------------------------------------------------------

CALLS = {"sacrebleu": sacrebleu_call, "nltk": nltk_call, "jiwer": jiwer_call, "pycocoevalcap": coco_call}


def exact(value: Any) -> Any:
    """A value with its types and all that it has, floats in all their digits."""
    if isinstance(value, float):
        return type(value).__name__, float(value).hex()
    if isinstance(value, dict):
        return [(name, exact(item)) for name, item in value.items()]
    if isinstance(value, list | tuple):
        return type(value).__name__, [exact(item) for item in value]
    if hasattr(value, "tolist"):
        return type(value).__name__, exact(value.tolist())
    if type(value).__module__.startswith("sacrebleu."):
        return type(value).__name__, exact(vars(value)), value.format(4) if hasattr(value, "format") else ""
    return type(value).__name__, repr(value)


def outcome(peer: str, seed: int) -> Any:
    """What a call returns or raises, what it warns of, logs and prints."""
    logger, logged = logging.getLogger("sacrebleu"), list[tuple[str, str, str]]()

    def note(record: logging.LogRecord) -> bool:
        logged.append((record.levelname, record.funcName, record.getMessage()))
        return True

    logger.addFilter(note)
    with warnings.catch_warnings(record=True) as warned, redirect_stdout(io.StringIO()) as out:
        warnings.simplefilter("always")
        try:
            result = exact(CALLS[peer](random.Random(seed)))
        except Exception as error:
            result = type(error), str(error).split(" at 0x")[0]
    logger.removeFilter(note)
    return result, logged, [(item.category, str(item.message)) for item in warned], out.getvalue()


def differences(peer: str, seeds: Iterable[int]) -> Iterator[tuple[int, Any, Any]]:
    """The calls that lead to something else when a peer is accelerated."""
    rest = iter(seeds)
    while chunk := list(islice(rest, 500)):
        plain = [outcome(peer, seed) for seed in chunk]
        with bolide.accelerate(peer):
            fast = [outcome(peer, seed) for seed in chunk]
        yield from (pair for pair in zip(chunk, plain, fast, strict=True) if pair[1] != pair[2])


if __name__ == "__main__":
    peer, number, first = sys.argv[1], int(sys.argv[2]), int((*sys.argv, 0)[3])
    logging.getLogger("sacrebleu").propagate = False
    found = list(differences(peer, range(first, first + number)))
    for seed, plain, fast in found:
        print(f"seed {seed}\n  {plain!r:.1500}\n  {fast!r:.1500}")
    raised = sum(isinstance(outcome(peer, seed)[0][0], type) for seed in range(first, first + 200))
    print(f"{number:,} calls, {len(found)} differ; of the first 200 {raised} raise")
