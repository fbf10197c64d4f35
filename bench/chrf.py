"""chrF against sacreBLEU and fastchrf."""

import os

from sacrebleu.metrics import CHRF as PeerCHRF

from bench.timing import Line, corpus, race
from bolide import CHRF


def lines() -> list[Line]:
    """All measurements of chrF."""
    name, hyps, refs = corpus()
    return [
        _corpus(name, hyps, refs),
        _plusplus(name, hyps, refs),
        _values(hyps, refs),
        *_pairwise(hyps, refs),
    ]


def _corpus(name: str, hyps: list[str], refs: list[str]) -> Line:
    times = race(lambda: PeerCHRF().corpus_score(hyps, [refs]), lambda: CHRF().corpus(hyps, refs), 4)
    return Line(f"corpus chrF2 ({name})", "sacreBLEU", *times, 73)


def _plusplus(name: str, hyps: list[str], refs: list[str]) -> Line:
    ours = CHRF(word_order=2)
    times = race(lambda: PeerCHRF(word_order=2).corpus_score(hyps, [refs]), lambda: ours.corpus(hyps, refs), 4)
    return Line("corpus chrF++", "sacreBLEU", *times, 60)


def _values(hyps: list[str], refs: list[str]) -> Line:
    def theirs() -> None:
        peer = PeerCHRF()
        for hyp, ref in zip(hyps, refs, strict=True):
            peer.sentence_score(hyp, [ref])

    return Line("every segment", "sacreBLEU loop", *race(theirs, lambda: CHRF().segments(hyps, refs), 3), 33)


def candidates(hyp: str, ref: str) -> list[str]:
    """Sixty-four candidates of one sentence: a translation and its neighbours with a few words exchanged."""
    words = hyp.split() + ref.split()
    half = len(hyp.split())
    return [
        " ".join(w if (i * k) % 7 else words[(i + k) % len(words)] for i, w in enumerate(words[:half]))
        for k in range(64)
    ]


def _pairwise(hyps: list[str], refs: list[str]) -> list[Line]:
    os.environ["RAYON_NUM_THREADS"] = "1"  # fastchrf would take all cores; here both sides have one
    try:
        from fastchrf import pairwise_chrf
    except ImportError:
        return []
    order = sorted(range(len(hyps)), key=lambda k: len(hyps[k]))
    found = []
    for part, title in ((1, "a short"), (2, "a middling"), (3, "a long")):
        k = order[part * len(order) // 4]
        many = candidates(hyps[k], refs[k])
        times = race(lambda many=many: pairwise_chrf([many], [many]), lambda many=many: CHRF().pairwise(many, many))
        found.append(Line(f"64 × 64 pairwise, {title} sentence ({len(hyps[k])} characters)", "fastchrf", *times, 6.7))
    return found
