# pyright: strict, reportUnnecessaryTypeIgnoreComment=true
"""A program that uses all that is public, with the types it gets: checked by mypy and pyright, and never run.

mypy checks it together with the package; `tests/typing/test_client.py` runs pyright where that is installed.
"""

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import ClassVar, assert_type

import numpy as np
from numpy.typing import NDArray

import bolide
from bolide import BLEU, CHRF, METEOR, METRICS, Accumulator, Corpus, Metric, Report, Score, Stats
from bolide.classroom.check import CheckReport
from bolide.classroom.worksheet import Worksheet
from bolide.evaluation.health import HealthReport
from bolide.metrics.counts import Counts
from bolide.metrics.formula import Formula
from bolide.metrics.options import option
from bolide.significance import Comparison, Plan

HYPS = ["the cat sat on the mat", "hello world"]
REFS = ["the cat sat on the mat", "hello there"]
GROUPS = [["the cat sat on the mat", "a cat"], ["hello there"]]
SYSTEMS = {"a": HYPS, "b": REFS}


def metrics() -> list[Metric]:
    """Every metric, with options under their names."""
    return [
        BLEU(lowercase=True, effective_order=True, tokenize="intl", smooth_method="floor", smooth_value=0.1),
        BLEU(max_ngram_order=2, weights=(0.5, 0.5)),
        BLEU.preset("paper"),
        CHRF(char_order=6, word_order=2, beta=2.0, whitespace=False, eps_smoothing=True, average="mean"),
        bolide.TER(normalized=True, no_punct=True, asian_support=True, case_sensitive=True, tokenize_once=True),
        METEOR("1.5", language="de", task="rank", modules=("exact", "stem"), alpha=0.9, beta=3.0, gamma=0.5),
        bolide.RGBF(units=("word", "char"), analysers=("words", "chars"), max_ngram_order=2, unit_weights=(1.0, 2.0)),
        bolide.WER(lowercase=True, no_punct=True, tokenize="13a"),
        bolide.CER(whitespace=False),
        bolide.PER(),
        bolide.CDER(),
        METRICS["bleu"](),
        bolide.parse("BLEU|nrefs:1|case:lc|eff:no|tok:13a|smooth:exp"),
    ]


def one_metric(metric: Metric) -> None:
    """What a metric can do."""
    score = assert_type(metric.corpus(HYPS, GROUPS, jobs=2, confidence=1000), Score)
    assert_type(score.value, float)
    assert_type(score.points, float)
    assert_type(score.interval, tuple[float, float] | None)
    assert_type(score.signature, bolide.Signature)
    assert_type(metric.sentence("a cat", ["the cat", "a cat"]), Score)
    scores = assert_type(metric.segments(HYPS, REFS), bolide.SegmentScores)
    assert_type(scores.values, array[float])
    assert_type(scores.tolist(), list[float])
    assert_type(scores[0], Score)
    print(np.asarray(scores).mean(), [one.value for one in scores], len(scores))
    stats = assert_type(metric.measure(HYPS, REFS), Stats)
    assert_type(metric.score_row(stats.total()), Score)
    assert_type(metric.score_rows(stats), Score)
    assert_type(metric.pairwise(HYPS, REFS), NDArray[np.float64])
    assert_type(metric.explain("a cat", "the cat"), bolide.Explanation)
    assert_type(metric.signature(), bolide.Signature)
    assert_type(metric.for_sentences(), Metric)
    assert_type(metric.counts, Counts)
    assert_type(metric.formula, Formula)


def scoring(folder: Path) -> None:
    """Scores of one system or of several, from texts or from files."""
    assert_type(bolide.score(HYPS, GROUPS, "bleu", jobs=0), Score)
    report = assert_type(bolide.score(HYPS, GROUPS, ["bleu", CHRF()]), Report)
    data = bolide.TestSet.read(folder / "ref.txt", ["hyp.txt"])
    scores = assert_type(bolide.score(data, [BLEU(), "chrf"], plan=Plan(resamples=100)), bolide.Scores)
    print(scores["bleu"]["hyp"].points, scores["bleu"].interval("hyp"), scores.segments("chrf"), scores.by_domain())
    bolide.score(iter(HYPS), iter(REFS), metrics=["bleu"])
    assert_type(report["bleu"], Score)
    assert_type(report.values("bleu"), list[float])
    assert_type(report.systems, tuple[bolide.SystemReport, ...])
    assert_type(report.to_json(), str)
    assert_type(Report.from_json(report.to_json()), Report)
    assert_type(bolide.scan("texts.parquet").score(["a", "b"], "reference", "bleu", by="domain"), Report)
    segment = assert_type(Corpus.of(HYPS, GROUPS)[0], bolide.Segment)
    print(segment.hyp, segment.refs, bolide.TOKENIZERS["13a"](segment.hyp))
    sums = Accumulator(["bleu", "ter"])
    sums.add(HYPS, REFS)
    assert_type((sums + Accumulator(["bleu", "ter"])).score(), bolide.SystemReport)
    assert_type(sums.score()["bleu"], Score)
    assert_type(bolide.meteor_score("a cat", "the cat", alpha=0.9, beta=3, gamma=0.5), float)


def calls(folder: Path) -> None:
    """The calls behind the commands."""
    data = bolide.TestSet(REFS, SYSTEMS, documents=["d"] * len(REFS))
    study = assert_type(bolide.compare(data, metrics="bleu", baseline="a", plan=Plan(trials=100)), bolide.Study)
    runs = bolide.TestSet(REFS, {"x": bolide.Runs(HYPS, HYPS)})
    print(runs, bolide.TestSet.from_scores(bolide.read_all_scores("comet.seg.score")), bolide.read_rows("rows.parquet"))
    files = bolide.TestSet.read("ref.txt", [folder / "a.txt", folder / "b.txt"])
    bolide.compare(files, {"x": "bleu", "y": CHRF(), "comet": bolide.read_scores("comet.seg.score")})
    study.with_people(bolide.read_judgments("mqm.seg.score"))["x"].segments("a", "b", 3)
    comparison = assert_type(study.comparisons[0], Comparison)
    print(comparison.systems[0].value, study, study.to_html(), study.to_markdown())
    assert_type(bolide.report(data, "bleu", title="A test set", texts=False), bolide.TestSetReport)
    human: dict[str, list[float | None]] = {"a": [1.0, 2.0], "b": [2.0, None]}
    people = assert_type(bolide.read_judgments(human), bolide.People)
    mine = bolide.read_scores({"a": [0.1, 0.2], "b": [0.3, 0.4]}, name="mine", lower=True)
    agreement = bolide.correlate(people, [mine, "bleu"], data, "sys/pearson")
    assert_type(agreement.by_domain().with_intervals(100), bolide.AgreementReport)
    print(agreement["mine", "sys/pearson"].value, agreement.rank("sys/pearson", trials=10).p)
    assert_type(bolide.wmt_table("wmt23", ["wmt23/en-de", "wmt23/zh-en"]), bolide.MetricsTable)
    ranking = bolide.read_judgments("esa.csv").ranking(mode="wmt24")
    assert_type(ranking, bolide.PeopleReport | bolide.PeopleReports)
    assert_type(bolide.spans("gold.seg.rating", ["one.seg.rating"]), bolide.SpanReport)
    assert_type(bolide.tune(METEOR(), data, people, settings=50, folds=2), bolide.Tuning)
    assert_type(bolide.health(data), HealthReport)
    explanation = assert_type(bolide.explain("a cat", "the cat", "meteor"), bolide.Explanation)
    print(explanation.steps[0].sentence, explanation.score.value, explanation.to_svg())
    explained = assert_type(bolide.explain(data.without("b"), ["bleu", "ter"], most=3), bolide.Explanations)
    print(explained.to_latex(), explained.corpora[0].segments[0].influence)
    assert_type(bolide.resegment(HYPS, REFS, unit="char", lowercase=True), bolide.Resegmented)
    assert_type(bolide.mbr(["a", "b"], "chrf", ["c"], weights=[1.0]), bolide.Choice)
    assert_type(bolide.mbr_file("nbest.txt", CHRF(), matrix=True, jobs=2), bolide.Choices)
    reward = assert_type(bolide.reward("chrf", column="reference"), Callable[..., list[float]])
    print(reward(completions=HYPS, reference=REFS))
    print(explanation.to_markdown(), bolide.__version__)


def length_ratio(hyp: str, refs: list[str]) -> float:
    """A metric of one's own, from a function."""
    return len(hyp) / len(refs[0])


def lengths(hyps: list[str], refs: list[list[str]]) -> list[float]:
    """The same for a batch."""
    return [length_ratio(hyp, group) for hyp, group in zip(hyps, refs, strict=True)]


@dataclass(frozen=True)
class Lengths(Counts):
    """What is counted by a metric of one's own."""

    letters: bool

    @property
    def columns(self) -> tuple[str, ...]:
        return ("hyp_len", "ref_len")

    def row(self, hyp: str, refs: list[str]) -> Sequence[int]:
        return len(hyp), len(refs[0])


@dataclass(frozen=True)
class Deviation(Formula):
    """How it is scored."""

    higher_is_better: ClassVar[bool] = False
    bounds: ClassVar[tuple[float, float]] = (0.0, inf)

    @property
    def names(self) -> tuple[str, ...]:
        return ("length",)

    def of(self, row: Sequence[int]) -> Sequence[float]:
        return (abs(row[0] - row[1]) / max(1, row[1]),)


@dataclass(frozen=True)
class LengthRatio(Metric):
    """A metric of one's own, with counts and a formula."""

    name: ClassVar[str] = "Length"

    letters: bool = option(False, "Count letters, not words.", key="letters")

    @property
    def counts(self) -> Lengths:
        return Lengths(self.letters)

    @property
    def formula(self) -> Deviation:
        return Deviation()


def own_metrics() -> Iterator[Metric]:
    """Metrics from functions and from classes."""
    yield bolide.metric(length_ratio, higher_is_better=False)
    yield bolide.metric(lengths, "lengths", batched=True, version="1")
    METRICS["length"] = LengthRatio
    yield LengthRatio(letters=True)


def courses() -> None:
    """Implementations checked against a definition, and exercises on paper."""
    bolide.accelerate("sacrebleu").undo()
    assert_type(bolide.check("student.py:bleu", like="bleu", number=10), CheckReport)
    assert_type(bolide.exercises("ter", number=3, key=True), Worksheet)


def refused(metric: Metric) -> None:
    """What a type checker refuses: names and types are not lost on the way."""
    BLEU(tokenise="13a")  # type: ignore[call-arg]
    BLEU(max_ngram_order="4")  # type: ignore[arg-type]
    BLEU.preset(3)  # type: ignore[arg-type]
    metric.corpus(HYPS)  # type: ignore[call-arg]
    metric.sentence("a", ref="b")  # type: ignore[call-arg]
    bolide.score(HYPS, REFS, metric="bleu")  # type: ignore[call-overload]
    bolide.compare(SYSTEMS)  # type: ignore[arg-type]
    bolide.mbr(["a", "b"], "chrf", field="x")  # type: ignore[call-arg]


def errors() -> tuple[type[bolide.BolideError], ...]:
    """Errors, all of one family."""
    return (bolide.InputError, bolide.OptionError)
