"""BLEU against sacreBLEU and NLTK."""

import logging
import subprocess
import sys
import warnings

from nltk.translate import bleu_score as nltk
from sacrebleu.metrics import BLEU as PeerBLEU

from bench.timing import Line, bytecode_kept, corpus, race
from bolide import BLEU

logging.getLogger("sacrebleu").setLevel(logging.ERROR)


def lines() -> list[Line]:
    """All measurements of BLEU."""
    name, hyps, refs = corpus()
    return [
        _corpus(name, hyps, refs),
        _segments(name, hyps, refs),
        _one_by_one(name, hyps, refs),
        _long(hyps, refs),
        _threads(hyps, refs),
        _pairwise(hyps, refs),
        *_import(),
    ]


def _corpus(name: str, hyps: list[str], refs: list[str]) -> Line:
    times = race(lambda: PeerBLEU().corpus_score(hyps, [refs]), lambda: BLEU().corpus(hyps, refs))
    return Line(f"corpus BLEU, 13a ({name})", "sacreBLEU", *times, 53)


def _segments(name: str, hyps: list[str], refs: list[str]) -> Line:
    def theirs() -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for hyp, ref in zip(hyps, refs, strict=True):
                nltk.sentence_bleu([ref.split()], hyp.split())

    metric = BLEU.preset("paper", smooth_method="method0")
    return Line("segments from raw strings", "NLTK loop", *race(theirs, lambda: metric.segments(hyps, refs), 3), 53)


def _one_by_one(name: str, hyps: list[str], refs: list[str]) -> Line:
    pairs = list(zip(hyps, refs, strict=True))[:500]

    def theirs() -> None:
        peer = PeerBLEU(effective_order=True)
        for hyp, ref in pairs:
            peer.sentence_score(hyp, [ref])

    def ours() -> None:
        metric = BLEU(effective_order=True)
        for hyp, ref in pairs:
            metric.sentence(hyp, ref)

    return Line("500 one-pair calls in a loop", "sacreBLEU", *race(theirs, ours), 8)


def _long(hyps: list[str], refs: list[str]) -> Line:
    hyp, ref = (" ".join(" ".join(texts).split()[:10_000]) for texts in (hyps, refs))
    times = race(lambda: PeerBLEU().corpus_score([hyp], [[ref]]), lambda: BLEU().corpus([hyp], [ref]))
    return Line("one pair of 10,000 tokens", "sacreBLEU", *times, 13)


def _threads(hyps: list[str], refs: list[str]) -> Line:
    many, more, metric = hyps * 10, refs * 10, BLEU()
    times = race(lambda: metric.corpus(many, more), lambda: metric.corpus(many, more, jobs=2))
    return Line("two threads", "one thread", *times, 1.6)


def _pairwise(hyps: list[str], refs: list[str]) -> Line:
    """Sixty-four candidates of one sentence: a translation and its neighbours with a few words exchanged."""
    words = refs[0].split() + hyps[0].split()
    candidates = []
    for k in range(64):
        changed = (word if i * k % 7 else words[(i + k) % len(words)] for i, word in enumerate(words[:25]))
        candidates.append(" ".join(changed))

    def theirs() -> None:
        peer = PeerBLEU(effective_order=True)
        for hyp in candidates:
            for ref in candidates:
                peer.sentence_score(hyp, [ref])

    metric = BLEU(effective_order=True)
    times = race(theirs, lambda: metric.pairwise(candidates, candidates), 3)
    return Line("64 × 64 pairwise", "sacreBLEU loop", *times, 67)


def _import() -> list[Line]:
    """Names are imported when first used, so both are shown: the bare import, and what a first BLEU needs."""

    def start(code: str) -> float:
        timed = f"import time; start = time.perf_counter(); {code}; print(time.perf_counter() - start)"
        runs = (subprocess.run([sys.executable, "-c", timed], capture_output=True, check=True) for _ in range(7))
        return min(float(run.stdout) for run in runs)

    with bytecode_kept():
        theirs = start("import sacrebleu")
        return [
            Line("import", "sacreBLEU", theirs, start("import bolide"), 3),
            Line("import and a first BLEU()", "sacreBLEU import", theirs, start("import bolide; bolide.BLEU()"), 1),
        ]
