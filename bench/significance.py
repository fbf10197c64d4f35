"""Paired bootstrap against sacreBLEU's `--paired-bs`: 15 systems, 2,000 segments, 1,000 resamples."""

import logging
from collections.abc import Callable

from sacrebleu.metrics import BLEU as PeerBLEU, CHRF as PeerCHRF
from sacrebleu.significance import PairedTest

from bench.timing import DATA, Line, corpus, race, read_lines
from bolide import METRICS
from bolide.metrics.base import Metric
from bolide.significance.paired import compare
from bolide.significance.plan import Plan
from bolide.significance.sample import Sample

logging.getLogger("sacrebleu").setLevel(logging.ERROR)
SYSTEMS, SEGMENTS, TRIALS = 15, 2000, 1000
PEERS: dict[str, Callable[..., object]] = {"bleu": PeerBLEU, "chrf": PeerCHRF}


def lines() -> list[Line]:
    """The whole command, text to p-values, and the resampling alone, for every metric both have."""
    systems, refs = outputs()
    found = []
    for name, peer in PEERS.items():
        if name in METRICS:
            found += [_whole(name, peer, systems, refs), _resampling(name, peer, systems, refs)]
    return found


def outputs() -> tuple[dict[str, list[str]], list[str]]:
    """WMT23 Chinese-English, or the embedded sample with a different share of words broken in each system."""
    folder = DATA / "wmt23" / "zh-en" / "system-outputs"
    if folder.is_dir():
        paths = [path for path in sorted(folder.glob("*.gz")) if path.name[:4] not in ("refA", "synt")]
        refs = read_lines(folder.parent / "refA.txt.gz")
        # 1,976 segments; the first are taken again to make 2,000
        return {path.name: _filled(read_lines(path)) for path in paths[:SYSTEMS]}, _filled(refs)
    _, hyps, refs = corpus()
    broken = {f"system{k}": [hyp if n % (k + 2) else "" for n, hyp in enumerate(hyps)] for k in range(SYSTEMS)}
    return {name: _filled(texts) for name, texts in broken.items()}, _filled(refs)


def _filled(texts: list[str]) -> list[str]:
    return (texts * (SEGMENTS // len(texts) + 1))[:SEGMENTS]


def _whole(name: str, peer: Callable[..., object], systems: dict[str, list[str]], refs: list[str]) -> Line:
    metric = METRICS[name]()

    def theirs() -> None:
        PairedTest(list(systems.items()), {name: peer(references=[refs])}, None, "bs", TRIALS)()

    def ours() -> None:
        _compare([Sample.of(system, metric, metric.measure(hyps, refs)) for system, hyps in systems.items()])

    return Line(f"paired bootstrap, {metric.name}, from text", "sacreBLEU", *race(theirs, ours, 2), 10)


def _resampling(name: str, peer: Callable[..., object], systems: dict[str, list[str]], refs: list[str]) -> Line:
    metric: Metric = METRICS[name]()
    known = peer(references=[refs])
    rows = {system: known._extract_corpus_statistics(hyps, None) for system, hyps in systems.items()}  # type: ignore[attr-defined]
    samples = [Sample.of(system, metric, metric.measure(hyps, refs)) for system, hyps in systems.items()]

    def theirs() -> None:
        ready = iter(rows.values())
        known._extract_corpus_statistics = lambda *_: next(ready)  # type: ignore[attr-defined]
        PairedTest(list(systems.items()), {name: known}, None, "bs", TRIALS)()

    return Line(
        f"paired bootstrap, {metric.name}, rows given", "sacreBLEU", *race(theirs, lambda: _compare(samples), 2), 10
    )


def _compare(samples: list[Sample]) -> None:
    compare(samples, Plan("sacrebleu", "bootstrap", TRIALS, baseline=samples[0].system))
