"""What may be passed as texts, as their groups and as `jobs`, over every metric and every verb that takes them."""

from collections.abc import Callable
from enum import Enum
from typing import Any

import pytest

from bolide import METRICS, BolideError, Corpus, InputError, Metric, OptionError, evaluate, score
from bolide.compat import sacrebleu
from bolide.metrics.measuring import measure_corpus

TEXT = "the cat sat on the mat"


class Loud(str):
    """A text that speaks of itself otherwise than it is."""

    def __str__(self) -> str:
        return "not this"

    __repr__ = __format__ = __str__  # type: ignore[assignment]


class Named(str, Enum):  # noqa: UP042
    """An enum of texts: str(Named.CAT) is not its text."""

    CAT = TEXT


VERBS: dict[str, Callable[[Metric, Any, Any], Any]] = {
    "corpus": lambda metric, hyp, ref: metric.corpus([hyp], [ref]).value,
    "groups": lambda metric, hyp, ref: metric.corpus([hyp], [[ref]]).value,
    "segments": lambda metric, hyp, ref: list(metric.segments([hyp], [ref]).values),
    "sentence": lambda metric, hyp, ref: metric.sentence(hyp, ref).value,
    "measure": lambda metric, hyp, ref: list(metric.measure([hyp], [[ref]])),
    "explain": lambda metric, hyp, ref: metric.explain(hyp, ref).to_dict(),
    "pairwise": lambda metric, hyp, ref: metric.pairwise([hyp], [ref]).tolist(),
}


@pytest.mark.parametrize("name", METRICS)
@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("text", [Loud(TEXT), Named.CAT], ids=["subclass", "enum"])
def test_a_text_is_scored_by_its_characters(name: str, verb: str, text: str) -> None:
    metric, other = METRICS[name](), "the cat sat on a mat"
    call = VERBS[verb]
    assert call(metric, text, other) == call(metric, TEXT, other)
    assert call(metric, other, text) == call(metric, other, TEXT)


UNORDERED = [{TEXT: "x"}, {TEXT}, frozenset([TEXT])]


@pytest.mark.parametrize("name", METRICS)
@pytest.mark.parametrize("texts", UNORDERED, ids=lambda texts: type(texts).__name__)
def test_dicts_and_sets_are_neither_texts_nor_groups(name: str, texts: Any) -> None:
    metric = METRICS[name]()
    calls: list[Callable[[], Any]] = [
        lambda: metric.corpus(texts, [TEXT]),
        lambda: metric.corpus([TEXT], texts),
        lambda: metric.corpus([TEXT], [texts]),
        lambda: metric.sentence(TEXT, texts),
        lambda: metric.sentence(texts, TEXT),
        lambda: metric.segments([TEXT], [texts]),
        lambda: metric.explain(TEXT, texts),
        lambda: metric.pairwise(texts, [TEXT]),
        lambda: metric.pairwise([TEXT], texts),
    ]
    for call in calls:
        with pytest.raises(InputError, match=type(texts).__name__):
            call()


def test_sacrebleu_s_streams_are_lists() -> None:
    with pytest.raises(InputError, match="set"):
        sacrebleu.corpus_bleu(["a", "b"], [{"a", "b"}])  # type: ignore[list-item]
    with pytest.raises(InputError, match="True or False"):
        sacrebleu.corpus_bleu(["a"], [["a"]], lowercase="no")  # type: ignore[arg-type]
    assert sacrebleu.BLEU(lowercase=1).metric.lowercase  # type: ignore[arg-type]


@pytest.mark.parametrize("jobs", [-1, 1.5, "2", None, True, [1]])
@pytest.mark.parametrize("name", METRICS)
def test_jobs_are_checked_on_the_smallest_corpus(name: str, jobs: Any) -> None:
    metric, corpus = METRICS[name](), Corpus.of([TEXT], [TEXT])
    calls: list[Callable[[], Any]] = [
        lambda: metric.measure([TEXT], [TEXT], jobs=jobs),
        lambda: measure_corpus(metric, corpus, jobs=jobs),
        lambda: metric.corpus([TEXT], [TEXT], jobs=jobs),
        lambda: metric.segments([TEXT], [TEXT], jobs=jobs),
        lambda: score([TEXT], [TEXT], [metric], jobs=jobs),
        lambda: evaluate([corpus], [metric], jobs=jobs),
        lambda: evaluate([], [metric], jobs=jobs),
    ]
    for call in calls:
        with pytest.raises(OptionError, match=r"jobs is .* integer ≥ 0"):
            call()
    assert len(metric.measure([TEXT], [TEXT], jobs=0)) == 1


@pytest.mark.parametrize("segments", ["no", 1, None, [], [METRICS["bleu"]()] * 2])
def test_segments_is_a_switch_or_a_metric_for_each(segments: Any) -> None:
    with pytest.raises(OptionError, match="segments is"):
        evaluate([Corpus.of([TEXT], [TEXT])], ["bleu"], segments=segments)


def test_a_doubled_key_and_a_wrong_number_of_references_in_a_signature() -> None:
    with pytest.raises(OptionError, match="says tok twice"):
        score([TEXT], [TEXT], ["BLEU|tok:13a|tok:zh"])
    with pytest.raises(OptionError, match=r"nrefs:2.*nrefs:1"):
        score([TEXT, TEXT], [TEXT, TEXT], ["BLEU|nrefs:2|tok:13a"])
    with pytest.raises(BolideError, match=r"nrefs:var.*nrefs:1"):
        score([TEXT, TEXT], [TEXT, TEXT], ["BLEU|nrefs:var|tok:13a"])
    score([TEXT], [[TEXT, TEXT]], ["BLEU|nrefs:var|tok:13a"])
    score([TEXT], [[TEXT, TEXT]], ["BLEU|nrefs:2|tok:13a"])
