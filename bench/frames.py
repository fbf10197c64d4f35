"""What training loops, rewards, MBR and captioning call: one sentence, one batch, a batch of captions."""

from collections.abc import Iterator
from typing import Any

from sacrebleu.metrics import BLEU as PeerBLEU, CHRF as PeerCHRF

from bench.timing import Line, corpus, race
from bolide import BLEU, CHRF, TER, Accumulator, mbr

BATCH = 64


def lines() -> Iterator[Line]:
    """All measurements of frames."""
    _, hyps, refs = corpus()
    step = len(hyps) // BATCH
    batch, wanted = hyps[::step][:BATCH], refs[::step][:BATCH]
    yield from _rewards(batch, wanted)
    yield from _batches(batch, wanted)
    yield _mbr(hyps, refs)


def _rewards(hyps: list[str], refs: list[str]) -> Iterator[Line]:
    """Sixty-four rewards: by as many calls of one sentence, and by one call.

    From the second round on, sacreBLEU finds the sentences in its cache of tokenized lines.
    """
    for peer, metric in ((PeerBLEU(effective_order=True), BLEU(effective_order=True)), (PeerCHRF(), CHRF())):

        def theirs(peer: Any = peer) -> None:
            for hyp, ref in zip(hyps, refs, strict=True):
                peer.sentence_score(hyp, [ref])

        def one_by_one(metric: Any = metric) -> None:
            for hyp, ref in zip(hyps, refs, strict=True):
                metric.sentence(hyp, ref)

        def at_once(metric: Any = metric) -> None:
            list(metric.segments(hyps, refs).values)

        yield Line(f"64 rewards, {metric.name}, one call each", "sacreBLEU", *race(theirs, one_by_one, 9), 2)
        yield Line(f"64 rewards, {metric.name}, one call", "sacreBLEU", *race(theirs, at_once, 9), 20)


def _batches(hyps: list[str], refs: list[str]) -> Iterator[Line]:
    """What keeping sums costs beside measuring alone, which is the peer here."""
    for metric in (BLEU(), CHRF(), TER()):
        sums = Accumulator(metric)
        times = race(lambda metric=metric: metric.measure(hyps, refs), lambda sums=sums: sums.add(hyps, refs), 15)
        yield Line(f"Accumulator.add, 64 segments, {metric.name}", "measure alone", *times, 0.7)


def _mbr(hyps: list[str], refs: list[str]) -> Line:
    middle = sorted(range(len(hyps)), key=lambda k: len(hyps[k]))[len(hyps) // 2]
    words = [*refs[middle].split(), *hyps[middle].split()]
    half = len(words) // 2
    candidates = [
        " ".join(w if (i * k) % 7 else words[(i + k) % len(words)] for i, w in enumerate(words[:half]))
        for k in range(BATCH)
    ]

    def theirs() -> None:
        peer = PeerCHRF()
        means = [sum(peer.sentence_score(hyp, [ref]).score for ref in candidates) for hyp in candidates]
        means.index(max(means))

    return Line("MBR of 64 candidates, chrF", "sacreBLEU loop", *race(theirs, lambda: mbr(candidates, "chrf"), 3), 50)
