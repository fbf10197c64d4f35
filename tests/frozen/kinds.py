"""How each kind of entry is computed: a function from what is asked to the answer, both as plain JSON."""

import base64
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.frozen import surface
from tests.frozen.surface import Metric, row_values

Ask = dict[str, Any]
Answer = dict[str, Any]

_VERSION = re.compile(r"\|version:[^|\s]*")


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
        return surface.build(ask["metric"], self.located(ask["options"]))


def signed(metric: Metric, inputs: Inputs) -> Answer:
    """The signature, and whether it leads back to the metric."""
    signature = str(metric.signature())
    return {"signature": inputs.plain(signature), "read_back": surface.parse(signature) == metric}


def measured(ask: Ask, inputs: Inputs, indices: list[int] | None = None) -> Answer:
    """The rows of a metric, column by column; `indices` restricts the texts."""
    metric, texts = inputs.metric(ask), inputs.texts[ask["texts"]]
    chosen = range(len(texts["hyps"])) if indices is None else indices
    stats = metric.measure([texts["hyps"][i] for i in chosen], [texts["refs"][i] for i in chosen])
    return {name: list(stats.column(name)) for name in stats.columns}


def scored(ask: Ask, rows: Answer, inputs: Inputs) -> Answer:
    """The scores of rows: of each, and of all together, with the parts of that."""
    metric = inputs.metric(ask)
    stats = surface.Stats.of(rows, zip(*rows.values(), strict=True))
    answer: Answer = {"scores": list(row_values(metric, stats))}
    try:
        score = metric.score_rows(stats, "var")
    except surface.OptionError:  # some of NLTK's smoothing methods do not exist for a corpus
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
        metric = surface.parse(ask["text"])
    except surface.BolideError:
        return {"signature": "refused"}
    return {"signature": inputs.plain(str(metric.signature()))}


def tokens(ask: Ask, inputs: Inputs) -> Answer:
    """What a tokenizer makes of texts."""
    texts = inputs.words[ask["words"]]
    return {"tokens": surface.tokens(inputs.located(ask["tokenizer"]), texts)}


def compared(ask: Ask, inputs: Inputs) -> Answer:
    """The words that a metric compares: tercom's and METEOR's normalisers among others."""
    metric = inputs.metric(ask)
    return {"tokens": [metric.counts.tokens(text) for text in inputs.words[ask["words"]]]}


def stemmed(ask: Ask, inputs: Inputs) -> Answer:
    """The stems of words."""
    return {"stems": surface.stemmed(ask["stemmer"], inputs.words[ask["words"]])}


def pairwise(ask: Ask, inputs: Inputs) -> Answer:
    """Every candidate against every reference, and the choice of minimum Bayes risk."""
    metric, texts = inputs.metric(ask), inputs.words[ask["words"]]
    table = metric.pairwise(texts, texts[::2])
    choice = surface.mbr(texts, metric)
    weighted = surface.mbr(texts, metric, texts[1::2], weights=[1.0 + i for i in range(len(texts[1::2]))])
    return {
        "table": [list(row) for row in table],
        "choice": [choice.index, weighted.index],
        "expected": [list(choice.expected), list(weighted.expected)],
    }


# --- statistics ---------------------------------------------------------------------------------------------------


def comparison(ask: Ask, inputs: Inputs) -> Answer:
    """A paired test of several systems, and the interval of the first one alone."""
    given = inputs.systems[ask["systems"]]
    metric = inputs.metric(ask) if "metric" in ask else None
    samples = surface.samples(metric, given["systems"], given.get("refs", []))
    alone = {"mode": ask["plan"]["mode"], "test": "bootstrap", "trials": 100, "seed": 3}
    return {**surface.compared(samples, ask["plan"]), "alone": surface.interval(samples[0], alone)}


def agreement(ask: Ask, inputs: Inputs) -> Answer:
    """A question about agreement with people: values and intervals, or the ranking of the metrics with its tests."""
    tables = surface.sources(inputs.scores[ask["scores"]]["tables"])
    if "trials" in ask:
        return surface.ranking(tables, ask["question"], ask["trials"], ask["seed"])
    return {"agreements": surface.agreements(tables, ask["question"], ask["resamples"], ask["seed"])}


def taus(ask: Ask, inputs: Inputs) -> Answer:
    """Metrics against rankings."""
    given = inputs.scores[ask["scores"]]
    tables = surface.sources(given["tables"])
    return {"taus": surface.taus(tables, given["judgements"], ask["resamples"], ask["seed"])}


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
