"""What training loops, rewards, MBR and captioning call: one sentence, one batch, a batch of captions."""

from collections.abc import Iterator
from contextlib import redirect_stdout
from importlib.util import find_spec
from io import StringIO
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
    yield from _torchmetrics(batch, wanted)
    yield from _captions(hyps, refs)


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


def _torchmetrics(hyps: list[str], refs: list[str]) -> Iterator[Line]:
    if find_spec("torch") is None or find_spec("torchmetrics") is None:
        return
    from torchmetrics.text import CHRFScore, SacreBLEUScore

    from bolide.compat.torchmetrics import BolideMetric

    groups = [[ref] for ref in refs]
    for peer, metric in ((SacreBLEUScore(), BLEU()), (CHRFScore(n_word_order=0), CHRF())):
        ours = BolideMetric(metric)
        times = race(lambda peer=peer: peer.update(hyps, groups), lambda ours=ours: ours.update(hyps, groups), 5)
        yield Line(f"update of 64 segments, {metric.name}", "torchmetrics", *times, 5)


def _captions(hyps: list[str], refs: list[str]) -> Iterator[Line]:
    """Two hundred images of five captions each: a reference, and texts near it."""
    if find_spec("pycocoevalcap") is None:
        return
    from pycocoevalcap.bleu.bleu import Bleu
    from pycocoevalcap.cider.cider import Cider
    from pycocoevalcap.rouge.rouge import Rouge

    from bolide.compat import coco

    images = range(min(200, len(hyps)))
    gts = {k: [" ".join(refs[(k + j) % len(refs)].split()[:12]) for j in range(5)] for k in images}
    res = {k: [" ".join(hyps[k].split()[:12])] for k in images}
    for peer, ours, goal in ((Bleu(4), coco.Bleu(4), 3), (Rouge(), coco.Rouge(), 3), (Cider(), coco.Cider(), 1.2)):

        def scored(scorer: Any) -> None:
            with redirect_stdout(StringIO()):
                scorer.compute_score(gts, res)

        times = race(lambda peer=peer: scored(peer), lambda ours=ours: scored(ours), 3)
        yield Line(f"captions of {len(images)} images, {ours.method()}", "pycocoevalcap", *times, goal)
