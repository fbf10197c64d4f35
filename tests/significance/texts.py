"""Small made-up systems: references, and outputs with ever more words broken."""

from collections.abc import Sequence
from functools import cache
from random import Random

from bolide import BLEU, Corpus, Metric
from bolide.data.scores import metric_labels
from bolide.metrics.scorer import measure_corpus
from bolide.significance.sample import Sample


@cache
def outputs(segments: int = 150, systems: int = 4, seed: int = 3) -> tuple[dict[str, list[str]], list[str]]:
    """Systems by name, and the references."""
    draw = Random(seed)
    words = [f"w{k}" for k in range(60)]
    refs = [[draw.choice(words) for _ in range(draw.randint(3, 25))] for _ in range(segments)]
    found = {}
    for number in range(systems):
        broken = 0.30 + 0.01 * number
        lines = [[draw.choice(words) if draw.random() < broken else word for word in ref] for ref in refs]
        found[f"system{number}"] = [" ".join(line[: max(1, len(line) - draw.randint(0, 1))]) for line in lines]
    return found, [" ".join(ref) for ref in refs]


def samples(**size: int) -> list[Sample]:
    systems, refs = outputs(**size)
    metric = BLEU()
    return [Sample.of(name, metric, metric.measure(hyps, refs)) for name, hyps in systems.items()]


def measure_samples(corpora: Sequence[Corpus], metrics: Sequence[Metric]) -> list[list[Sample]]:
    """One list of samples, one per system, for each metric."""
    labelled = zip(metrics, metric_labels([metric.signature() for metric in metrics]), strict=True)
    return [
        [Sample.of(one.name, metric, measure_corpus(metric, one), one.nrefs, label) for one in corpora]
        for metric, label in labelled
    ]
