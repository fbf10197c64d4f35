"""Every candidate against every candidate, 64 × 64, beside a loop that scores pair by pair: METEOR and TER."""

from collections.abc import Iterator
from time import process_time

from bench.timing import Line, Side, corpus, duel
from bolide import METEOR, TER
from bolide.metrics.base import Metric

SIZE = 64
WORDS = 25


def lines() -> Iterator[Line]:
    """All measurements; the clock is the processor's, so that others on the machine do not count."""
    _, hyps, refs = corpus()
    texts = candidates(hyps[0], refs[0])
    metrics = {f"METEOR {variant}": METEOR(variant=variant) for variant in ("nltk", "2005", "1.5")}
    for name, metric in {**metrics, "TER": TER()}.items():
        assert list(metric.pairwise(texts, texts)[1]) == [metric.sentence(texts[1], ref).value for ref in texts]
        theirs, ours, spread = duel(*_sides(metric, texts), rounds=5, warm_up=1)
        yield Line(f"{SIZE} × {SIZE} pairwise, {name}", "a loop of pairs", theirs, ours, 20, spread)


def candidates(hyp: str, ref: str) -> list[str]:
    """A translation and its neighbours with a few words exchanged."""
    words = ref.split() + hyp.split()
    return [
        " ".join(word if i * k % 7 else words[(i + k) % len(words)] for i, word in enumerate(words[:WORDS]))
        for k in range(SIZE)
    ]


def _sides(metric: Metric, texts: list[str]) -> tuple[Side, Side]:
    def loop() -> None:
        for hyp in texts:
            for ref in texts:
                metric.sentence(hyp, ref)

    return Side(loop, process_time), Side(lambda: metric.pairwise(texts, texts), process_time)
