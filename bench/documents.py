"""Documents against segments as the unit of resampling: the same work, which may take at most 1.2 times as long."""

from collections.abc import Callable

from bench.significance import outputs
from bench.timing import DATA, Line, Side, duel
from bolide import BLEU, CHRF
from bolide.corpus.batches import Batch
from bolide.corpus.inputs import documents_of
from bolide.engines.poisson import Poisson
from bolide.metrics.base import Metric
from bolide.significance.paired import compare, system_result
from bolide.significance.plan import Plan
from bolide.significance.sample import Sample
from bolide.significance.units import ResamplingUnits

GOAL = 1 / 1.2


def lines() -> list[Line]:
    """Intervals, comparisons and streamed sums on the documents of WMT23, and on as many documents as segments."""
    systems, refs = outputs()
    size = len(refs)
    file = DATA / "wmt23" / "zh-en" / "docs.tsv.gz"
    names = documents_of(str(file), 1976) if file.exists() else [str(k // 11) for k in range(size)]
    found = []
    for documents in ((names * 2)[:size], list(map(str, range(size)))):
        label = f"{len(set(documents))} documents"
        for metric in (BLEU(), CHRF()):
            found += _lines(metric, systems, refs, documents, label)
    return found


def _lines(
    metric: Metric, systems: dict[str, list[str]], refs: list[str], documents: list[str], label: str
) -> list[Line]:
    units = ResamplingUnits.of(documents)
    tables = {name: metric.measure(hyps, refs) for name, hyps in systems.items()}
    samples = [Sample.of(name, metric, stats).with_units(units) for name, stats in tables.items()]
    stats, batch = next(iter(tables.values())), Batch("texts.tsv", {"doc": documents}, range(len(refs)))

    def interval(unit: str) -> None:
        system_result([samples[0]], Plan(test="bootstrap", trials=1000, unit=unit))

    def comparison(unit: str) -> None:
        compare(samples, Plan(trials=1000, unit=unit))

    def streamed(unit: str) -> None:
        Poisson(documents="doc" if unit == "document" else None).sums([metric], [stats], batch)

    works = {"interval": interval, f"{len(samples)} systems compared": comparison, "streamed resamples": streamed}
    return [_line(f"{name}, {metric.name}, {label}", work) for name, work in works.items()]


def _line(name: str, work: Callable[[str], None]) -> Line:
    theirs, ours, spread = duel(Side(lambda: work("segment")), Side(lambda: work("document")), 5, 1)
    return Line(name, "by segments", theirs, ours, GOAL, spread)
