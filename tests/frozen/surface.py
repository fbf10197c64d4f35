"""All of Bolide that the frozen numbers are computed with. If a module moves or an option is renamed, it is said here.

Metrics are named as in METRICS, options as users write them, and both as they were when an entry was written: what has
another name by now stands in RENAMED.
"""

from collections.abc import Sequence
from importlib import metadata
from typing import Any

import numpy as np

from bolide import METRICS, TOKENIZERS, BolideError, Metric, OptionError, Stats, __version__, mbr, parse
from bolide.agreement import (
    STATISTICS,
    Inquiry,
    Question,
    RankingData,
    Source,
    Table,
    evaluate_metrics,
    evaluate_on_rankings,
    rank,
)
from bolide.agreement.questions import GROUPINGS, LEVELS
from bolide.kernels import COMPILED
from bolide.metrics.base import row_values
from bolide.metrics.options import options_of
from bolide.significance import Plan, Sample, compare, confidence
from bolide.significance.arithmetic import CORRECTIONS
from bolide.text.tokenize import EXTRA_TOKENIZERS, tokenizer
from bolide.text.words import porter, stems
from bolide.text.words.jar_words import ARABIC

__all__ = ["COMPILED", "BolideError", "Metric", "OptionError", "Stats", "__version__", "mbr", "parse", "row_values"]

# (metric, option) as frozen → the option's name now.
RENAMED = {
    ("bleu", "max_order"): "max_ngram_order",
    ("bleu", "smooth"): "smooth_method",
    ("rgbf", "max_order"): "max_ngram_order",
}


def build(metric: str, options: dict[str, Any]) -> Metric:
    """The metric of this name with these options, both named as they were when frozen."""
    return METRICS[metric](**names_now(metric, options))


def names_now(metric: str, options: dict[str, Any]) -> dict[str, Any]:
    """Frozen options under their names of today."""
    return {RENAMED.get((metric, name), name): value for name, value in options.items()}


def metric_names() -> list[str]:
    """Our own metrics; a plug-in freezes what it likes elsewhere."""
    return [name for name, metric in METRICS.items() if metric.__module__.startswith("bolide.")]


def option_records(metric: str) -> list[tuple[str, str, tuple[str, ...] | None, Any]]:
    """The name, kind, choices and default of each option of a metric."""
    records = options_of(METRICS[metric])
    return [(field.name, record.kind, record.choices, field.default) for field, record in records]


def settable(metric: Metric) -> tuple[str, ...]:
    """The options that mean something in this metric; not all of METEOR's do in each of its variants."""
    return metric.form.settable


def tokenizer_names() -> list[str]:
    """Every tokenizer that has a name of its own."""
    return [*TOKENIZERS, *EXTRA_TOKENIZERS]


def tokens(name: str, texts: Sequence[str]) -> list[list[str]]:
    """What a tokenizer makes of each text."""
    cut = tokenizer(name)
    return [cut(text) for text in texts]


def stemmer_names() -> list[str]:
    """Porter's, and METEOR 1.5's by language."""
    return ["porter", *stems.BUILT_IN, *stems.SNOWBALL]


def stemmers_of_a_package() -> list[str]:
    """The languages whose stems come from snowballstemmer."""
    return list(stems.SNOWBALL)


def stems_of_the_jar(options: dict[str, Any]) -> bool:
    """Whether these settings of METEOR use the Arabic stems, which are read from the jar in pycocoevalcap."""
    return options.get("language") == ARABIC and "stem" in options.get("modules", ("stem",))


def stemmed(name: str, words: Sequence[str]) -> list[str]:
    """The stem of each word."""
    stem = porter.porter_stem if name == "porter" else stems.stemmer(name)
    return [stem(word) for word in words]


def installed(package: str) -> str | None:
    """The version of a package, or None."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


# --- systems against each other -----------------------------------------------------------------------------------


def samples(metric: Metric | None, systems: dict[str, Any], refs: list[list[str]]) -> list[Sample]:
    """Systems ready to be resampled: from texts under a metric, or from their segments' scores."""
    if metric is None:
        return [Sample.from_values(name, "scores", values) for name, values in systems.items()]
    return [Sample.of(name, metric, metric.measure(hyps, refs)) for name, hyps in systems.items()]


def corrections() -> list[str]:
    """The corrections for several tests at once."""
    return list(CORRECTIONS)


def compared(systems: list[Sample], plan: dict[str, Any]) -> dict[str, Any]:
    """Every number of a comparison."""
    comparison = compare(systems, Plan(**plan))
    return {
        "systems": [
            [each.system, each.value, *_interval(each.interval), each.cluster] for each in comparison.systems
        ],
        "pairs": [
            {
                "a": pair.a, "b": pair.b, "difference": pair.difference, "interval": list(pair.interval), "p": pair.p,
                "corrected": pair.p_corrected, "effect": pair.effect, "segments": [pair.wins, pair.ties, pair.losses],
                "significant": pair.significant,
            }
            for pair in comparison.pairs
        ],
        "clusters": [list(names) for names in comparison.clusters],
    }  # fmt: skip


def interval(system: Sample, plan: dict[str, Any]) -> list[float]:
    """The bootstrap interval of one system: its ends, the mean of the resamples and half their spread."""
    return _interval(confidence(system, Plan(**plan)))


def _interval(interval: Any) -> list[float]:
    return [interval.low, interval.high, interval.mean, interval.half_width]


# --- metrics against people ---------------------------------------------------------------------------------------


def statistic_names() -> list[str]:
    """The statistics of agreement with people."""
    return list(STATISTICS)


def question_names() -> list[str]:
    """Everything that can be asked of scores of systems and segments."""
    names = []
    for statistic in STATISTICS:
        for level in LEVELS:
            for grouping in GROUPINGS:
                try:
                    names.append(str(Question(statistic, level, grouping)))
                except OptionError:
                    continue
    return [name for name in names if not name.startswith(("doc/", "ranking/"))]


def sources(tables: dict[str, dict[str, list[float | None]]]) -> list[Source]:
    """Tables of scores, each by system; the first is that of people."""
    return [Source(name, Table.of(name, scores)) for name, scores in tables.items()]


def agreements(tables: list[Source], question: str, resamples: int, seed: int) -> list[dict[str, Any]]:
    """The answer about every metric, with intervals if resamples are asked for."""
    human, *metrics = tables
    inquiry = Inquiry((Question.from_text(question),), resamples=resamples, seed=seed)
    return [
        {
            "metric": each.metric, "value": each.value, "used": each.used, "left_out": each.left_out,
            "epsilon": each.epsilon, "interval": None if each.interval is None else list(each.interval),
        }
        for each in evaluate_metrics(human, metrics, inquiry).agreements
    ]  # fmt: skip


def ranking(tables: list[Source], question: str, trials: int, seed: int) -> dict[str, Any]:
    """The metrics in order, with the p-value of each lead and the clusters."""
    human, *metrics = tables
    ranked = rank(human, metrics, Question.from_text(question), trials=trials, seed=seed, mode="wmt24")
    return {
        "order": [[each.metric, each.value] for each in ranked.metrics],
        "p": [[better, worse, p] for (better, worse), p in ranked.p.items()],
        "clusters": [list(names) for names in ranked.clusters],
    }


def taus(tables: list[Source], judgements: list[list[int]], resamples: int, seed: int) -> list[dict[str, Any]]:
    """Each year's τ of every metric with rankings: segment, better and worse system of each judgement."""
    human, *metrics = tables
    columns = [np.array(column, dtype=np.intp) for column in zip(*judgements, strict=True)]
    ranked = RankingData("rankings", human.at("seg").systems, *columns)
    report = evaluate_on_rankings(ranked, metrics, Inquiry(resamples=resamples, seed=seed))
    return [
        {
            "metric": each.metric, "taus": each.taus, "pairs": each.pairs, "spearman": each.spearman,
            "intervals": {name: None if ends is None else list(ends) for name, ends in each.intervals.items()},
        }
        for each in report.taus
    ]  # fmt: skip
