"""The peers, plain and accelerated in turn: corpora, single sentences of words not seen before, sacreBLEU's command."""

import logging
import os
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext, redirect_stdout
from functools import partial
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from sacrebleu.metrics import BLEU, CHRF, TER

import bolide
from bench.timing import DATA, Line, corpus, read_lines
from bench.wordnet_data import nltk_data

ROUNDS = 20
SENTENCES = 25  # per round
Make = Callable[[], Callable[[], object]]  # prepares a call, which alone is timed


def lines() -> Iterator[Line]:
    """Every peer."""
    logging.getLogger("sacrebleu").setLevel(logging.ERROR)
    _, hyps, refs = corpus()
    other = DATA / "wmt23/zh-en/system-outputs/ONLINE-A.txt.gz"
    second = read_lines(other) if other.is_file() else refs[1:] + refs[:1]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield from _corpora(hyps, refs, second)
        yield from _sentences(hyps, refs)
        yield _command(hyps, refs)
        yield from _nltk(hyps, refs)
        yield from _jiwer(hyps, refs)
        yield from _captions(hyps, refs)


def _line(work: str, peer: str, make: Make, goal: float, calls: int = 1) -> Line:
    """The best of each, plain and accelerated in turn."""
    best = [float("inf"), float("inf")]
    for _ in range(ROUNDS):
        for side in (0, 1):
            with bolide.accelerate(peer) if side else nullcontext():
                call = make()
                start = perf_counter()
                call()
                best[side] = min(best[side], perf_counter() - start)
    if calls > 1:
        return Line(work, peer, *(1000 * time / calls for time in best), goal, unit="µs")
    return Line(work, peer, *best, goal)


def _corpora(hyps: list[str], refs: list[str], second: list[str]) -> Iterator[Line]:
    for name, metric, size, goal in (("BLEU", BLEU, 1976, 30), ("chrF", CHRF, 600, 25), ("TER", TER, 100, 200)):
        streams = [refs[:size], second[:size]]
        for count in (1, 2):

            def make(metric: Any = metric, few: Any = streams[:count], some: Any = hyps[:size]) -> Any:
                return partial(metric().corpus_score, some, few)

            yield _line(f"{name}, {size} segments, {count} reference{'s'[: count - 1]}", "sacrebleu", make, goal)


def _sentences(hyps: list[str], refs: list[str]) -> Iterator[Line]:
    goals = {"BLEU": (2, 3, 8), "chrF": (2.5, 4, 10), "TER": (2, 4, 40)}
    metrics: dict[str, Callable[[], Any]] = {"BLEU": partial(BLEU, effective_order=True), "chrF": CHRF, "TER": TER}
    for k, size in enumerate((1, 5, 20)):
        for name, metric in metrics.items():
            pairs = _of_length(hyps, refs, size)

            def make(metric: Callable[[], Any] = metric, pairs: Sequence[tuple[str, str]] = pairs) -> Any:
                score = metric().sentence_score  # its tokenizer has not seen any text
                return lambda: [score(hyp, [ref]) for hyp, ref in pairs]

            yield _line(f"{name} of one sentence, {size} w.", "sacrebleu", make, goals[name][k], SENTENCES)


def _of_length(hyps: list[str], refs: list[str], size: int) -> list[tuple[str, str]]:
    texts = [(hyp.split(), ref.split()) for hyp, ref in zip(hyps, refs, strict=True)]
    long = [(" ".join(hyp[:size]), " ".join(ref[:size])) for hyp, ref in texts if min(len(hyp), len(ref)) >= size]
    return long[:SENTENCES]


def _command(hyps: list[str], refs: list[str]) -> Line:
    with TemporaryDirectory() as folder:
        for name, texts in (("ref", refs), ("sys", hyps)):
            Path(folder, name).write_text("".join(f"{text}\n" for text in texts), "utf-8")
        words = ["-m", "sacrebleu", "ref", "-i", "sys", "-m", "bleu", "chrf"]
        best = [float("inf"), float("inf")]
        for _ in range(5):
            for side, start in enumerate(([], ["-m", "bolide", "accelerate", "sacrebleu", "--"])):
                begin = perf_counter()
                subprocess.run([sys.executable, *start, *words], cwd=folder, check=True, capture_output=True)
                best[side] = min(best[side], perf_counter() - begin)
    return Line("the command: BLEU and chrF, 1976 segments", "sacrebleu", *best, 4)


def _nltk(hyps: list[str], refs: list[str]) -> Iterator[Line]:
    os.environ["NLTK_DATA"] = str(nltk_data())
    from nltk.translate import bleu_score, chrf_score, meteor_score

    tokens = [hyp.split() for hyp in hyps[:400]]
    groups = [[ref.split()] for ref in refs[:400]]
    yield _line("corpus_bleu, 400", "nltk", lambda: partial(bleu_score.corpus_bleu, groups, tokens), 8)
    yield _line("corpus_chrf, 400", "nltk", lambda: partial(chrf_score.corpus_chrf, refs[:400], hyps[:400]), 6)
    pairs = [([ref.split()], hyp.split()) for hyp, ref in _of_length(hyps, refs, 20)]
    score = bleu_score.sentence_bleu
    yield _line("sentence_bleu, 20 w.", "nltk", lambda: lambda: [score(*pair) for pair in pairs], 4, len(pairs))

    def meteor() -> object:
        return [meteor_score.meteor_score(refs, hyp) for refs, hyp in zip(groups[:40], tokens, strict=False)]

    def warm() -> Callable[[], object]:
        meteor()  # what it remembers, it remembers as long as it is accelerated
        return meteor

    yield _line("meteor_score, 40, warm", "nltk", warm, 4)


def _jiwer(hyps: list[str], refs: list[str]) -> Iterator[Line]:
    import jiwer

    pairs = _of_length(hyps, refs, 20)
    for rate in (jiwer.wer, jiwer.cer):

        def rates(rate: Any = rate) -> object:
            return [rate(ref, hyp) for hyp, ref in pairs]

        yield _line(f"{rate.__name__}, 20 w.", "jiwer", lambda rates=rates: rates, 5, len(pairs))


def _captions(hyps: list[str], refs: list[str]) -> Iterator[Line]:
    """Two hundred images of five captions each: a reference, and texts near it."""
    from pycocoevalcap.bleu.bleu import Bleu
    from pycocoevalcap.cider.cider import Cider
    from pycocoevalcap.rouge.rouge import Rouge

    images = range(min(200, len(hyps)))
    gts = {k: [" ".join(refs[(k + j) % len(refs)].split()[:12]) for j in range(5)] for k in images}
    res = {k: [" ".join(hyps[k].split()[:12])] for k in images}
    for scorer, goal in ((Bleu(4), 3), (Rouge(), 3), (Cider(), 1.2)):

        def scored(scorer: Any = scorer) -> None:
            with redirect_stdout(StringIO()):
                scorer.compute_score(gts, res)

        yield _line(f"captions of {len(images)} images, {scorer.method()}", "pycocoevalcap", lambda: scored, goal)
