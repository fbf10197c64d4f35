"""How each kind of entry is computed: a function from what is asked to the answer, both as plain JSON.

Metrics are named as in METRICS, options as users write them, and both as they were when an entry was written: what has
another name by now stands in RENAMED.
"""

import base64
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from bolide import METRICS, BolideError, Metric, OptionError, Stats, mbr, parse
from bolide.agreement.evaluation import Inquiry, evaluate
from bolide.agreement.questions import LanguagePair, Question
from bolide.agreement.ranking import PermutationTest, rank
from bolide.agreement.ranking_data import shares_of_wins
from bolide.agreement.table import RankingData, Source, Table
from bolide.significance import Plan, Sample, compare, confidence
from bolide.significance.arithmetic import clusters
from bolide.text.tokenize import tokenizer
from bolide.text.words import stems

Ask = dict[str, Any]
Answer = dict[str, Any]

_VERSION = re.compile(r"\|version:[^|\s]*")
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


@dataclass
class Inputs:
    """What entries refer to by name: sets of texts, lists of words, and files, which are put into a folder."""

    folder: Path
    texts: dict[str, Ask] = field(default_factory=dict)
    words: dict[str, list[str]] = field(default_factory=dict)
    systems: dict[str, Ask] = field(default_factory=dict)
    scores: dict[str, Ask] = field(default_factory=dict)

    def learn(self, ask: Ask) -> None:
        """Take in an entry that others refer to."""
        kind, name = ask["kind"], ask["name"]
        if kind == "file":
            (self.folder / name).write_bytes(base64.b64decode(ask["base64"]))
        elif kind == "words":
            self.words[name] = ask["words"]
        else:
            {"texts": self.texts, "systems": self.systems, "scores": self.scores}[kind][name] = ask

    def located(self, value: Any) -> Any:
        """Options with the paths of files where only their names stand: `@NAME`."""
        if isinstance(value, str):
            return value.replace("@", f"{self.folder}/") if "@" in value and ".." not in value else value
        if isinstance(value, dict):
            return {key: self.located(each) for key, each in value.items()}
        return value

    def plain(self, text: str) -> str:
        """A signature as it is frozen: without version and folder."""
        return _VERSION.sub("", text).replace(f"{self.folder}/", "@")

    def metric(self, ask: Ask) -> Metric:
        """The metric that an entry is about."""
        return build(ask["metric"], self.located(ask["options"]))


def signed(metric: Metric, inputs: Inputs) -> Answer:
    """The signature, and whether it leads back to the metric."""
    signature = str(metric.signature())
    return {"signature": inputs.plain(signature), "read_back": parse(signature) == metric}


def measured(ask: Ask, inputs: Inputs, indices: list[int] | None = None) -> Answer:
    """The rows of a metric, column by column; `indices` restricts the texts."""
    metric, texts = inputs.metric(ask), inputs.texts[ask["texts"]]
    chosen = range(len(texts["hyps"])) if indices is None else indices
    stats = metric.measure([texts["hyps"][i] for i in chosen], [texts["refs"][i] for i in chosen])
    return {name: list(stats.column(name)) for name in stats.columns}


def scored(ask: Ask, rows: Answer, inputs: Inputs) -> Answer:
    """The scores of rows: of each, and of all together, with the parts of that."""
    metric = inputs.metric(ask)
    stats = Stats.of(rows, zip(*rows.values(), strict=True))
    answer: Answer = {"scores": list(metric.row_values(stats))}
    try:
        score = metric.score_rows(stats, "var")
    except OptionError:  # some of NLTK's smoothing methods do not exist for a corpus
        return {**answer, "corpus": "refused"}
    return {**answer, "corpus": score.value, "parts": dict(score.parts)}


def sentences(ask: Ask, inputs: Inputs, indices: list[int]) -> list[float]:
    """The scores of single sentences, one call each."""
    metric, texts = inputs.metric(ask), inputs.texts[ask["texts"]]
    return [metric.sentence(texts["hyps"][i], texts["refs"][i]).value for i in indices]


def rows(ask: Ask, inputs: Inputs) -> Answer:
    """All of a metric's integers and doubles on a set of texts."""
    table = measured(ask, inputs)
    return {**signed(inputs.metric(ask), inputs), "rows": table, **scored(ask, table, inputs)}


def parsed(ask: Ask, inputs: Inputs) -> Answer:
    """A signature that somebody wrote, and what it is read as."""
    try:
        metric = parse(ask["text"])
    except BolideError:
        return {"signature": "refused"}
    return {"signature": inputs.plain(str(metric.signature()))}


def tokens(ask: Ask, inputs: Inputs) -> Answer:
    """What a tokenizer makes of texts."""
    texts = inputs.words[ask["words"]]
    return {"tokens": list(map(tokenizer(inputs.located(ask["tokenizer"])), texts))}


def compared(ask: Ask, inputs: Inputs) -> Answer:
    """The words that a metric compares: tercom's and METEOR's normalisers among others."""
    metric = inputs.metric(ask)
    return {"tokens": [metric.counts.tokens(text) for text in inputs.words[ask["words"]]]}


def stemmed(ask: Ask, inputs: Inputs) -> Answer:
    """The stems of words."""
    stem = stems.porter_stem if ask["stemmer"] == "porter" else stems.stemmer(ask["stemmer"])
    return {"stems": list(map(stem, inputs.words[ask["words"]]))}


def pairwise(ask: Ask, inputs: Inputs) -> Answer:
    """Every candidate against every reference, and the choice of minimum Bayes risk."""
    metric, texts = inputs.metric(ask), inputs.words[ask["words"]]
    table = metric.pairwise(texts, texts[::2])
    choice = mbr(texts, metric)
    weighted = mbr(texts, metric, texts[1::2], weights=[1.0 + i for i in range(len(texts[1::2]))])
    return {
        "table": table.tolist(),
        "choice": [choice.index, weighted.index],
        "expected": [list(choice.expected), list(weighted.expected)],
    }


# --- statistics ---------------------------------------------------------------------------------------------------


def comparison(ask: Ask, inputs: Inputs) -> Answer:
    """Every number of a paired test of several systems, and the interval of the first one alone."""
    stored = inputs.systems[ask["systems"]]
    if "metric" in ask:
        metric = inputs.metric(ask)
        samples = [
            Sample.of(name, metric, metric.measure(hyps, stored["refs"])) for name, hyps in stored["systems"].items()
        ]
    else:
        samples = [Sample.from_values(name, "scores", values) for name, values in stored["systems"].items()]
    found = compare(samples, Plan(**ask["plan"]))
    won = {(pair.a, pair.b) for pair in found.pairs if pair.significant and pair.difference > 0}
    names = [each.system for each in found.systems]
    groups = clusters(names, lambda a, b: (a, b) in won) if found.plan.baseline is None else ()
    number = {name: k for k, group in enumerate(groups, 1) for name in group}
    alone = Plan(mode=ask["plan"]["mode"], test="bootstrap", trials=100, seed=3)
    return {
        "systems": [
            [each.system, each.value, *_interval(each.interval), number.get(each.system)] for each in found.systems
        ],
        "pairs": [
            {name: getattr(pair, name) for name in ("a", "b", "difference", "p", "effect", "significant")}
            | {"interval": list(pair.interval), "corrected": pair.p_corrected}
            | {"segments": [pair.wins, pair.ties, pair.losses]}
            for pair in found.pairs
        ],
        "clusters": [list(group) for group in groups],
        "alone": _interval(confidence(samples[0], alone)),
    }


def _interval(interval: Any) -> list[float]:
    """Its ends, the mean of the resamples and half their spread."""
    return [interval.low, interval.high, interval.mean, interval.half_width]


def _tables(stored: Ask) -> tuple[Source, list[Source]]:
    """The scores of people, and those of each metric."""
    human, *metrics = (Source(name, Table.of(name, scores)) for name, scores in stored["tables"].items())
    return human, metrics


def agreement(ask: Ask, inputs: Inputs) -> Answer:
    """A question about agreement with people: values and intervals, or the ranking of the metrics with its tests."""
    human, metrics = _tables(inputs.scores[ask["scores"]])
    question = Question.from_text(ask["question"])
    if "trials" in ask:
        ranked = rank(human, metrics, question, PermutationTest(ask["trials"], ask["seed"], "wmt24"))
        return {
            "order": [[each.metric, each.value] for each in ranked.metrics],
            "p": [[better, worse, p] for (better, worse), p in ranked.p.items()],
            "clusters": [list(names) for names in ranked.clusters],
        }
    inquiry = Inquiry((question,), resamples=ask["resamples"], seed=ask["seed"])
    agreements = [
        {name: getattr(each, name) for name in ("metric", "value", "used", "left_out", "epsilon")}
        | {"interval": None if each.interval is None else list(each.interval)}
        for each in evaluate([LanguagePair("", human, tuple(metrics))], inquiry).agreements
    ]
    return {"agreements": agreements}


def taus(ask: Ask, inputs: Inputs) -> Answer:
    """Each year's τ of every metric with rankings: segment, better and worse system of each judgement."""
    stored = inputs.scores[ask["scores"]]
    human, metrics = _tables(stored)
    columns = [np.array(column, dtype=np.intp) for column in zip(*stored["judgements"], strict=True)]
    ranked = RankingData("rankings", human.at("seg").systems, *columns)
    people = Source("rankings", sys=shares_of_wins(ranked), rankings=ranked)
    pair = LanguagePair("", people, tuple(metrics))
    report = evaluate([pair], Inquiry(resamples=ask["resamples"], seed=ask["seed"]))
    answers = [
        {name: getattr(each, name) for name in ("metric", "taus", "pairs", "spearman")}
        | {"intervals": {name: None if ends is None else list(ends) for name, ends in each.intervals.items()}}
        for each in report.taus
    ]
    return {"taus": answers}


KINDS: dict[str, Callable[[Ask, Inputs], Answer]] = {
    "rows": rows,
    "signature": parsed,
    "tokens": tokens,
    "compared": compared,
    "stems": stemmed,
    "pairwise": pairwise,
    "comparison": comparison,
    "agreement": agreement,
    "taus": taus,
}
NUMPY = ("comparison", "agreement", "taus")  # computed with numpy, whose sums depend on the processor
GIVEN = ("texts", "words", "file", "systems", "scores")  # entries that hold inputs and no answer
