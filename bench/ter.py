"""TER against sacreBLEU, one thread and two, a long pair; word error rate against jiwer."""

from random import Random

from sacrebleu.metrics import TER as PeerTER

from bench.timing import Line, corpus, race
from bolide import TER, WER

SHARE = 10  # of the corpus, for what sacreBLEU would take too long over
LONG = 5000  # words of a pair that nobody would give sacreBLEU


def lines() -> list[Line]:
    """All measurements of TER and its relatives."""
    name, hyps, refs = corpus()
    part = hyps[::SHARE], refs[::SHARE]
    return [
        _corpus(f"corpus TER ({name})", hyps, refs, TER()),
        _corpus(f"corpus TER, normalized (1 segment in {SHARE})", *part, TER(normalized=True)),
        _segments(f"segments, TER (1 segment in {SHARE})", *part),
        _threads("corpus TER, two threads", hyps, refs),
        _long(),
        *_rates(name, hyps, refs),
    ]


def _corpus(work: str, hyps: list[str], refs: list[str], metric: TER) -> Line:
    peer, scores = PeerTER(normalized=metric.normalized), []

    def theirs() -> None:
        scores.append(peer.corpus_score(hyps, [refs]).score)

    times = race(theirs, lambda: metric.corpus(hyps, refs), 1)
    assert scores[-1] == metric.corpus(hyps, refs).points
    return Line(work, "sacreBLEU", *times, 333)


def _segments(work: str, hyps: list[str], refs: list[str]) -> Line:
    peer, metric = PeerTER(), TER()
    pairs = list(zip(hyps, refs, strict=True))
    times = race(
        lambda: [peer.sentence_score(hyp, [ref]) for hyp, ref in pairs], lambda: metric.segments(hyps, refs), 1
    )
    return Line(work, "sacreBLEU", *times, 333)


def _threads(work: str, hyps: list[str], refs: list[str]) -> Line:
    metric = TER()
    times = race(lambda: metric.corpus(hyps, refs), lambda: metric.corpus(hyps, refs, jobs=2), 5)
    return Line(work, "one thread", *times, 1.6)


def _long() -> Line:
    """A pair of 5,000 words in Bolide, beside one of 500 in sacreBLEU, which takes longer over that."""
    draw = Random(1)
    ref = [f"w{draw.randrange(LONG // 4)}" for _ in range(LONG)]
    hyp = [word if draw.random() > 0.3 else f"w{draw.randrange(LONG // 4)}" for word in ref]
    hyp = hyp[LONG // 2 :] + hyp[: LONG // 2]
    short = " ".join(hyp[:500]), [" ".join(ref[:500])]
    metric, peer = TER(), PeerTER()
    times = race(lambda: peer.sentence_score(*short), lambda: metric.sentence(" ".join(hyp), " ".join(ref)), 1)
    return Line(f"a pair of {LONG:,} words", "sacreBLEU, on 500", *times, 1)


def _rates(name: str, hyps: list[str], refs: list[str]) -> list[Line]:
    try:
        import jiwer
    except ImportError:
        return []
    metric = WER()
    hyps, refs = ([" ".join(text.split()) for text in side] for side in (hyps, refs))  # jiwer splits at spaces only
    assert jiwer.wer(refs, hyps) == metric.corpus(hyps, refs).value
    times = race(lambda: jiwer.wer(refs, hyps), lambda: metric.corpus(hyps, refs), 3)
    return [Line(f"corpus WER ({name})", "jiwer", *times, 1)]
