"""Random calls of sacreBLEU, and what they lead to: scores bit for bit, exceptions, logged lines, warnings.

python -m tests.peers.random_calls 20000 [SEED] compares sacreBLEU with itself accelerated.
"""

from __future__ import annotations

import copy
import logging
import pickle
import random
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any

import sacrebleu
from sacrebleu.metrics import BLEU, CHRF, TER
from sacrebleu.metrics.bleu import _get_tokenizer
from sacrebleu.significance import PairedTest

import bolide

LATIN = (
    "the cat The Cat sat on mat mat . , ! ? (hi) don't 3.5 1,000 a-b 10-20 &amp; &quot; <skipped> x- - 'tis ' \" end."
)
OTHER = "我 喜欢 猫。 日本語 カタカナ、 ﾊﾝｶｸ é e\u0301 ß İ ǅ €5 𠀀 ½ ² ٣ \u200b „x“ « »"
WORDS = (*LATIN.split(), *OTHER.split())
ODD = ("", " ", "\n", "a\n-b\nc", "\u00a0a\u2028b\u3000", "\x1c x\x85y\x00", "\ud800 z", "the", " .", "é" * 30, "-\n")
WRONG = (None, 3, b"bytes", "text", [], [[]], {"a": 1}, [None], [3])
Call = tuple[str, Callable[[], Any]]


def line(rng: random.Random) -> str:
    if rng.random() < 0.08:
        return rng.choice(ODD)
    words = rng.choices(WORDS, k=rng.choice((1, 2, 4, 7, 12)))
    return rng.choice((" ", " ", " ", "", "  ", "\t")).join(words)


def near(rng: random.Random, text: str) -> str:
    """A text with much in common, so that n-grams match and words are moved."""
    words = text.split(" ")
    for _ in range(rng.randrange(3)):
        first, last = sorted((rng.randrange(len(words) + 1), rng.randrange(len(words) + 1)))
        words[first:last] = rng.choice((words[first:last][::-1], [], [*words[first:last], "new"]))
    return " ".join(words)


def metric_of(rng: random.Random, **more: Any) -> Any:
    """A metric with random settings, most of them usual ones."""

    def maybe(name: str, *values: Any) -> dict[str, Any]:
        return {name: rng.choice(values)} if rng.random() < 0.35 else {}

    kind = rng.choice((BLEU, CHRF, TER))
    if kind is BLEU:
        more |= maybe("tokenize", "13a", "zh", "intl", "char", "none", None) | maybe("lowercase", True, False, 1)
        more |= maybe("smooth_method", "exp", "floor", "add-k", "none") | maybe("smooth_value", None, 0.2, 1)
        more |= maybe("max_ngram_order", 1, 2, 3, 5, 8, True, 0, 2.0) | maybe("effective_order", True)
        more |= maybe("force", True) | maybe("trg_lang", "zh", "ja")
    elif kind is CHRF:
        more |= maybe("char_order", 1, 6, 0, 3, 8, -1) | maybe("word_order", 0, 1, 2, 3) | maybe("lowercase", True)
        more |= maybe("beta", 1, 3, 0.5, 0, -2, 1e6, float("nan"), "2") | maybe("whitespace", True, 1, False)
        more |= maybe("eps_smoothing", True)
    else:
        more |= {**maybe("normalized", True), **maybe("no_punct", True), **maybe("asian_support", True)}
        more |= maybe("case_sensitive", True, 1)
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
    return metric


def texts(rng: random.Random) -> tuple[Any, Any]:
    """Hypotheses, and streams of references: usual ones most of the time."""
    size = rng.choice((1, 1, 2, 3, 5)) if rng.random() > 0.02 else 120
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


def results(score: Any) -> Any:
    """Everything that a result has, floats in all their digits."""
    if isinstance(score, float):
        return score.hex(), type(score)
    if isinstance(score, dict):
        return [(name, results(value)) for name, value in score.items()]
    if isinstance(score, list | tuple):
        return [results(value) for value in score]
    if isinstance(score, sacrebleu.metrics.base.Score):
        return type(score), results(vars(score)), score.format(4), repr(score)
    return (type(score), results(vars(score))) if type(score).__name__ == "Result" else score


def answer(rng: random.Random) -> Any:
    """Make a random call."""
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
    return results(found), metric.num_refs, str(metric.get_signature()).partition("+bolide")[0]


class Lines(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.lines: list[tuple[str, str, str]] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append((record.levelname, record.funcName, record.getMessage()))


@contextmanager
def listening() -> Iterator[Lines]:
    logger, lines = logging.getLogger("sacrebleu"), Lines()
    logger.addHandler(lines)
    try:
        yield lines
    finally:
        logger.removeHandler(lines)


def outcome(call: Callable[[], Any]) -> Any:
    """What a call returns or raises, and what it says."""
    with listening() as lines, warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        try:
            result = call()
        except Exception as error:
            result = type(error), str(error)
    return result, lines.lines, [(item.category, str(item.message)) for item in warned]


def differences(seeds: Iterator[int]) -> Iterator[tuple[int, Any, Any]]:
    """The calls that lead to something else when sacreBLEU is accelerated."""
    while chunk := list(islice(seeds, 500)):
        plain = [outcome(lambda seed=seed: answer(random.Random(seed))) for seed in chunk]  # type: ignore[misc]
        with bolide.accelerate("sacrebleu"):
            fast = [outcome(lambda seed=seed: answer(random.Random(seed))) for seed in chunk]  # type: ignore[misc]
        yield from (pair for pair in zip(chunk, plain, fast, strict=True) if pair[1] != pair[2])


if __name__ == "__main__":
    number, first = int(sys.argv[1]), int((*sys.argv, 0)[2])
    logging.getLogger("sacrebleu").propagate = False
    wrong = 0
    for seed, plain, fast in differences(iter(range(first, first + number))):
        wrong += 1
        print(f"seed {seed}\n  {plain!r:.1500}\n  {fast!r:.1500}")
    print(f"{number:,} calls, {wrong} differ")
